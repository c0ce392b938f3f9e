// A finished game looked at again: how the chances went, and what would have been best.

import { get } from "../protocol/api.js";
import { dialog, fill, h, pause, s } from "../ui/dom.js";
import { t } from "../words/words.js";
import { seatName } from "./seats.js";

const WIDTH = 600;
const HEIGHT = 220;

/** @param {import("./table.js").TableScreen} screen */
export async function showAnalysis(screen) {
  const word = h("p", { role: "status" }, t("analysis.working"));
  const chart = h("div.chart");
  const line = h("p.best");
  const box = dialog(t("act.analysis"), h("div.column", null, word, chart, line), t("dialog.close"));
  box.classList.add("beside");
  try {
    let found = await get("/api/tables/{table}/analysis", { table: screen.table }, screen.token);
    while (found.state === "working" && box.isConnected) {
      word.textContent = t("analysis.progress", { done: found.done, total: found.total });
      if (found.values.length > 1) draw(screen, chart, line, found.values);
      await pause(1000);
      found = await get("/api/tables/{table}/analysis", { table: screen.table }, screen.token);
    }
    word.textContent = t("analysis.ready");
    draw(screen, chart, line, found.values);
  } catch (error) {
    word.textContent = /** @type {Error} */ (error).message;
  }
}

/**
 * @param {import("./table.js").TableScreen} screen
 * @param {Element} chart
 * @param {Element} line
 * @param {import("../protocol/messages.js").PlyValue[]} all
 */
function draw(screen, chart, line, all) {
  // Where nobody had a choice there is nothing to tell.
  const values = all.filter((value) => value.chances.length);
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
    const best = value.line.length ? t("analysis.best", { line: value.line.join("  ") }) : "";
    line.textContent = `${t("analysis.after", { ply: value.ply })} ${best}`;
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
}
