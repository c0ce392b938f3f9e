// A puzzle as it is offered: its position, what there is to do, how hard it is, what was reached.

import { holdSeat, ownTables } from "../local/memory.js";
import { address, get, post } from "../protocol/api.js";
import { dialog, fill, h, icon, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { number, t, tn } from "../words/words.js";

/** @typedef {import("../protocol/messages.js").PuzzleListed} Puzzle */

const HARDEST = 5;
// The server takes so many.
const MOST_TOKENS = 500;

/** By these the server finds what this device has solved. */
export const ownTokens = () =>
  Object.values(ownTables())
    .flatMap((each) => each.tokens)
    .slice(0, MOST_TOKENS);

/** How far somebody has come with it, as a word of the page. @param {Puzzle} puzzle */
export function progress(puzzle) {
  if (puzzle.best === null) return "open";
  if (puzzle.hinted) return "hinted";
  return puzzle.best <= puzzle.par ? "par" : "solved";
}

/** @param {number} difficulty */
export function stars(difficulty) {
  const label = t("puzzles.difficulty", { number: difficulty });
  return h(
    "span.stars",
    { role: "img", "aria-label": label },
    "★".repeat(difficulty),
    "☆".repeat(HARDEST - difficulty),
  );
}

/**
 * @param {Puzzle} puzzle
 * @param {{ribbon?: string | null, told?: string}} [more] a word above its name, and what tells it apart
 */
export function puzzleCard(puzzle, { ribbon = null, told = "" } = {}) {
  const { daily, game, options, position, difficulty } = puzzle;
  const picture = address("/api/games/{game}/picture.svg", { ...options, ...(position && { position }), game });
  const reached = progress(puzzle);
  return h(
    `article.puzzle.sheet${daily ? ".daily" : ""}`,
    { "data-puzzle": puzzle.id, "data-progress": reached },
    h("img", { src: picture, alt: "", width: 220, height: 220, loading: "lazy" }),
    h(
      "div",
      null,
      ribbon ? h("p.ribbon", null, ribbon) : null,
      h("h2", null, puzzle.name),
      told ? h("p.note", null, told) : null,
      h("p", null, puzzle.task),
      difficulty ? h("p", null, stars(difficulty)) : null,
      reached === "open" ? null : h("p.reached", null, icon("check"), t(`puzzles.reached.${reached}`)),
      h(
        "dl",
        null,
        fact(t("puzzles.par"), puzzle.par),
        puzzle.at_least && puzzle.at_least < puzzle.par ? fact(t("puzzles.least"), puzzle.at_least) : null,
        fact(t("puzzles.best"), puzzle.best),
        fact(t("puzzles.leader"), puzzle.leader),
      ),
      h(
        "p.row",
        null,
        h("button.primary", { type: "button", onclick: () => begin(puzzle) }, icon("play"), t("puzzles.begin")),
        h("button", { type: "button", onclick: () => leaders(puzzle) }, t("puzzles.leaders")),
      ),
    ),
  );
}

/** @param {string} name @param {number | null} value */
const fact = (name, value) =>
  value === null || value === undefined ? null : h("div", null, h("dt", null, name), h("dd", null, number(value)));

/** @param {Puzzle} puzzle */
async function begin(puzzle) {
  try {
    const made = await post("/api/tables", {}, { game: puzzle.game, options: puzzle.options, puzzle: puzzle.id });
    holdSeat(made.table, made.token, { name: puzzle.name });
    await go(`/t/${made.table}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

/** @param {Puzzle} puzzle */
async function leaders(puzzle) {
  const list = h("ol.leaders");
  dialog(t("puzzles.leaders"), h("div", null, h("h3", null, puzzle.name), list), t("dialog.close"));
  const found = await get("/api/puzzles/{puzzle}/leaders", { puzzle: puzzle.id });
  fill(
    list,
    found.leaders.length
      ? found.leaders.map((each) =>
          h(
            "li",
            null,
            h("b", null, each.name || t("puzzles.nobody")),
            " ",
            tn("moves.count", each.moves),
            " · ",
            tn("puzzles.steps", each.steps),
            each.hinted ? h("span.note", null, " · ", t("puzzles.with-hints")) : null,
          ),
        )
      : h("li.note", null, t("puzzles.no-leaders")),
  );
}
