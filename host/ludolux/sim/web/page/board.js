// Keys of the board by mouse, touch and keyboard; what is held is released, whatever happens.

const LETTERS = { m: "menu", u: "undo", p: "peek", h: "peek", d: "done" };
const TAP_MS = 400;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function cellName(x, y) {
  return String.fromCharCode(97 + x) + (y + 1);
}

export class Keys {
  constructor(board, lights, send) {
    this.board = board;
    this.lights = lights;
    this.send = send;
    this.mark = board.querySelector("#cursor");
    this.speech = document.getElementById("under-cursor");
    this.cursor = [7, 7];
    this.held = new Map(); // who holds (a pointer, a key of the keyboard): how to let go
    this.byPointer(board);
    this.byKeyboard(board);
    for (const button of document.querySelectorAll("[data-key]")) {
      this.holdable(button, (down) => ({ do: "key", name: button.dataset.key, down }));
    }
    const letAllGo = () => [...this.held.keys()].forEach((who) => this.letGo(who));
    addEventListener("blur", letAllGo);
    document.addEventListener("visibilitychange", () => document.hidden && letAllGo());
  }

  hold(who, press, release) {
    if (this.held.has(who)) return;
    this.send(press);
    this.held.set(who, () => this.send(release));
  }

  letGo(who) {
    this.held.get(who)?.();
    this.held.delete(who);
    if (who instanceof Element) who.ariaPressed = "false";
  }

  byPointer(board) {
    board.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const box = this.lights.canvas.getBoundingClientRect();
      const x = Math.floor((16 * (event.clientX - box.left)) / box.width);
      const y = Math.floor((16 * (event.clientY - box.top)) / box.height);
      if (x < 0 || y < 0 || x > 15 || y > 15) return;
      event.preventDefault();
      board.classList.add("by-pointer"); // no ring around what a finger is on anyway
      board.focus({ preventScroll: true });
      board.setPointerCapture(event.pointerId);
      this.move(x, y, false);
      this.hold(event.pointerId, { do: "press", x, y }, { do: "release", x, y });
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      board.addEventListener(end, (event) => this.letGo(event.pointerId));
    }
    board.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  byKeyboard(board) {
    board.addEventListener("keydown", (event) => {
      board.classList.remove("by-pointer");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in STEPS) {
        const [dx, dy] = STEPS[event.key];
        this.move((this.cursor[0] + dx + 16) % 16, (this.cursor[1] + dy + 16) % 16, true);
      } else if (event.key === "Enter" || event.key === " ") {
        const [x, y] = this.cursor;
        this.mark.hidden = false;
        if (!event.repeat) this.hold(event.code, { do: "press", x, y }, { do: "release", x, y });
      } else {
        return;
      }
      event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      const name = LETTERS[event.key.toLowerCase()];
      const typing = event.target.closest("input, select, textarea");
      if (!name || typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      this.hold(event.code, { do: "key", name, down: true }, { do: "key", name, down: false });
    });
    document.addEventListener("keyup", (event) => this.letGo(event.code));
  }

  // A button on the page that is held as long as a finger, the mouse or Enter holds it. One with
  // data-stays is held by a short press until the next: who has one pointer can touch a hand too.
  holdable(button, wish) {
    let since = 0;
    const down = (who, event) => {
      since = event.timeStamp;
      if (button.ariaPressed === "true") this.letGo(button);
      else this.hold(who, wish(true), wish(false));
    };
    const up = (who, event) => {
      if (button.hasAttribute("data-stays") && event.timeStamp - since < TAP_MS
        && this.held.has(who)) {
        this.held.set(button, this.held.get(who));
        this.held.delete(who);
        button.ariaPressed = "true";
      }
      this.letGo(who);
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      button.setPointerCapture(event.pointerId);
      down(event.pointerId, event);
    });
    button.addEventListener("pointerup", (event) => up(event.pointerId, event));
    for (const end of ["pointercancel", "lostpointercapture"]) {
      button.addEventListener(end, (event) => this.letGo(event.pointerId));
    }
    button.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
        event.preventDefault();
        down(event.code, event);
      }
    });
    button.addEventListener("keyup", (event) => up(event.code, event));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  move(x, y, shown) {
    this.cursor = [x, y];
    this.mark.hidden = !shown;
    this.mark.style.left = `${(100 * x) / 16}%`;
    this.mark.style.top = `${(100 * y) / 16}%`;
    if (shown) {
      this.speech.textContent = `${cellName(x, y)}, ${this.lights.lit(x, y) ? "lit" : "dark"}`;
    }
  }
}
