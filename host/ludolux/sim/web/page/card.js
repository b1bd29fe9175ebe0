// The rule card: the little Markdown that the cards use, as elements. No text becomes HTML.

export function element(name, text = "", className = "") {
  const made = document.createElement(name);
  if (text !== "") made.textContent = text;
  if (className) made.className = className;
  return made;
}

function inline(target, text) {
  for (const part of text.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
    if (part.startsWith("**")) target.append(element("strong", part.slice(2, -2)));
    else if (part.startsWith("`")) target.append(element("code", part.slice(1, -1)));
    else target.append(part);
  }
  return target;
}

export function renderCard(markdown) {
  const made = document.createDocumentFragment();
  for (const block of markdown.trim().split(/\n\s*\n/)) {
    const lines = block.split("\n");
    const heading = /^(#+) (.*)$/.exec(lines[0]);
    if (heading) {
      made.append(element(heading[1].length === 1 ? "h3" : "h4", heading[2]));
      lines.shift();
      if (!lines.length) continue;
    }
    if (lines[0].startsWith("    ")) {
      made.append(element("pre", lines.map((line) => line.slice(4)).join("\n")));
    } else if (/^(- |\d+\. )/.test(lines[0])) {
      const list = element(lines[0].startsWith("-") ? "ul" : "ol");
      for (const item of lines.join("\n").split(/\n(?=- |\d+\. )/)) {
        list.append(inline(element("li"), item.replace(/^(- |\d+\. )/, "").replace(/\s+/g, " ")));
      }
      made.append(list);
    } else {
      made.append(inline(element("p"), lines.join(" ")));
    }
  }
  return made;
}
