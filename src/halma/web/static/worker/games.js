// The games by their files: options settled as the catalogue says, and the compiled rules of every choice.

import { CellNames } from "./notation.js";
import { Refused } from "./refused.js";

/** @typedef {string | number | boolean} OptionValue */
/** @typedef {Record<string, OptionValue>} Options */
/**
 * @typedef {object} OptionData
 * @property {string} name
 * @property {OptionValue} default
 * @property {OptionValue[]} values
 * @property {boolean} rules whether it changes the rules
 * @property {boolean} picks whether asking for it picks the first format that takes it
 */
/**
 * @typedef {object} FormatData
 * @property {string} edition
 * @property {number} players
 * @property {number} pieces
 * @property {boolean} teams
 * @property {OptionData[]} options
 * @property {number[]} rulesets for every choice of the options that change rules, the last of them running fastest
 */
/**
 * @typedef {[base: number, eachTurn: number, power: number, trust: number]} Curve what a lead says in a game
 */
/**
 * @typedef {object} RulesetData
 * @property {number[]} parts
 * @property {number} board
 * @property {string} kinds
 * @property {string} letters
 * @property {number[]} teams
 * @property {number} dice
 * @property {boolean} chance
 * @property {number} clauses
 * @property {Record<string, string>} templates
 * @property {string} picture
 * @property {Curve | null} curve
 */
/**
 * @typedef {object} GameData
 * @property {string} id
 * @property {string} edition
 * @property {FormatData[]} formats
 * @property {RulesetData[]} rulesets
 * @property {{id: string, names: string[]}[]} boards
 * @property {Record<string, [string, string]>[]} clauses
 * @property {number[][]} parts
 */

const SIZE = /** @type {const} */ (["players", "pieces", "teams"]);
export const FIRST = "first";
export const LOT = "lot";

/** A choice with everything settled, and the rules it leads to. */
export class Choice {
  /** @param {GameData} game @param {FormatData} format @param {Options} options @param {number} place */
  constructor(game, format, options, place) {
    this.game = game;
    this.format = format;
    /** Every settled option except switches that are off. */
    this.options = options;
    /** The number of the choice among those of its format. */
    this.place = place;
    this.key = `${game.id} ${format.rulesets[place]}`;
    this.rules = game.rulesets[format.rulesets[place]];
    const board = game.boards[this.rules.board];
    this.board = board.id;
    this.cells = new CellNames(board.names);
    this.clauses = game.clauses[this.rules.clauses];
    this.seats = "ABCDEF".slice(0, format.players);
  }

  /** The rules as the kernel reads them. */
  numbers() {
    return this.rules.parts.flatMap((part) => this.game.parts[part]);
  }

  /** The number of the seat that begins. */
  get first() {
    return Math.max(0, this.seats.indexOf(String(this.options[FIRST] ?? "A")));
  }

  /** The same with somebody in particular to begin. @param {string} seat */
  starting(seat) {
    if (!(FIRST in this.options)) return this;
    return new Choice(this.game, this.format, { ...this.options, [FIRST]: seat }, this.place);
  }
}

/**
 * Settle the options: what is given, then what counts where nothing is said.
 * @param {GameData} game
 * @param {Options} given
 * @returns {Choice}
 */
export function choose(game, given) {
  const asked = new Map(Object.entries(given).filter(([, value]) => value !== null && value !== false));
  const edition = asked.get("edition") ?? game.edition;
  asked.delete("edition");
  const fitting = game.formats.filter(
    (format) =>
      format.edition === edition && SIZE.every((name) => !asked.has(name) || format[name] === asked.get(name)),
  );
  for (const name of SIZE) asked.delete(name);
  const takes = (/** @type {FormatData} */ format, /** @type {string} */ name) =>
    format.options.some((option) => option.name === name && option.values.includes(asked.get(name) ?? false));
  const picking = game.formats.flatMap(({ options }) => options.filter(({ picks }) => picks).map(({ name }) => name));
  const picked = picking.filter((name) => asked.has(name));
  const format = fitting.find((each) => picked.every((name) => takes(each, name))) ?? fitting[0];
  if (!format) throw new Refused("no-choice", 422);
  /** @type {Options} */
  const settled = { edition: format.edition };
  for (const name of SIZE) settled[name] = format[name];
  let place = 0;
  for (const { name, default: usual, values, rules } of format.options) {
    const value = asked.get(name) ?? usual;
    const digit = values.indexOf(value);
    asked.delete(name);
    if (digit < 0) throw new Refused("no-choice", 422);
    if (rules) place = place * values.length + digit;
    settled[name] = value;
  }
  if (asked.size) throw new Refused("no-choice", 422);
  const named = Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== false));
  return new Choice(game, format, named, place);
}
