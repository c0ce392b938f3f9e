// A finished game looked at again: how the chances went, which moves lost most, and what would have been better.

import { get } from "../protocol/api.js";
import { dialog, fill, h, pause, s } from "../ui/dom.js";
import { t } from "../words/words.js";
import { goOnFrom } from "./continuing.js";
import { seatName } from "./seats.js";

const WIDTH = 600;
const HEIGHT = 220;
// Lines are told for so many turns.
const TURNS_TOLD = 6;

/** @typedef {import("./table.js").TableScreen} TableScreen */
/** @typedef {import("../protocol/messages.js").PlyValue} PlyValue */

/** @param {TableScreen} screen */
export async function showAnalysis(screen) {
  const review = new Review(screen);
  const box = dialog(t("act.analysis"), review.element, t("dialog.close"));
  box.classList.add("beside");
  box.addEventListener("close", () => screen.boardController.settle());
  try {
    let found = await get("/api/tables/{table}/analysis", { table: screen.table }, screen.token);
    while (found.state === "working" && box.isConnected) {
      review.word.textContent = t("analysis.progress", { done: found.done, total: found.total });
      if (found.values.length > 1) review.draw(found.values);
      await pause(1000);
      found = await get("/api/tables/{table}/analysis", { table: screen.table }, screen.token);
    }
    review.word.textContent = t("analysis.ready");
    review.draw(found.values);
    review.showWorst(found.lost_most);
  } catch (error) {
    review.word.textContent = /** @type {Error} */ (error).message;
  }
}

class Review {
  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {PlyValue[]} */
    this.values = [];
    /** Where one looks. */
    this.index = 0;
    this.word = h("p", { role: "status" }, t("analysis.working"));
    this.chart = h("div.chart");
    this.told = h("div.told");
    this.worst = h("div.worst");
    const onward = h("button.small", { type: "button", "data-action": "continue", onclick: () => goOnFrom(screen) });
    onward.textContent = t("analysis.continue");
    this.element = h("div.column", null, this.word, this.chart, this.told, this.worst, h("p.row", null, onward));
  }

  /** @param {PlyValue[]} all */
  draw(all) {
    // Where nobody had a choice there is nothing to tell.
    const values = all.filter((value) => value.chances.length);
    this.values = values;
    if (!values.length) return;
    const { seats } = this.screen.view;
    const last = Math.max(1, values.at(-1)?.ply ?? 1);
    const x = (/** @type {number} */ ply) => (ply / last) * WIDTH;
    const y = (/** @type {number} */ chance) => HEIGHT - 8 - chance * (HEIGHT - 16);
    const curve = (/** @type {import("./store.js").SeatShown} */ seat, /** @type {number} */ number) =>
      s("path.curve", {
        "data-seat": seat.letter ?? seat.seat,
        d: `M${values.map((value) => `${x(value.ply).toFixed(1)} ${y(value.chances[number] ?? 0).toFixed(1)}`).join("L")}`,
      });
    this.cursor = s("line.cursor", { x1: 0, x2: 0, y1: 0, y2: HEIGHT });
    this.place = x;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: values.length - 1,
      value: values.length - 1,
      "aria-label": t("analysis.slider"),
      oninput: (/** @type {any} */ event) => this.show(Number(event.target.value)),
    });
    const drawing = s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("analysis.chart") },
      s("line.zero", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      seats.slice(0, values[0].chances.length).map(curve),
      this.cursor,
    );
    drawing.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const box = drawing.getBoundingClientRect();
      this.show(this.nearest(((event.clientX - box.left) / box.width) * last));
    });
    fill(
      this.chart,
      h(
        "p.legend",
        null,
        seats.map((seat) => h("span", { "data-seat": seat.letter ?? seat.seat }, seatName(seat))),
      ),
      drawing,
      this.slider,
    );
  }

  /** The value nearest to a ply. @param {number} ply */
  nearest(ply) {
    const away = this.values.map((value) => Math.abs(value.ply - ply));
    return away.indexOf(Math.min(...away));
  }

  /** Look at a position, with the best move drawn on the board. @param {number} index */
  show(index) {
    const { screen, values } = this;
    this.index = Math.max(0, Math.min(values.length - 1, index));
    const value = values[this.index];
    if (this.slider) this.slider.value = String(this.index);
    this.cursor?.setAttribute("x1", String(this.place?.(value.ply)));
    this.cursor?.setAttribute("x2", String(this.place?.(value.ply)));
    screen.boardController.showAt(value.ply);
    this.tell(value);
    const path = (value.line[0] ?? "").split("-").filter((cell) => screen.board.template?.cells[cell]);
    const mover = screen.history[value.ply]?.seat ?? screen.view.to_act;
    if (path.length > 1) screen.board.showChosen(path[0], { path, letter: screen.letter(mover) });
  }

  /** Each seat's chance and the turns it needs, the best line, and what the move before lost. @param {PlyValue} value */
  tell(value) {
    const row = (/** @type {number} */ number) => {
      const seat = this.screen.view.seats[number];
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
      this.told,
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
   * The moves that lost most; each leads to the position before it, where the better move is drawn.
   * @param {number[]} plies after them
   */
  showWorst(plies) {
    const bad = (/** @type {number} */ ply) => {
      const value = this.values[this.nearest(ply)];
      const made = this.screen.history[ply - 1];
      const look = () => this.show(this.nearest(ply - 1));
      const button = h("button.plain", { type: "button", onclick: look }, `${ply}. ${made.seat} ${made.text}`);
      return h("li", null, button, " ", lost(value));
    };
    fill(
      this.worst,
      plies.length
        ? [h("h3", null, t("analysis.worst")), h("ul", null, plies.map(bad))]
        : h("p", null, t("analysis.none-worse")),
    );
  }
}

const lost = (/** @type {PlyValue} */ value) =>
  t("analysis.lost", { percent: percent(value.loss ?? 0), line: spelled(value.better) });

const spelled = (/** @type {string[]} */ line) => line.slice(0, TURNS_TOLD).join("  ");

const percent = (/** @type {number} */ chance) => t("analysis.percent", { number: Math.round(100 * chance) });
