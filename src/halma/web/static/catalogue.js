// The games as the server lists them, kept for the language they were asked in.

import { get } from "./api.js";
import { currentLanguage, t } from "./words.js";

/** @typedef {{value: any, label: string, help?: string}} Value */
/** @typedef {{name: string, label: string, help?: string, kind: "choice" | "flag" | "number", values: Value[], default: any, open?: boolean, players?: number[]}} Option */
/** @typedef {{id: string, name: string, board: string, players: number[], formats: any[], alone: boolean, dice: boolean, options: Option[], editions: Value[], picture: string, summary: string}} Game */

/** @type {Map<string, Promise<Game[]>>} */
const known = new Map();

/** @returns {Promise<Game[]>} */
export function games() {
  const language = currentLanguage();
  if (!known.has(language)) {
    const asked = get(`/api/games?lang=${language}`).then((found) => found.games ?? found);
    asked.catch(() => known.delete(language));
    known.set(language, asked);
  }
  return /** @type {Promise<Game[]>} */ (known.get(language));
}

/** @param {string} id */
export async function game(id) {
  const found = (await games()).find((each) => each.id === id);
  if (!found) throw new Error(t("page.unknown"));
  return found;
}

/** The boards in groups that people think in. @param {Game} game */
export const boardGroup = ({ board }) => (board === "star" || board === "square" ? board : "other");

/** “2–4 players”. @param {number[]} players */
export function playersText(players) {
  if (players.length === 1) return players[0] === 1 ? t("players.alone") : t("players.exactly", { count: players[0] });
  const rows = players.every((count, index) => index === 0 || count === players[index - 1] + 1);
  return t("players.exactly", { count: rows && players.length > 2 ? `${players[0]}–${players.at(-1)}` : players.join(", ") });
}
