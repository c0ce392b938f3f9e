// Games for one: today's puzzle, and the known ones with what is to beat.

import { holdSeat, ownTables } from "../local/memory.js";
import { address, get, post } from "../protocol/api.js";
import { dialog, fill, h, icon, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { number, t, tn } from "../words/words.js";
import { games } from "./catalogue.js";

/** @typedef {import("../protocol/messages.js").PuzzleListed} Puzzle */

export async function puzzlesScreen() {
  const tokens = Object.values(ownTables())
    .flatMap((each) => each.tokens)
    .slice(0, 500);
  const [{ puzzles }, listed] = await Promise.all([post("/api/puzzles/mine", {}, { tokens }), games()]);
  const shown = (/** @type {Puzzle} */ puzzle) => {
    const game = listed.find((each) => each.id === puzzle.game);
    return card(puzzle, details(puzzle, game));
  };
  const daily = puzzles.filter((each) => each.daily);
  const others = puzzles.filter((each) => !each.daily);
  const element = h(
    "div.puzzles",
    null,
    h("h1", null, t("nav.puzzles")),
    h("p.lead", null, t("puzzles.lead")),
    daily.map(shown),
    h(
      "ul.shelf",
      null,
      others.map((each) => h("li", null, shown(each))),
    ),
  );
  return { title: t("nav.puzzles"), element };
}

/** What tells puzzles of the same game apart. @param {Puzzle} puzzle @param {import("./catalogue.js").Game} [game] */
function details(puzzle, game) {
  const chosen = (game?.options ?? []).filter((option) => option.name in puzzle.options && option.kind === "choice");
  const texts = chosen.map((option) => {
    const value = puzzle.options[option.name];
    return `${option.label}: ${option.values.find((each) => each.value === value)?.label ?? value}`;
  });
  if (puzzle.options.pieces && !puzzle.daily) texts.unshift(tn("setup.pieces", Number(puzzle.options.pieces)));
  return texts.join(" · ");
}

/** @param {Puzzle} puzzle @param {string} told what tells it apart */
function card(puzzle, told) {
  const { daily, game, options, position } = puzzle;
  const picture = address("/api/games/{game}/picture.svg", { ...options, ...(position && { position }), game });
  return h(
    `article.puzzle.sheet${daily ? ".daily" : ""}`,
    { "data-puzzle": puzzle.id },
    h("img", { src: picture, alt: "", width: 220, height: 220, loading: "lazy" }),
    h(
      "div",
      null,
      daily ? h("p.ribbon", null, t("puzzles.daily")) : null,
      h("h2", null, puzzle.name),
      told ? h("p.note", null, told) : null,
      h("p", null, puzzle.task),
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
          ),
        )
      : h("li.note", null, t("puzzles.no-leaders")),
  );
}
