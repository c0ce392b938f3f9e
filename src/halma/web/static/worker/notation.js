// Moves as text: `c3-e5-g7`, `@e5`, `e1-off`, `c3~d4`, `xe5`, `--`, `.`; see docs/notation.md. Only the spelling is known
// here; what is legal is for the kernel to say.

import { Refused } from "./refused.js";

export const PASS = "--";
const DONE = ".";
const OFF = "off";
const CELL = "[a-z][0-9]{1,2}";
const MOVE = new RegExp(`^(${CELL}(?:-${CELL})*-(?:${CELL}|${OFF}))((?:x${CELL})*)$`);
const SWAP = new RegExp(`^(${CELL})~(${CELL})$`);
const PLACE = new RegExp(`^@(${CELL})$`);
const HUFF = new RegExp(`^x(${CELL})$`);
const LONGEST = 400;
const SHORT = 40;

/** @typedef {{kind: string, origin: number, target: number, captured: number[]}} Action by the names of kinds */

/** The names of the cells of a board; the number after the last one is off the board, and -1 no cell at all. */
export class CellNames {
  /** @param {string[]} names */
  constructor(names) {
    this.names = names;
    this.index = new Map(names.map((name, cell) => [name, cell]));
  }

  /** @param {number} cell */
  of(cell) {
    return cell < 0 ? "" : (this.names[cell] ?? OFF);
  }

  /** @param {string} name */
  number(name) {
    if (name === OFF) return this.names.length;
    const cell = this.index.get(name);
    if (cell === undefined)
      throw new Refused("no-cell", 422, { cell: name, first: this.names[0], last: this.names.at(-1) ?? "" });
    return cell;
  }
}

/**
 * What a text means: an attempted action and, for a move, the way as it is written.
 * @param {CellNames} cells
 * @param {string} given
 * @returns {{attempt: Action, way: number[]}}
 */
export function readMove(cells, given) {
  const text = given.trim();
  const action = (/** @type {string} */ kind, origin = -1, target = -1) => ({
    attempt: { kind, origin, target, captured: [] },
    way: [],
  });
  if (text === PASS) return action("pass");
  if (text === DONE) return action("done");
  if (text.length <= LONGEST) {
    let found = PLACE.exec(text);
    if (found) return action("place", -1, cells.number(found[1]));
    found = HUFF.exec(text);
    if (found) return action("huff", -1, cells.number(found[1]));
    found = SWAP.exec(text);
    if (found) return action("swap", cells.number(found[1]), cells.number(found[2]));
    found = MOVE.exec(text);
    if (found) {
      const way = found[1].split("-").map((name) => cells.number(name));
      const captured = found[2]
        .split("x")
        .slice(1)
        .map((name) => cells.number(name))
        .sort((one, two) => one - two);
      return { attempt: { kind: "hop", origin: way[0], target: way[way.length - 1], captured }, way };
    }
  }
  throw new Refused("no-move", 422, { text: text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text });
}

/**
 * An action as text: by its ends or by its whole way, with the captured cells that have to be named.
 * @param {string} kind
 * @param {string[]} way
 * @param {string[]} captured
 */
export function spellMove(kind, way, captured) {
  const last = way[way.length - 1];
  switch (kind) {
    case "pass":
      return PASS;
    case "done":
      return DONE;
    case "place":
      return `@${last}`;
    case "huff":
      return `x${last}`;
    case "swap":
      return `${way[0]}~${last}`;
    default:
      return [way.join("-"), ...captured].join("x");
  }
}
