// The start: every game by its picture, sifted by board and number of players.

import { ownTables, recall, remember } from "../local/memory.js";
import { fill, h, icon } from "../ui/dom.js";
import { t, tn } from "../words/words.js";
import { boardGroup, games, playersText } from "./catalogue.js";

/** @typedef {import("./catalogue.js").Game} Game */

const BOARDS = ["all", "square", "star", "other"];
const PLAYERS = ["all", "1", "2", "3", "4", "6"];

export async function startScreen() {
  const listed = await games();
  const sieve = { board: "all", players: "all", ...recall("sieve", {}) };
  const shelf = h("ul.shelf", { "aria-label": t("start.games") });
  const counted = h("p.counted", { role: "status" });
  const show = () => {
    remember("sieve", sieve);
    const fitting = listed.filter(
      (game) =>
        (sieve.board === "all" || boardGroup(game) === sieve.board) &&
        (sieve.players === "all" || game.players.includes(Number(sieve.players))),
    );
    fill(shelf, fitting.map(card));
    counted.textContent = tn("start.count", fitting.length);
  };
  const chips = (/** @type {"board" | "players"} */ name, /** @type {string[]} */ values) =>
    h(
      "fieldset.chips",
      null,
      h("legend", null, t(`start.${name}`)),
      values.map((value) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            name,
            value,
            checked: sieve[name] === value,
            onchange: () => {
              sieve[name] = value;
              show();
            },
          }),
          h("span", null, name === "players" && value !== "all" ? value : t(`start.${name}.${value}`)),
        ),
      ),
    );
  show();
  const resume = Object.keys(ownTables()).length
    ? h("a.button", { href: "/#/games" }, icon("play"), t("start.resume"))
    : null;
  const element = h(
    "div.start",
    null,
    h(
      "div.hero",
      null,
      h("h1", null, t("start.title")),
      h("p", null, t("start.lead")),
      h(
        "p.row",
        null,
        resume,
        h("a.button.plain", { href: "/#/rules/course-step" }, icon("book"), t("start.learn")),
        h("a.button.plain", { href: "/#/puzzles" }, icon("hint"), t("start.daily")),
      ),
    ),
    h("div.sieve", null, chips("board", BOARDS), chips("players", PLAYERS), counted),
    shelf,
  );
  return { title: t("nav.start"), element };
}

/** @param {Game} game */
function card(game) {
  return h(
    "li.card",
    null,
    h(
      "a.choose",
      { href: `/#/new/${game.id}`, "data-game": game.id },
      h("img", { src: game.picture, alt: "", loading: "lazy", width: 220, height: 220, decoding: "async" }),
      h("span.name", null, game.name),
    ),
    h("p.players", null, playersText(game.players)),
    h("p.summary", null, game.summary),
    h(
      "a.more",
      { href: `/#/rules/${game.id}`, "aria-label": t("start.rules-of", { game: game.name }) },
      icon("book"),
      t("start.rules"),
    ),
  );
}
