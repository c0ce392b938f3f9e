// The games as the server lists them, kept for the language they were asked in.

import { get } from "../protocol/api.js";
import { currentLanguage, locale, t, tn } from "../words/words.js";

/** @typedef {import("../protocol/messages.js").GameView} Game */
/** @typedef {import("../protocol/messages.js").OptionView} Option */
/** @typedef {import("../protocol/messages.js").FormatView} Format */

/** @type {Map<string, Promise<Game[]>>} */
const known = new Map();

/** @returns {Promise<Game[]>} */
export function games() {
  const language = currentLanguage();
  if (!known.has(language)) {
    const asked = get("/api/games", { lang: language }).then(({ games: found }) => found);
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

/** “2, 3 or 4 players”. @param {number[]} players */
export function playersText(players) {
  if (players.length === 1 && players[0] === 1) return t("players.alone");
  const list = new Intl.ListFormat(locale(), { type: "disjunction" }).format(players.map(String));
  return tn("players.several", players.at(-1) ?? 1, { count: list });
}
