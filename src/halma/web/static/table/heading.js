// What is played here: the game, what it is about in one line, by which options, and who watches.

import { remember } from "../local/memory.js";
import { h, icon } from "../ui/dom.js";
import { t, tn } from "../words/words.js";
import { RulesSheet } from "./rules-sheet.js";

export class Heading {
  /** @param {import("./table.js").TableScreen} screen @param {Node[]} tools */
  constructor(screen, tools) {
    this.screen = screen;
    const { view } = screen;
    this.rules = new RulesSheet(view.game);
    const title = h(
      "div.title",
      null,
      h("h1", null, view.name),
      h(
        "button.quiet",
        {
          type: "button",
          "data-action": "rules",
          "aria-label": t("act.rules"),
          title: t("act.rules"),
          onclick: () => this.rules.toggle(),
        },
        icon("book"),
      ),
      tools,
    );
    this.watching = h("p.chosen.watching");
    this.element = h(
      "section.people",
      { "aria-label": t("heading.label") },
      title,
      view.goal ? h("p.goal", null, view.goal) : null,
      view.choice_text ? h("p.chosen", null, view.choice_text) : null,
      this.watching,
    );
  }

  update() {
    const { view, own } = this.screen;
    const watched = view.spectators ? tn("seats.watching", view.spectators) : "";
    // A spectator counts too, and is told so on every screen.
    const seated = own.length > 0;
    this.watching.classList.toggle("told", !seated);
    this.watching.textContent = seated
      ? watched
      : `${t("seats.spectator")} ${view.spectators > 1 ? watched : ""}`.trim();
  }

  /** Ask the viewer for a name, in passing: the game goes on meanwhile. */
  askName() {
    const name = h("input", { type: "text", maxlength: 30, "aria-label": t("act.name"), placeholder: t("act.name") });
    const form = h(
      "form.greeting",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const given = name.value.trim();
          if (given) {
            remember("name", given);
            this.screen.send({ type: "name", name: given, seat: this.screen.own[0] });
          }
          form.remove();
        },
      },
      h("p", null, t("join.name")),
      h("span.row", null, name, h("button.primary", { type: "submit" }, t("act.save"))),
    );
    this.element.append(form);
  }

  leave() {
    this.rules.close();
  }
}
