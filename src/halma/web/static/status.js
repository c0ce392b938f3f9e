// What is to be done now: whose turn it is, duties, dice, refusals, the end.

import { die, fill, h, pause, piece } from "./dom.js";
import { moving } from "./memory.js";
import { machineName, seatName } from "./seats.js";
import { locale, t, tn } from "./words.js";

export class Status {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.turn = h("p.turn");
    this.dice = h("p.dice", { role: "img", hidden: true });
    this.task = h("p.task", { hidden: true });
    this.duty = h("p.duty", { hidden: true });
    this.word = h("p.word", { role: "status" });
    this.net = h("p.net", { role: "status" });
    this.element = h(
      "section.status",
      { "aria-label": t("status.label") },
      h("div.line", null, this.turn, this.dice),
      this.task,
      this.duty,
      this.word,
      this.net,
    );
  }

  update() {
    const { screen } = this;
    const { view } = screen;
    const seat = screen.seat(view.to_act);
    if (!screen.sight.following) fill(this.turn, t("status.replay"));
    else if (screen.over) fill(this.turn, this.result(view.outcome));
    else if (!seat) fill(this.turn);
    else if (view.waiting) fill(this.turn, t("status.waiting"));
    else if (seat.kind === "computer" || seat.stand_in)
      fill(this.turn, piece(seat.letter ?? seat.seat), t("status.thinking", { who: machineName(seat) }));
    else
      fill(
        this.turn,
        piece(seat.letter ?? seat.seat),
        screen.own.length === 1 && seat.yours ? t("status.yours") : t("status.turn", { who: seatName(seat) }),
      );
    const { puzzle } = view;
    this.task.hidden = !puzzle;
    if (puzzle) {
      const progress = t("puzzles.progress", { moves: tn("moves.count", view.ply), par: puzzle.par ?? "?" });
      this.task.textContent = `${puzzle.task} ${progress}`;
    }
    this.element.classList.toggle("mine", screen.acting && screen.sight.following);
    this.showDice(screen.over ? [] : (view.roll ?? []));
    const duty = screen.sight.following && screen.acting ? view.duty?.text : null;
    this.duty.hidden = !duty;
    this.duty.textContent = duty ?? "";
  }

  /** How it ended, and for whom. @param {any} outcome */
  result(outcome) {
    if (!outcome) return t("status.over");
    const { view } = this.screen;
    const first = view.seats.filter((/** @type {any} */ seat) => outcome.places?.[seat.seat] === 1);
    const names = new Intl.ListFormat(locale()).format(first.map(seatName));
    // Partners win together; others who are first together share the place.
    const sides = new Set(first.map((/** @type {any} */ seat) => view.teams[view.seats.indexOf(seat)]));
    const won = outcome.drawn
      ? t("status.drawn")
      : view.seats.length < 2 || !first.length
        ? ""
        : sides.size > 1
          ? t("status.shared", { who: names })
          : tn("status.won", first.length, { who: names });
    return `${won} ${outcome.text}`.trim();
  }

  /** @param {number[]} roll */
  showDice(roll) {
    this.dice.hidden = !roll.length;
    this.dice.setAttribute("aria-label", t("status.roll", { roll: roll.join(", ") }));
    if (this.shown !== roll.join()) fill(this.dice, roll.map(die));
    this.shown = roll.join();
  }

  /** The dice fall where everybody sees it. @param {number[]} end */
  async rolled(end) {
    for (let turn = 0; moving() && turn < 5; turn++) {
      this.showDice(end.map(() => 1 + Math.floor(Math.random() * 6)));
      await pause(70);
    }
    this.showDice(end);
    if (moving()) await pause(250);
  }

  /** Something to read, for instance why a move is not allowed. @param {string} text @param {string} [kind] */
  say(text, kind = "refusal") {
    this.word.textContent = text;
    this.word.dataset.kind = kind;
  }

  /** @param {boolean} up */
  connection(up) {
    this.net.textContent = up ? "" : t("live.down");
  }
}
