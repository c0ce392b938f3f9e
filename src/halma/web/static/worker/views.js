// What is told of a table: the same facts and views as a server tells, from the kernel's answers.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./position.js").Engine} Engine */
/** @typedef {import("../protocol/messages.js").StateFact} StateFact */
/** @typedef {Omit<Required<StateFact>, "hinted"> & {hinted?: boolean}} Facts everything but what is so at few tables */
/** @typedef {import("../protocol/messages.js").TableView} TableView */
/** @typedef {import("../protocol/messages.js").TableFact} TableFact */
/** @typedef {import("../protocol/messages.js").Summary} Summary */
/** @typedef {import("../protocol/messages.js").Explained} Explained */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("../protocol/messages.js").PuzzleView} PuzzleView */

const SEATS = "ABCDEF";

/** @param {{reason: string, cells: string[], rule: [string, string] | null} | null} refusal */
function dutyFact(refusal) {
  if (!refusal) return null;
  const { reason, cells, rule } = refusal;
  return { reason, cells, ...(rule && { rule: { clause: rule[0], page: rule[1] } }) };
}

/**
 * A refusal or duty in words.
 * @param {Words} words
 * @param {{reason: string, cells: string[], rule: [string, string] | null} | null} refusal
 * @returns {Explained | null}
 */
export function explained(words, refusal) {
  if (!refusal) return null;
  const { reason, cells, rule } = refusal;
  const text = words.text(`refusal.${reason}`, { cells: cells.join(", ") });
  const label = rule && words.text("rules.clause", { clause: rule[0] });
  return { reason, text, cells, rule: rule && { clause: rule[0], page: rule[1], label: label ?? "" } };
}

/** How the game ended, by its rules or without them. @param {Table} table */
function outcomeFact({ stored, position }) {
  const { ending } = stored;
  return ending ? { ...ending, drawn: false, ...position.tally() } : position.outcome();
}

/** How a table stands, by name of the fact. @param {Table} table @returns {Facts} */
export function factsOf(table) {
  const { position, over, stored } = table;
  const { now } = position;
  const { advances, homes } = position.progress();
  const rolls = position.rolls();
  return {
    seats: table.seats.map(({ kind, level, name, gone, stand_in }) => ({
      ...{ kind, level, name, joined: true, invited: false, gone, stand_in },
    })),
    to_act: over ? null : position.seat,
    phase: over ? "over" : /** @type {"move" | "roll" | "huff"} */ (position.phase),
    turn: now.turn,
    homes,
    advances,
    hands: now.hands,
    captured: now.captured,
    scores: position.scores(),
    out: [...now.out, ...now.finished].map((seat) => SEATS[seat]).join(""),
    roll: now.roll,
    roll_left: position.rollLeft(),
    lapsed: now.roll.length ? rolls.slice(0, -1) : rolls,
    open_turn: now.used.length > 0 && !over,
    duty: over ? null : dutyFact(position.duty()),
    outcome: outcomeFact(table),
    offer: null,
    declined: [],
    redo: stored.undone.length,
    thinking: table.machine !== null,
    waiting: false,
    seed: null,
    ...(stored.hinted ? { hinted: true } : {}),
  };
}

/** The facts that are otherwise than before. @param {Facts} before @param {Facts} after */
export function changedFacts(before, after) {
  const changed = Object.entries(after).filter(
    ([name, fact]) => JSON.stringify(fact) !== JSON.stringify(/** @type {any} */ (before)[name]),
  );
  return /** @type {StateFact} */ (Object.fromEntries(changed));
}

/** What may be done, for who has to act. @param {Table} table */
export const allowed = (table) => (table.over || table.machine !== null ? {} : table.position.legalFacts());

/** What never changes at a table, and how it stands. @param {Table} table @param {Engine} engine @param {PuzzleView | null} puzzle @returns {TableFact} */
export function tableFact(table, engine, puzzle) {
  const { stored, position } = table;
  const { rules, board } = position.choice;
  const letters = [...rules.letters];
  return {
    table: stored.id,
    game: stored.game,
    board,
    options: stored.options,
    letters,
    marks: letters.map((letter) => engine.paints[letter.toUpperCase()][0]),
    colours: letters.map((letter) => engine.paints[letter.toUpperCase()][1]),
    teams: rules.teams,
    dice: rules.dice,
    clock: null,
    fate: "computer",
    public: false,
    chat_on: false,
    hints: true,
    puzzle: puzzle && { id: puzzle.id, par: puzzle.par, at_least: puzzle.at_least },
    start: table.start,
    state: factsOf(table),
    history: table.history,
    chat: [],
  };
}

/**
 * A table as a request is answered.
 * @param {Table} table
 * @param {Engine} engine
 * @param {Words} words
 * @param {PuzzleView | null} puzzle
 * @param {number} now
 * @returns {TableView}
 */
export function viewOf(table, engine, words, puzzle, now) {
  const facts = factsOf(table);
  const { stored, position } = table;
  const { table: id, game, board, options, teams, dice, history, start } = tableFact(table, engine, puzzle);
  const acting = !table.over && table.machine === null;
  const of = (/** @type {number[]} */ numbers) =>
    Object.fromEntries(numbers.map((value, number) => [SEATS[number], value]));
  const { outcome } = facts;
  return {
    ...{ table: id, version: stored.version, game, board, options, teams, dice, start, puzzle },
    name: words.game(game).name,
    choice_text: words.choice(position.choice),
    seats: seatViews(table, engine, words, facts),
    ply: table.ply,
    turn: facts.turn,
    to_act: facts.to_act,
    phase: facts.phase,
    roll: facts.roll,
    roll_left: facts.roll_left.map(([steps, hops]) => ({ steps, hops })),
    lapsed: facts.lapsed,
    pieces: position.pieces,
    hands: of(facts.hands),
    captured: of(facts.captured),
    moves: acting && !position.crowded ? position.moveViews() : null,
    origins: acting ? position.origins() : [],
    redo: facts.redo,
    open_turn: facts.open_turn,
    duty: table.over ? null : explained(words, position.duty()),
    outcome: outcome && { ...outcome, text: words.text(`ending.${outcome.termination}`) },
    ...{ offer: null, declined: [], clock: null, fate: "computer", public: false, chat_on: false, hints: true },
    ...{ owner: true, can_take_back: false, can_draw: false, can_come_back: false, spectators: 0, seed: null },
    can_undo: table.lastDecision >= 0,
    can_redo: facts.redo > 0,
    thinking: facts.thinking,
    waiting: false,
    hinted: stored.hinted ?? false,
    rematch: null,
    position: stored.position ?? "",
    now,
    history: history.map((entry) => ({
      ...{ kind: "step", roll: [], captured: [], seconds: 0, changes: {}, lapsed: [] },
      ...entry,
      path: entry.path ?? entry.text.split("-"),
    })),
    chat: [],
  };
}

/** Everybody at the table. @param {Table} table @param {Engine} engine @param {Words} words @param {Facts} facts @returns {TableView["seats"]} */
function seatViews(table, engine, words, facts) {
  const { letters } = table.position.choice.rules;
  const { parts } = words.game(table.stored.game);
  return table.seats.map((seat, number) => {
    const [mark, colour] = engine.paints[letters[number].toUpperCase()];
    return {
      ...seat,
      letter: letters[number],
      mark,
      colour,
      yours: seat.kind === "here",
      joined: true,
      invited: false,
      connected: seat.kind === "here",
      out: facts.out.includes(seat.seat),
      place: facts.outcome?.places[seat.seat] ?? null,
      home: facts.homes[number],
      advance: facts.advances[number],
      score: facts.scores?.[number] ?? null,
      clock_left: null,
      clock_runs: false,
      part: parts[number] ?? "",
    };
  });
}

/** A table in a list. @param {Table} table @param {Engine} engine @param {Words} words @returns {Summary} */
export function summaryOf(table, engine, words) {
  const { stored, position } = table;
  const facts = factsOf(table);
  return {
    table: stored.id,
    game: stored.game,
    name: words.game(stored.game).name,
    choice_text: words.choice(position.choice),
    seats: seatViews(table, engine, words, facts),
    ply: table.ply,
    turn: facts.turn,
    to_act: facts.to_act,
    over: table.over,
    outcome: facts.outcome && words.text(`ending.${facts.outcome.termination}`),
    public: false,
    puzzle: stored.puzzle,
    created: stored.created,
    updated: stored.updated,
  };
}
