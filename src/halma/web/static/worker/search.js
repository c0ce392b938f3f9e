// The engine: what a level plays in a position, and what a position is worth.

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./position.js").LevelData} LevelData */
/**
 * @typedef {object} Job a position with its past, as plain data
 * @property {string} key of the rules
 * @property {number[]} rules
 * @property {number[] | null} start
 * @property {number} first
 * @property {number} seats
 * @property {(number | number[])[]} past places of legal actions, and what chance decided
 * @property {LevelData} level
 * @property {number} seed
 */
/** @typedef {[kind: number, origin: number, target: number, captured: number[]]} PlainAction */
/** @typedef {{depth: number, nodes: number, remaining: number[], lines: {scores: number[], actions: PlainAction[]}[]}} Thought */

/** Thinks, one job after the other; the rules it knows are kept. */
export class Engines {
  /** @param {Kernel} kernel */
  constructor(kernel) {
    this.kernel = kernel;
    /** @type {Map<string, number>} */
    this.rules = new Map();
  }

  /** @param {string} key @param {number[]} numbers */
  rulesOf(key, numbers) {
    let rules = this.rules.get(key);
    if (rules === undefined) {
      rules = /** @type {number} */ (this.kernel.call("rules", this.kernel.give(numbers)));
      this.rules.set(key, rules);
    }
    return rules;
  }

  /** @param {Job} job @returns {Thought} */
  think({ key, rules, start, first, past, level, seed, seats }) {
    const { kernel } = this;
    const handle = this.rulesOf(key, rules);
    const state = start ? kernel.call("resume", handle, kernel.give(start)) : kernel.call("start", handle, first);
    try {
      for (const event of past)
        if (typeof event === "number") {
          // Its place is that in the list, which is made first.
          kernel.call("legal", state);
          kernel.call("push", state, event);
        } else kernel.call("roll", state, kernel.give(event));
      const nodes = nodesOf(level, kernel.call("slowness", handle));
      kernel.give(level.weakness);
      const milliseconds = Math.round(level.seconds * 1000);
      const count = kernel.call("think", state, BigInt(nodes), BigInt(seed), level.depth, 1, milliseconds);
      return readThought(kernel.take(count) ?? [], seats);
    } finally {
      if (!kernel.broken) kernel.call("free_state", state);
    }
  }
}

/** How many nodes a level looks at where a node takes so many times as long. @param {LevelData} level @param {number} slowness */
export const nodesOf = (level, slowness) =>
  Math.max(Math.floor(level.nodes / slowness), Math.min(level.nodes, level.least));

/** @param {number[]} numbers @param {number} seats @returns {Thought} */
function readThought(numbers, seats) {
  let at = 0;
  const next = () => numbers[at++];
  const some = (/** @type {number} */ count) => Array.from({ length: count }, next);
  const depth = next();
  const low = next() >>> 0;
  const nodes = low + next() * 2 ** 32;
  const remaining = some(seats);
  const lines = Array.from({ length: next() }, () => {
    const scores = some(seats);
    const actions = Array.from({ length: next() }, () => {
      const [kind, origin, target] = some(3);
      return /** @type {PlainAction} */ ([kind, origin, target, some(next())]);
    });
    return { scores, actions };
  });
  return { depth, nodes, remaining, lines };
}
