// A table of this device: who sits there, what was played, and what can be asked of it. All seats are people at this
// screen or computers, so whoever sits here may also take moves back. No rule is known here: the position knows.

import { PASS } from "./notation.js";
import { Refused } from "./refused.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./games.js").Options} Options */
/** @typedef {import("../protocol/messages.js").EntryFact} EntryFact */
/** @typedef {import("../protocol/messages.js").EventFact} EventFact */
/**
 * @typedef {object} Seat
 * @property {string} seat
 * @property {"here" | "computer"} kind
 * @property {number | null} level
 * @property {string} name
 * @property {"resigned" | null} gone
 * @property {number | null} stand_in the level of the computer that plays on for somebody who resigned
 */
/** @typedef {{text: string, typed: string, at: number, seconds: number}} Played */
/** @typedef {{termination: "resigned", places: Record<string, number>}} Ending */
/**
 * @typedef {object} StoredTable what a device keeps of a table; everything else follows from it
 * @property {string} id
 * @property {number} version how many events have made it what it is
 * @property {number} law
 * @property {string} game
 * @property {Options} options every settled option
 * @property {Seat[]} seats
 * @property {Played[]} moves
 * @property {string[]} undone moves that were taken back and can be made again, the next one last
 * @property {Ending | null} ending
 * @property {number[]} chance what chance has decided, value by value, so that undo and redo meet the same
 * @property {number[] | null} start
 * @property {string | null} position the same as text
 * @property {string | null} puzzle
 * @property {boolean} [hinted] a hint was given for the puzzle
 * @property {number} created
 * @property {number} updated
 */

const SEATS = "ABCDEF";
// Who plays on for somebody who has resigned among several.
const STAND_IN = 4;
const LONGEST_NAME = 30;

export class Table {
  /** @param {StoredTable} stored @param {Position} position at its start */
  constructor(stored, position) {
    /** @type {StoredTable} */
    this.stored = stored;
    /** @type {Position} */
    this.position = position;
    this.start = position.pieces;
    /** @type {EntryFact[]} */
    this.history = [];
    /** Changes whenever something else has to be done than before. */
    this.turn = 0;
    const { moves } = stored;
    stored.moves = [];
    this.takeChances();
    for (const { text, typed, at, seconds } of moves) this.push(text, typed, at, seconds);
  }

  get seats() {
    return this.stored.seats;
  }

  get ply() {
    return this.stored.moves.length;
  }

  get over() {
    return this.stored.ending !== null || this.position.over;
  }

  /** The seats of people, who all sit at this screen. */
  get held() {
    return this.seats.map(({ kind, seat }) => (kind === "here" ? seat : "")).join("");
  }

  /** @param {string} letter */
  seat(letter) {
    return this.seats[SEATS.indexOf(letter)];
  }

  /** The level that has to act now, if it is a computer's turn. */
  get machine() {
    if (this.over || this.position.phase === "roll") return null;
    const { kind, level, stand_in } = this.seat(this.position.seat);
    return kind === "computer" ? level : stand_in;
  }

  /** The last move that a person chose. */
  get lastDecision() {
    return this.history.findLastIndex(({ text, seat }) => text !== PASS && this.seat(seat).kind !== "computer");
  }

  // ---- playing ------------------------------------------------------------------------------------------------

  takeChances() {
    const { chance } = this.stored;
    this.position.takeChances((wanted, thrown) => {
      const count = "dice" in wanted ? wanted.dice : wanted.count;
      const fits = (/** @type {number} */ value) => "dice" in wanted || wanted.cells.includes(value);
      const known = chance.slice(thrown, thrown + count);
      if (known.length < count || !known.every(fits)) {
        const drawn = "dice" in wanted ? dice(count) : sample(wanted.cells, count);
        chance.splice(thrown, chance.length - thrown, ...drawn);
      }
      return chance.slice(thrown, thrown + count);
    });
  }

  /** @param {string} text @param {string} typed @param {number} at @param {number} seconds */
  push(text, typed, at, seconds) {
    const place = this.position.read(text);
    const before = this.position.contents();
    const entry = this.position.push(place, this.ply + 1);
    this.stored.moves.push({ text: entry.text, typed, at, seconds });
    this.takeChances();
    // What a lot put on the board belongs to the move before it.
    this.history.push({ ...entry, seconds, changes: this.position.changes(before) });
  }

  /** Take moves back until so many are left. @param {number} ply @returns {string[]} the moves, the last one first */
  pop(ply) {
    const taken = [];
    while (this.ply > ply) {
      this.position.pop();
      this.history.pop();
      taken.push(/** @type {Played} */ (this.stored.moves.pop()).text);
    }
    return taken;
  }

  /**
   * The actions of one message, all or none; then passes for those who can do nothing else.
   * @param {string[]} actions
   * @param {string} typed
   * @param {number} now
   * @param {string[]} undone what can still be made again
   * @returns {EventFact}
   */
  play(actions, typed, now, undone = []) {
    const first = this.ply;
    const before = this.stored.moves.at(-1)?.at ?? this.stored.created;
    const seconds = Math.round(Math.max(0, now - before) * 1000) / 1000;
    try {
      for (const [number, text] of actions.entries()) this.push(text, typed, now, number ? 0 : seconds);
    } catch (error) {
      if (!this.position.kernel.broken) this.pop(first);
      throw error;
    }
    this.passOn(now);
    this.stored.undone = undone;
    return this.changed({ type: "played", at: now, entries: this.history.slice(first) });
  }

  /** Pass for those who can do nothing else. @param {number} now */
  passOn(now) {
    while (this.position.mustPass) this.push(PASS, PASS, now, 0);
  }

  /**
   * Somebody's move; null if that very move has been made already.
   * @param {number} ply @param {string} given @param {number} now
   */
  move(ply, given, now) {
    const text = given.trim();
    if (ply < this.ply) {
      const made = this.stored.moves[ply];
      if (this.held.includes(this.history[ply].seat) && [made.typed, made.text].includes(text)) return null;
    }
    this.checkGoingOn();
    this.checkPly(ply);
    const { seat } = this.position;
    if (this.machine !== null) throw new Refused("not-your-turn", 403, { seat });
    return this.play(text.split(","), text, now);
  }

  /** The move of a computer, unless the table has gone on since it was asked. @param {number} turn @param {string} text @param {number} now */
  computerMove(turn, text, now) {
    if (turn !== this.turn || this.machine === null) return null;
    return this.play([text], text, now, this.stored.undone);
  }

  /** Back to the last decision of a person. @param {number} ply @param {number} now */
  undo(ply, now) {
    this.checkPly(ply);
    const own = this.lastDecision;
    if (own < 0) throw new Refused("nothing-to-undo", 409);
    this.stored.undone.push(...this.pop(own));
    if (this.stored.ending) {
      this.stored.ending = null;
      for (const seat of this.seats) Object.assign(seat, { gone: null, stand_in: null });
    }
    return this.changed({ type: "taken-back", at: now, ply: own });
  }

  /** Make what was taken back again, up to the next decision of a person. @param {number} ply @param {number} now */
  *redo(ply, now) {
    this.checkPly(ply);
    const undone = [...this.stored.undone];
    if (!undone.length) throw new Refused("nothing-to-redo", 409);
    const first = this.ply;
    while (undone.length && !this.over && (this.ply === first || this.machine !== null)) {
      const text = /** @type {string} */ (undone.pop());
      // Passes that were nobody's choice are made together with the move before them.
      const kept = undone.slice(0, undone.findLastIndex((each) => each !== PASS) + 1);
      if (text !== PASS || this.position.legal.some(({ kind }) => kind === "pass"))
        yield this.play([text], text, now, kept);
      undone.splice(kept.length);
    }
  }

  /**
   * Give a seat up. With two sides that is the end, with more a computer plays on.
   * @param {string | undefined} wanted @param {number} now
   */
  resign(wanted, now) {
    this.checkGoingOn();
    const { seat } = this.position;
    const letter = wanted ?? (this.held.includes(seat) ? seat : this.held[0]);
    if (!letter || !this.held.includes(letter)) throw new Refused("no-seat", 403);
    const { teams } = this.position.choice.rules;
    const present = this.seats.filter((other) => other.gone === null && other.seat !== letter);
    const sides = new Set(present.map((other) => teams[SEATS.indexOf(other.seat)]));
    const own = this.seat(letter);
    own.gone = "resigned";
    if (sides.size > 1 && present.some(({ kind }) => kind === "here")) own.stand_in = STAND_IN;
    else this.stored.ending = { termination: "resigned", places: this.placesOf(sides) };
    return this.changed({ type: "gone", at: now, seat: letter, how: "resigned" });
  }

  /** The places when only one side is left. @param {Set<number>} sides */
  placesOf(sides) {
    if (sides.size !== 1 || this.seats.length < 2) return {};
    const { teams } = this.position.choice.rules;
    const winners = this.seats.filter((_, number) => sides.has(teams[number])).length;
    const place = (/** @type {number} */ number) => (sides.has(teams[number]) ? 1 : 1 + winners);
    return Object.fromEntries(this.seats.map(({ seat }, number) => [seat, place(number)]));
  }

  /** @param {string | undefined} wanted @param {string} name @param {number} now */
  rename(wanted, name, now) {
    const seats = wanted ?? this.held;
    if (![...seats].every((letter) => this.held.includes(letter))) throw new Refused("no-seat", 403);
    const cleaned = name.replace(/\s+/gu, " ").trim().slice(0, LONGEST_NAME);
    for (const letter of seats) this.seat(letter).name = cleaned;
    return this.changed({ type: "named", at: now, seats });
  }

  /** A hint for a puzzle is noted once, before it is given. @param {number} now @returns {EventFact | null} */
  noteHint(now) {
    if (this.stored.puzzle === null || this.stored.hinted) return null;
    this.stored.hinted = true;
    return this.changed({ type: "hinted", at: now });
  }

  /** An event has made it another table. @param {EventFact} event */
  changed(event) {
    this.stored.version += 1;
    this.stored.updated = event.at;
    if (event.type !== "named" && event.type !== "hinted") this.turn += 1;
    return event;
  }

  /** @param {number} ply */
  checkPly(ply) {
    if (ply !== this.ply) throw new Refused("stale", 409, { count: this.ply });
  }

  checkGoingOn() {
    if (this.over) throw new Refused("game-over", 409);
  }
}

/** Numbers from 0 up to a bound, every one equally likely. @param {number} bound @returns {number} */
function random(bound) {
  const most = 2 ** 32 - (2 ** 32 % bound);
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < most ? drawn % bound : random(bound);
}

/** @param {number} count */
const dice = (count) => Array.from({ length: count }, () => 1 + random(6));

/** Some of several, every choice equally likely. @param {number[]} all @param {number} count */
function sample(all, count) {
  const left = [...all];
  const drawn = Array.from({ length: count }, () => left.splice(random(left.length), 1)[0]);
  return drawn.sort((one, other) => one - other);
}

/** One of several. @template T @param {ArrayLike<T>} all @returns {T} */
export const oneOf = (all) => all[random(all.length)];
