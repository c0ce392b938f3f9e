// How pieces go: hop by hop along their way, placed from above, taken away softly. Nothing blinks, nothing jumps.

import { OFF } from "./template.js";

/** @typedef {import("./board.js").HalmaBoard} HalmaBoard */

const HOP = 230;
// A chain of many hops goes faster, so that nobody waits.
const LONGEST = 1700;

/**
 * @param {HalmaBoard} board
 * @param {{path?: string[], changes: Record<string, string | null>, captured?: string[]}} entry
 * @param {() => void} [landed]
 */
export async function travel(board, entry, landed) {
  const path = entry.path ?? [];
  const { carried } = board;
  const seen = carried && carried.cell === path[0] && carried.target === path.at(-1);
  if (!seen) board.putBack();
  board.carried = null;
  const gone = new Set(Object.keys(entry.changes).filter((cell) => entry.changes[cell] === null && cell !== path[0]));
  if (seen) {
    // Whoever moved it by hand has seen it go.
    arrive(board, entry, path);
    landed?.();
  } else if (path.length > 1 && board.standing.has(path[0])) {
    await alongTheWay(board, entry, path, gone, landed);
  } else if (path.length <= 1) {
    landed?.();
  }
  await Promise.all([...gone].map((cell) => vanish(board, cell)));
  const fresh = Object.entries(entry.changes).filter(
    ([cell, letter]) => letter !== null && cell !== path.at(-1) && !(path.length > 1 && cell === path[0]),
  );
  await Promise.all(fresh.map(([cell, letter]) => appear(board, cell, /** @type {string} */ (letter))));
}

/**
 * @param {HalmaBoard} board
 * @param {any} entry
 * @param {string[]} path
 * @param {Set<string>} gone
 * @param {(() => void)} [landed]
 */
async function alongTheWay(board, entry, path, gone, landed) {
  const piece = board.standing.get(path[0]);
  board.layer("pieces").append(piece);
  const [x0, y0] = board.place(path[0]);
  const time = Math.min(HOP, LONGEST / (path.length - 1)) / board.pace();
  const swapped = entry.changes[path[0]] && board.standing.get(path.at(-1) ?? "");
  const taken = entry.captured ?? [];
  for (let hop = 1; hop < path.length && !board.hurried; hop++) {
    const from = offset(board, path, hop - 1, x0, y0);
    const to = offset(board, path, hop, x0, y0);
    const middle = `translate(${(from[0] + to[0]) / 2}px, ${(from[1] + to[1]) / 2}px) scale(1.14)`;
    const leaving = path[hop] === OFF;
    const going = piece.animate(
      [
        { transform: `translate(${from[0]}px, ${from[1]}px)`, opacity: 1 },
        { transform: middle, opacity: 1 },
        { transform: `translate(${to[0]}px, ${to[1]}px)`, opacity: leaving ? 0 : 1 },
      ],
      { duration: time, easing: "ease-in-out", fill: "forwards" },
    );
    if (swapped)
      swapped.animate([{ transform: "none" }, { transform: `translate(${-to[0]}px, ${-to[1]}px)` }], {
        duration: time,
        fill: "forwards",
        easing: "ease-in-out",
      });
    await going.finished;
    landed?.();
    const caught = taken.length === path.length - 1 ? taken[hop - 1] : undefined;
    if (caught && gone.delete(caught)) vanish(board, caught);
  }
  arrive(board, entry, path);
}

/**
 * The piece now stands where its way ended; setPieces draws what else has changed.
 * @param {HalmaBoard} board
 * @param {any} entry
 * @param {string[]} path
 */
function arrive(board, entry, path) {
  board.lift(path[0]);
  delete board.pieces[path[0]];
  const end = path.at(-1) ?? OFF;
  const letter = entry.changes[end];
  if (end !== OFF && letter) {
    board.lift(end);
    board.put(end, letter);
    board.pieces[end] = letter;
  }
}

/** @param {HalmaBoard} board @param {string[]} path @param {number} at @param {number} x0 @param {number} y0 */
function offset(board, path, at, x0, y0) {
  const [x, y] = board.place(path[at], path[at - 1]);
  return [x - x0, y - y0];
}

/** @param {HalmaBoard} board @param {string} cell */
async function vanish(board, cell) {
  const piece = board.standing.get(cell);
  if (!piece || board.hurried) return;
  await piece.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 220, fill: "forwards" }).finished;
  board.lift(cell);
  delete board.pieces[cell];
}

/** @param {HalmaBoard} board @param {string} cell @param {string} letter */
async function appear(board, cell, letter) {
  if (board.hurried) return;
  board.lift(cell);
  const piece = board.put(cell, letter);
  board.pieces[cell] = letter;
  await piece.animate(
    [
      { opacity: 0, transform: "scale(1.35)" },
      { opacity: 1, transform: "scale(1)" },
    ],
    { duration: 200, easing: "ease-out" },
  ).finished;
}
