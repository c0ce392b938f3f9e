// The list of moves: to read, to walk through with the arrow keys, and to watch again.

import { moving } from "../local/memory.js";
import { fill, h, icon } from "../ui/dom.js";
import { t, tn } from "../words/words.js";
import { fold } from "./fold.js";

/** A move by its ends; its whole way is the title, and lies on the board. @param {string} text */
function ends(text) {
  const cells = text.split("-");
  return cells.length > 2 && cells[0] ? `${cells[0]}-${cells.at(-1)}` : text;
}

export class Moves {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.list = h("ol.moves", { tabindex: "0", "aria-label": t("moves.list") });
    const button = (
      /** @type {import("../ui/dom.js").IconName} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
    ) => h("button.quiet", { type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
    this.playing = button("play", t("moves.watch"), () => this.watch());
    this.bar = h(
      "div.walk",
      { role: "toolbar", "aria-label": t("moves.walk") },
      button("first", t("moves.first"), () => this.go(0)),
      button("back", t("moves.back"), () => this.walk(-1)),
      this.playing,
      button("next", t("moves.next"), () => this.walk(1)),
      button("last", t("moves.last"), () => this.go(null)),
    );
    this.count = h("span.count");
    this.fold = fold("notation", t("moves.all"), this.list);
    this.element = h(
      "section.movelist",
      { "aria-label": t("moves.title") },
      h("div.line", null, this.count, this.bar),
      this.fold,
    );
    this.drawn = "";
  }

  update() {
    const { screen } = this;
    const { at } = screen.boardController;
    const { length } = screen.history;
    this.count.textContent = at === null ? tn("moves.count", length) : t("moves.at", { at, all: length });
    const now = at ?? length;
    const key = `${screen.history.length}|${screen.history.at(-1)?.text}|${screen.view.seats.length}`;
    if (key !== this.drawn) {
      this.drawn = key;
      this.list.dataset.columns = screen.view.seats.length % 3 === 0 ? "3" : "2";
      fill(this.list, this.turns());
    }
    for (const each of this.list.querySelectorAll("button")) {
      const here = Number(each.dataset.at) === now;
      if (here) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
      if (here && this.fold.open)
        this.list.scrollTop = each.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    }
  }

  /** One line per turn, with its actions. */
  turns() {
    /** @type {Map<string, [import("../protocol/messages.js").EntryView, number][]>} */
    const rows = new Map();
    this.screen.history.forEach((entry, number) => {
      const key = `${entry.turn}.${entry.seat}`;
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key)?.push([entry, number + 1]);
    });
    return [...rows.values()].map((row) =>
      h(
        "li",
        { "data-seat": row[0][0].seat },
        h("span.mark", { "data-seat": this.screen.letter(row[0][0].seat) }, row[0][0].seat),
        row[0][0].roll?.length ? h("span.roll", null, `[${row[0][0].roll.join(",")}]`) : null,
        h(
          "span.acts",
          null,
          row.map(([entry, at]) =>
            h(
              "button.quiet",
              { type: "button", "data-at": at, title: entry.text, onclick: () => this.go(at) },
              ends(entry.text),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {number | null} at */
  go(at) {
    this.stop();
    this.screen.boardController.showAt(at);
  }

  /** @param {number} by */
  walk(by) {
    const { screen } = this;
    const now = screen.boardController.at ?? screen.history.length;
    this.go(Math.max(0, now + by));
  }

  /** Arrow keys walk through the game unless something else wants them. @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || target.closest?.("halma-board, input, textarea, select, dialog, [role=tablist]"))
      return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    const inside = this.element.contains(target);
    if (by && (inside || event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      this.walk(by);
    } else if (inside && (event.key === "Home" || event.key === "End")) {
      event.preventDefault();
      this.go(event.key === "Home" ? 0 : null);
    }
  }

  /** Watch the game from here, or from the beginning. */
  async watch() {
    if (this.watching) return this.stop();
    const { screen } = this;
    this.watching = true;
    this.playing.replaceChildren(icon("pause"));
    let at = screen.boardController.at ?? 0;
    while (this.watching && at < screen.history.length) {
      screen.boardController.showAt(at);
      await new Promise((done) => setTimeout(done, moving() ? 250 : 700));
      if (!this.watching) return;
      if (moving()) await screen.boardController.perform(screen.history[at]);
      at += 1;
    }
    this.stop();
    screen.boardController.showAt(null);
  }

  stop() {
    this.watching = false;
    this.playing.replaceChildren(icon("play"));
  }
}
