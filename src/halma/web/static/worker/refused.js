// What is refused: a code, and the text in the reader's language once it is known.

export class Refused extends Error {
  /**
   * @param {string} code
   * @param {number} status
   * @param {Record<string, string | number>} [data] of the text `error.CODE`
   */
  constructor(code, status, data = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** A move that the rules forbid. */
export class Illegal extends Refused {
  /** @param {{reason: string, cells: string[], rule: [string, string] | null}} refusal */
  constructor(refusal) {
    super("illegal-move", 422);
    this.refusal = refusal;
  }
}
