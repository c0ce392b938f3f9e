// What this page knows of a table: a number of events, and everything that follows from them. Events are codes and data;
// the page words them. One that comes twice or late does no harm.

import { t } from "../words/words.js";

const LETTERS = "ABCDEF";
// After these the same moves are legal as before.
const KEEPS_TURN = ["offered", "agreed", "declined", "named", "said", "rematch", "left", "hinted"];

/** @typedef {import("../protocol/messages.js").TableView} TableView */
/** @typedef {import("../protocol/messages.js").EntryView} EntryView */
/** @typedef {import("../protocol/messages.js").MoveView} MoveView */
/** @typedef {import("../protocol/messages.js").Explained} Explained */
/** @typedef {import("../protocol/messages.js").DutyFact} DutyFact */
/** @typedef {import("../protocol/messages.js").EntryFact} EntryFact */
/** @typedef {import("../protocol/messages.js").MoveFact} MoveFact */
/** @typedef {import("../protocol/messages.js").StateFact} StateFact */
/** @typedef {import("../protocol/messages.js").ClockFact} ClockFact */
/** @typedef {import("../protocol/messages.js").YouFact} YouFact */
/** @typedef {import("../protocol/messages.js").EventMessage} EventMessage */
/** @typedef {import("../protocol/messages.js").WelcomeMessage} WelcomeMessage */

/**
 * How a table stands: as the events tell it, or as the first answer did, which says some of it in words.
 * @typedef {Omit<Required<StateFact>, "phase" | "duty"> &
 *   {phase: string, duty: DutyFact | Explained | null}} TableState
 */
/** @typedef {TableStore["view"]} TableShown what a screen shows of a table */
/** @typedef {ReturnType<TableStore["seats"]>[number]} SeatShown */

/**
 * A move that was made, with what is left out because it is as usual.
 * @param {EntryFact | EntryView} entry
 * @returns {Required<EntryView>}
 */
const expandEntry = (entry) => ({
  kind: "step",
  roll: [],
  captured: [],
  seconds: 0,
  changes: {},
  lapsed: [],
  ...entry,
  path: entry.path ?? entry.text.split("-"),
});

/** A legal move; most are told by the way they take. @param {string | MoveFact} move @returns {MoveView} */
function expandMove(move) {
  if (typeof move !== "string") return { origin: null, target: null, path: [], captured: [], ...move };
  const path = move.split("-");
  return { text: move, kind: "way", origin: path[0], target: path.at(-1) ?? null, path, captured: [] };
}

export class TableStore {
  /** @param {TableView} view the table as a request is answered, in the reader's language */
  constructor(view) {
    const { seats } = view;
    /** After how many events. */
    this.n = view.version;
    // What never changes, with its words.
    const { table, game, name, board, options, choice_text, teams, dice, clock, fate } = view;
    const { chat_on, hints, puzzle, goal } = view;
    const rest = { chat_on, hints, puzzle, goal, public: view.public };
    this.setup = { table, game, name, board, options, choice_text, teams, dice, clock, fate, ...rest };
    this.letters = seats.map((seat) => seat.letter);
    this.marks = seats.map((seat) => seat.mark);
    this.colours = seats.map((seat) => seat.colour);
    this.parts = seats.map((seat) => seat.part);
    this.aims = seats.map((seat) => seat.aim ?? 0);
    /** @type {TableState} */
    this.state = {
      seats: seats.map((seat) => ({
        kind: seat.kind,
        level: seat.level,
        name: seat.name,
        joined: seat.joined,
        invited: seat.invited,
        gone: seat.gone,
        stand_in: seat.stand_in,
      })),
      to_act: view.to_act,
      phase: view.phase,
      turn: view.turn,
      homes: seats.map((seat) => seat.home),
      advances: seats.map((seat) => seat.advance),
      hands: seats.map(({ seat }) => view.hands[seat]),
      captured: seats.map(({ seat }) => view.captured[seat]),
      scores: seats.every(({ score }) => score === null) ? null : seats.map(({ score }) => score),
      out: seats
        .filter((seat) => seat.out)
        .map((seat) => seat.seat)
        .join(""),
      roll: view.roll,
      roll_left: view.roll_left.map(({ steps, hops }) => [steps, hops]),
      lapsed: view.lapsed,
      open_turn: view.open_turn,
      duty: view.duty,
      outcome: view.outcome,
      offer: view.offer,
      declined: view.declined,
      redo: view.redo,
      thinking: view.thinking,
      waiting: view.waiting,
      seed: view.seed,
      hinted: view.hinted,
    };
    this.start = view.start;
    this.history = view.history.map(expandEntry);
    this.chat = view.chat;
    /** @type {Omit<YouFact, "rematch"> & Pick<TableView, "rematch">} */
    this.you = {
      held: seats
        .filter((seat) => seat.yours)
        .map((seat) => seat.seat)
        .join(""),
      owner: view.owner,
      rematch: view.rematch,
    };
    this.presence = {
      connected: seats.filter((seat) => seat.connected).map((seat) => seat.seat),
      spectators: view.spectators,
    };
    const runs = seats.find((seat) => seat.clock_runs)?.seat;
    /** @type {Record<string, number>} */
    const left = {};
    for (const seat of seats) if (seat.clock_left !== null) left[seat.seat] = seat.clock_left;
    /** @type {ClockFact} */
    this.clocks = { now: view.now, left, runs };
    /** What may be done now, for who has to act. @type {MoveView[] | null} */
    this.moves = view.moves;
    /** @type {string[]} */
    this.origins = view.origins;
    this.placed();
  }

  // ---- what is told ---------------------------------------------------------------------------------------

  /** All there is to know of the table. @param {WelcomeMessage} message */
  reset({ n, table }) {
    if (!table) return;
    const { state, history, chat, start } = table;
    this.n = n;
    // Of a whole table everything is told.
    this.state = /** @type {TableState} */ (state);
    this.history = history.map(expandEntry);
    this.chat = chat;
    this.start = start;
    this.placed();
  }

  /** Where somebody stands who has just said hello. @param {WelcomeMessage} message */
  greet(message) {
    this.clocks = message.clocks;
    this.presence = message.presence;
    this.own(message.you);
    this.allow(message);
  }

  /** What the viewer has here. @param {YouFact} you */
  own(you) {
    this.you = { ...you, rematch: you.rematch ?? null };
  }

  /** Something happened; false if it is known already. @param {EventMessage} message */
  take(message) {
    if (message.n <= this.n) return false;
    const { event } = message;
    this.n = message.n;
    Object.assign(this.state, event.changed ?? {});
    // What was shown before stays as it was.
    this.history = [...this.history, ...(event.entries ?? []).map(expandEntry)];
    for (const entry of event.entries ?? []) this.place(entry.changes ?? {});
    if (event.type === "taken-back") {
      this.history = this.history.slice(0, event.ply);
      this.placed();
    }
    if (event.line) this.chat = [...this.chat, event.line];
    this.clocks = message.clocks;
    if (message.you) this.own(message.you);
    if (!KEEPS_TURN.includes(event.type)) this.allow(message);
    return true;
  }

  /** What may be done. @param {WelcomeMessage | EventMessage} message */
  allow({ legal, origins }) {
    this.moves = legal?.map(expandMove) ?? null;
    this.origins = origins ?? [];
  }

  /** The pieces as they stand now. */
  placed() {
    /** @type {Record<string, string>} */
    this.pieces = { ...this.start };
    for (const entry of this.history) this.place(entry.changes);
  }

  /** @param {Record<string, string | null>} changes */
  place(changes) {
    this.pieces = { ...this.pieces };
    for (const [cell, letter] of Object.entries(changes)) {
      if (letter === null) delete this.pieces[cell];
      else this.pieces[cell] = letter;
    }
  }

  // ---- what follows from it -------------------------------------------------------------------------------

  /** Everything the screen shows. */
  get view() {
    const { state, you, history } = this;
    const of = (/** @type {number[]} */ numbers) =>
      Object.fromEntries(numbers.map((value, number) => [LETTERS[number], value]));
    const seats = this.seats();
    return {
      ...this.setup,
      ...state,
      ...this.rights(seats),
      version: this.n,
      ply: history.length,
      history,
      start: this.start,
      chat: this.chat,
      seats,
      pieces: this.pieces,
      hands: of(state.hands),
      captured: of(state.captured),
      roll_left: state.roll_left.map(([steps, hops]) => ({ steps, hops })),
      duty: worded(state.duty),
      outcome: state.outcome && { ...state.outcome, text: t(`ending.${state.outcome.termination}`) },
      moves: this.moves,
      origins: this.origins,
      owner: you.owner,
      rematch: you.rematch ?? null,
      spectators: this.presence.spectators,
      now: this.clocks.now,
    };
  }

  /** Everybody at the table. */
  seats() {
    const { state, you, clocks, presence } = this;
    return state.seats.map((seat, number) => {
      const letter = LETTERS[number];
      return {
        ...seat,
        seat: letter,
        letter: this.letters[number],
        mark: this.marks[number],
        colour: this.colours[number],
        part: this.parts[number],
        aim: this.aims[number],
        yours: you.held.includes(letter),
        connected: presence.connected.includes(letter),
        out: state.out.includes(letter),
        place: state.outcome?.places[letter] ?? null,
        home: state.homes[number],
        advance: state.advances[number],
        score: state.scores?.[number] ?? null,
        clock_left: clocks.left?.[letter] ?? null,
        clock_runs: clocks.runs === letter,
      };
    });
  }

  /** What this viewer may do besides moving. @param {SeatShown[]} seats */
  rights(seats) {
    const { held } = this.you;
    const over = this.state.to_act === null;
    const own = seats.filter((seat) => seat.yours);
    const others = seats.filter((seat) => !seat.yours && seat.kind !== "computer");
    const alone = own.length > 0 && others.every((seat) => seat.gone === "left" && !over);
    const chosen = this.history.filter((entry) => entry.text !== "--");
    const decided = chosen.some((entry) => seats[LETTERS.indexOf(entry.seat)].kind !== "computer");
    const answers = others.some((seat) => seat.gone === null || seat.gone === "time");
    const moved = own.some((seat) => seat.gone === null && chosen.some((entry) => entry.seat === seat.seat));
    const plays = (/** @type {SeatShown} */ seat) => seat.kind !== "computer" && seat.gone === null;
    const { clock } = this.setup;
    return {
      can_undo: alone && decided,
      can_redo: alone && this.state.redo > 0,
      can_take_back: Boolean(held) && !over && !alone && answers && moved,
      can_draw:
        !over &&
        seats.length > 1 &&
        own.some(plays) &&
        others.some(plays) &&
        seats.every((seat) => seat.kind !== "computer" && seat.stand_in === null),
      can_come_back:
        !over &&
        clock &&
        clock.kind !== "fischer" &&
        own.some((seat) => seat.gone === "time" && seat.stand_in !== null),
    };
  }
}

/** What has to be done first, in words. @param {DutyFact | Explained | null} duty @returns {Explained | null} */
function worded(duty) {
  if (!duty || "text" in duty) return duty;
  const rule = duty.rule && { ...duty.rule, label: t("rules.clause", { clause: duty.rule.clause }) };
  return { ...duty, rule, text: t(`refusal.${duty.reason}`, { cells: duty.cells.join(", ") }) };
}
