// A finished game looked at again: how the chances went, and what would have been best.

import { get } from "../protocol/api.js";
import { dialog, fill, h, pause, s } from "../ui/dom.js";
import { t } from "../words/words.js";
import { seatName } from "./seats.js";

const WIDTH = 600;
const HEIGHT = 220;
// Lines are told for so many turns.
const TURNS_TOLD = 6;

/** @param {import("./table.js").TableScreen} screen */
export async function showAnalysis(screen) {
  const word = h("p", { role: "status" }, t("analysis.working"));
  const chart = h("div.chart");
  const told = h("div.told");
  const worst = h("div.worst");
  const box = dialog(t("act.analysis"), h("div.column", null, word, chart, told, worst), t("dialog.close"));
  box.classList.add("beside");
  try {
    let found = await get("/api/tables/{table}/analysis", { table: screen.table }, screen.token);
    while (found.state === "working" && box.isConnected) {
      word.textContent = t("analysis.progress", { done: found.done, total: found.total });
      if (found.values.length > 1) draw(screen, { chart, told, worst }, found);
      await pause(1000);
      found = await get("/api/tables/{table}/analysis", { table: screen.table }, screen.token);
    }
    word.textContent = t("analysis.ready");
    draw(screen, { chart, told, worst }, found);
  } catch (error) {
    word.textContent = /** @type {Error} */ (error).message;
  }
}

/** @typedef {import("../protocol/messages.js").PlyValue} PlyValue */
/** @typedef {import("./table.js").TableScreen} TableScreen */

/**
 * The curves of all seats, a slider through the game, what is known of the position it stands on, and the moves that
 * lost most.
 *
 * @param {TableScreen} screen
 * @param {{chart: Element, told: Element, worst: Element}} places
 * @param {import("../protocol/messages.js").AnalysisView} found
 */
function draw(screen, { chart, told, worst }, found) {
  // Where nobody had a choice there is nothing to tell.
  const values = found.values.filter((value) => value.chances.length);
  if (!values.length) return;
  const seats = screen.view.seats;
  const last = Math.max(1, values.at(-1)?.ply ?? 1);
  const x = (/** @type {number} */ ply) => (ply / last) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - 8 - chance * (HEIGHT - 16);
  const curve = (/** @type {import("../protocol/messages.js").SeatView} */ seat, /** @type {number} */ number) =>
    s("path.curve", {
      "data-seat": seat.letter ?? seat.seat,
      d: `M${values.map((value) => `${x(value.ply).toFixed(1)} ${y(value.chances[number] ?? 0).toFixed(1)}`).join("L")}`,
    });
  const cursor = s("line.cursor", { x1: 0, x2: 0, y1: 0, y2: HEIGHT });
  const show = (/** @type {number} */ index) => {
    const value = values[Math.max(0, Math.min(values.length - 1, index))];
    cursor.setAttribute("x1", String(x(value.ply)));
    cursor.setAttribute("x2", String(x(value.ply)));
    screen.boardController.showAt(value.ply);
    tell(screen, told, value);
  };
  const slider = h("input", {
    type: "range",
    min: 0,
    max: values.length - 1,
    value: values.length - 1,
    "aria-label": t("analysis.slider"),
    oninput: (/** @type {any} */ event) => show(Number(event.target.value)),
  });
  fill(
    chart,
    h(
      "p.legend",
      null,
      seats.map((seat) => h("span", { "data-seat": seat.letter ?? seat.seat }, seatName(seat))),
    ),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("analysis.chart") },
      s("line.zero", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      seats.slice(0, values[0].chances.length).map(curve),
      cursor,
    ),
    slider,
  );
  const go = (/** @type {number} */ ply) => {
    const index = values.findIndex((value) => value.ply === ply);
    slider.value = String(index);
    show(index);
  };
  nameWorst(screen, worst, found, go);
}

/**
 * What is known of one position: each seat's chance and the turns it needs, the best line, and what the move before lost.
 *
 * @param {TableScreen} screen
 * @param {Element} place
 * @param {PlyValue} value
 */
function tell(screen, place, value) {
  const row = (/** @type {number} */ number) => {
    const seat = screen.view.seats[number];
    const needed = value.remaining[number];
    return h(
      "tr",
      null,
      h("th", { scope: "row", "data-seat": seat.letter ?? seat.seat }, seatName(seat)),
      h("td", null, percent(value.chances[number])),
      h("td", null, needed == null ? "–" : String(needed)),
    );
  };
  fill(
    place,
    h("p", { role: "status" }, t("analysis.after", { ply: value.ply })),
    h(
      "table.odds",
      null,
      h(
        "tr",
        null,
        h("td"),
        h("th", { scope: "col" }, t("analysis.chance")),
        h("th", { scope: "col" }, t("analysis.needed")),
      ),
      value.chances.map((_, number) => row(number)),
    ),
    value.better.length ? h("p", null, lost(value)) : null,
    value.line.length ? h("p.best", null, t("analysis.best", { line: spelled(value.line) })) : null,
  );
}

/**
 * The moves that lost most; each leads to the position after it.
 *
 * @param {TableScreen} screen
 * @param {Element} place
 * @param {import("../protocol/messages.js").AnalysisView} found
 * @param {(ply: number) => void} go
 */
function nameWorst(screen, place, found, go) {
  if (found.state !== "ready") return;
  const bad = (/** @type {number} */ ply) => {
    const value = found.values[ply];
    const made = screen.history[ply - 1];
    const button = h("button.plain", { type: "button", onclick: () => go(ply) }, `${ply}. ${made.seat} ${made.text}`);
    return h("li", null, button, " ", lost(value));
  };
  fill(
    place,
    found.lost_most.length
      ? [h("h3", null, t("analysis.worst")), h("ul", null, found.lost_most.map(bad))]
      : h("p", null, t("analysis.none-worse")),
  );
}

const lost = (/** @type {PlyValue} */ value) =>
  t("analysis.lost", { percent: percent(value.loss ?? 0), line: spelled(value.better) });

const spelled = (/** @type {string[]} */ line) => line.slice(0, TURNS_TOLD).join("  ");

const percent = (/** @type {number} */ chance) => t("analysis.percent", { number: Math.round(100 * chance) });
