// A game in progress: the kernel's state with its past, moves by the names of cells, and what everybody is told of it.

import { NOTHING } from "./kernel.js";
import { readMove, spellMove } from "./notation.js";
import { Illegal, Refused } from "./refused.js";
import { readSituation } from "./situation.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./games.js").Choice} Choice */
/** @typedef {import("./notation.js").Action} Action */
/** @typedef {import("../protocol/messages.js").MoveFact} MoveFact */
/** @typedef {import("../protocol/messages.js").EntryFact} EntryFact */
/** @typedef {{kind: "chance", seat: string, lot: boolean, values: number[]}} ChanceEvent */
/** @typedef {{kind: "move", place: number, steps: number}} MoveEvent */
/**
 * @typedef {object} Engine what engine.json says
 * @property {number} law
 * @property {string[]} kinds
 * @property {string[]} phases
 * @property {string[]} terminations
 * @property {string[]} reasons
 * @property {[string, import("./situation.js").Form][]} situation
 * @property {Record<string, [string, string]>} paints
 * @property {Record<string, LevelData>} levels
 * @property {number} hint_level
 * @property {number} analysis_level
 * @property {{race: Curve, crowd: Curve, other: Curve, decided: number, win: number, worth_saying: number}} chances what a lead says
 */
/** @typedef {import("./games.js").Curve} Curve */
/** @typedef {{nodes: number, least: number, seconds: number, depth: number, weakness: number[], weakness_among_several: number[]}} LevelData */

const SEATS = "ABCDEF";
// A position with more moves than this has only its origins listed.
const MOST_MOVES = 4000;
// These are told by their way alone.
const WAYS = ["step", "hop", "run"];

export class Position {
  /**
   * @param {Kernel} kernel
   * @param {Engine} engine
   * @param {Choice} choice
   * @param {number} rules the kernel's ruleset of the choice
   * @param {number[] | null} start the content of every cell and the situation, if not the beginning
   */
  constructor(kernel, engine, choice, rules, start = null) {
    this.kernel = kernel;
    this.engine = engine;
    this.choice = choice;
    this.cells = choice.cells;
    this.handle = start ? kernel.call("resume", rules, kernel.give(start)) : kernel.call("start", rules, choice.first);
    /** Everything that happened. @type {(ChanceEvent | MoveEvent)[]} */
    this.log = [];
    this.forget();
  }

  free() {
    if (!this.kernel.broken) this.kernel.call("free_state", this.handle);
  }

  /** What was read from the kernel is not true any more. */
  forget() {
    /** @type {import("./situation.js").Situation | null} */
    this.situation = null;
    /** @type {Action[] | null} */
    this.actions = null;
  }

  // ---- looking ----------------------------------------------------------------------------------------------

  get now() {
    this.situation ??= readSituation(this.engine.situation, this.kernel.list("situation", this.handle));
    return this.situation;
  }

  /** Who has to act. */
  get seat() {
    return SEATS[this.now.actor];
  }

  get phase() {
    return this.engine.phases[this.now.phase];
  }

  get over() {
    return this.now.result !== null;
  }

  /** The content of every cell. */
  contents() {
    return this.kernel.list("contents", this.handle);
  }

  /** The letter of the piece on every occupied cell. @returns {Record<string, string>} */
  get pieces() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const [cell, code] of this.contents().entries())
      if (code) found[this.cells.of(cell)] = this.choice.rules.kinds[code - 1];
    return found;
  }

  /** The position as the kernel resumes it. */
  get state() {
    return [...this.contents(), ...this.kernel.list("situation", this.handle)];
  }

  /** Advance of all pieces, and pieces in the target, for each seat. */
  progress() {
    const numbers = this.kernel.list("progress", this.handle);
    const seats = this.choice.seats.length;
    return { advances: numbers.slice(0, seats), homes: numbers.slice(seats) };
  }

  scores() {
    return this.kernel.take(this.kernel.call("scores", this.handle));
  }

  /** What is left of a roll of steps and hops, for each way to divide it. @returns {[number, number][]} */
  rollLeft() {
    const { roll, divisions, steps, hopped } = this.now;
    if (!roll.length || this.over) return [];
    const left = divisions.map((division) => [division.steps - steps, hopped ? 0 : division.hops].join());
    return [...new Set(left)].map((pair) => /** @type {[number, number]} */ (pair.split(",").map(Number)));
  }

  /** The rolls after the last move, the one that is to be used last. */
  rolls() {
    const last = this.log.findLastIndex(({ kind }) => kind === "move");
    const rolls = /** @type {ChanceEvent[]} */ (this.log.slice(last + 1)).filter(({ lot }) => !lot);
    return rolls.map(({ seat, values }) => ({ seat, values }));
  }

  /** How the game ended by its rules. */
  outcome() {
    const { result } = this.now;
    if (!result) return null;
    return {
      termination: this.engine.terminations[result.termination],
      places: Object.fromEntries(result.places.map((place, seat) => [SEATS[seat], place])),
      drawn: Boolean(result.drawn),
      ...this.tally(),
    };
  }

  /** Moves made, and the single steps and hops in them. */
  tally() {
    const moves = this.log.filter((event) => event.kind === "move");
    return { moves: moves.length, steps: moves.reduce((sum, { steps }) => sum + steps, 0) };
  }

  // ---- moves ------------------------------------------------------------------------------------------------

  /** The legal actions, in the kernel's order. @returns {Action[]} */
  get legal() {
    if (!this.actions) {
      const numbers = this.kernel.list("legal", this.handle);
      this.actions = [];
      for (let at = 0; at < numbers.length; at += 4 + numbers[at + 3]) {
        const [kind, origin, target, count] = numbers.slice(at, at + 4);
        const captured = numbers.slice(at + 4, at + 4 + count);
        this.actions.push({ kind: this.engine.kinds[kind], origin, target, captured });
      }
    }
    return this.actions;
  }

  /** Whether who has to act can do nothing but pass. */
  get mustPass() {
    return !this.over && this.phase !== "roll" && this.legal.length === 1 && this.legal[0].kind === "pass";
  }

  /** The cells that a legal action touches. @param {number} place */
  way(place) {
    return this.kernel.list("path", this.handle, place);
  }

  /** @param {Action} action as the kernel takes it */
  flat({ kind, origin, target, captured }) {
    return this.kernel.give([this.engine.kinds.indexOf(kind), origin, target, captured.length, ...captured]);
  }

  /** The legal actions an attempt can mean. @param {Action} attempt */
  matching(attempt) {
    return this.kernel.list("matching", this.handle, this.flat(attempt));
  }

  /**
   * The legal action a text means.
   * @param {string} text
   * @returns {number} its place among the legal ones
   */
  read(text) {
    const { attempt, way } = readMove(this.cells, text);
    const found = this.candidates(attempt, way);
    if (found.length === 1) return found[0];
    if (found.length) {
      const allowed = found.map((place) => this.spell(place)).sort();
      throw new Refused("ambiguous", 422, { text, allowed: allowed.join(", ") });
    }
    const refused = this.kernel.take(this.kernel.call("refusal", this.handle, this.flat(attempt)));
    if (refused) throw new Illegal(this.named(refused));
    const cells = way.map((cell) => this.cells.of(cell));
    throw new Illegal({ reason: "no-such-path", cells, rule: this.choice.clauses["no-such-path"] ?? null });
  }

  /**
   * The legal actions a text can mean; none if the piece cannot go that way.
   * @param {Action} attempt
   * @param {number[]} way
   */
  candidates(attempt, way) {
    if (way.length > 2) {
      const board = this.cells.names.length;
      const captured =
        way[0] === board ? null : this.kernel.take(this.kernel.call("captured", this.handle, this.kernel.give(way)));
      if (!captured || (attempt.captured.length && attempt.captured.join() !== captured.join())) return [];
      attempt.captured = captured;
    }
    return this.matching(attempt);
  }

  /** A refusal or duty with the names of its cells. @param {number[]} numbers */
  named([reason, ...cells]) {
    const code = this.engine.reasons[reason];
    return { reason: code, cells: cells.map((cell) => this.cells.of(cell)), rule: this.choice.clauses[code] ?? null };
  }

  /** What has to be done first, if anything. */
  duty() {
    const count = this.kernel.call("duty", this.handle);
    return count === NOTHING ? null : this.named(this.kernel.take(count) ?? []);
  }

  /** A legal action as text, by its whole way if that is wanted. @param {number} place */
  spell(place, whole = false) {
    const action = this.legal[place];
    const way = whole ? this.way(place) : [];
    const { captured } = action;
    const unclear =
      captured.length && way.length <= 2 && this.matching({ ...action, captured: [] }).length > 1 ? captured : [];
    const names = (/** @type {number[]} */ cells) => cells.map((cell) => this.cells.of(cell));
    return spellMove(action.kind, names(way.length > 2 ? way : [action.origin, action.target]), names(unclear));
  }

  // ---- what is told -------------------------------------------------------------------------------------------

  /** A legal move with the way it takes. @param {number} place */
  moveView(place) {
    const { kind, origin, target, captured } = this.legal[place];
    return {
      text: this.spell(place),
      kind,
      origin: this.cells.of(origin) || null,
      target: this.cells.of(target) || null,
      path: this.way(place).map((cell) => this.cells.of(cell)),
      captured: captured.map((cell) => this.cells.of(cell)),
    };
  }

  /** The moves of one piece. @param {string} origin */
  movesFrom(origin) {
    const cell = this.cells.index.get(origin);
    const places = [...this.legal.keys()].filter((place) => this.legal[place].origin === cell);
    return places.slice(0, MOST_MOVES).map((place) => this.moveView(place));
  }

  /** All legal moves as views. */
  moveViews() {
    return this.legal.slice(0, MOST_MOVES).map((_, place) => this.moveView(place));
  }

  /** What may be done: the moves, most by the way they take, or where they begin. */
  legalFacts() {
    if (this.legal.length > MOST_MOVES) return { origins: this.origins() };
    /** @type {(string | MoveFact)[]} */
    const legal = this.legal.map(({ kind, captured }, place) => {
      if (captured.length || !WAYS.includes(kind)) return this.moveView(place);
      const way = this.way(place);
      return way.length > 1 ? way.map((cell) => this.cells.of(cell)).join("-") : this.moveView(place);
    });
    return { legal };
  }

  /** Whether there are too many moves to list. */
  get crowded() {
    return this.legal.length > MOST_MOVES;
  }

  /** The cells from which something can be moved. */
  origins() {
    const cells = new Set(this.legal.map(({ origin }) => origin).filter((origin) => origin >= 0));
    return [...cells].sort((one, other) => one - other).map((cell) => this.cells.of(cell));
  }

  // ---- playing --------------------------------------------------------------------------------------------------

  /**
   * Play a legal action; what is told of it, but for its time.
   * @param {number} place
   * @param {number} ply
   * @returns {EntryFact}
   */
  push(place, ply) {
    const before = this.contents();
    const { seat } = this;
    const { turn, roll } = this.now;
    const rolls = this.rolls();
    const action = this.legal[place];
    const way = this.way(place);
    const text = this.spell(place, true);
    this.kernel.call("push", this.handle, place);
    this.forget();
    this.log.push({ kind: "move", place, steps: Math.max(1, way.length - 1) });
    const path = way.map((cell) => this.cells.of(cell));
    const lapsed = roll.length ? rolls.slice(0, -1) : rolls;
    return {
      ply,
      seat,
      turn,
      text,
      kind: action.kind,
      changes: this.changes(before),
      ...(path.length && path.join("-") === text ? null : { path }),
      ...(roll.length ? { roll: [...roll] } : null),
      ...(action.captured.length ? { captured: action.captured.map((cell) => this.cells.of(cell)) } : null),
      ...(lapsed.length ? { lapsed } : null),
    };
  }

  /** How the pieces stand otherwise than before. @param {number[]} before @returns {Record<string, string | null>} */
  changes(before) {
    /** @type {Record<string, string | null>} */
    const found = {};
    for (const [cell, code] of this.contents().entries())
      if (code !== before[cell]) found[this.cells.of(cell)] = code ? this.choice.rules.kinds[code - 1] : null;
    return found;
  }

  /**
   * Throw dice and draw lots until somebody can choose.
   * @param {(wanted: {dice: number} | {count: number, cells: number[]}, thrown: number) => number[]} draw
   */
  takeChances(draw) {
    while (!this.over && this.phase === "roll") {
      const lot = this.kernel.take(this.kernel.call("lot", this.handle));
      const { thrown, seat } = this;
      const wanted = lot ? { count: lot[0], cells: lot.slice(1) } : { dice: this.choice.rules.dice };
      const values = draw(wanted, thrown);
      this.kernel.call("roll", this.handle, this.kernel.give(values));
      this.forget();
      this.log.push({ kind: "chance", seat, lot: Boolean(lot), values });
    }
  }

  /** How many values chance has decided so far. */
  get thrown() {
    return this.log.reduce((sum, event) => sum + (event.kind === "chance" ? event.values.length : 0), 0);
  }

  /** Take the last move back, with what chance decided after it. */
  pop() {
    for (;;) {
      const event = this.log.pop();
      if (!event) return;
      this.kernel.call("undo", this.handle);
      this.forget();
      if (event.kind === "move") return;
    }
  }

  /** What has happened, for an engine that plays it again. */
  past() {
    return this.log.map((event) => (event.kind === "move" ? event.place : event.values));
  }
}
