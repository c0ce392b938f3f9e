// A new game: how many play, who sits where, and by which rules. Everything has a default, so one tap begins.

import { change, recall, remember, settings } from "../local/memory.js";
import { alone } from "../offline/offline.js";
import { address } from "../protocol/api.js";
import { field, select, toggle } from "../ui/controls.js";
import { fill, h, icon, piece, toast } from "../ui/dom.js";
import { t } from "../words/words.js";
import { game as find } from "./catalogue.js";
import { setUpTable } from "./new-table.js";

/** @typedef {import("./catalogue.js").Game} Game */
/** @typedef {import("./catalogue.js").Option} Option */
/** @typedef {import("./catalogue.js").Format} Format */
/** @typedef {{public: boolean, chat: boolean, hints: boolean | null, clock: string, minutes: number, seconds: number,
 *   fate: Fate}} More */
/** @typedef {NonNullable<import("../protocol/messages.js").NewTable["fate"]>} Fate */
/** @typedef {{kind: "here" | "link" | "computer", level: number, name: string}} Seat */

const SEATS = "ABCDEF";
// What tells the formats of a game apart.
const SIZE = /** @type {const} */ (["players", "pieces", "teams"]);
// Invitations need a server.
const PRESETS = /** @type {("computer" | "here" | "link")[]} */ (
  alone ? ["computer", "here"] : ["computer", "here", "link"]
);
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
// Clocks in plain words: kind, seconds, increment.
/** @type {Record<string, import("../protocol/messages.js").ClockSetting | null>} */
const CLOCKS = {
  none: null,
  move: { kind: "move", seconds: 60, increment: 0 },
  quick: { kind: "fischer", seconds: 300, increment: 5 },
  slow: { kind: "fischer", seconds: 1200, increment: 15 },
  day: { kind: "correspondence", seconds: 259200, increment: 0 },
};

/** @param {string} id */
export async function setupScreen(id) {
  const game = await find(id);
  return { title: game.name, element: new Setup(game).element };
}

/** A value of an option as it stands in an address. @param {Option} option @param {string} text */
function read(option, text) {
  if (option.kind === "flag") return text.toLowerCase() === "true";
  return option.kind === "number" ? Number(text) : text;
}

class Setup {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Record<string, any>} */
    this.options = {};
    this.edition = String(game.editions[0]?.value ?? "");
    this.format = this.formats[0];
    this.prefer(new URLSearchParams(location.search));
    /** @type {Seat[]} */
    this.seats = [];
    this.manner = recall("manner", "computer");
    if (!PRESETS.includes(this.manner)) this.manner = "computer";
    /** @type {More} */
    this.more = { public: false, chat: true, hints: null, clock: "none", minutes: 10, seconds: 10, fate: "computer" };
    this.element = h("div.setup");
    this.sit();
    this.render();
  }

  /** Take over what the address asks for, as far as the game knows it. @param {URLSearchParams} asked */
  prefer(asked) {
    if (asked.get("game") !== this.game.id) return;
    const edition = asked.get("edition");
    if (edition !== null && this.game.editions.some(({ value }) => value === edition)) this.edition = edition;
    for (const option of this.game.options) {
      const value = asked.get(option.name);
      if (value !== null) this.options[option.name] = read(option, value);
    }
    const sized = (/** @type {Format} */ form) =>
      SIZE.every((name) => !asked.has(name) || String(form[name]) === asked.get(name)?.toLowerCase());
    const fits = (/** @type {Format} */ form) =>
      sized(form) && this.game.options.every((option) => !asked.has(option.name) || this.takes(option, form));
    this.format = this.formats.find(fits) ?? this.formats.find(sized) ?? this.formats[0];
  }

  /** The numbers of players and pieces of the edition. */
  get formats() {
    return this.game.formats.filter((form) => !form.editions || form.editions.includes(this.edition));
  }

  get players() {
    return this.format.players;
  }

  /** Fill the seats as the chosen manner has it, keeping what was set by hand. */
  sit() {
    const fresh = (/** @type {number} */ number) => ({
      kind: number === 0 ? "here" : this.manner,
      level: settings().level,
      name: number === 0 ? recall("name", "") : "",
    });
    this.seats = Array.from(
      { length: this.players },
      (_, number) => this.seats[number] ?? /** @type {Seat} */ (fresh(number)),
    );
  }

  /** @param {"computer" | "here" | "link"} manner */
  choose(manner) {
    this.manner = manner;
    remember("manner", manner);
    this.seats = [];
    this.sit();
    this.render();
  }

  render() {
    const focused = document.activeElement?.id;
    // As it stands on the screen now: the browser tells of a change only later, perhaps too late.
    this.opened =
      /** @type {HTMLDetailsElement | null} */ (this.element.querySelector("details.sheet"))?.open ?? this.opened;
    fill(this.element, this.heading(), this.people(), this.rules(), this.extras());
    if (focused) document.getElementById(focused)?.focus();
  }

  heading() {
    const { game } = this;
    const start = h(
      "button.primary.begin",
      { type: "button", id: "begin", onclick: () => this.begin() },
      icon("play"),
      t("setup.begin"),
    );
    return h(
      "section.sheet.intro",
      null,
      h("img.preview", { src: this.picture(), alt: t("setup.picture", { game: game.name }), width: 320, height: 320 }),
      h(
        "div",
        null,
        h("h1", null, game.name),
        h("p.summary", null, game.summary),
        h("p.facts", null, game.facts),
        h("p", null, h("a", { href: `/#/rules/${game.id}` }, icon("book"), t("setup.rules"))),
        game.players.length === 1 && game.players[0] === 1 ? null : this.presets(),
        start,
      ),
    );
  }

  picture() {
    return address("/api/games/{game}/picture.svg", { ...this.chosenOptions(), game: this.game.id });
  }

  presets() {
    return h(
      "fieldset.chips.presets",
      null,
      h("legend", null, t("setup.manner")),
      PRESETS.map((manner) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            id: `manner-${manner}`,
            name: "manner",
            value: manner,
            checked: this.manner === manner,
            onchange: () => this.choose(manner),
          }),
          h("span", null, t(`setup.manner.${manner}`)),
        ),
      ),
    );
  }

  // ---- seats ------------------------------------------------------------------------------------------

  people() {
    return h(
      "section.sheet",
      null,
      h("h2", null, t("setup.players")),
      this.formats.length > 1 ? this.formatChips() : null,
      h(
        "ol.seats",
        null,
        this.seats.map((seat, number) => this.seat(seat, number)),
      ),
    );
  }

  /** Few formats are chips, many a list. */
  formatChips() {
    if (this.formats.length > 3) {
      const values = this.formats.map((form, number) => ({ value: number, label: this.formatText(form) }));
      return field(
        t("setup.size"),
        select("format", values, this.formats.indexOf(this.format), (number) => this.take(this.formats[number])),
      );
    }
    return h(
      "fieldset.chips",
      null,
      h("legend.unseen", null, t("setup.players")),
      this.formats.map((form, number) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            id: `format-${number}`,
            name: "format",
            checked: form === this.format,
            onchange: () => this.take(form),
          }),
          h("span", null, this.formatText(form)),
        ),
      ),
    );
  }

  /** @param {Format} form */
  formatText(form) {
    const more = [form.teams && t("setup.teams"), form.homes > 1 && t("setup.two-colours")].filter(Boolean).join(", ");
    return more ? `${form.size} (${more})` : form.size;
  }

  /** @param {Format} form */
  take(form) {
    this.format = form;
    this.seats.length = Math.min(this.seats.length, form.players);
    this.sit();
    this.render();
  }

  /** @param {Seat} seat @param {number} number */
  seat(seat, number) {
    const letter = SEATS[number];
    const smaller = this.formats
      .filter((form) => form.players < this.players)
      .sort((one, two) => two.players - one.players)[0];
    const kinds = ["here", ...(alone ? [] : ["link"]), "computer", ...(smaller ? ["empty"] : [])];
    const kind = h(
      "select",
      {
        id: `kind-${letter}-select`,
        "aria-label": t("setup.who", { seat: this.colour(letter) }),
        onchange: (/** @type {any} */ event) => {
          if (event.target.value === "empty") {
            this.seats.splice(number, 1);
            return this.take(smaller);
          }
          seat.kind = event.target.value;
          this.render();
        },
      },
      kinds.map((each) => h("option", { value: each, selected: seat.kind === each }, t(`seat.${each}`))),
    );
    const level = h(
      "select",
      {
        id: `level-${letter}`,
        "aria-label": t("setup.level"),
        onchange: (/** @type {any} */ event) => {
          seat.level = Number(event.target.value);
          change({ level: seat.level });
        },
      },
      LEVELS.map((each) => h("option", { value: each, selected: seat.level === each }, t(`level.${each}`))),
    );
    const name = h("input", {
      id: `name-${letter}`,
      type: "text",
      maxlength: 30,
      value: seat.name,
      placeholder: this.colour(letter),
      "aria-label": t("setup.name", { seat: this.colour(letter) }),
      autocomplete: "off",
      oninput: (/** @type {any} */ event) => (seat.name = event.target.value),
    });
    return h(
      "li",
      null,
      piece(letter),
      kind,
      seat.kind === "computer" ? level : seat.kind === "here" ? name : h("span.note", null, t("setup.link-later")),
    );
  }

  /** @param {string} letter */
  colour(letter) {
    return this.game.parts[SEATS.indexOf(letter)] ?? t(`colour.${letter}`);
  }

  // ---- rules ------------------------------------------------------------------------------------------

  rules() {
    const shown = this.game.options.filter((option) => this.applies(option));
    const edition =
      this.game.editions.length > 1
        ? field(
            t("setup.edition"),
            select("edition", this.game.editions, this.edition, (value) => this.changeEdition(String(value))),
          )
        : null;
    if (!edition && !shown.length) return null;
    return h(
      "details.sheet",
      { open: this.opened ?? false },
      h("summary", null, h("h2", null, t("setup.options"))),
      edition,
      shown.map((option) => this.option(option)),
    );
  }

  /**
   * What counts in a format of the edition if nothing is chosen; null if it does not have the option.
   * @param {Option} option
   */
  usual(option, form = this.format) {
    return option.defaults?.[this.edition]?.[this.game.formats.indexOf(form)] ?? null;
  }

  /** Whether the format has an option. @param {Option} option */
  applies(option) {
    return this.usual(option) !== null;
  }

  /** The values of an option that a format takes. @param {Option} option */
  values(option, form = this.format) {
    const number = this.game.formats.indexOf(form);
    return option.values.filter(({ formats }) => !formats?.length || formats.includes(number));
  }

  /** Whether a format takes what is chosen. @param {Option} option @param {Format} form */
  takes(option, form) {
    const value = this.options[option.name];
    if (this.usual(option, form) === null) return false;
    if (option.kind === "number") return value >= (option.least ?? value) && value <= (option.most ?? value);
    return option.kind === "flag" || option.open || this.values(option, form).some((each) => each.value === value);
  }

  /**
   * The value of an option: what is chosen if the format takes it, otherwise what is usual there.
   * @param {Option} option
   */
  value(option) {
    const chosen = this.options[option.name];
    return chosen !== undefined && chosen !== "" && this.takes(option, this.format) ? chosen : this.usual(option);
  }

  /** What the editions see differently is the new edition's again. @param {string} edition */
  changeEdition(edition) {
    const before = new Map(this.game.options.map((option) => [option.name, this.usual(option)]));
    this.edition = edition;
    const same = this.formats.find(
      (form) => form.players === this.format.players && form.pieces === this.format.pieces,
    );
    this.take(same ?? this.formats[0]);
    for (const option of this.game.options) {
      if (this.usual(option) !== before.get(option.name)) delete this.options[option.name];
    }
    this.render();
  }

  /** @param {Option} option */
  option(option) {
    const value = this.value(option);
    const set = (/** @type {any} */ given) => {
      this.options[option.name] = given;
      this.render();
    };
    if (option.kind === "flag") {
      return toggle({ id: `option-${option.name}` }, Boolean(value), option.label, option.help ?? "", set);
    }
    const control =
      option.kind === "number" || !option.values?.length
        ? h("input", {
            id: `option-${option.name}`,
            type: option.kind === "number" ? "number" : "text",
            min: option.least,
            max: option.most,
            value: value ?? "",
            onchange: (/** @type {any} */ event) =>
              set(option.kind === "number" ? Number(event.target.value) : event.target.value),
          })
        : select(`option-${option.name}`, this.values(option), value, set);
    return field(option.label, control, option.help);
  }

  extras() {
    const flag = (/** @type {"public" | "chat"} */ name) =>
      toggle({ id: `more-${name}` }, this.more[name], t(`setup.${name}`), t(`setup.${name}.help`), (on) => {
        this.more[name] = on;
      });
    /**
     * @template {"clock" | "fate"} Name
     * @param {Name} name
     * @param {More[Name][]} values
     */
    const pick = (name, values) =>
      field(
        t(`setup.${name}`),
        select(
          `more-${name}`,
          values.map((value) => ({ value, label: t(`setup.${name}.${value}`) })),
          this.more[name],
          (value) => {
            this.more[name] = value;
            this.render();
          },
        ),
      );
    // As long as nobody has chosen it, the server's own rule holds: no hints by the clock between several screens.
    const links = this.seats.filter((seat) => seat.kind === "link").length;
    const several = links + Number(this.seats.some((seat) => seat.kind === "here")) > 1;
    const hints = this.more.hints ?? (this.more.clock === "none" || !several);
    if (!this.seats.some((seat) => seat.kind === "link")) return null;
    return h(
      "section.sheet",
      null,
      h("h2", null, t("setup.others")),
      flag("public"),
      flag("chat"),
      toggle({ id: "more-hints" }, hints, t("setup.hints"), t("setup.hints.help"), (on) => {
        this.more.hints = on;
      }),
      pick("clock", [...Object.keys(CLOCKS), "own", "own-move"]),
      this.ownClock(),
      pick("fate", ["computer", "skip", "forfeit"]),
    );
  }

  /** The clock as it was chosen. @returns {import("../protocol/messages.js").ClockSetting | null} */
  clock() {
    const { clock, minutes, seconds } = this.more;
    if (clock === "own") return { kind: "fischer", seconds: Math.round(minutes * 60), increment: seconds };
    if (clock === "own-move") return { kind: "move", seconds: Math.max(1, seconds), increment: 0 };
    return CLOCKS[clock];
  }

  /** Any time one likes. */
  ownClock() {
    const { clock } = this.more;
    if (clock !== "own" && clock !== "own-move") return null;
    const amount = (
      /** @type {"minutes" | "seconds"} */ name,
      /** @type {number} */ least,
      /** @type {number} */ most,
    ) =>
      field(
        t(clock === "own" ? `setup.clock.${name}` : "setup.clock.each"),
        h("input", {
          id: `clock-${name}`,
          type: "number",
          min: least,
          max: most,
          step: name === "minutes" ? 0.5 : 1,
          value: this.more[name],
          onchange: (/** @type {any} */ event) => {
            this.more[name] = Math.min(most, Math.max(least, Number(event.target.value) || least));
            event.target.value = this.more[name];
          },
        }),
      );
    return clock === "own" ? [amount("minutes", 0.5, 600), amount("seconds", 0, 3600)] : amount("seconds", 1, 3600);
  }

  // ---- beginning --------------------------------------------------------------------------------------

  /** What differs from the defaults; the server settles the rest. */
  chosenOptions() {
    /** @type {Record<string, any>} */
    const given = { players: this.format.players, pieces: this.format.pieces };
    if (this.edition !== this.game.editions[0]?.value) given.edition = this.edition;
    if (this.format.teams) given.teams = true;
    // Everything is named: what is proposed here need not be what counts where nothing is said.
    for (const option of this.game.options) {
      const value = this.value(option);
      if (value !== null && value !== false) given[option.name] = value;
    }
    return given;
  }

  async begin() {
    const button = /** @type {HTMLButtonElement} */ (document.getElementById("begin"));
    button.disabled = true;
    const own = this.seats.find((seat) => seat.kind === "here" && seat.name);
    if (own) remember("name", own.name);
    try {
      await setUpTable(
        {
          game: this.game.id,
          options: this.chosenOptions(),
          seats: this.seats.map(({ kind, level, name }) =>
            kind === "computer" ? { kind, level } : name ? { kind, name } : { kind },
          ),
          public: this.more.public,
          chat: this.more.chat,
          hints: this.seats.some((seat) => seat.kind === "link") ? this.more.hints : null,
          clock: this.seats.some((seat) => seat.kind === "link") ? this.clock() : null,
          fate: this.more.fate,
        },
        this.game.name,
      );
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      button.disabled = false;
    }
  }
}
