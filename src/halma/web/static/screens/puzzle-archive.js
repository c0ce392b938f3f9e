// The puzzles of the days that have come, a month at a time: how hard each is, and which are solved.

import { post } from "../protocol/api.js";
import { fill, h, icon } from "../ui/dom.js";
import { t } from "../words/words.js";
import { ownTokens, progress, puzzleCard, stars } from "./puzzle-card.js";

/** @typedef {import("../protocol/messages.js").PuzzleListed} Puzzle */

const SIGNS = { open: "", solved: "✓", par: "★", hinted: "✓" };

/** @param {string} month such as 2026-11 */
export async function archiveScreen(month) {
  const found = await post("/api/puzzles/months/{month}", { month }, { tokens: ownTokens() });
  const day = h("div.day", { "aria-live": "polite" });
  // The puzzles come with the last day first; on a calendar it stands last.
  const puzzles = [...found.puzzles].reverse();
  const buttons = puzzles.map((puzzle) => dayButton(puzzle, () => choose(puzzle)));
  const choose = (/** @type {Puzzle} */ puzzle) => {
    for (const [number, each] of puzzles.entries())
      buttons[number].setAttribute("aria-pressed", String(each === puzzle));
    fill(day, puzzleCard(puzzle, { ribbon: dateOf(puzzle).toLocaleDateString(language(), { dateStyle: "long" }) }));
  };
  // What there is to do next: the last day that is not solved yet.
  const next = found.puzzles.find((each) => progress(each) === "open") ?? found.puzzles[0];
  const title = dateOf(found.puzzles[0]).toLocaleDateString(language(), { month: "long", year: "numeric" });
  const element = h(
    "div.puzzles.archive",
    null,
    h("h1", null, t("puzzles.daily")),
    h(
      "nav.row",
      { "aria-label": t("puzzles.archive") },
      monthLink(found.earlier, "puzzles.earlier", "back"),
      h("h2", null, title),
      monthLink(found.later, "puzzles.later", "next"),
    ),
    h(
      "ol.calendar",
      null,
      buttons.map((button) => h("li", null, button)),
    ),
    day,
    h("p", null, h("a", { href: "/#/puzzles" }, t("nav.puzzles"))),
  );
  // Weeks begin on Monday.
  const first = /** @type {HTMLElement} */ (element.querySelector(".calendar li"));
  first.style.gridColumnStart = String(weekday(puzzles[0]) + 1);
  choose(next);
  return { title: `${t("puzzles.daily")} · ${title}`, element };
}

const language = () => document.documentElement.lang;

/** @param {Puzzle} puzzle */
const dateOf = (puzzle) => new Date(`${puzzle.id.slice("daily-".length)}T12:00:00`);

/** Days after the Monday of its week. @param {Puzzle} puzzle */
const weekday = (puzzle) => (dateOf(puzzle).getDay() + 6) % 7;

/** @param {Puzzle} puzzle @param {() => void} choose */
function dayButton(puzzle, choose) {
  const reached = progress(puzzle);
  const date = dateOf(puzzle).toLocaleDateString(language(), { day: "numeric", month: "long" });
  return h(
    "button.quiet",
    { type: "button", onclick: choose, "data-progress": reached, "data-day": puzzle.id },
    h("span.unseen", null, `${date}. `, t(`puzzles.reached.${reached}`), ". "),
    h("b", { "aria-hidden": "true" }, String(dateOf(puzzle).getDate())),
    h("i", { "aria-hidden": "true" }, SIGNS[reached]),
    puzzle.difficulty ? stars(puzzle.difficulty) : null,
  );
}

/** @param {string | null} month @param {string} key @param {import("../ui/dom.js").IconName} sign */
const monthLink = (month, key, sign) =>
  h(
    "a.button",
    month ? { href: `/#/puzzles/${month}`, "aria-label": t(key) } : { "aria-disabled": "true", "aria-label": t(key) },
    icon(sign),
  );
