// Games for one: today's puzzle, and the known ones with what is to beat.

import { post } from "../protocol/api.js";
import { h, icon } from "../ui/dom.js";
import { t, tn } from "../words/words.js";
import { games } from "./catalogue.js";
import { ownTokens, puzzleCard } from "./puzzle-card.js";

/** @typedef {import("../protocol/messages.js").PuzzleListed} Puzzle */

export async function puzzlesScreen() {
  const [{ puzzles, streak }, listed] = await Promise.all([
    post("/api/puzzles/mine", {}, { tokens: ownTokens() }),
    games(),
  ]);
  const daily = puzzles.filter((each) => each.daily);
  const others = puzzles.filter((each) => !each.daily);
  const told = (/** @type {Puzzle} */ puzzle) => {
    const game = listed.find((each) => each.id === puzzle.game);
    return details(puzzle, game);
  };
  const element = h(
    "div.puzzles",
    null,
    h("h1", null, t("nav.puzzles")),
    h("p.lead", null, t("puzzles.lead")),
    daily.map((each) => puzzleCard(each, { ribbon: t("puzzles.daily") })),
    h(
      "p.row",
      null,
      streak ? h("b.streak", null, icon("check"), tn("puzzles.streak", streak)) : null,
      daily.map((each) =>
        h("a.button", { href: `/#/puzzles/${each.id.slice("daily-".length, -3)}` }, t("puzzles.archive")),
      ),
    ),
    h(
      "ul.shelf",
      null,
      others.map((each) => h("li", null, puzzleCard(each, { told: told(each) }))),
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
  if (puzzle.options.pieces) texts.unshift(tn("setup.pieces", Number(puzzle.options.pieces)));
  return texts.join(" · ");
}
