// A finished game looked at again: how the chances went, what would have been best, and which moves lost most.

import { jobOf, placeOf, spelledLine } from "./advice.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Played} Played */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Engine} Engine */
/** @typedef {import("./games.js").RulesetData} RulesetData */
/** @typedef {import("./search.js").Job} Job */
/** @typedef {import("./search.js").Thought} Thought */
/** @typedef {import("../protocol/messages.js").PlyValue} PlyValue */
/** @typedef {import("../protocol/messages.js").AnalysisView} AnalysisView */

const MOST_NAMED = 3;

export class GameAnalysis {
  /** @param {Engine} engine @param {number} ply how many moves the game has */
  constructor(engine, ply) {
    this.engine = engine;
    this.ply = ply;
    /** @type {PlyValue[]} */
    this.values = [];
    /** @type {unknown} */
    this.error = null;
  }

  /** What is known by now. @returns {AnalysisView} */
  get view() {
    const { values, ply, engine } = this;
    const total = ply + 1;
    const costly = values.filter(({ loss }) => (loss ?? 0) >= engine.chances.worth_saying);
    costly.sort((one, other) => (other.loss ?? 0) - (one.loss ?? 0) || one.ply - other.ply);
    return {
      state: values.length === total ? "ready" : "working",
      done: values.length,
      total,
      values,
      lost_most: costly.slice(0, MOST_NAMED).map((value) => value.ply),
    };
  }

  /**
   * Go through a game.
   * @param {Table} table at its start; it is played on
   * @param {Played[]} moves
   * @param {(job: Job) => Promise<Thought>} think
   */
  async run(table, moves, think) {
    const { position } = table;
    const { rules } = position.choice;
    /** @type {{mover: number, chance: number, loss: number | null, line: string[]} | null} */
    let before = null;
    for (let ply = 0; ply <= this.ply; ply++) {
      const value = nothing(ply);
      const mover = position.now.actor;
      let isBest = false;
      if (position.over) value.chances = resultOf(position);
      else if (position.phase !== "roll") {
        const level = this.engine.levels[this.engine.analysis_level];
        const thought = await think(jobOf(position, table.stored.start, level, 0));
        const [{ scores, actions }] = thought.lines;
        const remaining = thought.remaining.map((turns) => (turns < 0 ? null : turns));
        const chances = chancesOf(thought, rules, this.engine.chances);
        Object.assign(value, { scores, chances, remaining, line: spelledLine(position, actions) });
        isBest =
          ply < this.ply && actions.length > 0 && placeOf(position, actions[0]) === position.read(moves[ply].text);
      }
      // What a move lost shows in the position after it. With dice in between it would be blamed for the dice.
      if (before?.loss === null && value.chances.length && !rules.dice)
        before.loss = Math.max(0, before.chance - value.chances[before.mover]);
      value.loss = before?.loss ?? null;
      value.better = before && value.loss ? before.line : [];
      this.values.push(value);
      before = value.scores.length
        ? { mover, chance: value.chances[mover], loss: isBest ? 0 : null, line: value.line }
        : null;
      if (ply < this.ply) table.push(moves[ply].text, moves[ply].typed, moves[ply].at, 0);
    }
    position.free();
  }
}

/** @param {number} ply @returns {PlyValue} */
const nothing = (ply) => ({ ply, scores: [], chances: [], remaining: [], line: [], loss: null, better: [] });

/** What a game that is over has come to, as chances. @param {Position} position */
function resultOf(position) {
  const { teams } = position.choice.rules;
  const outcome = position.outcome();
  const first = [...position.choice.seats].map((seat) => !outcome?.drawn && outcome?.places[seat] === 1);
  const won = new Set(teams.filter((_, seat) => first[seat]));
  const shared = won.size ? won : new Set(teams);
  return teams.map((team) => Number(shared.has(team)) / shared.size);
}

/**
 * The chance of each seat to win; partners win together.
 * @param {Thought} thought @param {RulesetData} rules @param {Engine["chances"]} known
 */
export function chancesOf({ lines, remaining }, { teams, curve }, { race, crowd, other, decided, win }) {
  const left = remaining.filter((turns) => turns >= 0);
  const sides = [...new Set(teams)].sort((one, two) => one - two);
  const usual = sides.length < 3 ? race : crowd;
  const [base, eachTurn, power, trust] = curve ?? (left.length ? usual : other);
  const leads = sides.map((side) => {
    const own = lines[0].scores.filter((_, seat) => teams[seat] === side);
    return own.reduce((sum, score) => sum + score, 0) / own.length;
  });
  const highest = Math.max(...leads);
  const scale = base + eachTurn * Math.max(1, left.length ? Math.min(...left) : 1) ** power;
  const parts = leads.map((lead) =>
    highest >= decided ? Number(lead === highest) : Math.exp((lead - highest) / scale),
  );
  const whole = parts.reduce((sum, part) => sum + part, 0);
  // Who wins with this turn needs nobody else for it.
  const sure = highest === win - 1 ? 1 : trust;
  return teams.map((side) => (sure * parts[sides.indexOf(side)]) / whole + (1 - sure) / sides.length);
}
