// The page of a record: shows what the server plays, and sends what a person wants.

import { Lights } from "./lights.js";
import { connect } from "./socket.js";

const KEYS = {
  " ": ["toggle"], ArrowRight: ["step", 1], ArrowLeft: ["step", -1],
  Home: ["jump", 0], End: ["jump", 999999999],
};
const FOR_THE_EYE = 1.0; // the palette's values: no gamma of a driver is to be undone

const find = (name) => document.getElementById(name);
const lights = new Lights(find("lights"), find("halo"));
lights.setGamma(FOR_THE_EYE);
const rows = [];

const send = connect({
  onFrame: (light) => lights.show(light),
  onMessage: (message) => (message.is === "events" ? list(message.events) : tell(message)),
  onState: (up) => {
    document.body.classList.toggle("gone", !up);
    find("connection").textContent = up ? "connected" : "the replay has ended";
  },
});
const wish = (what, value) => send({ do: what, value });

function list(events) {
  rows.length = 0;
  find("events").replaceChildren(...events.map((event, index) => {
    const row = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = event.text;
    button.classList.toggle("undone", event.undone);
    button.addEventListener("click", () => wish("jump", index + 1));
    row.append(button);
    rows.push(button);
    return row;
  }));
}

function tell(facts) {
  find("game-title").textContent = facts.title;
  find("status").textContent = facts.said;
  find("then").textContent = facts.then;
  find("note").textContent = facts.note;
  find("at").max = facts.count;
  find("at").value = facts.at;
  find("time").textContent = `${facts.time} / ${facts.whole}`;
  find("toggle").lastElementChild.textContent = facts.playing ? "Pause" : "Play";
  showSpeed(String(facts.speed));
  find("even").checked = facts.even;
  document.body.dataset.at = facts.at;
  rows.forEach((row) => row.removeAttribute("aria-current"));
  const now = rows[facts.at - 1];
  if (!now) return;
  now.setAttribute("aria-current", "step");
  const box = find("events");
  box.scrollTop = now.offsetTop - box.clientHeight / 2;
}

// A speed from the command line need not be one of those offered here.
function showSpeed(speed) {
  const choice = find("speed");
  choice.value = speed;
  if (choice.value !== speed) choice.add(new Option(`× ${speed}`, speed, false, true), 0);
}

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => wish(button.dataset.do, Number(button.dataset.value)));
}
find("at").addEventListener("input", (event) => wish("jump", Number(event.target.value)));
find("speed").addEventListener("change", (event) => wish("speed", Number(event.target.value)));
find("even").addEventListener("change", (event) => wish("even", event.target.checked));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  const key = KEYS[event.key];
  if (!key) return;
  event.preventDefault();
  wish(...key);
});
