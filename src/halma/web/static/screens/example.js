// A diagram of the rulebook that can be played: the reader makes the move, the server says whether it is allowed.

import { newBoard } from "../board/board.js";
import { pace } from "../local/memory.js";
import { get, post } from "../protocol/api.js";
import { Play } from "../table/play.js";
import { announce, dialog, fill, h, icon, ruleLink } from "../ui/dom.js";
import { currentLanguage, t } from "../words/words.js";

export class Example {
  /** @param {HTMLElement} figure @param {string} page @param {string} name */
  constructor(figure, page, name) {
    this.figure = figure;
    this.page = page;
    this.name = name;
    this.board = newBoard(pace);
    this.word = h("p.word", { role: "status" });
    this.play = new Play(this.board, {
      move: (move) => this.make(move.text),
      reach: () => undefined,
      explain: ({ text, origin, target }) => this.make(text ?? `${origin}-${target}`),
      ask: (moves) => this.which(moves),
      changed: () => this.buttons?.(),
      say: (text) => this.say(text),
      early: () => this.say(t("play.wait")),
      premovable: () => [],
    });
    // What the book shows is what is to be found out here.
    this.wanted = (figure.dataset.play ?? "").split("; ").filter(Boolean);
    this.refused = (figure.dataset.refuse ?? "").split("; ").filter(Boolean);
  }

  async open() {
    const again = h("button", { type: "button", onclick: () => this.begin() }, icon("again"), t("rules.again"));
    const done = h(
      "button.primary",
      { type: "button", hidden: true, onclick: () => this.press("done") },
      t("act.done"),
    );
    const pass = h(
      "button.primary",
      { type: "button", hidden: true, onclick: () => this.press("pass") },
      t("act.pass"),
    );
    const off = h(
      "button.primary",
      { type: "button", hidden: true, onclick: () => this.play.tap("off") },
      t("act.off"),
    );
    this.buttons = () => {
      done.hidden = !this.play.button("done");
      pass.hidden = !this.play.button("pass");
      off.hidden = !this.play.chosen || !this.play.open.some((move) => move.target === "off");
    };
    const caption = this.figure.querySelector("figcaption p")?.textContent ?? "";
    this.box = dialog(
      t("rules.try"),
      h("div.example", null, h("p", null, caption), this.board, this.word, h("div.row", null, done, pass, off, again)),
      t("dialog.close"),
    );
    await this.begin();
  }

  async begin() {
    try {
      const now = await post("/api/examples", {}, { page: this.page, example: this.name, lang: currentLanguage() });
      if (!this.board.template)
        this.board.setTemplate(
          await get("/api/games/{game}/stage", { ...now.options, game: now.game }),
          t("board.label", { game: this.page }),
        );
      this.board.showTrail([]);
      this.take(now);
      this.say(this.task());
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
  }

  task() {
    if (this.wanted.length) return t("rules.task");
    return this.refused.length ? t("rules.task-refuse") : t("rules.task-free");
  }

  /** @param {import("../protocol/messages.js").Tried} now */
  take(now) {
    this.now = now;
    this.board.setPieces(now.pieces);
    const letter = now.letter ?? now.to_act ?? "A";
    this.play.update(
      now.outcome || !now.to_act
        ? null
        : { moves: now.moves, origins: [], letter, pieces: now.pieces, duty: now.duty, phase: "move" },
    );
    this.board.showMarks([]);
  }

  /** @param {string} text */
  async make(text) {
    if (!this.now) return;
    const { game, options, position } = this.now;
    let then;
    try {
      then = await post("/api/examples", {}, { game, options, position, move: text, lang: currentLanguage() });
    } catch (error) {
      return this.say(/** @type {Error} */ (error).message);
    }
    if (!then.legal) {
      const own = then.refusal?.reason === "same-place" ? t("play.stuck") : then.refusal?.text;
      this.say(own ?? "", own === then.refusal?.text ? then.refusal?.rule : null);
      return this.board.showMarks(then.refusal?.cells ?? []);
    }
    this.play.update(null);
    for (const entry of then.entries) {
      this.board.showTrail(entry.path.length ? [{ path: entry.path, letter: entry.seat }] : []);
      await this.board.play({ path: entry.path, changes: entry.changes ?? {}, captured: entry.captured });
    }
    const shown = this.wanted.some((wanted) => ends(wanted) === ends(text));
    this.take(then);
    this.say(then.outcome?.text ?? (shown ? t("rules.right") : t("rules.allowed")));
  }

  /** @param {string} kind */
  press(kind) {
    const move = this.play.button(kind);
    if (move) this.make(move.text);
  }

  /** @param {import("../table/play.js").Move[]} moves */
  which(moves) {
    const box = dialog(
      t("play.which"),
      h(
        "div.column",
        null,
        moves.map((move) =>
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                box.close();
                this.make(move.text);
              },
            },
            move.path.join(" – "),
            move.captured.length ? ` × ${move.captured.join(", ")}` : "",
          ),
        ),
      ),
      t("dialog.close"),
    );
  }

  /** @param {string} text @param {import("../table/play.js").Explained["rule"]} [rule] which it follows from */
  say(text, rule = null) {
    fill(this.word, text, rule ? [" ", ruleLink(rule, t("rules.new-tab"))] : []);
    announce(text);
  }
}

/** A move by its first and last cell: how it went does not matter. @param {string} text */
function ends(text) {
  const cells = text.split(/[-x]/).filter(Boolean);
  return text.startsWith("@") || text.includes("~") ? text : `${cells[0]}-${cells.at(-1)}`;
}
