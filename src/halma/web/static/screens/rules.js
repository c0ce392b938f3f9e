// The rulebook: its pages as the server writes them, and its diagrams to play with.

import { get } from "../protocol/api.js";
import { h, icon } from "../ui/dom.js";
import { currentLanguage, t } from "../words/words.js";
import { Example } from "./example.js";

/** @typedef {import("../protocol/messages.js").RulesText} RulesText */
/** @typedef {import("../protocol/messages.js").Chapter} Chapter */

/** @param {string} [page] @param {string} [clause] the clause of the law to open the page at */
export async function rulesScreen(page, clause) {
  const language = currentLanguage();
  const [shelf, text] = await Promise.all([
    get("/api/rules", { lang: language }),
    page ? get("/api/rules/{page}", { page, lang: language }) : null,
  ]);
  const chapters = shelf.chapters.filter((chapter) => chapter.pages.length);
  const element = h("div.rulebook", null, contents(chapters, page), text ? reading(text, chapters) : cover(chapters));
  return { title: text?.title ?? t("rules.title"), element, shown: () => openAt(element, clause) };
}

/**
 * Go to where a page explains a clause. A page that does not is read from its beginning.
 * @param {HTMLElement} element
 * @param {string} [clause]
 */
function openAt(element, clause) {
  const place = clause ? element.querySelector(`[id][data-clause="${CSS.escape(clause)}"]`) : null;
  const passage = /** @type {HTMLElement | null} */ (place?.closest("li, p, figure, tr, h2, h3") ?? null);
  if (!passage) return;
  passage.classList.add("opened");
  // Who listens goes on from here.
  passage.tabIndex = -1;
  passage.focus({ preventScroll: true });
  passage.scrollIntoView({ block: "center" });
}

/** @param {Chapter[]} chapters @param {string} [page] */
function contents(chapters, page) {
  const list = chapters.map((chapter) => [
    h("h3", null, chapter.title),
    h(
      "ul",
      null,
      chapter.pages.map((each) =>
        h(
          "li",
          null,
          h("a", { href: `/#/rules/${each.id}`, "aria-current": each.id === page ? "page" : null }, each.title),
        ),
      ),
    ),
  ]);
  return h(
    "details.contents",
    { open: !page || matchMedia("(min-width: 1100px)").matches },
    h("summary", null, h("h2", null, t("rules.contents"))),
    h("nav", { "aria-label": t("rules.contents") }, list),
  );
}

/** @param {Chapter[]} chapters */
function cover(chapters) {
  const first = chapters.find((chapter) => chapter.pages.some((page) => page.kind === "course"))?.pages[0];
  return h(
    "article.rules.sheet",
    null,
    h("h1", null, t("rules.title")),
    h("p", null, t("rules.lead")),
    first
      ? h("p", null, h("a.button.primary", { href: `/#/rules/${first.id}` }, icon("play"), t("rules.course")))
      : null,
  );
}

/** @param {RulesText} text @param {Chapter[]} chapters */
function reading(text, chapters) {
  // A fragment of the rulebook, written and escaped by our own server.
  const holder = h("div.sheet");
  holder.innerHTML = text.html;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (holder.querySelectorAll('a[href^="#rules-"]')))
    link.setAttribute("href", `#/rules/${link.getAttribute("href")?.slice("#rules-".length)}`);
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (holder.querySelectorAll("figure.diagram")))
    dress(figure, text);
  holder.append(following(text, chapters));
  return holder;
}

/** @param {HTMLElement} figure @param {RulesText} text */
function dress(figure, text) {
  const drawing = figure.querySelector("svg");
  const caption = figure.querySelector("figcaption p")?.textContent ?? "";
  drawing?.setAttribute("role", "img");
  drawing?.setAttribute("aria-label", caption);
  const name = figure.id.slice(`${text.id}-`.length);
  if (!figure.dataset.game || !drawing) return;
  const button = h("button.small", { type: "button" }, icon("play"), t("rules.try"));
  button.addEventListener("click", () => new Example(figure, text.id, name).open());
  figure.append(button);
}

/**
 * The page after this one in the same chapter, and the game itself.
 * @param {RulesText} text
 * @param {Chapter[]} chapters
 */
function following(text, chapters) {
  const pages = chapters.flatMap((chapter) => chapter.pages);
  const here = pages.find((each) => each.id === text.id);
  const chapter = chapters.find((each) => here && each.pages.includes(here));
  const next = here && chapter?.pages[chapter.pages.indexOf(here) + 1];
  return h(
    "p.row.onward",
    null,
    here?.kind === "game" ? h("a.button.primary", { href: `/#/new/${text.id}` }, icon("play"), t("rules.play")) : null,
    here?.kind === "course" && !next ? h("a.button.primary", { href: "/" }, icon("play"), t("rules.finished")) : null,
    next ? h("a.button", { href: `/#/rules/${next.id}` }, next.title, icon("next")) : null,
  );
}
