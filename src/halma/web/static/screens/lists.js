// Games to go on with: the own ones of this device, and open tables that wait for somebody.

import { forgetTable, ownTables } from "../local/memory.js";
import { isLocal } from "../offline/offline.js";
import { erase, get, post } from "../protocol/api.js";
import { seatName } from "../table/seats.js";
import { fill, h, icon, piece } from "../ui/dom.js";
import { currentLanguage, t, tn } from "../words/words.js";
import { importSheet } from "./import.js";

export async function gamesScreen() {
  const known = ownTables();
  const tokens = Object.values(known)
    .flatMap((each) => each.tokens)
    .slice(0, 500);
  const [mine, open, imports] = await Promise.all([
    tokens.length ? post("/api/tables/mine", {}, { tokens }) : { tables: [] },
    get("/api/tables/open", { lang: currentLanguage() }),
    importSheet(),
  ]);
  const going = mine.tables.filter((each) => !each.over);
  const over = mine.tables.filter((each) => each.over);
  const element = h(
    "div.lists",
    null,
    h("h1", null, t("nav.games")),
    part(t("games.going"), going, t("games.none")),
    part(t("games.open"), open.tables, t("games.none-open")),
    over.length ? part(t("games.over"), over, "") : null,
    imports,
  );
  return { title: t("nav.games"), element };
}

/** @param {string} title @param {import("../protocol/messages.js").Summary[]} tables @param {string} empty */
function part(title, tables, empty) {
  const list = h("ul.rows", null, tables.map(row));
  const sheet = h("section.sheet", null, h("h2", null, title));
  fill(sheet, h("h2", null, title), tables.length ? list : h("p.note", null, empty));
  return sheet;
}

/** @param {import("../protocol/messages.js").Summary} table */
function row(table) {
  const known = ownTables()[table.table];
  const forget = h(
    "button.quiet",
    {
      type: "button",
      "aria-label": t("games.forget"),
      title: t("games.forget"),
      onclick: (/** @type {any} */ event) => {
        forgetTable(table.table);
        // One of this device is nowhere else: it goes for good.
        if (isLocal(table.table)) erase("/api/tables/{table}", { table: table.table });
        event.target.closest("li").remove();
      },
    },
    icon("close"),
  );
  const mine = !table.over && table.seats.some((seat) => seat.yours && seat.seat === table.to_act);
  return h(
    "li",
    null,
    h(
      "a",
      { href: `/t/${table.table}` },
      h(
        "span.pieces",
        null,
        table.seats.map((seat) => piece(seat.letter ?? seat.seat)),
      ),
      h(
        "span.text",
        null,
        h("b", null, table.name),
        h("small", null, table.seats.map(seatName).join(" · ")),
        h("small", null, table.over ? (table.outcome ?? "") : mine ? t("status.yours") : tn("moves.count", table.ply)),
      ),
    ),
    known ? forget : null,
  );
}
