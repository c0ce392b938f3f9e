// Diagrams of the rulebook that can be played: the reader makes a move, the kernel says whether it is allowed.

import { dataFile } from "../offline/files.js";
import { Illegal, Refused } from "./refused.js";
import { explained } from "./views.js";

/** @typedef {import("./local-server.js").LocalServer} LocalServer */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("../protocol/messages.js").TryMove} TryMove */
/** @typedef {import("../protocol/messages.js").Tried} Tried */

export class Examples {
  /** @param {LocalServer} server */
  constructor(server) {
    this.server = server;
  }

  /** @param {TryMove} wish @param {Words} words @returns {Promise<Tried>} */
  async tried(wish, words) {
    const { game, options, state } = await this.beginning(wish);
    const position = await this.server.position(await this.server.choice(game, options), state);
    try {
      const entries = [];
      let refusal = null;
      try {
        for (const text of wish.move?.split(",") ?? [])
          entries.push(position.push(position.read(text), entries.length + 1));
      } catch (error) {
        if (!(error instanceof Illegal)) throw error;
        for (; entries.length; entries.pop()) position.pop();
        refusal = explained(words, error.refusal);
      }
      const outcome = position.outcome();
      const { seat, over } = position;
      return {
        legal: refusal === null,
        refusal,
        game,
        options,
        position: JSON.stringify(position.state),
        pieces: position.pieces,
        to_act: over ? null : seat,
        letter: position.choice.rules.letters["ABCDEF".indexOf(seat)],
        moves: over || position.phase === "roll" ? [] : position.moveViews(),
        entries: entries.map((entry) => ({
          ...{ kind: "step", roll: [], captured: [], seconds: 0, changes: {}, lapsed: [] },
          ...entry,
          path: entry.path ?? entry.text.split("-"),
        })),
        duty: over ? null : explained(words, position.duty()),
        outcome: outcome && { ...outcome, text: words.text(`ending.${outcome.termination}`) },
        svg: "",
      };
    } finally {
      position.free();
    }
  }

  /** @param {TryMove} wish */
  async beginning({ page, example, game, options, position }) {
    if (page && example && !position) {
      const found = (await dataFile("examples.json"))[page]?.[example];
      if (found) return found;
    }
    if (!game) throw new Refused("needs-server", 503);
    // What is handed out here comes back: the numbers of a position.
    return { game, options, state: position ? JSON.parse(position) : null };
  }
}
