// The start: one tap to play, the two boards, and every game by the moment that makes it what it is.

import { ownTables, recall, remember } from "../local/memory.js";
import { field, select } from "../ui/controls.js";
import { fill, h, icon, toast } from "../ui/dom.js";
import { t, tn } from "../words/words.js";
import { boardGroup, games, playersText } from "./catalogue.js";
import { lastTable, setUpTable } from "./new-table.js";

/** @typedef {import("./catalogue.js").Game} Game */

const BOARDS = ["all", "square", "star", "other"];
const PLAYERS = ["all", "1", "2", "3", "4", "6"];
const MINUTES = ["all", "15", "30"];
const AGES = ["all", "6", "7"];
const HEROES = ["halma", "star"];
// What a newcomer plays.
const FIRST = "quick";

export async function startScreen() {
  const listed = await games();
  const sieve = { board: "all", players: "all", minutes: "all", age: "all", ...recall("sieve", {}) };
  const shelf = h("ul.shelf", { "aria-label": t("start.games") });
  const counted = h("p.counted", { role: "status" });
  const fits = (/** @type {Game} */ game) =>
    (sieve.board === "all" || boardGroup(game) === sieve.board) &&
    (sieve.players === "all" || game.players.includes(Number(sieve.players))) &&
    (sieve.minutes === "all" || game.minutes[0] <= Number(sieve.minutes)) &&
    (sieve.age === "all" || game.age <= Number(sieve.age));
  const show = () => {
    remember("sieve", sieve);
    const fitting = listed.filter(fits);
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
  const list = (/** @type {"minutes" | "age"} */ name, /** @type {string[]} */ values) =>
    field(
      t(`start.${name}`),
      select(
        `sieve-${name}`,
        values.map((value) => ({
          value,
          label: value === "all" ? t(`start.${name}.all`) : t(`start.${name}.some`, { value: Number(value) }),
        })),
        sieve[name],
        (value) => {
          sieve[name] = value;
          show();
        },
      ),
    );
  show();
  const element = h(
    "div.start",
    null,
    h(
      "div.welcome",
      null,
      hero(listed),
      h(
        "div.heroes",
        null,
        HEROES.map((id) => boardCard(listed, id)),
      ),
    ),
    h(
      "div.sieve",
      null,
      chips("board", BOARDS),
      chips("players", PLAYERS),
      list("minutes", MINUTES),
      list("age", AGES),
    ),
    counted,
    shelf,
  );
  return { title: t("nav.start"), element };
}

/** What to do first. @param {Game[]} listed */
function hero(listed) {
  const last = lastTable();
  const first = listed.find(({ id }) => id === FIRST);
  const wish = last?.wish ?? {
    game: FIRST,
    seats: [{ kind: /** @type {const} */ ("here") }, { kind: /** @type {const} */ ("computer"), level: 1 }],
  };
  const name = listed.find(({ id }) => id === wish.game)?.name ?? last?.name ?? first?.name ?? "";
  const level = wish.seats?.find(({ kind }) => kind === "computer")?.level;
  const play = async () => {
    button.disabled = true;
    try {
      await setUpTable(wish, name);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      button.disabled = false;
    }
  };
  const button = h(
    "button.primary.begin",
    { type: "button", id: "play-now", onclick: play },
    icon("play"),
    t("start.play"),
  );
  return h(
    "div.hero",
    null,
    h("h1", null, t("start.title")),
    h("p", null, t("start.lead")),
    h(
      "p.row",
      null,
      button,
      h("a.button", { href: "/#/new/halma", onclick: () => remember("manner", "link") }, t("start.friends")),
      h("a.button", { href: "/#/rules/course-step" }, t("start.learn")),
    ),
    h("p.note", null, level ? t("start.against", { game: name, level }) : name),
    h(
      "p.row.else",
      null,
      Object.keys(ownTables()).length ? h("a", { href: "/#/games" }, t("start.resume")) : null,
      h("a", { href: "/#/puzzles" }, t("start.daily")),
    ),
  );
}

/** One of the two boards. @param {Game[]} listed @param {string} id */
function boardCard(listed, id) {
  const game = listed.find((each) => each.id === id);
  if (!game) return null;
  return h(
    "a.board-card",
    { href: `/#/new/${id}`, "data-game": id },
    h("img", { src: game.picture, alt: "", width: 300, height: 300, decoding: "async" }),
    h("b", null, game.name),
    h("span", null, playersText(game.players)),
    h("span", null, facts(game)),
  );
}

/** How long it takes, and from which age. @param {Game} game */
const facts = ({ minutes, age }) => t("start.facts", { least: minutes[0], most: minutes[1], age });

/** @param {Game} game */
function card(game) {
  return h(
    "li.card",
    null,
    h(
      "a.choose",
      { href: `/#/new/${game.id}`, "data-game": game.id },
      h("img", {
        src: `${game.picture}?moment=true`,
        alt: "",
        loading: "lazy",
        width: 300,
        height: 150,
        decoding: "async",
      }),
      h("span.name", null, game.name),
    ),
    h("p.summary", null, game.summary),
    h("p.players", null, `${playersText(game.players)} · ${facts(game)}`),
    h(
      "a.more",
      { href: `/#/rules/${game.id}`, "aria-label": t("start.rules-of", { game: game.name }) },
      icon("book"),
      t("start.rules"),
    ),
  );
}
