// Texts in the reader's language, from the same catalogues as those of the page.

import { dataFile } from "../offline/files.js";

/** @typedef {import("../protocol/messages.js").GameView} GameView */
/** @typedef {import("./games.js").Choice} Choice */
/** @typedef {{tasks: Record<string, string>, holders: Record<string, string>}} PuzzleTexts */

export class Words {
  /**
   * @param {string} language
   * @param {Record<string, string | string[]>} texts
   * @param {GameView[]} games
   * @param {Record<string, string[][]>} labels
   * @param {PuzzleTexts} puzzles
   * @param {Record<string, string>} reasons
   */
  constructor(language, texts, games, labels, puzzles, reasons) {
    this.language = language;
    this.texts = texts;
    this.games = new Map(games.map((game) => [game.id, game]));
    this.labels = labels;
    this.puzzles = puzzles;
    this.reasons = reasons;
  }

  /** @param {string} language @returns {Promise<Words>} */
  static async of(language) {
    const names = ["words", "games", "labels", "puzzles", "reasons"];
    const files = names.map((name) => dataFile(`${language}/${name}.json`));
    const [{ words }, { games }, labels, puzzles, reasons] = await Promise.all(files);
    return new Words(language, words, games, labels, puzzles, reasons);
  }

  /** @param {string} key @param {Record<string, string | number>} [data] */
  text(key, data = {}) {
    const found = this.texts[key] ?? key;
    return filled(Array.isArray(found) ? found[1] : found, data);
  }

  /** A reason for a move. @param {string} code @param {Record<string, string | number>} [data] */
  reason(code, data = {}) {
    return filled(this.reasons[code], data);
  }

  /** @param {string} id @returns {GameView} */
  game(id) {
    return /** @type {GameView} */ (this.games.get(id));
  }

  /** What was chosen, without what is usual. @param {Choice} choice */
  choice({ game, format, place }) {
    return this.labels[game.id][game.formats.indexOf(format)][place];
  }
}

/** @param {string} template @param {Record<string, string | number>} data */
const filled = (template, data) => template.replace(/\{(\w+)\}/g, (whole, name) => String(data[name] ?? whole));
