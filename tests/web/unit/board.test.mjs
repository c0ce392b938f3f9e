import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { window } from "./dom.mjs";

const { HalmaBoard, newBoard } = await import("../../../src/halma/web/static/board/board.js");
const { nearestTowards, wish } = await import("../../../src/halma/web/static/board/compass.js");

const LAYERS = ["trail", "movable", "glow", "pieces", "proposal", "reachable", "marks", "cursor"];
// Three cells in a row and one above the middle: a1 b1 c1, b2.
const CELLS = { a1: [0, 10], b1: [10, 10], c1: [20, 10], b2: [10, 0] };
const TEMPLATE = {
  svg: `<svg xmlns="http://www.w3.org/2000/svg" class="square">
    ${Object.keys(CELLS)
      .map((cell) => `<g class="cell" data-cell="${cell}" id="x-${cell}"><title>${cell}</title></g>`)
      .join("")}
    ${LAYERS.map((name) => `<g class="layer ${name}"></g>`).join("")}</svg>`,
  prefix: "x-",
  size: 30,
  spacing: 10,
  cells: CELLS,
  beyond: { c1: [30, 10] },
};

/** What stands where, as it is drawn. */
const drawn = (board) =>
  Object.fromEntries(
    [...board.querySelectorAll(".piece")].map((piece) => [piece.dataset.cell, piece.getAttribute("data-letter")]),
  );

describe("a board", () => {
  let board;
  beforeEach(() => {
    board = newBoard(() => false);
    window.document.body.replaceChildren(board);
    board.setTemplate(TEMPLATE, "A board");
  });

  test("is a custom element with a name", () => {
    assert.ok(board instanceof HalmaBoard);
    assert.equal(board.querySelector("svg").getAttribute("aria-label"), "A board");
  });

  test("has ids of its own when there are several", () => {
    const other = newBoard(() => false);
    window.document.body.append(other);
    other.setTemplate(TEMPLATE, "Another board");
    const ids = [...window.document.querySelectorAll(".cell")].map((cell) => cell.id);
    assert.equal(new Set(ids).size, 2 * Object.keys(CELLS).length);
  });

  test("shows the pieces it is told, and no others", () => {
    board.setPieces({ a1: "A", b1: "B" });
    assert.deepEqual(drawn(board), { a1: "A", b1: "B" });
    board.setPieces({ b1: "A", c1: "A" });
    assert.deepEqual(drawn(board), { b1: "A", c1: "A" });
  });

  test("keeps its pieces when it is put up anew", () => {
    board.setPieces({ a1: "A" });
    board.setTemplate(TEMPLATE, "The same board");
    assert.deepEqual(drawn(board), { a1: "A" });
  });

  test("plays a move that captures and leaves the board, without animations too", async () => {
    board.setPieces({ a1: "A", b1: "B", c1: "A" });
    let landed = 0;
    await board.play(
      { path: ["a1", "b2"], changes: { a1: null, b1: null, b2: "A" }, captured: ["b1"] },
      () => landed++,
    );
    assert.deepEqual(drawn(board), { b2: "A", c1: "A" });
    assert.equal(landed, 1);
    await board.play({ path: ["c1", "off"], changes: { c1: null } });
    assert.deepEqual(drawn(board), { b2: "A" });
  });

  test("tells which cell was tapped", () => {
    const chosen = [];
    board.addEventListener("choose", (event) => chosen.push(event.detail));
    board.cells.get("b1").dispatchEvent(new window.MouseEvent("click", { bubbles: true }));
    assert.deepEqual(chosen, ["b1"]);
    assert.equal(board.cells.get("b1").getAttribute("tabindex"), "0");
  });

  test("is walked by arrow keys; only one cell is a stop for the tabulator", () => {
    const press = (key) => board.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
    const chosen = [];
    board.addEventListener("choose", (event) => chosen.push(event.detail));
    for (const key of ["ArrowRight", "ArrowUp", "Enter"]) press(key);
    assert.deepEqual(chosen, ["b2"]);
    const stops = [...board.querySelectorAll('.cell[tabindex="0"]')].map((cell) => cell.dataset.cell);
    assert.deepEqual(stops, ["b2"]);
  });

  test("names every cell as it is told to", () => {
    board.describe = (cell) => `cell ${cell}`;
    board.setPieces({});
    assert.equal(board.cells.get("c1").getAttribute("aria-label"), "cell c1");
  });

  test("marks only cells it has", () => {
    board.showMarks(["a1", "z9"], true);
    const marks = [...board.layer("marks").children].map((mark) => mark.dataset.cell);
    assert.deepEqual(marks, ["a1"]);
  });
});

describe("the compass", () => {
  test("reads arrows in eight and in six directions", () => {
    assert.equal(wish({ key: "ArrowUp" }, 8), 90);
    assert.equal(wish({ key: "ArrowUp" }, 6), 120);
    assert.equal(wish({ key: "ArrowUp", shiftKey: true }, 8), 45);
    assert.equal(wish({ key: "x" }, 8), null);
  });

  test("finds the nearest cell straight on, and none beyond the edge", () => {
    assert.equal(nearestTowards(TEMPLATE, "a1", 0), "b1");
    assert.equal(nearestTowards(TEMPLATE, "b2", 270), "b1");
    assert.equal(nearestTowards(TEMPLATE, "c1", 0), null);
  });
});
