// What is to be done now: whose turn it is, duties, dice, refusals, the end.

import { moving } from "../local/memory.js";
import { die, fill, h, pause, piece, ruleLink } from "../ui/dom.js";
import { locale, t, tn } from "../words/words.js";
import { take } from "./ladder.js";
import { machineName, seatName } from "./seats.js";

export class Status {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.turn = h("p.turn");
    this.dice = h("p.dice", { role: "img", hidden: true });
    this.task = h("p.task", { hidden: true });
    this.duty = h("p.duty", { hidden: true });
    this.left = h("p.left", { hidden: true });
    this.word = h("p.word", { role: "status" });
    this.unsent = h("p.unsent", { role: "status" });
    this.next = h("p.next", { role: "status", hidden: true });
    this.net = h("p.net", { role: "status" });
    this.element = h(
      "section.status",
      { "aria-label": t("status.label") },
      h("div.line", null, this.turn, this.dice),
      this.left,
      this.task,
      this.duty,
      this.word,
      this.next,
      this.unsent,
      this.net,
    );
  }

  update() {
    const { screen } = this;
    const { view } = screen;
    const seat = screen.seat(view.to_act);
    if (!screen.boardController.following) fill(this.turn, t("status.replay"));
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
      const hinted = view.hinted ? t("puzzles.hinted") : "";
      this.task.textContent = [puzzle.task, progress, hinted].filter(Boolean).join(" ");
    }
    this.element.classList.toggle("mine", screen.acting && screen.boardController.following);
    const playing = screen.boardController.following && !screen.over;
    this.showDice(playing ? view.roll : [], playing ? view.roll_left : []);
    this.showLeft(playing ? view.roll_left : []);
    const move = screen.pending.unsent;
    this.unsent.textContent = move ? t("live.unsent", { move }) : "";
    this.showDuty(screen.boardController.following && screen.acting ? view.duty : null);
  }

  /** @param {import("./play.js").Explained | null | undefined} duty */
  showDuty(duty) {
    this.duty.hidden = !duty;
    // A link that is written anew would lose the focus, or the tap that is just being made.
    if (this.duty.dataset.text === (duty?.text ?? "")) return;
    this.duty.dataset.text = duty?.text ?? "";
    fill(this.duty, duty ? [duty.text, " ", ruleLink(duty.rule, t("rules.new-tab"))] : []);
  }

  /** In a few words for the title: whose turn it is. */
  brief() {
    const { screen } = this;
    const seat = screen.seat(screen.view.to_act);
    if (screen.over) return t("title.over");
    if (screen.view.waiting) return t("title.waiting");
    if (!seat) return "";
    return screen.own.length === 1 && seat.yours ? t("status.yours") : t("status.turn", { who: seatName(seat) });
  }

  /**
   * Another level for the next game; null offers none.
   * @param {number | null} level
   */
  offer(level) {
    this.next.hidden = level === null;
    if (level === null) return;
    const { view, own } = this.screen;
    const text = view.outcome?.places[own[0]] === 1 ? "level.harder" : "level.easier";
    const href = `/#/new/${view.game}`;
    fill(this.next, t(text), " ", h("a.button", { href, onclick: () => take(level) }, t("level.try", { level })));
  }

  /** How it ended, and for whom. @param {import("../protocol/messages.js").OutcomeView | null} outcome */
  result(outcome) {
    if (!outcome) return t("status.over");
    const { view } = this.screen;
    const first = view.seats.filter((seat) => outcome.places?.[seat.seat] === 1);
    const names = new Intl.ListFormat(locale()).format(first.map(seatName));
    // Partners win together; others who are first together share the place.
    const sides = new Set(first.map((seat) => view.teams[view.seats.indexOf(seat)]));
    const won = outcome.drawn
      ? t("status.drawn")
      : view.seats.length < 2 || !first.length
        ? ""
        : sides.size > 1
          ? t("status.shared", { who: names })
          : tn("status.won", first.length, { who: names });
    return `${won} ${outcome.text}`.trim();
  }

  /**
   * The dice as they fell; once it is settled which of them counts for what, as many pips as are left of each.
   * @param {number[]} roll
   * @param {{steps: number, hops: number}[]} [divisions]
   */
  showDice(roll, divisions = []) {
    this.dice.hidden = !roll.length;
    this.dice.setAttribute("aria-label", t("status.roll", { roll: roll.join(", ") }));
    const settled = divisions.length === 1 ? divisions[0] : null;
    const dice = settled
      ? [
          [settled.steps, t("dice.name.steps")],
          [settled.hops, t("dice.name.hops")],
        ]
      : roll.map((value) => [value, ""]);
    if (this.shown === dice.join()) return;
    this.shown = dice.join();
    fill(
      this.dice,
      dice.map(([value, name]) =>
        h(`span.faced${value ? "" : ".used"}`, null, die(Number(value)), name ? h("small", null, name) : null),
      ),
    );
  }

  /**
   * What is left of a roll: once it is settled how it is divided, one line; before that, one choice or the other.
   * @param {{steps: number, hops: number}[]} divisions
   */
  showLeft(divisions) {
    const each = divisions.map(({ steps, hops }) => {
      const parts = [steps && tn("dice.steps", steps), hops && tn("dice.hops", hops)].filter(Boolean);
      return new Intl.ListFormat(locale()).format(/** @type {string[]} */ (parts)) || t("dice.nothing");
    });
    this.left.hidden = !each.length;
    this.left.textContent = each.length
      ? t("dice.left", { what: new Intl.ListFormat(locale(), { type: "disjunction" }).format(each) })
      : "";
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

  /**
   * Something to read, until another position is there: a refusal, a hint, that one is being thought of.
   * @param {string} text
   * @param {string} [kind]
   * @param {import("./play.js").Explained["rule"]} [rule] which it follows from
   */
  say(text, kind = "refusal", rule = null) {
    fill(this.word, text, rule ? [" ", ruleLink(rule, t("rules.new-tab"))] : []);
    this.word.dataset.kind = kind;
  }

  /** What was said in this way is not true any more. @param {string} kind */
  forget(kind) {
    if (this.word.dataset.kind === kind) this.say("");
  }

  /** @param {boolean} up */
  showConnection(up) {
    this.net.textContent = up ? "" : t("live.down");
    this.update();
  }
}
