// Playing by taps: which piece is chosen, where it may go by the list of legal moves, and what to ask the server.
// The list comes from the server; nothing here knows a rule.

import { OFF } from "../board/template.js";
import { settings } from "../local/memory.js";
import { announce } from "../ui/dom.js";
import { has, t, tn } from "../words/words.js";

/** @typedef {import("../protocol/messages.js").MoveView} Move a legal move as the server lists it */
/** @typedef {import("../protocol/messages.js").Explained} Explained why not, or what comes first */

/**
 * What may be done; `origins` stand for moves that are too many to be listed.
 * @typedef {object} Situation
 * @property {Move[]} moves
 * @property {string[]} origins
 * @property {string} letter
 * @property {Record<string, string>} pieces
 * @property {Explained | null} duty
 * @property {string} phase
 */

/**
 * Whom to tell what the player wants.
 * @typedef {object} Calls
 * @property {(move: Move) => void} move
 * @property {(origin: string) => void} reach
 * @property {(attempt: {text?: string, origin?: string, target?: string}) => void} explain
 * @property {(moves: Move[]) => void} ask
 * @property {() => void} changed
 * @property {(text: string) => void} say
 * @property {(cell: string) => void} early a field was tapped while it is not for this viewer to act
 * @property {() => string[]} premovable the pieces that may be moved in advance
 * @property {() => void} [chose] a piece was chosen, so that what was wrong before does not matter any more
 */

export class Play {
  /** @param {import("../board/board.js").HalmaBoard} board @param {Calls} calls */
  constructor(board, calls) {
    this.board = board;
    this.calls = calls;
    /** @type {Situation | null} */
    this.now = null;
    /** @type {string | null} */
    this.chosen = null;
    // Going hop by hop: the cells passed so far.
    /** @type {string[]} */
    this.way = [];
    /** A move that waits to be confirmed. @type {Move | null} */
    this.waiting = null;
    /** A move that was sent and is not acknowledged yet. @type {Move | null} */
    this.sent = null;
    board.describe = (cell) => this.describe(cell);
    board.addEventListener("drop", () => this.drop());
    board.addEventListener("choose", (event) => this.tap(/** @type {CustomEvent} */ (event).detail));
  }

  reset() {
    this.chosen = null;
    this.way = [];
    this.waiting = null;
    this.sent = null;
  }

  /** A move is on its way to the server. @param {Move | null} move */
  showSent(move) {
    this.sent = move;
    this.show();
  }

  /** The move that was sent does not count: nothing is chosen again. */
  takeBack() {
    this.sent = null;
    this.drop();
  }

  /** Nothing is proposed any more. */
  cancel() {
    this.waiting = null;
    this.board.putBack();
    this.show();
  }

  /** What may be done now; null when it is not for this viewer to act. @param {Situation | null} now */
  update(now) {
    if (now) this.board.putBack();
    this.now = now;
    this.reset();
    this.show();
  }

  get moves() {
    return this.now?.moves ?? [];
  }

  /** The moves that need no piece to be chosen: placing and huffing. */
  get spots() {
    return this.moves.filter((move) => !move.origin && move.target);
  }

  /** The pieces that can be moved. */
  get origins() {
    const listed = this.moves.flatMap((move) => (move.origin ? [move.origin] : []));
    return [...new Set([...listed, ...(this.now?.origins ?? [])])];
  }

  /** @param {string} cell */
  movable(cell) {
    return this.moves.some((move) => move.origin === cell) || Boolean(this.now?.origins.includes(cell));
  }

  /**
   * Where a piece can go, asked for by itself because the whole list is very long.
   * @param {string} origin
   * @param {Move[]} moves
   */
  reached(origin, moves) {
    if (!this.now) return;
    this.now = { ...this.now, moves };
    if (this.chosen === origin) this.pick(origin);
  }

  /** Moves of the chosen piece that go on along the way taken so far. */
  get open() {
    const { way } = this;
    return this.moves.filter(
      (move) => move.origin === this.chosen && way.every((cell, number) => move.path[number] === cell),
    );
  }

  /** The action with a kind that is nothing on the board, such as a pass. @param {string} kind */
  button(kind) {
    return this.moves.find((move) => move.kind === kind) ?? null;
  }

  // ---- taps -------------------------------------------------------------------------------------------

  /** @param {string} cell */
  tap(cell) {
    if (!this.now) return this.calls.early(cell);
    if (this.sent) return this.calls.say(t("play.sent"));
    if (this.waiting) this.cancel();
    if (this.chosen) return this.tapWithPiece(cell);
    const spot = this.spots.filter((move) => move.target === cell);
    if (spot.length) return this.settle(spot);
    if (this.movable(cell)) return this.pick(cell);
    this.refuse(cell);
  }

  /** @param {string} cell */
  tapWithPiece(cell) {
    const here = this.way.at(-1) ?? this.chosen;
    if (cell === here) {
      const ends = this.open.filter((move) => move.target === cell);
      if (this.way.length > 1 && ends.length) return this.settle(ends);
      if (this.way.length <= 1) return this.drop();
    }
    const goals = this.open.filter((move) => move.target === cell);
    const through = this.open.filter((move) => move.path[this.way.length] === cell);
    if (settings().steps && through.length && (through.length > 1 || through[0].target !== cell))
      return this.step(cell);
    if (goals.length) return this.settle(goals);
    if (cell !== OFF && this.movable(cell)) return this.pick(cell);
    const spot = this.spots.filter((move) => move.target === cell);
    if (spot.length) return this.settle(spot);
    this.calls.explain({ origin: this.chosen ?? undefined, target: cell });
  }

  /** @param {string} cell */
  pick(cell) {
    this.calls.chose?.();
    this.chosen = cell;
    this.way = [cell];
    if (!this.open.length) this.calls.reach(cell);
    this.show();
    const goals = new Set(this.open.map((move) => move.target)).size;
    announce(`${this.describe(cell)}. ${tn("play.reachable", goals)}`);
  }

  /** One hop further. @param {string} cell */
  step(cell) {
    this.board.putBack();
    this.way = [...this.way, cell];
    this.show();
    announce(this.describe(cell));
  }

  drop() {
    if (this.sent) return;
    this.calls.chose?.();
    this.board.putBack();
    this.reset();
    this.show();
  }

  /** Something that is not allowed was tapped without a piece in hand. @param {string} cell */
  refuse(cell) {
    const now = /** @type {Situation} */ (this.now);
    const kinds = new Set(this.spots.map((move) => move.kind));
    if (kinds.has("huff")) return this.calls.explain({ text: `x${cell}` });
    if (kinds.has("place")) return this.calls.explain({ text: `@${cell}` });
    if (cell === OFF || !now.pieces[cell]) return this.calls.say(t("play.choose-piece"));
    this.calls.explain({ origin: cell, target: cell });
  }

  /** One of these is meant; if they differ in what they capture, the player says which. @param {Move[]} moves */
  settle(moves) {
    if (moves.length > 1) return this.calls.ask(moves);
    if (!settings().confirm) return this.commit(moves[0]);
    this.waiting = moves[0];
    this.show();
  }

  /** @param {Move} move */
  commit(move) {
    this.waiting = null;
    this.board.showReach([], "A");
    this.calls.move(move);
  }

  // ---- showing ----------------------------------------------------------------------------------------

  show() {
    const { board, now } = this;
    if (!board.template) return;
    const letter = now?.letter ?? "A";
    const settled = this.waiting ?? this.sent;
    const proposed = settled?.path.length
      ? { path: settled.path, letter }
      : this.way.length > 1
        ? { path: this.way, letter }
        : null;
    board.showChosen(this.chosen, proposed);
    if (now) board.showMovable(settled ? [] : this.origins, !this.chosen);
    else board.showMovable(this.calls.premovable(), false);
    if (settled) board.showReach([{ cell: settled.target ?? OFF, look: "reach" }], letter, settled.path.at(-2));
    else board.showReach(this.chosen ? this.goals() : this.idle(), letter, this.leavesFrom());
    this.calls.changed();
  }

  /** Where the chosen piece can go. @returns {import("../board/board.js").Spot[]} */
  goals() {
    const steps = settings().steps;
    const depth = this.way.length;
    /** @type {Map<string, "reach" | "meet" | "stop">} */
    const found = new Map();
    for (const move of this.open) {
      const goal = move.target ?? OFF;
      if (!steps) found.set(goal, this.now?.pieces[goal] ? "meet" : "reach");
      else if (move.path.length > depth) found.set(move.path[depth], found.get(move.path[depth]) ?? "stop");
      if (steps && move.path.length === depth + 1) found.set(goal, this.now?.pieces[goal] ? "meet" : "reach");
    }
    return [...found].map(([cell, look]) => ({ cell, look }));
  }

  /**
   * What can be tapped before a piece is chosen; a hand that may be placed anywhere shows nothing.
   * @returns {import("../board/board.js").Spot[]}
   */
  idle() {
    const cells = Object.keys(this.board.template?.cells ?? {}).length;
    const spots = this.spots;
    if (!spots.length || spots.length > cells / 2) return [];
    return spots.map((move) => ({
      cell: /** @type {string} */ (move.target),
      look: this.now?.pieces[move.target ?? ""] ? "meet" : "reach",
    }));
  }

  leavesFrom() {
    return this.open.find((move) => move.target === OFF)?.path.at(-2);
  }

  /** A cell in words: its name, what stands on it, and what can be done with it. @param {string} cell */
  describe(cell) {
    const letter = this.now?.pieces[cell] ?? this.board.pieces[cell];
    const parts = [cell, letter ? pieceName(letter) : t("cell.empty")];
    if (cell === this.chosen) parts.push(t("cell.chosen"));
    else if (this.board.reachable?.has(cell)) parts.push(t("cell.reachable"));
    else if (!this.chosen && this.movable(cell)) parts.push(t("cell.movable"));
    return parts.join(", ");
  }
}

/** The colour of a piece in words. @param {string} letter */
export function pieceName(letter) {
  const own = `colour.${letter.toUpperCase()}`;
  if (!has(own)) return t("colour.wood");
  return letter === letter.toUpperCase() ? t(own) : t("colour.second", { colour: t(own) });
}
