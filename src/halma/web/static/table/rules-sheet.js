// The rules beside the board: a sheet that leaves the table in sight, and the game in play.

import { get } from "../protocol/api.js";
import { fill, h, icon } from "../ui/dom.js";
import { currentLanguage, t } from "../words/words.js";

export class RulesSheet {
  /** @param {string} page of the rulebook that it opens with */
  constructor(page) {
    this.page = page;
    /** @type {HTMLElement | null} */
    this.element = null;
    /** Whoever opened it gets the focus back. @type {HTMLElement | null} */
    this.opener = null;
  }

  toggle() {
    if (this.element) return this.close();
    this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
    const close = h(
      "button.quiet",
      { type: "button", "aria-label": t("dialog.close"), title: t("dialog.close"), onclick: () => this.close() },
      icon("close"),
    );
    const whole = h(
      "a.button.quiet",
      { target: "_blank", rel: "noopener", title: t("rules.new-tab"), "aria-label": t("rules.whole") },
      icon("out"),
    );
    this.whole = whole;
    this.text = h("div.rules-text", { tabindex: "0", "aria-label": t("act.rules"), role: "region" });
    this.element = h(
      "aside.rules-sheet",
      { "aria-label": t("act.rules") },
      h("div.head", null, h("h2", null, t("act.rules")), whole, close),
      this.text,
    );
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.element.addEventListener("click", (event) => this.follow(event));
    document.body.append(this.element);
    close.focus();
    return this.show(this.page);
  }

  close() {
    this.element?.remove();
    this.element = null;
    if (this.opener?.isConnected) this.opener.focus();
  }

  /** @param {string} page @param {string} [clause] of the law to begin at */
  async show(page, clause = "") {
    const { element, text } = this;
    this.whole?.setAttribute("href", `/#/rules/${page}`);
    try {
      const found = await get("/api/rules/{page}", { page, lang: currentLanguage() });
      if (this.element !== element || !text) return;
      const reading = text.contains(document.activeElement);
      // A fragment of the rulebook, written and escaped by our own server.
      text.innerHTML = found.html;
      for (const drawing of text.querySelectorAll("figure.diagram svg")) {
        drawing.setAttribute("role", "img");
        const caption = drawing.closest("figure")?.querySelector("figcaption p")?.textContent ?? "";
        drawing.setAttribute("aria-label", caption);
      }
      text.scrollTop = 0;
      // The link that was followed is gone.
      if (reading) text.focus();
      if (clause) text.querySelector(`[data-clause="${CSS.escape(clause)}"]`)?.scrollIntoView();
    } catch (error) {
      if (this.element === element && text) fill(text, h("p", null, /** @type {Error} */ (error).message));
    }
  }

  /** Links to other pages of the rulebook open in the sheet. @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[href]");
    const [, page, clause] = /^#\/rules\/([\w-]+)\/?([\w.-]*)$/.exec(link?.getAttribute("href") ?? "") ?? [];
    if (!page || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.show(page, clause);
  }
}
