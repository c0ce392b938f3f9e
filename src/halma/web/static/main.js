// The page: finds out which screen is asked for and shows it. A table has an address of its own; all other screens
// live in the fragment of the start page, so that one document serves them all.

import { settings, tokensOf } from "./local/memory.js";
import { keepPage } from "./offline/install.js";
import { able, alone, pictureAddress } from "./offline/offline.js";
import { foresee, speak } from "./protocol/api.js";
import { openSettings } from "./screens/settings.js";
import { findPicturesBy, pathOf } from "./ui/addresses.js";
import { fill, h, icon, toast } from "./ui/dom.js";
import { go, showScreensBy } from "./ui/navigation.js";
import { loadWords, t, wantedLanguage } from "./words/words.js";

/** @typedef {{title: string, element: HTMLElement, shown?: () => void, leave?: () => void}} Screen */

/** @type {Record<string, (...rest: string[]) => Promise<Screen>>} */
const SCREENS = {
  start: async () => (await import("./screens/start.js")).startScreen(),
  new: async (game) => (await import("./screens/setup.js")).setupScreen(game),
  rules: async (page, clause) => (await import("./screens/rules.js")).rulesScreen(page, clause),
  puzzles: async (month) =>
    month
      ? (await import("./screens/puzzle-archive.js")).archiveScreen(month)
      : (await import("./screens/puzzles.js")).puzzlesScreen(),
  games: async () => (await import("./screens/lists.js")).gamesScreen(),
  lost: async () => ({ title: t("lost.title"), element: lost() }),
  table: async (table, fragment) => (await import("./table/entry.js")).tableScreen(table, fragment),
};

/** @type {Screen | null} */
let shown = null;
let round = 0;

/** @returns {string[]} the name of a screen and what it needs to know */
function asked() {
  const path = pathOf(location);
  const table = /^\/t\/([\w-]+)/.exec(path);
  if (table) return ["table", table[1], location.hash.slice(1)];
  if (path !== "/") return ["lost"];
  // “halma play star --players 3” opens the page with what was asked for.
  const game = new URLSearchParams(location.search).get("game");
  if (game && !location.hash) return ["new", game];
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (name === "t" && rest[0]) return ["table", rest[0], rest[1] ?? ""];
  return name in SCREENS ? [name, ...rest] : ["start"];
}

/** A part of an address; one that somebody mistyped is taken as it stands. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function show() {
  const mine = ++round;
  const [name, ...rest] = asked();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  shown?.leave?.();
  shown = null;
  try {
    const screen = await SCREENS[name](...rest);
    if (mine !== round) return screen.leave?.();
    shown = screen;
    document.title = `${screen.title} · ${t("page.title")}`;
    document.body.dataset.screen = name;
    fill(main, screen.element);
  } catch (error) {
    console.error(error);
    if (mine !== round) return;
    fill(
      main,
      h(
        "div.sheet",
        null,
        h("h1", null, t("page.trouble")),
        h("p", null, /** @type {Error} */ (error).message),
        h("p", null, h("a.button", { href: "/" }, t("nav.start"))),
      ),
    );
  }
  head(name);
  scrollTo(0, 0);
  // A screen may want to begin further down.
  shown?.shown?.();
}

/** There is nothing at this address. */
function lost() {
  return h(
    "div.sheet.lost",
    null,
    h("h1", null, t("lost.title")),
    h("p", null, t("lost.text")),
    h("p", null, h("a.button.primary", { href: "/" }, t("lost.home"))),
  );
}

/** @param {string} name */
function head(name) {
  const link = (/** @type {string} */ key, /** @type {string} */ href) =>
    h("a", { href, "aria-current": name === key ? "page" : null }, t(`nav.${key}`));
  fill(
    /** @type {HTMLElement} */ (document.getElementById("top")),
    h(
      "a.brand",
      { href: "/", "aria-label": t("nav.start") },
      // Where there is no room for it, it is not loaded either.
      h("img", { src: "/static/icon-192.png", alt: "", width: 32, height: 32, loading: "lazy" }),
      h("span", null, "Halma"),
    ),
    h(
      "nav",
      { "aria-label": t("nav.label") },
      link("start", "/"),
      link("games", "/#/games"),
      link("puzzles", "/#/puzzles"),
      link("rules", "/#/rules"),
    ),
    h(
      "button.quiet",
      {
        type: "button",
        "aria-label": t("settings.title"),
        title: t("settings.title"),
        onclick: () => openSettings(relabel),
      },
      icon("gear"),
    ),
  );
  const skip = /** @type {HTMLElement} */ (document.getElementById("skip"));
  skip.textContent = t("nav.skip");
}

/** After another language was chosen everything is said anew. */
async function relabel() {
  await start();
}

/** Links inside the page change the screen without loading the document again. @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!link || link.hasAttribute("download") || link.getAttribute("target")) return;
  const address = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  const path = pathOf(address);
  const ours = address.origin === location.origin && (path === "/" || path.startsWith("/t/"));
  if (!ours || link.id === "skip") return;
  event.preventDefault();
  go(address.href);
}

function dress() {
  const { theme, pieces, coordinates } = settings();
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.pieces = pieces;
  document.documentElement.dataset.coordinates = coordinates ? "on" : "off";
}

/** There is a newer page: whoever plays chooses when to load it. @param {() => void} load */
function offerNewer(load) {
  document.querySelector(".newer")?.remove();
  const button = h("button", { type: "button", onclick: load }, t("page.newer-load"));
  document.body.append(h("p.newer", { role: "status" }, t("page.newer"), " ", button));
}

async function start() {
  const language = wantedLanguage();
  speak(language);
  const [name, table, fragment] = asked();
  if (name === "table" && !/seat=|mine=/.test(fragment)) foresee("/api/tables/{table}", { table }, tokensOf(table)[0]);
  else if (name === "start") foresee("/api/games", { lang: language });
  try {
    await loadWords(language);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
  await show();
}

document.addEventListener("click", follow);
document.addEventListener("settings", dress);
document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});
addEventListener("popstate", show);
if (able) findPicturesBy(pictureAddress, alone);
showScreensBy(show);
dress();
start().then(() => (able ? keepPage(offerNewer) : undefined));
