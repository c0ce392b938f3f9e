// Which level suits somebody: whoever wins twice in a row is offered the next one, whoever loses often an easier one.

import { change, recall, remember } from "../local/memory.js";

const LAST = 9;
const WINS = 2;
const LOSSES = 3;

/**
 * The only level that a person meets at a table; null where somebody else plays, or levels differ.
 * @param {Pick<import("../protocol/messages.js").TableView, "seats" | "outcome">} view
 * @param {string[]} own
 */
function levelMet(view, own) {
  const others = view.seats.filter((seat) => !own.includes(seat.seat));
  const levels = new Set(others.map((seat) => (seat.kind === "computer" ? seat.level : null)));
  return own.length === 1 && levels.size === 1 ? [...levels][0] : null;
}

/**
 * Counts a game that has just ended, and tells which level to offer for the next one; null for none.
 * @param {Pick<import("../protocol/messages.js").TableView, "seats" | "outcome">} view
 * @param {string[]} own
 * @returns {number | null}
 */
export function climb(view, own) {
  const level = levelMet(view, own);
  const { places, drawn } = view.outcome ?? {};
  if (!level || !places || drawn) return null;
  const won = places[own[0]] === 1;
  const known = recall("ladder", {});
  const run = known.level === level && known.won === won ? known.run + 1 : 1;
  const next = won ? level + 1 : level - 1;
  const offered = run >= (won ? WINS : LOSSES) && next >= 1 && next <= LAST;
  remember("ladder", offered ? {} : { level, won, run });
  return offered ? next : null;
}

/** The next game begins with this level. @param {number} level */
export const take = (level) => change({ level });
