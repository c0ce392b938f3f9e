// A game written down as one line of JSON, a form of records that every part of halma reads; see docs/notation.md.

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function recordOf(table) {
  const { stored } = table;
  const names = Object.fromEntries(table.seats.filter(({ name }) => name).map(({ seat, name }) => [seat, name]));
  const record = {
    game: stored.game,
    law: stored.law,
    options: stored.options,
    ...(Object.keys(names).length && { names }),
    ...(stored.position !== null && { position: stored.position }),
    turns: turnsOf(table),
    result: resultOf(table),
  };
  return `${JSON.stringify(record)}\n`;
}

/** Moves by turns, with rolls and lots between them. @param {Table} table */
function turnsOf({ history, position }) {
  /** @type {{turn: number, texts: string[]}[]} */
  const turns = [];
  const chance = (/** @type {string} */ text) => turns.push({ turn: 0, texts: [text] });
  let ply = 0;
  for (const event of position.log) {
    if (event.kind === "chance") {
      const cells = event.values.map((cell) => position.cells.of(cell));
      chance(event.lot ? `scatter ${byLetter(cells)}` : `[${event.values}]`);
      continue;
    }
    const { turn, text } = history[ply++];
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, texts: [] });
    turns[turns.length - 1].texts.push(text);
  }
  // A comma at the end says that the turn is still open.
  const open = (/** @type {number} */ turn) => (turn === position.now.turn && !position.over ? "," : "");
  return turns.map(({ turn, texts }) => texts.filter((text) => text !== ".").join(",") + open(turn));
}

/** Cells by letter, then number. @param {string[]} names */
const byLetter = (names) =>
  [...names].sort((one, other) => one.localeCompare(other, "en", { numeric: true })).join(",");

/** @param {Table} table */
function resultOf({ stored, position }) {
  const ended = stored.ending ?? position.outcome();
  if (!ended) return "*";
  const places = Object.entries(ended.places).map(([seat, place]) => `${seat}=${place}`);
  const drawn = "drawn" in ended && ended.drawn ? " drawn" : "";
  return `${places.join(" ") || "-"} ${ended.termination}${drawn}`;
}
