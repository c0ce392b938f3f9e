// Answers what a server answers, on this device: the same requests and the same live messages, for tables at which
// everybody sits at this screen or is a computer.

import { dataAddress, dataFile } from "../offline/files.js";
import { GameAnalysis } from "./analysis.js";
import { Examples } from "./examples.js";
import { choose, FIRST, LOT } from "./games.js";
import { Position } from "./position.js";
import { findPuzzle, listPuzzles, puzzleAt, puzzlesOfMonth, puzzleView, streakOf } from "./puzzles.js";
import { recordOf } from "./record.js";
import { Illegal, Refused } from "./refused.js";
import { Room } from "./room.js";
import { oneOf, Table } from "./table.js";
import { explained, summaryOf, viewOf } from "./views.js";
import { Words } from "./words.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./games.js").Choice} Choice */
/** @typedef {import("./games.js").Options} Options */
/** @typedef {import("./table.js").StoredTable} StoredTable */
/** @typedef {import("./storage.js").TableStorage} TableStorage */
/** @typedef {import("./search.js").Job} Job */
/** @typedef {import("./search.js").Thought} Thought */
/** @typedef {import("../protocol/messages.js").NewTable} NewTable */
/** @typedef {{think: (job: Job, how?: {urgent?: boolean, signal?: AbortSignal | null}) => Promise<Thought>}} Thinker */
/** @typedef {{method: string, path: string, body: any, lang: string}} LocalRequest */
/**
 * @typedef {object} Parts what a local server is made of
 * @property {() => Promise<Kernel>} kernel
 * @property {TableStorage} storage
 * @property {Thinker} thinker
 * @property {() => number} [now] the time of day in seconds
 * @property {(table: string) => void} [announce] tell other tabs that a table has changed
 */

const SEATS = "ABCDEF";
const USUAL_LEVEL = 1;
// How tables of this device are called; no server makes such ids.
const PREFIX = "local-";

export class LocalServer {
  /** @param {Parts} parts */
  constructor({ kernel, storage, thinker, now = () => Date.now() / 1000, announce = () => undefined }) {
    this.makeKernel = kernel;
    this.storage = storage;
    this.thinker = thinker;
    this.clock = now;
    this.announce = announce;
    /** @type {Promise<Kernel> | null} */
    this.kernel = null;
    /** Compiled rules by the key of their choice. @type {Map<string, number>} */
    this.rules = new Map();
    /** Tables that somebody has looked at. @type {Map<string, Promise<Room>>} */
    this.rooms = new Map();
    /** @type {Map<string, Promise<Words>>} */
    this.words = new Map();
    /** @type {Map<string, GameAnalysis>} */
    this.analyses = new Map();
    this.examples = new Examples(this);
  }

  // ---- what everything is made of -----------------------------------------------------------------------------

  /** @param {string} language @returns {Promise<Words>} */
  async wordsOf(language) {
    let asked = this.words.get(language);
    if (!asked) {
      asked = Words.of(language);
      asked.catch(() => this.words.delete(language));
      this.words.set(language, asked);
    }
    return asked;
  }

  /** @returns {Promise<Kernel>} one that goes; a broken one takes its tables with it, which are then read anew */
  async liveKernel() {
    this.kernel ??= this.makeKernel();
    let kernel = await this.kernel.catch((error) => {
      this.kernel = null;
      throw error;
    });
    if (kernel.broken) {
      this.kernel = this.makeKernel();
      this.rules.clear();
      this.rooms.clear();
      kernel = await this.kernel;
    }
    return kernel;
  }

  /** @param {string} game @param {Options} options @returns {Promise<Choice>} */
  async choice(game, options) {
    if (!/^[a-z0-9-]+$/.test(game)) throw new Refused("no-choice", 422);
    return choose(await dataFile(`games/${game}.json`), options);
  }

  /** @param {Choice} choice @param {number[] | null} [start] */
  async position(choice, start = null) {
    const [kernel, engine] = await Promise.all([this.liveKernel(), dataFile("engine.json")]);
    let rules = this.rules.get(choice.key);
    if (rules === undefined) {
      rules = /** @type {number} */ (kernel.call("rules", kernel.give(choice.numbers())));
      this.rules.set(choice.key, rules);
    }
    return new Position(kernel, engine, choice, rules, start);
  }

  /** A table as it is kept. @param {StoredTable} stored */
  async tableOf(stored) {
    const choice = await this.choice(stored.game, stored.options);
    return new Table(stored, await this.position(choice, stored.start));
  }

  /** @param {string} id @returns {Promise<Room>} */
  async room(id) {
    await this.liveKernel();
    let room = this.rooms.get(id);
    if (!room) {
      room = this.load(id);
      room.catch(() => this.rooms.delete(id));
      this.rooms.set(id, room);
    }
    return room;
  }

  /** @param {string} id */
  async load(id) {
    const stored = await this.storage.table(id);
    if (!stored) throw new Refused("unknown-table", 404);
    return new Room(this, await this.tableOf(stored), stored.version);
  }

  // ---- requests -----------------------------------------------------------------------------------------------

  /** @param {LocalRequest} request @returns {Promise<unknown>} */
  async answer({ method, path, body, lang }) {
    const address = new URL(path, import.meta.url);
    const [, , ...parts] = address.pathname.split("/").map(decodeURIComponent);
    const route = `${method} ${parts[0]}`;
    if (route === "GET games") return this.aboutGame(parts, address.searchParams, lang);
    if (route === "POST examples") return this.examples.tried(body, await this.wordsOf(body.lang ?? lang));
    if (parts[0] === "puzzles") return this.puzzle(parts, await this.wordsOf(lang));
    if (route === "POST tables" && parts.length === 1) return this.create(body);
    if (route === "POST tables" && parts[1] === "mine") return this.list(await this.wordsOf(lang));
    if (parts[0] === "tables" && parts[1] === "open") return { tables: [] };
    if (parts[0] === "tables") return this.aboutTable(method, parts, address.searchParams, await this.wordsOf(lang));
    throw new Refused("needs-server", 503);
  }

  /** Its empty board, or where its picture is. @param {string[]} parts @param {URLSearchParams} given @param {string} lang */
  async aboutGame([, game, what], given, lang) {
    const options = Object.fromEntries([...given].filter(([name]) => !["lang", "turned", "position"].includes(name)));
    const choice = await this.choice(game, read(options));
    if (what === "stage") return this.template(choice, given.get("turned"));
    const position = given.get("position");
    // Whoever looks at a game may begin it in a moment.
    if (position === null) Promise.all([this.wordsOf(lang), this.template(choice, "A")]).catch(() => undefined);
    const puzzle = position === null ? null : await puzzleAt(game, position);
    if (!puzzle?.picture) return dataAddress(choice.rules.picture).href;
    return `data:image/svg+xml,${encodeURIComponent((await dataFile(puzzle.picture))[puzzle.id])}`;
  }

  /** The empty board of a game. @param {Choice} choice @param {string | null} turned */
  template({ rules }, turned) {
    return dataFile(rules.templates[turned ?? ""] ?? rules.templates[""]);
  }

  /** @param {string[]} parts @param {Words} words */
  async puzzle([, what, more], words) {
    const now = new Date(this.clock() * 1000);
    if (more === "leaders") return { puzzle: what, leaders: [] };
    const solved = await this.storage.solved();
    if (what === "months") {
      const found = await puzzlesOfMonth(more, words, solved, now);
      if (!found) throw new Refused("unknown-month", 404, { name: more });
      return found;
    }
    const puzzles = await listPuzzles(words, solved, now);
    return what === "daily" ? puzzles.find(({ id, daily }) => daily && id) : { puzzles, streak: streakOf(solved, now) };
  }

  /** All tables of this device, those played last first. @param {Words} words */
  async list(words) {
    const engine = await dataFile("engine.json");
    const stored = await this.storage.tables();
    const tables = [];
    for (const { id } of stored.sort((one, other) => other.updated - one.updated)) {
      try {
        tables.push(summaryOf((await this.room(id)).table, engine, words));
      } catch (error) {
        // One that cannot be read does not take the others with it.
        console.error(id, error);
      }
    }
    return { tables };
  }

  /** @param {string} method @param {string[]} parts @param {URLSearchParams} given @param {Words} words */
  async aboutTable(method, [, id, what], given, words) {
    const room = await this.room(id);
    if (method === "DELETE") return this.erase(room);
    if (method === "POST" && what === "rematch") return this.rematch(room);
    if (method === "GET" && what === "stage") return this.template(room.table.position.choice, given.get("turned"));
    if (method === "GET" && what === "record") return recordOf(room.table);
    if (method === "GET" && what === "analysis") return this.analysis(room);
    if (method !== "GET" || what !== undefined) throw new Refused("needs-server", 503);
    const puzzle = await this.puzzleOf(room.table, words);
    return viewOf(room.table, await dataFile("engine.json"), words, puzzle, this.clock());
  }

  /** @param {Table} table @param {Words} words */
  async puzzleOf({ stored }, words) {
    const card = stored.puzzle === null ? null : await findPuzzle(stored.puzzle);
    return card && puzzleView(card, words);
  }

  // ---- tables -------------------------------------------------------------------------------------------------

  /** @param {NewTable & {moves?: string[], chance?: number[]}} wish */
  async create(wish) {
    const card = wish.puzzle ? await findPuzzle(wish.puzzle) : null;
    if ((wish.puzzle && !card) || wish.record || wish.position) throw new Refused("needs-server", 503);
    const seats = (wish.seats ?? []).filter(({ kind }) => kind !== "empty");
    const given = card ? card.options : { ...(seats.length && { players: seats.length }), ...wish.options };
    let choice = await this.choice(card?.game ?? wish.game, given);
    const lot = FIRST in choice.options && (choice.options[FIRST] === LOT || (!card && !(FIRST in given)));
    if (lot) choice = choice.starting(oneOf(choice.seats));
    const kinds = seats.length ? seats : [...choice.seats].map((_, number) => seatAlone(number, Boolean(card)));
    if (kinds.length !== choice.seats.length) throw new Refused("no-choice", 422);
    const now = this.clock();
    const { law } = await dataFile("engine.json");
    return this.begin({
      ...{ id: newId(), version: 1, law, game: choice.game.id, options: choice.options },
      seats: kinds.map(({ kind, level, name }, number) => ({
        seat: SEATS[number],
        kind: kind === "computer" ? "computer" : "here",
        level: kind === "computer" ? (level ?? USUAL_LEVEL) : null,
        name: name ?? "",
        gone: null,
        stand_in: null,
      })),
      moves: (wish.moves ?? []).map((text) => ({ text, typed: text, at: now, seconds: 0 })),
      ...{ undone: [], ending: null, chance: wish.chance ?? [], start: card?.state ?? null },
      ...{ position: card?.position ?? null, puzzle: card?.id ?? null, created: now, updated: now },
    });
  }

  /** @param {StoredTable} stored */
  async begin(stored) {
    const table = await this.tableOf(stored);
    table.passOn(stored.created);
    const room = new Room(this, table, null);
    this.rooms.set(stored.id, Promise.resolve(room));
    await room.keep();
    return { table: stored.id, token: "here", links: [] };
  }

  /** The same game once more, with everybody one seat further. @param {Room} room */
  async rematch(room) {
    const { stored } = room.table;
    if (!room.table.over) throw new Refused("not-over", 409);
    const now = this.clock();
    const count = stored.seats.length;
    const seats = stored.seats.map((_, number) => {
      const { kind, level, name } = stored.seats[(number + count - 1) % count];
      return { seat: SEATS[number], kind, level, name, gone: null, stand_in: null };
    });
    const { game, options, law, start, position, puzzle } = stored;
    return this.begin({
      ...{ id: newId(), version: 1, law, game, options, seats, moves: [], undone: [], ending: null, chance: [] },
      ...{ start, position, puzzle, created: now, updated: now },
    });
  }

  /** @param {Room} room */
  async erase(room) {
    await this.storage.erase(room.id);
    this.rooms.delete(room.id);
    room.close();
    this.announce(room.id);
    return { done: true };
  }

  /** Another tab has changed a table: whoever looks at it here sees it as it is now. @param {string} id */
  async changedElsewhere(id) {
    const room = await this.rooms.get(id);
    if (!room) return;
    const stored = await this.storage.table(id);
    if (stored) await room.renew(stored);
    else {
      this.rooms.delete(id);
      room.close();
    }
  }

  // ---- looking back ---------------------------------------------------------------------------------------------

  /** What is known about a finished game by now; the rest is being worked out. @param {Room} room */
  async analysis(room) {
    const { table } = room;
    if (!table.over) throw new Refused("not-over", 409);
    const known = this.analyses.get(room.id);
    const work = known?.ply === table.ply ? known : await this.beginAnalysis(table);
    if (work.error) {
      this.analyses.delete(room.id);
      throw work.error;
    }
    return work.view;
  }

  /** @param {Table} table */
  async beginAnalysis(table) {
    const work = new GameAnalysis(await dataFile("engine.json"), table.ply);
    const stored = structuredClone(table.stored);
    this.analyses.set(stored.id, work);
    const again = await this.tableOf({ ...stored, moves: [], ending: null });
    work
      .run(again, stored.moves, (job) => this.thinker.think(job, { urgent: false }))
      .catch((error) => {
        work.error = error;
      });
    return work;
  }

  /**
   * What went wrong in words, as a server tells it.
   * @param {unknown} error @param {Words} words
   * @returns {import("../protocol/messages.js").Problem & {cells: string[]}}
   */
  problem(error, words) {
    if (error instanceof Illegal) {
      const { text, rule } = /** @type {import("../protocol/messages.js").Explained} */ (
        explained(words, error.refusal)
      );
      return { code: error.code, text, cells: error.refusal.cells, rule: rule ?? null };
    }
    if (error instanceof Refused) {
      return { code: error.code, text: words.text(`error.${error.code}`, error.data), cells: [] };
    }
    console.error(error);
    return { code: "failed", text: words.text("error.failed"), cells: [] };
  }
}

/** Who sits on a seat about which nothing is said. @param {number} number @param {boolean} puzzle */
const seatAlone = (number, puzzle) => ({
  kind: puzzle && number ? "computer" : "here",
  level: null,
  name: "",
});

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Options as they stand in an address. @param {Record<string, string>} given @returns {Options} */
function read(given) {
  const value = (/** @type {string} */ text) =>
    text === "true" || text === "True" ? true : /^[0-9]+$/.test(text) ? Number(text) : text;
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, value(text)]));
}
