// What can be done at a table besides moving a piece: help, taking back, offers, sharing, another game.

import { holdSeat, tokensOf } from "../local/memory.js";
import { post } from "../protocol/api.js";
import { h, icon, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { t } from "../words/words.js";
import { showAnalysis } from "./analysis.js";
import { openMore, openShare } from "./dialogs.js";
import { fold } from "./fold.js";
import { isTaken, offerToWatch, takeSeat } from "./join.js";
import { seatName } from "./seats.js";

/** @typedef {import("../ui/dom.js").IconName} IconName */

export class Actions {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    const button = (
      /** @type {string} */ name,
      /** @type {() => void} */ act,
      /** @type {IconName | null} */ sign = null,
      kind = "button",
    ) =>
      h(
        kind,
        { type: "button", "data-action": name, onclick: act, hidden: true },
        sign && icon(sign),
        h("span", null, t(`act.${name}`)),
      );
    const small = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {IconName} */ sign) =>
      h(
        "button.quiet",
        { type: "button", "data-action": name, "aria-label": t(`act.${name}`), title: t(`act.${name}`), onclick: act },
        icon(sign),
      );
    this.buttons = {
      confirm: button("confirm", () => this.confirm(), "check", "button.primary"),
      cancel: button("cancel", () => screen.play.cancel(), "close"),
      stop: button("stop", () => screen.play.tap(screen.play.way.at(-1) ?? ""), "check", "button.primary"),
      done: button("done", () => this.play("done"), "check", "button.primary"),
      pass: button("pass", () => this.play("pass"), "next", "button.primary"),
      off: button("off", () => screen.play.tap("off"), "next", "button.primary"),
      accept: button("accept", () => this.answer(true), "check", "button.primary"),
      decline: button("decline", () => this.answer(false), "close"),
      withdraw: button("withdraw", () => this.answer(false), "close"),
      hint: button("hint", () => this.hint(), "hint"),
      undo: button("undo", () => screen.send({ type: "undo", ply: screen.view.ply }), "undo"),
      redo: button("redo", () => screen.send({ type: "redo", ply: screen.view.ply }), "redo"),
      rematch: button("rematch", () => this.rematch(), "again", "button.primary"),
      follow: button("follow", () => this.follow(), "play", "button.primary"),
      back: button("back", () => screen.send({ type: "back", seat: this.away }), "play", "button.primary"),
      join: button("join", () => this.join(), "play", "button.primary"),
      analysis: button("analysis", () => showAnalysis(screen), "look"),
    };
    this.tools = [
      small("turn", () => screen.boardController.turn(), "turn"),
      small("share", () => openShare(screen), "share"),
      small("more", () => openMore(screen), "menu"),
    ];
    this.input = h("input", {
      type: "text",
      id: "typed",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 400,
      placeholder: t("type.example"),
      "aria-label": t("type.label"),
      "aria-describedby": "typed-help",
    });
    this.typing = fold(
      "typing",
      t("type.label"),
      h(
        "form.typed",
        { onsubmit: (/** @type {Event} */ event) => this.typed(event) },
        this.input,
        h("button", { type: "submit" }, t("type.play")),
        h("small", { id: "typed-help" }, t("type.help")),
      ),
    );
    // These belong to the end of a game.
    const { rematch, follow, analysis, ...during } = this.buttons;
    this.offer = h("p.offer", { role: "status" });
    this.element = h(
      "section.actions",
      { "aria-label": t("act.label") },
      this.offer,
      h("div.row", null, Object.values(during)),
      this.typing,
    );
  }

  update() {
    const { screen } = this;
    const { view, play } = screen;
    const following = screen.boardController.following;
    const acting = screen.acting && following;
    const mine = screen.own.length > 0;
    const offer = view.offer ?? null;
    const playing = view.seats.filter(({ yours, gone }) => yours && (gone === null || gone === "time"));
    const asked = offer !== null && !screen.over && playing.some(({ seat }) => !offer.agreed.includes(seat));
    this.offered = offer;
    this.offer.textContent = this.offerText(asked);
    const chained =
      acting &&
      play.way.length > 1 &&
      play.open.some((move) => move.target === play.way.at(-1) && move.path.length === play.way.length);
    this.show({
      confirm: acting && play.waiting,
      cancel: acting && (play.waiting || play.way.length > 1),
      stop: chained && !play.waiting,
      done: acting && play.button("done"),
      pass: acting && play.button("pass"),
      off: acting && !play.waiting && play.chosen && play.open.some((move) => move.target === "off"),
      accept: asked,
      decline: asked,
      withdraw: offer && !screen.over && screen.own.includes(offer.seat),
      hint: acting && view.hints !== false,
      undo: following && view.can_undo,
      redo: following && view.can_redo,
      rematch: screen.over && mine && !view.rematch,
      follow: Boolean(view.rematch),
      back: view.can_come_back,
      join: !mine && view.public && view.seats.some((seat) => seat.kind === "link" && seat.joined === false),
      analysis: screen.over && view.seats.length > 1,
    });
    this.typing.hidden = !acting;
    // Where there is nothing to do there is nothing to see.
    const { rematch, follow, analysis, ...during } = this.buttons;
    this.element.hidden = !acting && !this.offer.textContent && Object.values(during).every((button) => button.hidden);
  }

  /** What is offered, or what became of the own offer. @param {boolean} asked whether the viewer has to answer */
  offerText(asked) {
    const { screen } = this;
    const { offer, declined } = screen.view;
    const who = (/** @type {string} */ seat) => ({ who: seatName(screen.seat(seat)) });
    if (asked && offer) return t(`offer.${offer.what}`, who(offer.seat));
    if (offer && screen.own.length) return t("offer.sent");
    const refused = (declined ?? [])
      .filter((each) => screen.own.includes(each.seat) && !screen.own.includes(each.by))
      .at(-1);
    if (refused) return t(`declined.${refused.what}`, who(refused.by));
    return screen.view.can_come_back ? t("seat.come-back") : "";
  }

  /** The own seat that a computer plays because its time ran out. */
  get away() {
    return this.screen.view.seats.find((seat) => seat.yours && seat.gone === "time")?.seat;
  }

  /** @param {Record<string, any>} wanted */
  show(wanted) {
    for (const [name, button] of Object.entries(this.buttons)) button.hidden = !wanted[name];
  }

  confirm() {
    const { waiting } = this.screen.play;
    if (waiting) this.screen.play.commit(waiting);
  }

  /** @param {string} kind */
  play(kind) {
    const move = this.screen.play.button(kind);
    if (move) this.screen.move(move.text);
  }

  /** @param {boolean} accept */
  answer(accept) {
    if (this.offered) this.screen.send({ type: "answer", what: this.offered.what, accept });
  }

  hint() {
    this.buttons.hint.disabled = true;
    if (!this.screen.send({ type: "hint" })) return this.hinted();
    this.screen.status.say(t("hint.thinking"), "thinking");
  }

  hinted() {
    this.buttons.hint.disabled = false;
  }

  /** Letters typed on the board begin a move. @param {KeyboardEvent} event */
  begun(event) {
    if (this.typing.hidden || event.altKey || event.ctrlKey || event.metaKey || !/^[a-z@]$/.test(event.key)) return;
    event.preventDefault();
    this.typing.open = true;
    this.input.value = event.key;
    this.input.focus();
  }

  /** @param {Event} event */
  typed(event) {
    event.preventDefault();
    const text = this.input.value
      .trim()
      .toLowerCase()
      .replace(/\s*([,~-])\s*/g, "$1")
      .replace(/\s+/g, "-");
    if (text) this.screen.move(text);
    this.input.value = "";
  }

  async rematch() {
    const { table, token } = this.screen;
    try {
      const made = await post("/api/tables/{table}/rematch", { table }, {}, token);
      this.goOn(made.table, made.links);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** Go on to the rematch somebody has set up. */
  async follow() {
    const { rematch } = this.screen.view;
    if (rematch) this.goOn(rematch);
  }

  /**
   * The secrets of this table open the seats of the next one.
   * @param {string} table
   * @param {{seat: string, token: string}[]} [links] for the seats of those who have left
   */
  goOn(table, links) {
    const known = { name: this.screen.view.name, ...(links && { links }) };
    for (const token of [...tokensOf(this.screen.table)].reverse()) holdSeat(table, token, known);
    go(`/t/${table}`);
  }

  async join() {
    try {
      await takeSeat(this.screen.table, undefined, { name: this.screen.view.name });
      this.screen.live.renew();
    } catch (error) {
      if (isTaken(error)) offerToWatch(error);
      else toast(/** @type {Error} */ (error).message, "error");
    }
  }
}
