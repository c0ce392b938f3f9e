// What a state is besides its board, read from the kernel's numbers as the kernel's schema (engine.json) tells.

/** @typedef {"number" | {list: Form} | {optional: Form} | {struct: [string, Form][]}} Form */
/** @typedef {{termination: number, places: number[], drawn: number}} Result */
/**
 * @typedef {object} Situation
 * @property {number} seat
 * @property {number} actor
 * @property {number} turn
 * @property {number} phase
 * @property {number[]} hands
 * @property {number[]} captured
 * @property {number[]} out
 * @property {number[]} finished
 * @property {number[]} roll
 * @property {number[]} used
 * @property {number} steps
 * @property {number} hopped
 * @property {{steps: number, hops: number}[]} divisions
 * @property {Result | null} result
 */

/**
 * @param {[string, Form][]} layout
 * @param {number[]} numbers
 * @returns {Situation}
 */
export function readSituation(layout, numbers) {
  let at = 0;
  /** @param {Form} form @returns {any} */
  const read = (form) => {
    if (form === "number") return numbers[at++];
    if ("optional" in form) return numbers[at++] ? read(form.optional) : null;
    if ("list" in form) return Array.from({ length: numbers[at++] }, () => read(form.list));
    return Object.fromEntries(form.struct.map(([name, part]) => [name, read(part)]));
  };
  return read({ struct: layout });
}
