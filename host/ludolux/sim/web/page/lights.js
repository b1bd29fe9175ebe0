// Draws the wire: 256 lights behind diffusers, and their glow around them.

const SIDE = 16;
const GAIN = 1.3; // a dark room: the eye opens a little
const BASE = [21, 21, 25]; // an unlit diffuser
const MOST_SPRITES = 800;

export class Lights {
  constructor(canvas, halo) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.halo = halo.getContext("2d");
    this.glow = this.halo.createImageData(SIDE + 2, SIDE + 2);
    this.sprites = new Map();
    this.wire = new Uint8Array(3 * SIDE * SIDE);
    this.drawn = new Int32Array(SIDE * SIDE).fill(-1);
    this.frames = 0;
    this.setGamma(2.5);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  // What the driver bent for the lights is bent back for a screen, which bends light itself.
  setGamma(gamma) {
    this.eye = Uint8Array.from({ length: 256 }, (_, level) =>
      Math.round(255 * Math.min(1, (GAIN * level) / 255) ** (1 / gamma)));
    this.drawn.fill(-1);
    this.draw();
  }

  show(wire) {
    if (wire.length !== this.wire.length) return;
    this.wire = wire;
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  lit(x, y) {
    const at = 3 * (SIDE * y + x);
    return this.wire[at] + this.wire[at + 1] + this.wire[at + 2] > 0;
  }

  resize() {
    const size = Math.round(this.canvas.clientWidth * Math.min(devicePixelRatio || 1, 2));
    const pitch = Math.max(8, Math.floor(size / SIDE));
    if (pitch === this.pitch) return;
    this.pitch = pitch;
    this.canvas.width = this.canvas.height = pitch * SIDE;
    this.pen.fillStyle = "#08080a";
    this.pen.fillRect(0, 0, pitch * SIDE, pitch * SIDE);
    this.sprites.clear();
    this.drawn.fill(-1);
    this.draw();
  }

  draw() {
    if (!this.pitch) return;
    const { wire, eye, drawn, pitch } = this;
    let changed = false;
    for (let light = 0; light < SIDE * SIDE; light++) {
      const red = eye[wire[3 * light]];
      const green = eye[wire[3 * light + 1]];
      const blue = eye[wire[3 * light + 2]];
      const colour = (red << 16) | (green << 8) | blue;
      if (drawn[light] === colour) continue;
      drawn[light] = colour;
      changed = true;
      const x = light % SIDE;
      const y = light >> 4;
      this.pen.drawImage(this.sprite(colour), x * pitch, y * pitch);
      const at = 4 * ((SIDE + 2) * (y + 1) + x + 1);
      this.glow.data.set([red, green, blue, 255], at);
    }
    if (!changed) return;
    this.halo.putImageData(this.glow, 0, 0);
    this.frames += 1;
    this.canvas.dataset.frames = this.frames;
  }

  // One key in one colour: a soft spot behind a rounded, slightly glossy cap.
  sprite(colour) {
    const known = this.sprites.get(colour);
    if (known) return known;
    if (this.sprites.size > MOST_SPRITES) this.sprites.clear();
    const { pitch } = this;
    const canvas = new OffscreenCanvas(pitch, pitch);
    const pen = canvas.getContext("2d");
    const parts = [colour >> 16, (colour >> 8) & 255, colour & 255];
    const most = Math.max(...parts) / 255;
    const mix = (share, white) => `rgb(${parts.map((part, i) =>
      Math.min(255, BASE[i] * (1 - most * 0.5) + part * share + 255 * white * most)).join(" ")})`;
    pen.fillStyle = "#08080a";
    pen.fillRect(0, 0, pitch, pitch);
    const gap = Math.max(0.7, pitch * 0.055);
    const middle = pitch / 2;
    const fill = pen.createRadialGradient(middle, middle, 0, middle, middle, pitch * 0.66);
    fill.addColorStop(0, mix(1, 0.14));
    fill.addColorStop(0.35, mix(0.97, 0.05));
    fill.addColorStop(0.75, mix(0.74, 0));
    fill.addColorStop(1, mix(0.5, 0));
    pen.beginPath();
    pen.roundRect(gap, gap, pitch - 2 * gap, pitch - 2 * gap, pitch * 0.22);
    pen.fillStyle = fill;
    pen.fill();
    const gloss = pen.createLinearGradient(0, gap, 0, pitch);
    gloss.addColorStop(0, "rgb(255 255 255 / .10)");
    gloss.addColorStop(0.3, "rgb(255 255 255 / 0)");
    gloss.addColorStop(1, "rgb(0 0 0 / .18)");
    pen.fillStyle = gloss;
    pen.fill();
    this.sprites.set(colour, canvas);
    return canvas;
  }
}
