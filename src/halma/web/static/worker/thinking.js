// Thinking in a worker of its own, so that the table keeps answering. One job at a time; who plays goes before an analysis.

/** @typedef {import("./search.js").Job} Job */
/** @typedef {import("./search.js").Thought} Thought */
/** @typedef {{job: Job, urgent: boolean, signal: AbortSignal | null, done: (thought: Thought) => void, failed: (error: unknown) => void}} Wish */

export class Thinking {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Wish[]} */
    this.waiting = [];
    /** @type {Wish | null} */
    this.current = null;
  }

  /**
   * @param {Job} job
   * @param {{urgent?: boolean, signal?: AbortSignal | null}} [how]
   * @returns {Promise<Thought>}
   */
  think(job, { urgent = true, signal = null } = {}) {
    return new Promise((done, failed) => {
      const wish = { job, urgent, signal, done, failed };
      signal?.addEventListener("abort", () => this.cancel(wish), { once: true });
      this.waiting.push(wish);
      // What nobody waits for is thought again from the beginning.
      if (urgent && this.current && !this.current.urgent) {
        this.waiting.push(this.current);
        this.stop();
      }
      this.next();
    });
  }

  next() {
    if (this.current || !this.waiting.length) return;
    const urgent = this.waiting.findIndex((wish) => wish.urgent);
    [this.current] = this.waiting.splice(Math.max(0, urgent), 1);
    this.begin().postMessage(this.current.job);
  }

  begin() {
    if (!this.worker) {
      this.worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
      this.worker.postMessage(this.module);
      this.worker.onmessage = ({ data }) => this.heard(data);
      this.worker.onerror = (event) => this.heard({ error: event.message || "the engine cannot be loaded" });
    }
    return this.worker;
  }

  /** @param {{thought?: Thought, error?: string}} answer */
  heard({ thought, error }) {
    const wish = this.current;
    this.current = null;
    if (thought) wish?.done(thought);
    else {
      this.stop();
      wish?.failed(new Error(error));
    }
    this.next();
  }

  /** Nobody wants it any more. @param {Wish} wish */
  cancel(wish) {
    this.waiting = this.waiting.filter((other) => other !== wish);
    if (this.current === wish) this.stop();
    wish.failed(new DOMException("cancelled", "AbortError"));
    this.next();
  }

  /** A search cannot be interrupted: its worker goes, and the next job makes another one. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
  }
}
