// The workshop: figures of the board and faults to try. For those who build or write one.

import { element } from "./card.js";

const KEY_S = 1000;

export class Panel {
  constructor(target, about, send, lights, keys) {
    this.lights = lights;
    this.figures = element("dl");
    this.switches = element("div", "", "switches");
    this.flags = element("ul", "", "flags");
    this.faults = element("ul", "", "flags");
    const choice = element("select");
    for (const fault of about.faults) {
      const option = element("option", fault.text + (fault.needs === "key" ? " (under the cursor)"
        : fault.needs === "light" ? " (before the cursor)" : ""));
      option.value = fault.kind;
      choice.append(option);
    }
    choice.setAttribute("aria-label", "Fault");
    const button = (text, act) => {
      const made = element("button", text);
      made.type = "button";
      made.onclick = act;
      return made;
    };
    const breaks = element("div", "", "switches");
    breaks.append(choice,
      button("Break it", () => {
        const [x, y] = keys.cursor;
        send({ do: "fault", kind: choice.value, x, y });
      }),
      button("Mend all", () => send({ do: "mend" })));
    this.power = button("Cut the power", () => send({ do: "power", on: this.facts.power === "off" }));
    this.cable = button("Unplug", () => send({ do: "cable", plugged: !this.facts.plugged }));
    this.switches.append(this.power, this.cable);
    target.replaceChildren(this.figures, this.switches, element("h3", "Faults"), breaks,
      this.faults, element("h3", "What the chips complain of"), this.flags);
    this.about = about;
    this.since = [performance.now(), lights.frames];
  }

  showFacts(facts) {
    this.facts = facts;
    this.power.textContent = facts.power === "off" ? "Power on" : "Cut the power";
    this.cable.textContent = facts.plugged ? "Unplug the link" : "Plug the link in";
    this.faults.replaceChildren(...facts.faults.map((text) => element("li", text)));
  }

  show({ rate, milliamps, health, keys, flags }) {
    const now = performance.now();
    const drawn = ((this.lights.frames - this.since[1]) * KEY_S) / (now - this.since[0]);
    this.since = [now, this.lights.frames];
    const heap = Number(health.heap);
    const rows = {
      "frames on the wire": `${rate.toFixed(1)} a second`,
      "frames drawn here": `${drawn.toFixed(1)} a second`,
      current: `${milliamps} mA`,
      "free heap": heap ? `${(heap / 1024).toFixed(1)} KB` : "not on this runtime",
      uptime: health.uptime ? `${health.uptime} s` : "–",
      "last reset": health.reset || "–",
      "ghost keys": health.ghosts || "–",
      "stuck keys": health.stuck || "–",
      "link, damaged / unsent": health.damaged ? `${health.damaged} / ${health.unsent}` : "–",
      runs: `${this.about.build} on ${this.about.mcu}, ${this.about.runtime}`,
      "last keys": keys.slice(-6).join(" · ") || "–",
    };
    this.figures.replaceChildren(...Object.entries(rows).flatMap(([name, value]) =>
      [element("dt", name), element("dd", value)]));
    this.flags.replaceChildren(...(flags.length ? flags : ["nothing"]).map((text) =>
      element("li", text)));
  }
}
