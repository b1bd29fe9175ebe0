// The forms: a new game with its players and options, a written move, the settings.

import { element } from "./card.js";

const WORDS = { True: "yes", False: "no", 0: "any" };
const NAMES = { clues_touch: "tiles beside open clues" };

function field(label, control) {
  const made = element("label");
  made.append(element("span", label), control);
  return made;
}

function select(name, values, words = (value) => value) {
  const made = element("select");
  made.name = name;
  for (const value of values) {
    const option = element("option", words(value));
    option.value = value;
    made.append(option);
  }
  return made;
}

export function newGameForm(form, about, send) {
  const games = select("game", Object.keys(about.games), (name) => about.games[name].title.split(":")[0]);
  const rest = element("div");
  const fill = () => {
    const game = about.games[games.value];
    const fields = [];
    if (game.players.length > 1) fields.push(field("players", select("players", game.players)));
    for (const [name, offer] of Object.entries(game.options)) {
      let control;
      if (offer.values) {
        control = select(name, offer.values, (value) => WORDS[value] || value);
      } else {
        control = element("input");
        Object.assign(control, { name, type: "number", min: offer.least, max: offer.most,
          placeholder: "usual" });
      }
      fields.push(field(NAMES[name] || name.replace("_", " "), control));
    }
    const seed = element("input");
    Object.assign(seed, { name: "seed", type: "number", min: 0, max: 999999, placeholder: "any" });
    fields.push(field("seed", seed));
    rest.replaceChildren(...fields);
  };
  games.addEventListener("change", fill);
  form.replaceChildren(field("game", games), rest, element("button", "Start"));
  fill();
  form.onsubmit = (event) => {
    event.preventDefault();
    const words = [games.value];
    for (const [name, value] of new FormData(form)) {
      if (name !== "game" && value !== "") words.push(`${name}=${value}`);
    }
    send({ do: "start", words });
    document.getElementById("board").focus({ preventScroll: true });
    document.getElementById("table").scrollIntoView({ block: "nearest" });
  };
}

export function writeForm(form, send) {
  const input = form.querySelector("input");
  form.onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text && send({ do: "move", text })) input.value = "";
  };
}

export function settingsForm(form, about, send) {
  const fields = Object.entries(about.settings).map(([name, values]) => {
    const control = select(name, values, (value) => ({ True: "on", False: "off" })[value]
      || (name.startsWith("rotation") ? `${value}°` : value));
    control.addEventListener("change", () => send({ do: "set", name, value: control.value }));
    return field(name.replace(/(\d)$/, ", seat $1"), control);
  });
  form.replaceChildren(...fields);
  form.onsubmit = (event) => event.preventDefault();
}

export function showSettings(form, settings) {
  for (const control of form.querySelectorAll("select")) {
    const value = settings[control.name];
    if (value !== undefined && document.activeElement !== control) control.value = value;
  }
}
