// A finished game looked at again: how the chances went, which moves lost most, and what would have been better.

import { get } from "../protocol/api.js";
import { dialog, fill, h, pause, s } from "../ui/dom.js";
import { t } from "../words/words.js";
import { goOnFrom } from "./continuing.js";
import { seatName } from "./seats.js";

const WIDTH = 600;
const HEIGHT = 220;
// So many moves that lost most are named, and only those that lost so much of the chances.
const WORST = 3;
const LOSS = 0.05;

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
    review.showWorst();
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
    this.line = h("p.best");
    this.worst = h("ol.worst", { hidden: true });
    const onward = h("button.small", { type: "button", "data-action": "continue", onclick: () => goOnFrom(screen) });
    onward.textContent = t("analysis.continue");
    this.element = h("div.column", null, this.word, this.chart, this.line, this.worst, h("p.row", null, onward));
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
    const best = value.line.length ? t("analysis.best", { line: value.line.join("  ") }) : "";
    this.line.textContent = `${t("analysis.after", { ply: value.ply })} ${best}`;
    const path = (value.line[0] ?? "").split("-").filter((cell) => screen.board.template?.cells[cell]);
    const mover = screen.history[value.ply]?.seat ?? screen.view.to_act;
    if (path.length > 1) screen.board.showChosen(path[0], { path, letter: screen.letter(mover) });
  }

  /** The moves after which the chances of who made them were worst, against what they could have been. */
  losses() {
    const { seats } = this.screen.view;
    const order = seats.map(({ seat }) => seat);
    return this.values.flatMap((value, index) => {
      const next = this.values[index + 1];
      const entry = this.screen.history[value.ply];
      if (!next || !entry || next.ply !== value.ply + 1 || !value.line.length || value.line[0] === entry.text)
        return [];
      const number = order.indexOf(entry.seat);
      const lost = (value.chances[number] ?? 0) - (next.chances[number] ?? 0);
      return lost >= LOSS ? [{ index, entry, lost }] : [];
    });
  }

  showWorst() {
    const worst = this.losses()
      .sort((one, two) => two.lost - one.lost)
      .slice(0, WORST);
    this.worst.hidden = !worst.length;
    fill(
      this.worst,
      worst.map(({ index, entry, lost }) =>
        h(
          "li",
          null,
          h(
            "button.small",
            { type: "button", onclick: () => this.show(index) },
            t("analysis.lost", {
              move: this.values[index].ply + 1,
              who: seatName(this.screen.seat(entry.seat)),
              percent: Math.round(lost * 100),
            }),
          ),
        ),
      ),
    );
  }
}
