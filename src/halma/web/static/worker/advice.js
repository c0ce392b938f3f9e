// Help: a hint while one plays, and an analysis afterwards.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./search.js").Job} Job */
/** @typedef {import("./search.js").Thought} Thought */
/** @typedef {import("./search.js").PlainAction} PlainAction */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./puzzles.js").Card} Card */

// More than this nobody reads.
const MOST_REASONS = 3;

/**
 * A position as a job for the engine.
 * @param {Position} position
 * @param {number[] | null} start
 * @param {import("./position.js").LevelData} level
 * @param {number} seed
 * @returns {Job}
 */
export function jobOf(position, start, level, seed) {
  const { choice } = position;
  const { key, first, rules } = choice;
  // Levels that misjudge more where more than two sides play do so here too.
  const several = new Set(rules.teams).size > 2;
  const strength = several ? { ...level, weakness: level.weakness_among_several } : level;
  const [numbers, seats] = [choice.numbers(), choice.seats.length];
  return { key, rules: numbers, start, first, seats, past: position.past(), level: strength, seed };
}

/** The legal action that an engine means. @param {Position} position @param {PlainAction} action */
export function placeOf(position, [kind, origin, target, captured]) {
  const name = position.engine.kinds[kind];
  const fits = position.legal.findIndex(
    (legal) =>
      legal.kind === name &&
      legal.origin === origin &&
      legal.target === target &&
      legal.captured.join() === captured.join(),
  );
  // Nobody waits for ever: any legal move goes on.
  return Math.max(0, fits);
}

/**
 * What speaks for a move, as far as the kernel's own figures tell it before and after.
 * @param {Position} position left as it is
 * @param {number} place
 * @param {number} depth
 * @param {Words} words
 */
export function reasonsFor(position, place, depth, words) {
  const seat = position.now.actor;
  const letter = position.seat;
  const only = position.legal.length === 1;
  const before = { home: position.progress().homes[seat], captured: position.now.captured[seat] };
  position.push(place, 0);
  const outcome = position.outcome();
  const home = position.progress().homes[seat];
  const captured = position.now.captured[seat];
  position.pop();
  if (outcome && !outcome.drawn && outcome.places[letter] === 1) return words.reason("wins");
  const found = [];
  if (only) found.push(words.reason("only-move"));
  if (captured > before.captured) found.push(words.reason("captures", { count: captured - before.captured }));
  if (home > before.home) found.push(words.reason("brings-home", { count: home }));
  return found.length ? found.slice(0, MOST_REASONS).join(" ") : words.reason("best-found", { depth });
}

/**
 * The next move of the solution that is known, if the puzzle stands as it does on the way to it.
 * @param {Position} scratch the puzzle at its start; it is played on
 * @param {Card} card
 * @param {number[]} contents
 * @returns {{move: number[], least: number, most: number} | null}
 */
export function knownHint(scratch, card, contents) {
  const wanted = contents.join();
  for (const [number, move] of card.line.entries()) {
    if (scratch.contents().join() === wanted) {
      // Whoever has kept to it needs as many fewer moves as were made.
      return { move, least: Math.max(1, card.at_least - number), most: card.line.length - number };
    }
    const place = placeOfMove(scratch, move);
    if (place < 0) return null;
    scratch.push(place, number + 1);
  }
  return null;
}

/** The legal action with these ends and captures. @param {Position} position @param {number[]} move */
export const placeOfMove = (position, move) =>
  position.legal.findIndex(({ origin, target, captured }) => [origin, target, ...captured].join() === move.join());

/** A line as text, turn by turn; the position stays as it is. @param {Position} position @param {PlainAction[]} actions */
export function spelledLine(position, actions) {
  /** @type {string[][]} */
  const turns = [];
  let turn = 0;
  let made = 0;
  for (const action of actions) {
    if (position.over || position.phase === "roll") break;
    if (position.now.turn !== turn) turns.push([]);
    turn = position.now.turn;
    const place = placeOf(position, action);
    turns[turns.length - 1].push(position.spell(place));
    position.push(place, 0);
    made += 1;
  }
  for (; made; made--) position.pop();
  return turns.map((spelled) => spelled.filter((text) => text !== ".").join(","));
}
