// A move that is chosen before it is one's turn, in games by the clock; it is played as soon as it may be.

import { t } from "../words/words.js";

export class Premove {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {string | null} */
    this.origin = null;
    /** @type {string | null} */
    this.target = null;
  }

  /** Whether moves are chosen in advance here: one person, one seat, and time that runs by the second. */
  get offered() {
    const { view, own, over, acting, boardController } = this.screen;
    const quick = view.clock !== null && view.clock.kind !== "correspondence";
    return quick && own.length === 1 && !over && !acting && !view.waiting && boardController.following;
  }

  /** The own pieces. */
  get pieces() {
    if (!this.offered) return [];
    const letter = this.screen.letter(this.screen.own[0]);
    const { pieces } = this.screen.view;
    return Object.keys(pieces).filter((cell) => pieces[cell].toUpperCase() === letter);
  }

  /** @param {string} cell */
  tap(cell) {
    const { status } = this.screen;
    if (this.pieces.includes(cell)) {
      this.target = null;
      this.origin = this.origin === cell ? null : cell;
    } else if (this.origin) this.target = cell;
    else return status.say(t(this.screen.over ? "status.over" : "play.wait"));
    status.say(this.target ? t("premove.set") : "", "thinking");
    this.show();
  }

  /** Nothing is to be played in advance. */
  drop() {
    if (!this.origin) return;
    this.origin = this.target = null;
    this.screen.status.say("");
    this.show();
  }

  show() {
    const { board } = this.screen;
    const letter = this.screen.letter(this.screen.own[0]);
    const { origin, target } = this;
    board.showChosen(origin, origin && target ? { path: [origin, target], letter } : null);
    board.showReach(target ? [{ cell: target, look: this.screen.view.pieces[target] ? "meet" : "reach" }] : [], letter);
  }

  /** It is one's turn: what was chosen is played if it is allowed. */
  play() {
    const { screen, origin, target } = this;
    this.origin = this.target = null;
    if (!origin || !target || !screen.acting) return;
    const fitting = (screen.view.moves ?? []).filter((move) => move.origin === origin && move.target === target);
    if (fitting.length) screen.move(fitting[0].text, fitting[0]);
    else screen.status.say(t("premove.dropped"));
  }
}
