// Puzzles without a server: those with a par, and one for every day.

import { dataFile } from "../offline/files.js";

/** @typedef {import("./games.js").Options} Options */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./storage.js").Solved} Solved */
/** @typedef {import("../protocol/messages.js").PuzzleListed} PuzzleListed */
/** @typedef {import("../protocol/messages.js").PuzzleView} PuzzleView */
/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} game
 * @property {Options} options
 * @property {string | null} position
 * @property {number[] | null} state
 * @property {number} par
 * @property {number} at_least
 * @property {string} holder
 * @property {string} kind
 * @property {number | null} difficulty
 * @property {number[][]} line the shortest solution that is known: for each move its ends and what it captures
 * @property {string} [picture] the file with its picture, of a puzzle that begins in the middle of a game
 */

const DAY = 86400000;

/** @returns {Promise<{pars: Card[], first: string, daily: Card[]}>} */
const shelf = () => dataFile("puzzles.json");

/** The puzzle of the day. After the last one they come again. @param {Date} now @returns {Promise<Card>} */
export async function dailyPuzzle(now) {
  const { first, daily } = await shelf();
  const day = Math.floor((now.getTime() - Date.parse(first)) / DAY);
  return daily[((day % daily.length) + daily.length) % daily.length];
}

/** @param {string} id @returns {Promise<Card | null>} */
export async function findPuzzle(id) {
  const { pars, daily } = await shelf();
  return [...pars, ...daily].find((card) => card.id === id) ?? null;
}

/** The puzzle that begins with a position. @param {string} game @param {string} position @returns {Promise<Card | null>} */
export async function puzzleAt(game, position) {
  const { daily } = await shelf();
  return daily.find((card) => card.game === game && card.position === position) ?? null;
}

/** All of them, today's first. @param {Words} words @param {Solved[]} solved @param {Date} now @returns {Promise<PuzzleListed[]>} */
export async function listPuzzles(words, solved, now) {
  const { pars } = await shelf();
  return [await dailyPuzzle(now), ...pars].map((card) => listed(card, words, solved));
}

/**
 * The puzzles of the days of a month that have come, the last one first; null if this page has none of it.
 * @param {string} month such as 2026-11
 * @param {Words} words
 * @param {Solved[]} solved
 * @param {Date} now
 */
export async function puzzlesOfMonth(month, words, solved, now) {
  const { daily } = await shelf();
  const come = daily.filter(({ id }) => id <= `daily-${now.toISOString().slice(0, 10)}`);
  const months = [...new Set(come.map(({ id }) => id.slice("daily-".length, -3)))];
  const place = months.indexOf(month);
  if (place < 0) return null;
  const cards = come.filter(({ id }) => id.startsWith(`daily-${month}-`)).reverse();
  const [earlier = null, later = null] = [months[place - 1], months[place + 1]];
  return { month, earlier, later, puzzles: cards.map((card) => listed(card, words, solved)) };
}

/** On how many days in a row, up to this one or the one before, the puzzle of the day was solved on its day. @param {Solved[]} solved @param {Date} now */
export function streakOf(solved, now) {
  const today = Math.floor(now.getTime() / DAY);
  const dayOf = (/** @type {string} */ id) => Math.floor(Date.parse(id.slice("daily-".length)) / DAY);
  // It is still the same day somewhere on the earth a day later.
  const onTime = solved.filter(
    ({ id, at }) => id.startsWith("daily-") && Math.floor((at * 1000) / DAY) - dayOf(id) <= 1,
  );
  const days = new Set(onTime.map(({ id }) => dayOf(id)));
  const last = days.has(today) ? today : today - 1;
  let count = 0;
  while (days.has(last - count)) count += 1;
  return count;
}

/** @param {Card} card @param {Words} words @param {Solved[]} solved @returns {PuzzleListed} */
function listed(card, words, solved) {
  const own = solved.find(({ id }) => id === card.id);
  const [best, hinted] = [own?.moves ?? null, own?.hinted ?? false];
  const { id, game, options, position, par, at_least, difficulty } = card;
  return {
    ...{ id, game, options, position, par, at_least, difficulty, best, hinted },
    name: words.game(game).name,
    holder: words.puzzles.holders[card.holder] ?? "",
    task: taskOf(card, words),
    leader: null,
    daily: difficulty !== null,
  };
}

/** What there is to do. @param {Card} card @param {Words} words */
const taskOf = (card, words) => words.puzzles.tasks[`${card.kind} ${card.par}`];

/** @param {Card} card @param {Words} words @returns {PuzzleView} */
export const puzzleView = (card, words) => ({
  id: card.id,
  par: card.par,
  at_least: card.at_least,
  task: taskOf(card, words),
});
