// A table and who looks at it: what is asked of it is decided, kept, and told to everybody.

import { dataFile } from "../offline/files.js";
import { PROTOCOL } from "../protocol/live.js";
import { jobOf, knownHint, placeOf, placeOfMove, reasonsFor } from "./advice.js";
import { findPuzzle } from "./puzzles.js";
import { Illegal, Refused } from "./refused.js";
import { allowed, changedFacts, explained, factsOf, tableFact } from "./views.js";

/** @typedef {import("./local-server.js").LocalServer} LocalServer */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").StoredTable} StoredTable */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("../protocol/messages.js").ClientMessage} ClientMessage */
/** @typedef {import("../protocol/messages.js").ServerMessage} ServerMessage */
/** @typedef {import("../protocol/messages.js").EventFact} EventFact */

/** Somebody who looks at a table. */
export class Viewer {
  /** @param {(message: ServerMessage) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.lang = "en";
  }
}

export class Room {
  /** @param {LocalServer} server @param {Table} table @param {number | null} kept the version that the device keeps */
  constructor(server, table, kept) {
    this.server = server;
    this.table = table;
    this.id = table.stored.id;
    this.kept = kept;
    /** @type {Set<Viewer>} */
    this.viewers = new Set();
    /** One thing after the other. */
    this.queue = Promise.resolve();
    /** The thought that is under way. @type {AbortController | null} */
    this.thought = null;
    /** The turn at which an engine failed; it is not asked again before the next one. */
    this.failedTurn = -1;
  }

  /** Do something when everything before it is done. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  inTurn(act) {
    const done = this.queue.then(act);
    this.queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  // ---- messages -----------------------------------------------------------------------------------------------

  /** @param {Viewer} viewer @param {ClientMessage} message */
  async hear(viewer, message) {
    if (message.type === "hello") viewer.lang = message.lang ?? "en";
    const words = await this.server.wordsOf(viewer.lang);
    try {
      // A hint takes its time, and nothing waits for it.
      if (message.type === "hint") await this.hint(viewer, words);
      else await this.inTurn(() => this.obey(viewer, message, words));
    } catch (error) {
      viewer.tell({ type: "error", error: this.server.problem(error, words), what: message.type });
    }
  }

  /** @param {Viewer} viewer @param {ClientMessage} message @param {Words} words */
  async obey(viewer, message, words) {
    const { table } = this;
    const now = this.server.clock();
    switch (message.type) {
      case "hello":
        return this.welcome(viewer, message.version ?? 0, words);
      case "ping":
        return viewer.tell({ type: "pong", now });
      case "explain":
        return viewer.tell({ type: "explain", refusal: this.explain(message, words) });
      case "reach": {
        const { origin } = message;
        return viewer.tell({ type: "reach", ply: table.ply, origin, moves: table.position.movesFrom(origin) });
      }
      case "move":
        return this.act(viewer, "move", () => table.move(message.ply, message.text, now));
      case "undo":
        return this.act(viewer, "undo", () => table.undo(message.ply, now));
      case "redo":
        return this.redo(viewer, message.ply, now);
      case "resign":
        return this.act(viewer, "resign", () => table.resign(message.seat ?? undefined, now));
      case "name":
        return this.act(viewer, "name", () => table.rename(message.seat ?? undefined, message.name, now));
      default:
        throw new Refused("needs-server", 503);
    }
  }

  /** All there is to know, for who has just come. @param {Viewer} viewer @param {number} known @param {Words} words */
  async welcome(viewer, known, words) {
    this.viewers.add(viewer);
    this.failedTurn = -1;
    const { table } = this;
    const { version } = table.stored;
    const engine = await dataFile("engine.json");
    viewer.tell({
      type: "welcome",
      protocol: PROTOCOL,
      n: version,
      ply: table.ply,
      clocks: { now: this.server.clock() },
      presence: { connected: [...table.held], spectators: 0 },
      you: { held: table.held, owner: true },
      ...allowed(table),
      ...(known === version
        ? { events: [] }
        : { table: tableFact(table, engine, await this.server.puzzleOf(table, words)) }),
    });
    if (!this.server.storage.lasting) await this.warn();
    this.wake();
  }

  /** @param {Viewer} viewer */
  leave(viewer) {
    this.viewers.delete(viewer);
    // Computers think only while somebody looks.
    if (!this.viewers.size) this.thought?.abort();
  }

  /** @param {{text?: string | null, origin?: string | null, target?: string | null}} attempt @param {Words} words */
  explain({ text, origin, target }, words) {
    const asked = text ?? (origin ? `${origin}-${target}` : `@${target}`);
    try {
      this.table.position.read(asked);
      return null;
    } catch (error) {
      if (error instanceof Illegal) return explained(words, error.refusal);
      throw error;
    }
  }

  // ---- changes ------------------------------------------------------------------------------------------------

  /**
   * Decide, keep, tell. What could not be kept has not happened.
   * @param {Viewer | null} viewer who asked for it
   * @param {string} what
   * @param {() => EventFact | null} decide
   */
  async act(viewer, what, decide) {
    const { table } = this;
    const before = factsOf(table);
    const event = decide();
    if (!event) return viewer?.tell({ type: "done", what, ply: table.ply });
    await this.keep();
    this.thought?.abort();
    const changed = changedFacts(before, factsOf(table));
    const message = {
      type: /** @type {const} */ ("event"),
      n: table.stored.version,
      ply: table.ply,
      event: { ...event, changed },
      clocks: { now: this.server.clock() },
      ...allowed(table),
    };
    for (const each of this.viewers) each.tell(each === viewer ? { ...message, done: what } : message);
    await this.solved();
    this.wake();
  }

  /** @param {Viewer} viewer @param {number} ply @param {number} now */
  async redo(viewer, ply, now) {
    const { table } = this;
    const again = table.redo(ply, now);
    for (;;) {
      let ended = false;
      const made = () => {
        const { value, done } = again.next();
        ended = Boolean(done);
        return value ?? null;
      };
      await this.act(ended ? null : viewer, "redo", made);
      if (ended) return;
    }
  }

  /** Keep the table. Where the device cannot, the game goes on all the same, and everybody is told. */
  async keep() {
    const { stored } = this.table;
    let kept = true;
    try {
      kept = await this.server.storage.keep(stored, this.kept);
      this.kept = stored.version;
    } catch (error) {
      console.error(error);
      await this.warn();
    }
    if (!kept) {
      const newer = await this.server.storage.table(this.id);
      if (newer) await this.take(newer);
      throw new Refused("stale", 409, { count: this.table.ply });
    }
    this.server.announce(this.id);
  }

  /** The device keeps nothing. */
  async warn() {
    for (const viewer of this.viewers) {
      const words = await this.server.wordsOf(viewer.lang);
      viewer.tell({
        type: "error",
        error: { code: "not-kept", text: words.text("error.not-kept"), cells: [] },
        what: "",
      });
    }
  }

  /** The table as another tab has left it. @param {StoredTable} stored */
  renew(stored) {
    return this.inTurn(async () => {
      if (stored.version > this.table.stored.version) await this.take(stored);
    });
  }

  /** @param {StoredTable} stored */
  async take(stored) {
    this.thought?.abort();
    this.table.position.free();
    this.kept = stored.version;
    this.table = await this.server.tableOf(stored);
    for (const viewer of this.viewers) await this.welcome(viewer, -1, await this.server.wordsOf(viewer.lang));
  }

  /** The table is gone. */
  close() {
    this.thought?.abort();
    for (const viewer of this.viewers) viewer.tell({ type: "deleted" });
    this.viewers.clear();
  }

  /** A puzzle that was solved is remembered. */
  async solved() {
    const { stored, position, over } = this.table;
    const outcome = over && stored.puzzle !== null ? position.outcome() : null;
    if (!outcome || outcome.drawn || outcome.places.A !== 1 || stored.puzzle === null) return;
    const { moves, steps } = outcome;
    await this.server.storage
      .solve({ id: stored.puzzle, moves, steps, at: this.server.clock(), hinted: stored.hinted ?? false })
      .catch(() => undefined);
  }

  // ---- computers ----------------------------------------------------------------------------------------------

  /** Let a computer think if it is its turn and somebody looks. */
  wake() {
    const { machine, turn } = this.table;
    if (
      machine === null ||
      turn === this.failedTurn ||
      !this.viewers.size ||
      (this.thought && !this.thought.signal.aborted)
    )
      return;
    const thought = new AbortController();
    this.thought = thought;
    this.computerTurn(machine, turn, thought.signal)
      .catch((error) => this.failed(error))
      .finally(() => {
        if (this.thought === thought) this.thought = null;
      })
      .then(() => this.wake());
  }

  /** @param {number} level @param {number} turn @param {AbortSignal} signal */
  async computerTurn(level, turn, signal) {
    const { position, stored, ply } = this.table;
    const engine = await dataFile("engine.json");
    const job = jobOf(position, stored.start, engine.levels[level], ply);
    const thought = await this.server.thinker.think(job, { signal });
    await this.inTurn(async () => {
      if (signal.aborted || turn !== this.table.turn) return;
      const text = position.spell(placeOf(position, thought.lines[0].actions[0]), true);
      this.thought = null;
      await this.act(null, "", () => this.table.computerMove(turn, text, this.server.clock()));
    });
  }

  /** @param {unknown} error */
  async failed(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    this.failedTurn = this.table.turn;
    for (const viewer of this.viewers) {
      const words = await this.server.wordsOf(viewer.lang);
      viewer.tell({ type: "error", error: this.server.problem(error, words), what: "" });
    }
  }

  // ---- hints --------------------------------------------------------------------------------------------------

  /** @param {Viewer} viewer @param {Words} words */
  async hint(viewer, words) {
    const { table } = this;
    const { position, ply, stored } = table;
    if (table.over || table.machine !== null) throw new Refused("no-hint", 409);
    const known = await this.known();
    const noted = () => this.inTurn(() => this.act(null, "", () => table.noteHint(this.server.clock())));
    const engine = await dataFile("engine.json");
    if (known) {
      const move = position.moveView(known.place);
      const said = { move: position.spell(known.place, true), least: known.least, most: known.most };
      await noted();
      return viewer.tell({ type: "hint", ply, hint: { move, text: words.text("hint.known", said) } });
    }
    const thought = await this.server.thinker.think(
      jobOf(position, stored.start, engine.levels[engine.hint_level], ply),
    );
    if (this.table !== table || table.ply !== ply) return viewer.tell({ type: "hint", ply, hint: NO_HINT });
    const place = placeOf(position, thought.lines[0].actions[0]);
    const reasons = reasonsFor(position, place, thought.depth, words);
    const text = words.text("hint.move", { move: position.spell(place, true), reasons });
    await noted();
    viewer.tell({ type: "hint", ply, hint: { move: position.moveView(place), text } });
  }

  /** The next move of a solution that is known. */
  async known() {
    const { stored, position } = this.table;
    const card = stored.puzzle === null ? null : await findPuzzle(stored.puzzle);
    if (!card?.line.length) return null;
    const scratch = await this.server.position(position.choice, stored.start);
    const found = knownHint(scratch, card, position.contents());
    scratch.free();
    if (!found) return null;
    const { move, least, most } = found;
    const place = placeOfMove(position, move);
    return place < 0 ? null : { place, least, most };
  }
}

/** For a position that is not there any more. */
const NO_HINT = {
  move: { text: "", kind: "", origin: null, target: null, path: [], captured: [] },
  text: "",
};
