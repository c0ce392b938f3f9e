// What people say to each other. It is text, whatever it looks like. Lines that nobody has seen yet are counted on a
// button beside the title, which is in sight on a phone too.

import { sound } from "../local/sound.js";
import { fill, h, icon, toast } from "../ui/dom.js";
import { t, tn } from "../words/words.js";
import { seatName } from "./seats.js";

/** @typedef {import("../protocol/messages.js").ChatLine} Line */

export class Talk {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** How many lines have come, and how many of them were in sight; nothing is known before the first view. */
    this.heard = 0;
    /** @type {number | null} */
    this.seen = null;
    /** A line that is on its way, and the last one that was. @type {string | null} */
    this.sending = null;
    this.sent = "";
    this.lines = h("ol.lines", { role: "log", "aria-label": t("chat.title"), tabindex: "0" });
    this.input = h("input", {
      type: "text",
      maxlength: 300,
      "aria-label": t("chat.say"),
      placeholder: t("chat.say"),
      autocomplete: "off",
    });
    this.form = h(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.say(event) },
      this.input,
      h("button", { type: "submit" }, t("chat.send")),
    );
    this.element = h(
      "details.talk",
      { hidden: true },
      h("summary", null, h("h2", null, t("chat.title"))),
      this.lines,
      this.form,
    );
    this.badge = h("span.badge", { "aria-hidden": "true", hidden: true });
    this.button = h(
      "button.quiet.chat",
      { type: "button", "data-action": "chat", hidden: true, onclick: () => this.show() },
      icon("chat"),
      this.badge,
    );
    this.visible = false;
    this.visibility = new IntersectionObserver((entries) => {
      this.visible = entries.at(-1)?.isIntersecting ?? false;
      this.count();
    });
    this.visibility.observe(this.form);
    this.look = () => this.count();
    document.addEventListener("visibilitychange", this.look);
  }

  leave() {
    this.visibility.disconnect();
    document.removeEventListener("visibilitychange", this.look);
  }

  update() {
    const { view } = this.screen;
    const people = view.seats.filter((seat) => seat.kind === "link").length;
    this.element.hidden = view.chat_on === false || !people;
    this.button.hidden = this.element.hidden;
    this.count();
  }

  /** Open the chat where it is seen. */
  show() {
    this.element.open = true;
    this.element.scrollIntoView({ block: "end" });
    this.lines.scrollTop = this.lines.scrollHeight;
    this.input.focus({ preventScroll: true });
  }

  /** Say on the button how many lines are waiting. */
  count() {
    if (this.visible && !document.hidden) this.seen = this.heard;
    const unread = this.heard - (this.seen ?? this.heard);
    this.badge.hidden = !unread;
    this.badge.textContent = String(unread);
    const label = unread ? tn("chat.unread", unread) : t("chat.title");
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
  }

  /** All lines, at the beginning and after the connection was lost. @param {Line[]} said */
  replace(said) {
    fill(
      this.lines,
      said.map((line) => this.line(line)),
    );
    const heard = (said.at(-1)?.number ?? -1) + 1;
    this.seen ??= heard;
    // The line that was on its way when the connection was lost may have arrived.
    const fresh = Math.max(0, heard - this.heard);
    const own = said.slice(said.length - fresh).some((line) => this.isOwn(line) && line.text === this.sending);
    this.heard = heard;
    if (own) this.said();
    this.sending = null;
    this.count();
  }

  /** Whether a line comes from here; spectators have no seat to tell by. @param {Line} line */
  isOwn(line) {
    return line.seat ? this.screen.own.includes(line.seat) : line.text === this.sent;
  }

  /** @param {Line} line */
  hear(line) {
    if (line.number < this.heard) return;
    this.heard = line.number + 1;
    this.lines.append(this.line(line));
    this.lines.scrollTop = this.lines.scrollHeight;
    // Beside the board there is room for it; below it, the button counts.
    if (matchMedia("(min-width: 900px)").matches) this.element.open = true;
    if (this.isOwn(line)) this.seen = this.heard;
    else sound("chat");
    this.count();
  }

  /** @param {Line} line */
  line(line) {
    const seat = this.screen.seat(line.seat);
    return h(
      "li",
      { "data-seat": line.seat },
      h("b", null, line.name || (seat ? seatName(seat) : t("chat.spectator"))),
      " ",
      line.text,
    );
  }

  /** @param {Event} event */
  say(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text || this.sending !== null) return;
    if (this.screen.send({ type: "chat", text })) this.sending = this.sent = text;
  }

  /** The line that was sent has been taken: it leaves the field, unless something else was typed meanwhile. */
  said() {
    if (this.input.value.trim() === this.sending) this.input.value = "";
    this.sending = null;
  }

  /** The line stays where it is, to be sent again. @param {string} text */
  refused(text) {
    this.sending = null;
    toast(text, "error");
  }
}
