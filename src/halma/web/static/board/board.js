// <halma-board>: shows a board template (drawn by the server), places and moves pieces, and tells which cell was chosen
// by pointer or keyboard. It knows places on a sheet, but no rule.

import { fill, s } from "../ui/dom.js";
import { nearestTowards, wish } from "./compass.js";
import { Drag } from "./drag.js";
import { travel } from "./motion.js";
import { OFF } from "./template.js";

/** @typedef {import("./template.js").BoardTemplate} BoardTemplate */
/** @typedef {{cell: string, look: "reach" | "meet" | "stop"}} Spot */
/** @typedef {{path: string[], letter: string}} Way */

let count = 0;

export class HalmaBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {BoardTemplate | null} */
    this.template = null;
    /** @type {Map<string, any>} */
    this.standing = new Map();
    /** @type {Record<string, string>} */
    this.pieces = {};
    this.cursor = "";
    /** Whether the pieces that travel are to arrive at once. */
    this.hurried = false;
    /** How fast pieces travel: 1 is the usual pace, 0 means that they are there at once. */
    this.pace = () => 1;
    /** The piece that is chosen. @type {string | null} */
    this.chosen = null;
    /** The cells whose pieces can be taken up. @type {Set<string>} */
    this.movable = new Set();
    /** A piece that was dragged, and where it was put down. @type {{cell: string, target: string} | null} */
    this.carried = null;
    this.drag = new Drag(this);
    /** How a cell is called. @type {(cell: string) => string} */
    this.describe = (cell) => cell;
    this.addEventListener("click", (event) => this.tapped(event));
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("focusin", () => this.showCursor());
    this.addEventListener("focusout", () => this.layer("cursor")?.replaceChildren());
  }

  /** Put up a board. @param {BoardTemplate} template @param {string} label */
  setTemplate(template, label) {
    this.template = template;
    this.standing.clear();
    this.carried = null;
    // Ids must be unique in a document with several boards. The drawing comes from our own server.
    this.innerHTML = template.svg.replaceAll(template.prefix, `board${++count}-`);
    this.drawing = /** @type {SVGSVGElement} */ (this.querySelector("svg"));
    this.drawing.setAttribute("role", "application");
    this.drawing.id = `board${count}-drawing`;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    for (const cell of /** @type {NodeListOf<SVGElement>} */ (this.querySelectorAll(".cell"))) {
      this.cells.set(cell.dataset.cell ?? "", cell);
      cell.querySelector("title")?.remove();
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", "-1");
    }
    this.showMovable(this.movable, false);
    this.setLabel(label);
    if (!this.cells.has(this.cursor)) this.cursor = this.cells.keys().next().value ?? "";
    this.cells.get(this.cursor)?.setAttribute("tabindex", "0");
    const shown = this.pieces;
    this.pieces = {};
    this.setPieces(shown);
  }

  /** @param {string} label */
  setLabel(label) {
    this.drawing?.setAttribute("aria-label", label);
  }

  /** @param {string} name @returns {SVGGElement} */
  layer(name) {
    return /** @type {any} */ (this.querySelector(`.layer.${name}`));
  }

  /**
   * Where something stands; a piece that has left the board stands beyond the cell it left from.
   * @param {string} cell
   * @param {string} [before]
   * @returns {[number, number]}
   */
  place(cell, before) {
    const template = /** @type {BoardTemplate} */ (this.template);
    return cell === OFF ? template.beyond[before ?? ""] : template.cells[cell];
  }

  // ---- pieces -----------------------------------------------------------------------------------------

  /** Make the board show these pieces, at once. @param {Record<string, string>} pieces */
  setPieces(pieces) {
    for (const cell of [...this.standing.keys()]) if (pieces[cell] !== this.pieces[cell]) this.lift(cell);
    for (const [cell, letter] of Object.entries(pieces)) if (!this.standing.has(cell)) this.put(cell, letter);
    this.pieces = { ...pieces };
    this.name();
  }

  /** @param {string} cell @param {string} letter */
  put(cell, letter) {
    const [x, y] = this.place(cell);
    const piece = s(`use.piece`, { href: `#kind-${letter}`, x, y, "data-cell": cell, "data-letter": letter });
    // What turns or grows does so around its middle. Browsers disagree where that is for a shape that is used elsewhere.
    piece.style.transformOrigin = `${x}px ${y}px`;
    this.layer("pieces").append(piece);
    this.standing.set(cell, piece);
    return piece;
  }

  /** @param {string} cell */
  lift(cell) {
    this.standing.get(cell)?.remove();
    this.standing.delete(cell);
  }

  /**
   * Show how the board changes: the piece goes its way, and what else changes comes and goes.
   * @param {{path?: string[], changes: Record<string, string | null>, captured?: string[]}} entry
   * @param {() => void} [landed]
   */
  async play(entry, landed) {
    const after = { ...this.pieces };
    for (const [cell, letter] of Object.entries(entry.changes)) {
      if (letter === null) delete after[cell];
      else after[cell] = letter;
    }
    this.hurried = false;
    if (this.pace()) await travel(this, entry, landed);
    else landed?.();
    this.setPieces(after);
  }

  /** The pieces of these letters jump for joy, one after the other. @param {string[]} letters */
  celebrate(letters) {
    const pace = this.pace();
    const pieces = [...this.standing.values()].filter(({ dataset }) => letters.includes(dataset.letter.toUpperCase()));
    if (!pace) return;
    pieces.forEach((piece, number) => {
      piece.animate(
        [
          { transform: "none" },
          { transform: "translateY(-14px) scale(1.2)", easing: "ease-in" },
          { transform: "none", easing: "ease-out" },
        ],
        { duration: 520 / pace, delay: (number * 70) / pace, iterations: 2 },
      );
    });
  }

  /** Bring what is going on to its end at once. */
  hurry() {
    this.hurried = true;
    for (const animation of this.getAnimations({ subtree: true })) animation.finish();
  }

  /** Tell every cell's name to who cannot see it. */
  name() {
    for (const [cell, element] of this.cells ?? []) element.setAttribute("aria-label", this.describe(cell));
  }

  // ---- signs ------------------------------------------------------------------------------------------

  /** @param {Way[]} ways @param {string[]} taken */
  showTrail(ways, taken = []) {
    fill(
      this.layer("trail"),
      ways.map((way) => this.drawWay(way)),
      taken.map((cell) => this.sign("taken", cell)),
    );
  }

  /** A way filled into its template. @param {Way} way */
  drawWay({ path, letter }) {
    const pattern = document.getElementById(`way-${letter.toUpperCase()}`) ?? document.getElementById("way-o");
    const way = /** @type {any} */ (pattern?.cloneNode(true));
    way.removeAttribute("id");
    const points = path.map((cell, number) => this.place(cell, path[number - 1]));
    const [line, origin, stop, spot] = way.children;
    const at = (/** @type {Element} */ circle, /** @type {[number, number]} */ [x, y]) => {
      circle.setAttribute("cx", String(x));
      circle.setAttribute("cy", String(y));
      return circle;
    };
    if (points.length === 1) {
      way.replaceChildren(at(spot, points[0]));
      return way;
    }
    line.setAttribute("d", `M${points.map((point) => point.join(" ")).join("L")}`);
    const stops = points.slice(1, -1).map((point) => at(stop.cloneNode(true), point));
    way.replaceChildren(line, at(origin, points[0]), ...stops);
    return way;
  }

  /** @param {string} name @param {string} cell @param {string} [before] */
  sign(name, cell, before) {
    const [x, y] = this.place(cell, before);
    return s("use", { href: `#${name}`, x, y, "data-cell": cell });
  }

  /** The chosen piece, and a way that is only a proposal. @param {string | null} cell @param {Way | null} [proposal] */
  showChosen(cell, proposal = null) {
    if (this.chosen) this.standing.get(this.chosen)?.classList.remove("lifted");
    this.chosen = cell;
    if (cell) this.standing.get(cell)?.classList.add("lifted");
    fill(this.layer("glow"), cell && this.sign("halo", cell));
    fill(this.layer("proposal"), proposal && this.drawWay(proposal));
    for (const [name, element] of this.cells ?? []) {
      if (name === cell) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    }
  }

  /**
   * The pieces that can be taken up; they are marked unless one is chosen.
   * @param {Iterable<string>} cells
   * @param {boolean} marked
   */
  showMovable(cells, marked) {
    this.movable = new Set(cells);
    for (const [cell, element] of this.cells ?? []) element.classList.toggle("movable", this.movable.has(cell));
    fill(this.layer("movable"), marked ? [...this.movable].map((cell) => this.sign("movable", cell)) : []);
  }

  /** A piece that was dragged stands where it came from, after all. */
  putBack() {
    if (this.carried) this.standing.get(this.carried.cell)?.style.removeProperty("transform");
    this.carried = null;
  }

  /** @param {Spot[]} spots @param {string} letter @param {string} [before] from where a piece would leave the board */
  showReach(spots, letter, before) {
    const own = letter.toUpperCase();
    const known = document.getElementById(`reach-${own}`) ? own : "o";
    fill(
      this.layer("reachable"),
      spots.map(({ cell, look }) => {
        const dot = this.sign(`${look === "meet" ? "meet" : "reach"}-${known}`, cell, before);
        dot.setAttribute("class", `spot ${look}`);
        if (cell === OFF) dot.setAttribute("pointer-events", "all");
        return dot;
      }),
    );
    this.layer("reachable").removeAttribute("pointer-events");
    this.reachable = new Set(spots.map((spot) => spot.cell));
    this.name();
  }

  /**
   * Rings around cells that something speaks about; they fade by themselves.
   * @param {string[]} cells
   * @param {boolean} [staying]
   */
  showMarks(cells, staying = false) {
    const layer = this.layer("marks");
    if (!layer) return;
    const known = cells.filter((cell) => this.template?.cells[cell]);
    fill(
      layer,
      known.map((cell) => this.sign("mark", cell)),
    );
    layer.classList.toggle("pulse", !staying);
    clearTimeout(this.fading);
    if (!staying && known.length) this.fading = setTimeout(() => layer.replaceChildren(), 2600);
  }

  // ---- input ------------------------------------------------------------------------------------------

  /** @param {string} cell */
  choose(cell) {
    this.dispatchEvent(new CustomEvent("choose", { detail: cell, bubbles: true }));
  }

  /** @param {MouseEvent} event */
  tapped(event) {
    // A drag ends with a click that nobody meant.
    if (this.drag.ended) return;
    const target = /** @type {Element} */ (event.target);
    const cell = target.closest("[data-cell]")?.getAttribute("data-cell");
    if (cell) {
      if (cell !== OFF) this.moveCursor(cell, false);
      this.choose(cell);
    } else if (this.reachable?.has(OFF)) this.choose(OFF);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(this.cursor);
      return;
    }
    if (event.key === "Escape") this.dispatchEvent(new CustomEvent("drop"));
    const direction = wish(
      event,
      this.cells?.get(this.cursor)?.classList.contains("point") && this.drawing?.classList.contains("star") ? 6 : 8,
    );
    if (direction === null || !this.template) return;
    event.preventDefault();
    event.stopPropagation();
    const next = nearestTowards(this.template, this.cursor, direction);
    if (next) this.moveCursor(next, true);
  }

  /** @param {string} cell @param {boolean} focus */
  moveCursor(cell, focus) {
    this.cells?.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    const element = this.cells?.get(cell);
    element?.setAttribute("tabindex", "0");
    if (focus) element?.focus();
  }

  showCursor() {
    const focused = /** @type {any} */ (document.activeElement);
    if (!this.template || !focused?.classList?.contains("cell") || !this.contains(focused)) return;
    this.moveCursor(focused.dataset.cell, false);
    if (!focused.matches(":focus-visible")) return this.layer("cursor").replaceChildren();
    const [x, y] = this.place(this.cursor);
    const r = this.template.spacing * 0.47;
    fill(this.layer("cursor"), s("circle.outer", { cx: x, cy: y, r }), s("circle.inner", { cx: x, cy: y, r }));
  }
}

customElements.define("halma-board", HalmaBoard);

/** @param {() => number} pace how fast pieces travel; 0 means not at all @returns {HalmaBoard} */
export function newBoard(pace) {
  const board = new HalmaBoard();
  board.pace = pace;
  return board;
}
