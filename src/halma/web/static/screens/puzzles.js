// Games for one: today's puzzle, and the known ones with what is to beat.

import { holdSeat, ownTables } from "../local/memory.js";
import { get, post } from "../protocol/api.js";
import { dialog, fill, h, icon, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { number, t, tn } from "../words/words.js";
import { games } from "./catalogue.js";

export async function puzzlesScreen() {
  const tokens = Object.values(ownTables())
    .flatMap((each) => each.tokens)
    .slice(0, 500);
  const [{ puzzles }, listed] = await Promise.all([post("/api/puzzles/mine", { tokens }), games()]);
  for (const puzzle of puzzles)
    puzzle.details = details(
      puzzle,
      listed.find((game) => game.id === puzzle.game),
    );
  const daily = puzzles.filter((/** @type {any} */ each) => each.daily);
  const others = puzzles.filter((/** @type {any} */ each) => !each.daily);
  const element = h(
    "div.puzzles",
    null,
    h("h1", null, t("nav.puzzles")),
    h("p.lead", null, t("puzzles.lead")),
    daily.map((/** @type {any} */ each) => card(each, true)),
    h(
      "ul.shelf",
      null,
      others.map((/** @type {any} */ each) => h("li", null, card(each, false))),
    ),
  );
  return { title: t("nav.puzzles"), element };
}

/** What tells puzzles of the same game apart. @param {any} puzzle @param {import("./catalogue.js").Game} [game] */
function details(puzzle, game) {
  const chosen = (game?.options ?? []).filter((option) => option.name in puzzle.options && option.kind === "choice");
  const texts = chosen.map((option) => {
    const value = puzzle.options[option.name];
    return `${option.label}: ${option.values.find((each) => each.value === value)?.label ?? value}`;
  });
  if (puzzle.options.pieces && !puzzle.daily) texts.unshift(tn("setup.pieces", Number(puzzle.options.pieces)));
  return texts.join(" · ");
}

/** @param {any} puzzle @param {boolean} daily */
function card(puzzle, daily) {
  const asked = new URLSearchParams(puzzle.options);
  if (puzzle.position) asked.set("position", puzzle.position);
  const picture = `/api/games/${puzzle.game}/picture.svg?${asked}`;
  return h(
    `article.puzzle.sheet${daily ? ".daily" : ""}`,
    { "data-puzzle": puzzle.id },
    h("img", { src: picture, alt: "", width: 220, height: 220, loading: "lazy" }),
    h(
      "div",
      null,
      daily ? h("p.ribbon", null, t("puzzles.daily")) : null,
      h("h2", null, puzzle.name),
      puzzle.details ? h("p.note", null, puzzle.details) : null,
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

/** @param {any} puzzle */
async function begin(puzzle) {
  try {
    const made = await post("/api/tables", { game: puzzle.game, options: puzzle.options, puzzle: puzzle.id });
    holdSeat(made.table, made.token, { name: puzzle.name });
    await go(`/t/${made.table}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

/** @param {any} puzzle */
async function leaders(puzzle) {
  const list = h("ol.leaders");
  dialog(t("puzzles.leaders"), h("div", null, h("h3", null, puzzle.name), list), t("dialog.close"));
  const found = await get(`/api/puzzles/${encodeURIComponent(puzzle.id)}/leaders`);
  fill(
    list,
    found.leaders.length
      ? found.leaders.map((/** @type {any} */ each) =>
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
