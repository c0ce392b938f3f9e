// The end of a game: who won, large, who came next, a few figures, and what to do now.

import { pace } from "../local/memory.js";
import { fill, h, icon, piece } from "../ui/dom.js";
import { locale, t, tn } from "../words/words.js";
import { openShare } from "./dialogs.js";
import { shortName } from "./seats.js";

// From so many hops on a chain is worth looking at again.
const LONG = 3;

/** @typedef {import("./store.js").SeatShown} Seat */
/** @typedef {import("../protocol/messages.js").EntryView} Entry */

export class Ending {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    const { rematch, follow, analysis } = screen.actions.buttons;
    const share = h(
      "button",
      { type: "button", onclick: () => openShare(screen) },
      icon("share"),
      h("span", null, t("act.share")),
    );
    this.facts = h("p.facts");
    this.headline = h("h2.headline");
    this.podium = h("ol.podium");
    this.chain = h("p.chain");
    this.element = h(
      "section.ending",
      { "aria-label": t("ending.label"), hidden: true, tabindex: "-1" },
      this.facts,
      this.headline,
      this.podium,
      h("p.row.onward", null, rematch, follow),
      h("p.row", null, analysis, share, h("a.button", { href: "/" }, t("ending.another"))),
      this.chain,
    );
  }

  update() {
    const { view, over } = this.screen;
    this.element.hidden = !over || !view.outcome;
    if (this.element.hidden) return;
    const minutes = Math.round(view.history.reduce((sum, entry) => sum + (entry.seconds ?? 0), 0) / 60);
    const facts = [view.name, tn("moves.count", view.ply), minutes ? tn("ending.minutes", minutes) : ""];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
    this.headline.textContent = this.cry();
    const [winner] = this.ranked();
    this.headline.dataset.seat = winner?.place === 1 ? winner.letter : "";
    this.podium.hidden = view.seats.length < 2;
    fill(
      this.podium,
      this.ranked().map((seat) => this.step(seat)),
    );
    this.showChain();
  }

  /** The winner first; those without a place last. @returns {Seat[]} */
  ranked() {
    const place = (/** @type {Seat} */ seat) => seat.place ?? 9;
    return [...this.screen.view.seats].sort((one, two) => place(one) - place(two));
  }

  /** How it ended, in a word. */
  cry() {
    const { view, own } = this.screen;
    const first = view.seats.filter((seat) => seat.place === 1);
    const mine = first.filter((seat) => own.includes(seat.seat));
    if (view.seats.length === 1) return t(first.length ? "ending.solved" : "ending.unsolved");
    if (view.outcome?.drawn || !first.length) return t("ending.drawn");
    const sides = new Set(first.map((seat) => view.teams[view.seats.indexOf(seat)]));
    if (sides.size > 1) return t("ending.shared");
    // Where several play on one screen, the winner is named.
    const here = view.seats.filter((seat) => seat.yours);
    const together = here.every((seat) => first.includes(seat));
    if (mine.length && together) return t("ending.you-won");
    return tn("ending.won", first.length, { who: new Intl.ListFormat(locale()).format(first.map(shortName)) });
  }

  /** A step of the podium. @param {Seat} seat */
  step(seat) {
    const reached = seat.aim
      ? seat.home >= seat.aim
        ? t("ending.all-home")
        : t("seat.progress", { home: seat.home, aim: seat.aim })
      : seat.score !== null
        ? t("seat.score", { score: seat.score })
        : "";
    return h(
      `li${seat.place === 1 ? ".first" : ""}`,
      { "data-seat": seat.letter },
      h("span.rank", null, piece(seat.letter), seat.place ? h("span", null, String(seat.place)) : null),
      h("b", null, shortName(seat)),
      h("small", null, reached),
    );
  }

  /** The longest chain of the game, to be seen once more. */
  showChain() {
    const { screen } = this;
    /** @type {Entry | null} */
    let longest = null;
    for (const entry of screen.history) {
      if (entry.kind === "run" || entry.path.length - 1 < LONG) continue;
      if (!longest || entry.path.length > longest.path.length) longest = entry;
    }
    this.chain.hidden = !longest;
    if (!longest) return fill(this.chain);
    const entry = longest;
    const at = screen.history.indexOf(/** @type {any} */ (entry));
    const again = async () => {
      screen.boardController.showAt(at);
      if (pace()) await screen.boardController.perform(entry);
      screen.boardController.showAt(at + 1);
    };
    fill(
      this.chain,
      t("ending.chain", { hops: tn("dice.hops", entry.path.length - 1), at: at + 1 }),
      " ",
      h("button.small", { type: "button", "data-action": "chain", onclick: again }, icon("play"), t("ending.show")),
    );
  }

  /** The game has just ended: everybody should see it. */
  celebrate() {
    const { screen } = this;
    const first = screen.view.seats.filter((seat) => seat.place === 1).map((seat) => seat.letter);
    if (!screen.view.outcome?.drawn) screen.board.celebrate(first);
    this.element.scrollIntoView({ block: "nearest", behavior: pace() ? "smooth" : "auto" });
  }
}
