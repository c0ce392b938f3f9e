// A move that was made here and that the server has not acknowledged yet. It outlives lost connections: the same move
// for the same ply does nothing when it is sent twice, and one that comes too late is refused.

export class PendingMove {
  /** @param {import("./live.js").Live} live */
  constructor(live) {
    this.live = live;
    /** @type {{ply: number, text: string, seat: string} | null} */
    this.move = null;
  }

  /** The move in words, if there is one that cannot be sent. */
  get unsent() {
    return this.live.up ? null : (this.move?.text ?? null);
  }

  /** @param {number} ply @param {string} text @param {string} seat */
  set(ply, text, seat) {
    this.move = { ply, text, seat };
    this.send();
  }

  /** Send it, or send it again. */
  send() {
    if (this.move) this.live.send({ type: "move", ply: this.move.ply, text: this.move.text });
  }

  /** Nothing is pending any more. @returns {string | undefined} the move that was */
  clear() {
    const text = this.move?.text;
    this.move = null;
    return text;
  }

  /** The history shows that it was made. @param {{seat: string}[]} history */
  settle(history) {
    if (this.move && history[this.move.ply]?.seat === this.move.seat) this.clear();
  }
}
