// Finding one's way on a sheet with arrow keys, in six or eight directions.

/** @typedef {import("./template.js").BoardTemplate} BoardTemplate */

// Angles in degrees, counter-clockwise from the right. With Shift an arrow turns one direction clockwise.
const ARROWS = {
  8: { ArrowRight: 0, ArrowUp: 90, ArrowLeft: 180, ArrowDown: 270 },
  6: { ArrowRight: 0, ArrowUp: 120, ArrowLeft: 180, ArrowDown: 300 },
};
const CORNERS = {
  8: { PageUp: 45, Home: 135, End: 225, PageDown: 315 },
  6: { PageUp: 60, Home: 120, End: 240, PageDown: 300 },
};

/**
 * The direction a key asks for, or null.
 * @param {KeyboardEvent} event
 * @param {6 | 8} directions
 * @returns {number | null}
 */
export function wish(event, directions) {
  const corner = /** @type {any} */ (CORNERS)[directions][event.key];
  if (corner !== undefined) return corner;
  const straight = /** @type {any} */ (ARROWS)[directions][event.key];
  if (straight === undefined) return null;
  return event.shiftKey ? (straight - 360 / directions + 360) % 360 : straight;
}

/**
 * The nearest cell in a direction: straight on if there is one, else the nearest of those that lie roughly there.
 * @param {BoardTemplate} template
 * @param {string} from
 * @param {number} direction
 * @returns {string | null}
 */
export function nearestTowards(template, from, direction) {
  const [x, y] = template.cells[from];
  let best = null;
  let least = Infinity;
  for (const [cell, [cx, cy]] of Object.entries(template.cells)) {
    if (cell === from) continue;
    const distance = Math.hypot(cx - x, cy - y);
    const angle = (Math.atan2(y - cy, cx - x) * 180) / Math.PI;
    const off = Math.abs(((angle - direction + 540) % 360) - 180);
    if (off > 50) continue;
    // Straight ahead counts first; at the edge of the star the next row is better than none.
    const cost = distance * (off < 5 ? 1 : 40 + off);
    if (cost < least) {
      least = cost;
      best = cell;
    }
  }
  return best;
}
