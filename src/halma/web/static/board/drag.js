// Dragging pieces: a piece follows the pointer, and is put down on the field nearest to it. Under a finger a glass shows
// what the finger hides, larger.

import { s } from "../ui/dom.js";
import { OFF } from "./template.js";

// A pointer that moves less is only a tap; a finger is less steady than a mouse.
const STEADY = { mouse: 4, pen: 6, touch: 9 };
// How far from the middle of a field a piece may be put down, in fields.
const NEAR = 0.8;
// How many fields the glass shows around its middle, and how far above the finger it hovers.
const GLASS = 2.2;
const ABOVE = 84;

/** @typedef {import("./board.js").HalmaBoard} HalmaBoard */

export class Drag {
  /** @param {HalmaBoard} board */
  constructor(board) {
    this.board = board;
    /** Where a pointer went down on a piece. @type {{x: number, y: number, cell: string, pointer: number} | null} */
    this.start = null;
    this.going = false;
    /** Whether a drag has just ended, so that its click counts for nothing. */
    this.ended = false;
    /** @type {SVGSVGElement | null} */
    this.glass = null;
    board.addEventListener("pointerdown", (event) => this.down(event));
    board.addEventListener("pointermove", (event) => this.moved(event));
    board.addEventListener("pointerup", (event) => this.up(event));
    board.addEventListener("pointercancel", () => this.cancel());
    // A finger that takes up a piece does not move the page; elsewhere on the board it does.
    board.addEventListener("touchmove", (event) => this.start && event.cancelable && event.preventDefault(), {
      passive: false,
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.ended = false;
    if (!event.isPrimary) return this.cancel();
    const cell = /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell");
    if (event.button || !cell || !this.board.movable.has(cell)) return;
    this.start = { x: event.clientX, y: event.clientY, cell, pointer: event.pointerId };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { start, board } = this;
    if (start?.pointer !== event.pointerId) return;
    const steady = STEADY[/** @type {keyof typeof STEADY} */ (event.pointerType)] ?? STEADY.mouse;
    if (!this.going) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < steady) return;
      if (board.chosen !== start.cell) board.choose(start.cell);
      if (board.chosen !== start.cell || !board.standing.has(start.cell)) return this.cancel();
      this.going = true;
      board.setPointerCapture(event.pointerId);
      board.layer("pieces").append(board.standing.get(start.cell));
      if (event.pointerType === "touch") this.openGlass();
    }
    const [x, y] = this.place(event);
    const [x0, y0] = board.place(start.cell);
    const piece = board.standing.get(start.cell);
    if (piece) piece.style.transform = `translate(${x - x0}px, ${y - y0}px) scale(1.14)`;
    this.moveGlass(event, x, y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { start, board, going } = this;
    if (start?.pointer !== event.pointerId) return;
    this.stop();
    if (!going) return;
    this.ended = true;
    const target = this.nearest(...this.place(event));
    const nowhere = target === null && !board.reachable?.has(OFF);
    if (nowhere || target === start.cell) board.dispatchEvent(new CustomEvent("drop"));
    else this.putDown(start.cell, target ?? OFF);
  }

  /** It stays where it was put if it may, until it is known what becomes of it. @param {string} cell @param {string} target */
  putDown(cell, target) {
    const { board } = this;
    const piece = board.standing.get(cell);
    if (piece && target !== OFF && board.reachable?.has(target)) {
      const [x, y] = board.place(target);
      const [x0, y0] = board.place(cell);
      piece.style.transform = `translate(${x - x0}px, ${y - y0}px)`;
      board.carried = { cell, target };
    }
    if (target !== OFF) board.moveCursor(target, false);
    board.choose(target);
  }

  cancel() {
    if (this.going) this.board.dispatchEvent(new CustomEvent("drop"));
    this.stop();
  }

  stop() {
    const { start, board } = this;
    if (start) board.standing.get(start.cell)?.style.removeProperty("transform");
    this.glass?.remove();
    this.glass = null;
    this.start = null;
    this.going = false;
  }

  /** Where a pointer is on the sheet. @param {PointerEvent} event @returns {[number, number]} */
  place(event) {
    const box = /** @type {SVGSVGElement} */ (this.board.drawing).getBoundingClientRect();
    const scale = (this.board.template?.size ?? 0) / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  /** The field at a place of the sheet. @param {number} x @param {number} y @returns {string | null} */
  nearest(x, y) {
    const { template } = this.board;
    if (!template) return null;
    let best = null;
    let least = NEAR * template.spacing;
    for (const [cell, [cx, cy]] of Object.entries(template.cells)) {
      const distance = Math.hypot(cx - x, cy - y);
      if (distance >= least) continue;
      least = distance;
      best = cell;
    }
    return best;
  }

  openGlass() {
    const { drawing, template } = this.board;
    if (!drawing || !template) return;
    const { size } = template;
    this.glass = s(
      "svg.glass",
      { "aria-hidden": "true", focusable: "false" },
      s("use", { href: `#${drawing.id}`, width: size, height: size }),
    );
    this.board.append(/** @type {SVGSVGElement} */ (this.glass));
  }

  /** @param {PointerEvent} event @param {number} x @param {number} y */
  moveGlass(event, x, y) {
    const { glass } = this;
    if (!glass) return;
    const around = GLASS * (this.board.template?.spacing ?? 0);
    glass.setAttribute("viewBox", `${x - around} ${y - around} ${2 * around} ${2 * around}`);
    glass.style.left = `${event.clientX}px`;
    glass.style.top = `${event.clientY - ABOVE}px`;
  }
}
