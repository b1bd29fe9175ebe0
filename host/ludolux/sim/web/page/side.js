// What stands beside the board: players, moves, refusals, legend, rules.

import { element, renderCard } from "./card.js";

const SAID_MS = 6000;
const STAY = new Set(["refused", "help"]);
const GROUPS = { pieces: "On the board", seats: "At the edge", signs: "Signs", keys: "Corner keys" };

const PICTURE = 5; // lights on a side of a picture
const HELP = {
  play: "Touch what glows.",
  keyboard: " Arrow keys and Enter do as well.",
  end: "Touch any light for the menu. Undo takes the last move back.",
  hand: "Touch any light to begin a turn. Peek shows the hand.",
  peeking: "Touch a tile of the hand, then let Peek go and touch where it shall lie.",
  choice: "Touch a picture.",
};

const byId = (id) => document.getElementById(id);

export class Side {
  constructor() {
    this.last = { refused: 0, problem: 0, help: 0 };
    this.keys = {};
  }

  // Do something only when what it depends on has changed: the page stays calm and selectable.
  when(name, value, act) {
    const key = JSON.stringify(value);
    if (this.keys[name] === key) return;
    this.keys[name] = key;
    act();
  }

  show(facts, about) {
    this.facts = facts;
    const game = about.games[facts.game];
    const look = facts.settings.palette || "normal";
    const legend = game ? game.legends[look][facts.seats.length] || [] : [];
    const glows = legend.filter((entry) => entry.group === "seats");
    const edges = game ? game.edges[facts.seats.length] || [] : [];
    this.when("title", facts.title, () => {
      const [name, ...rest] = facts.title.split(": ");
      byId("game-title").textContent = facts.title ? `${name} — ${rest.join(": ")}` : "";
      document.title = facts.title ? `${name} · Ludolux` : "Ludolux";
    });
    this.when("status", [facts.status, facts.turn], () => {
      const status = byId("status");
      status.textContent = facts.status;
      const glow = glows[facts.turn];
      status.classList.toggle("glows", Boolean(glow));
      status.style.setProperty("--glow", glow ? glow.colour : "transparent");
    });
    this.when("choices", [facts.choices, look], () => this.choices(facts.choices, about.inks[look]));
    this.when("help", [facts.screen, facts.peek, facts.peeking, facts.choices.length], () => {
      const what = facts.screen === "end" ? "end" : facts.choices.length ? "choice"
        : facts.peek !== "hand" ? "play" : facts.peeking ? "peeking" : "hand";
      byId("keys-help").replaceChildren(HELP[what]);
      if (what === "play") byId("keys-help").append(element("span", HELP.keyboard, "with-keyboard"));
    });
    this.when("seats", [facts.seats, facts.turn, glows], () => this.seats(facts, glows, edges));
    this.when("result", facts.result, () => {
      // The first line is the status above the board.
      byId("result").replaceChildren(...facts.result.slice(1).map((line) => element("p", line)));
    });
    this.when("moves", [facts.game, facts.moves, facts.earlier], () => this.moves(facts));
    this.when("write", [facts.game, facts.example], () => {
      byId("write").hidden = !facts.game;
      byId("move").placeholder = facts.example ? `as ${facts.example}` : "";
    });
    this.when("rules", facts.game, () => {
      byId("rules-card").hidden = !game;
      byId("rules").replaceChildren(game ? renderCard(game.card) : "");
      byId("new").open = !game;
    });
    this.when("legend", legend, () => this.legend(legend));
    this.when("veil", facts.looking, () => {
      byId("veil").hidden = !facts.looking;
      byId("veil").textContent = facts.looking;
    });
    this.when("peek", facts.peek, () => {
      const [letter, name] = facts.peek === "hint" ? ["H", "Hint"] : ["P", "Peek"];
      byId("peek").hidden = !facts.peek;
      byId("peek").toggleAttribute("data-stays", facts.peek === "hand");
      byId("peek").replaceChildren(element("kbd", letter), name);
    });
    document.body.classList.toggle("watching", !facts.plays);
    document.body.dataset.touches = facts.touches;
    this.news("refused", facts.refused);
    this.news("problem", facts.problem);
    this.news("help", facts.help);
  }

  // A refusal and a hint stay as long as they are true.
  news(kind, told) {
    if (!told && this.saying === kind && STAY.has(kind)) this.say("");
    if (!told || told.number <= this.last[kind]) return;
    this.last[kind] = told.number;
    this.say(told.text, kind);
  }

  say(text, kind = "note") {
    const said = byId("said");
    clearTimeout(this.timer);
    this.saying = kind;
    said.className = text ? kind : "";
    said.textContent = text;
    // A new sentence jumps a little, also when it is the same as before.
    if (text) {
      said.style.animation = "none";
      void said.offsetWidth;
      said.style.animation = "";
      if (!STAY.has(kind)) this.timer = setTimeout(() => this.say(""), SAID_MS);
    }
  }

  seats(facts, glows, edges) {
    for (const plate of document.querySelectorAll(".plate")) plate.replaceChildren();
    const items = facts.seats.map((seat, n) => {
      const item = element("li", "", facts.turn === n ? "turn" : seat.won ? "won" : "");
      item.style.setProperty("--glow", glows[n] ? glows[n].colour : "#888");
      if (facts.turn === n) item.setAttribute("aria-current", "true");
      item.append(element("span", facts.seats.length > 1 ? n + 1 : "★", "chip"));
      const name = element("span", seat.name, "name");
      if (seat.side) name.append(element("b", ` ${seat.side}`));
      item.append(name);
      const sits = seat.won ? "wins" : facts.turn === n ? "to move" : edges[n] || "";
      item.append(element("span", sits, "where"));
      if (seat.score !== null) item.append(element("span", seat.score, "score"));
      const plate = document.querySelector(`.plate.${(edges[n] || "bottom").split(" ")[0]}`);
      const label = element("i", seat.side ? `${seat.name} · ${seat.side}` : seat.name);
      label.className = facts.turn === n ? "turn" : "";
      label.style.setProperty("--glow", glows[n] ? glows[n].colour : "#888");
      plate.append(label);
      return item;
    });
    byId("seats").replaceChildren(...items);
    byId("seats-card").hidden = !items.length;
  }

  // The small pictures of a screen of choices, as the lights draw them, and their names.
  choices(choices, inks) {
    byId("choices").replaceChildren(...choices.map(({ picture, text }) => {
      const item = element("li");
      const lights = element("span", "", "picture");
      for (const letter of picture.replaceAll("/", "").slice(0, PICTURE * PICTURE)) {
        const light = element("i");
        if (inks[letter]) light.style.background = inks[letter];
        lights.append(light);
      }
      item.append(lights, element("span", text));
      return item;
    }));
    byId("choices-card").hidden = !choices.length;
  }

  moves(facts) {
    const list = byId("moves");
    const items = facts.moves.map(({ number, seat, text }) => {
      const item = element("li");
      item.append(element("span", number, "number"));
      if (seat >= 0 && facts.seats.length > 1) item.append(element("span", `seat ${seat + 1}`, "seat"));
      item.append(element("code", text));
      return item;
    });
    if (facts.earlier) items.unshift(element("li", `… ${facts.earlier} earlier`));
    list.replaceChildren(...items);
    list.scrollTop = list.scrollHeight;
    byId("moves-card").hidden = !facts.game;
  }

  legend(entries) {
    const made = [];
    for (const [group, heading] of Object.entries(GROUPS)) {
      const found = entries.filter((entry) => entry.group === group);
      if (!found.length) continue;
      const list = element("ul");
      for (const entry of found) {
        const item = element("li");
        const light = element("span", entry.letter, `light ${entry.rhythm}`);
        light.style.setProperty("--colour", entry.colour);
        const text = entry.rhythm === "steady" ? entry.text : `${entry.text} (${entry.rhythm})`;
        item.append(light, element("span", text));
        list.append(item);
      }
      made.push(element("h3", heading), list);
    }
    byId("legend").replaceChildren(...made);
    byId("legend-card").hidden = !made.length;
  }
}
