// What people say to each other. It is text, whatever it looks like.

import { fill, h } from "./dom.js";
import { seatName } from "./seats.js";
import { t } from "./words.js";

export class Talk {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.lines = h("ol.lines", { role: "log", "aria-label": t("chat.title"), tabindex: "0" });
    this.input = h("input", {
      type: "text",
      maxlength: 300,
      "aria-label": t("chat.say"),
      placeholder: t("chat.say"),
      autocomplete: "off",
    });
    const form = h(
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
      form,
    );
  }

  update() {
    const { view } = this.screen;
    const people = view.seats.filter((/** @type {any} */ seat) => seat.kind === "link").length;
    this.element.hidden = view.chat_on === false || !people;
  }

  /** @param {any[]} said */
  replace(said) {
    fill(
      this.lines,
      said.map((line) => this.line(line)),
    );
  }

  /** @param {any} line */
  hear(line) {
    this.lines.append(this.line(line));
    this.lines.scrollTop = this.lines.scrollHeight;
    this.element.open = true;
  }

  /** @param {any} line */
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
    if (text) this.screen.send({ type: "chat", text });
    this.input.value = "";
  }
}
