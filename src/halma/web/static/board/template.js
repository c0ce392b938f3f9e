// An empty board as the server draws it, and where everything lies on it.

/** Where a piece is that has left the board. */
export const OFF = "off";

/**
 * @typedef {object} BoardTemplate
 * @property {string} svg
 * @property {string} prefix of the ids in the drawing
 * @property {number} size
 * @property {number} spacing between neighbouring cells
 * @property {Record<string, [number, number]>} cells
 * @property {Record<string, [number, number]>} beyond where a piece goes that leaves the board from a cell
 */
