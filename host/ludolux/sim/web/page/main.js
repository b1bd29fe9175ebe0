// The page: brings the connection, the lights, the keys and what stands beside them together.

import { Keys } from "./board.js";
import { newGameForm, settingsForm, showSettings, writeForm } from "./choose.js";
import { element } from "./card.js";
import { Lights } from "./lights.js";
import { Panel } from "./panel.js";
import { Side } from "./side.js";
import { connect } from "./socket.js";

const byId = (id) => document.getElementById(id);

const lights = new Lights(byId("lights"), byId("halo"));
const side = new Side();
let about = null;
let panel = null;

const receive = {
  about(message) {
    about = message;
    lights.setGamma(about.gamma);
    newGameForm(byId("choose"), about, send);
    settingsForm(byId("settings"), about, send);
    panel = new Panel(byId("panel"), about, send, lights, keys);
    showPad(about.buttons);
    side.last = { refused: 0, problem: 0, help: 0 };
    side.keys = {};
    send({ do: "panel", on: byId("panel-card").open });
  },
  facts(message) {
    side.show(message, about);
    // With every move the board hides the hand; it is not to be held open for the next one.
    const turn = `${message.game} ${message.turn} ${message.earlier + message.moves.length}`;
    if (turn !== keys.turn) keys.letGo(byId("peek"));
    keys.turn = turn;
    panel.showFacts(message);
    showSettings(byId("settings"), message.settings);
    const many = message.pages > 1 ? `${message.pages} pages` : "";
    const state = { off: "power is off", dead: "the firmware has ended" }[message.power]
      || (!message.plugged ? "link unplugged" : !message.linked ? "the board does not answer" : "");
    byId("connection").textContent = [state, message.plays ? "" : "watching", many]
      .filter(Boolean).join(" · ") || "connected";
    document.body.classList.toggle("trouble", Boolean(state));
  },
  panel(message) {
    panel.show(message);
  },
  note(message) {
    side.say(message.text);
  },
};

const send = connect({
  onMessage: (message) => receive[message.is]?.(message),
  onFrame: (wire) => lights.show(wire),
  onState(open) {
    document.body.classList.toggle("gone", !open);
    if (!open) byId("connection").textContent = "the simulator is gone; trying again …";
  },
});
const keys = new Keys(byId("board"), lights, send);
writeForm(byId("write"), send);
byId("panel-card").addEventListener("toggle", () =>
  send({ do: "panel", on: byId("panel-card").open }));

// On the build without keys under the lights, its six buttons.
function showPad(signals) {
  const pad = byId("pad");
  pad.hidden = !signals.length;
  pad.replaceChildren(...signals.map((signal) => {
    const name = signal.replace("BTN_", "").toLowerCase();
    const signs = { up: "▲", down: "▼", left: "◀", right: "▶", ok: "OK", menu: "MENU" };
    const button = element("button", signs[name], name);
    button.type = "button";
    button.setAttribute("aria-label", name);
    keys.holdable(button, (down) => ({ do: "button", signal, down }));
    return button;
  }));
}
