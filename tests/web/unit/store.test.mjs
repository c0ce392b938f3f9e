import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

const { TableStore } = await import("../../../src/halma/web/static/table/store.js");

/** Somebody at a table for two, as a request is answered. */
const seat = (letter, more = {}) => ({
  ...{ seat: letter, letter, mark: "", colour: letter, part: null, kind: "person", level: null, name: "" },
  ...{ yours: letter === "A", joined: true, invited: false, gone: null, stand_in: null, connected: letter === "A" },
  ...{ out: false, place: null, home: 0, advance: 0, score: null, clock_left: null, clock_runs: false },
  ...more,
});

/** The table before its first move. */
const table = (more = {}) => ({
  ...{ table: "abc", version: 1, game: "classic", name: "Classic", board: "square", options: {}, choice_text: "" },
  ...{ seats: [seat("A"), seat("B")], teams: [], ply: 0, turn: 1, to_act: "A", phase: "move", roll: [], roll_left: [] },
  ...{ lapsed: [], dice: 0, pieces: { a1: "A", c3: "B" }, hands: { A: 0, B: 0 }, captured: { A: 0, B: 0 } },
  ...{ moves: [], origins: [], redo: 0, open_turn: false, duty: null, outcome: null, offer: null, declined: [] },
  ...{ clock: null, fate: "computer", public: false, chat_on: true, hints: true, owner: true, thinking: false },
  ...{ waiting: false, spectators: 0, seed: null, puzzle: null, rematch: null, start: { a1: "A", c3: "B" } },
  ...{ history: [], chat: [], now: 10, ...more },
});

const clocks = { now: 11, left: {}, runs: null };

/** The event that a move was made. */
const played = (n, letter, text, to_act, more = {}) => {
  const [from, to] = text.split("-");
  const changes = { [from]: null, [to]: letter };
  const entry = { ply: n - 2, seat: letter, turn: 1, text, changes };
  return {
    type: "event",
    n,
    ply: n - 1,
    event: { type: "played", at: n, entries: [entry], changed: { to_act } },
    clocks,
    ...more,
  };
};

describe("what a page knows of a table", () => {
  let store;
  beforeEach(() => {
    store = new TableStore(table());
  });

  test("is first what the request was answered", () => {
    const { view } = store;
    assert.deepEqual(view.pieces, { a1: "A", c3: "B" });
    assert.deepEqual(
      view.seats.map(({ seat, yours, connected }) => [seat, yours, connected]),
      [
        ["A", true, true],
        ["B", false, false],
      ],
    );
    assert.equal(view.public, false);
  });

  test("follows the events", () => {
    assert.ok(store.take(played(2, "A", "a1-a2", "B")));
    assert.ok(store.take(played(3, "B", "c3-c2", "A", { legal: ["a2-a3-b3"] })));
    const { view } = store;
    assert.deepEqual(view.pieces, { a2: "A", c2: "B" });
    assert.equal(view.ply, 2);
    assert.equal(view.to_act, "A");
    assert.deepEqual(view.moves, [
      { text: "a2-a3-b3", kind: "way", origin: "a2", target: "b3", path: ["a2", "a3", "b3"], captured: [] },
    ]);
    assert.deepEqual(view.history[0].path, ["a1", "a2"]);
  });

  test("is the same when an event comes twice", () => {
    const event = played(2, "A", "a1-a2", "B");
    store.take(event);
    const before = store.view;
    assert.equal(store.take(event), false);
    assert.deepEqual(store.view, before);
  });

  test("does not change what was shown before", () => {
    const before = store.view;
    const copy = structuredClone(before);
    store.take(played(2, "A", "a1-a2", "B"));
    assert.deepEqual(before, copy);
  });

  test("loses the moves that were taken back, and their pieces", () => {
    store.take(played(2, "A", "a1-a2", "B"));
    store.take(played(3, "B", "c3-c2", "A"));
    store.take({
      type: "event",
      n: 4,
      ply: 1,
      event: { type: "taken-back", at: 4, ply: 1, changed: { to_act: "B" } },
      clocks,
    });
    assert.deepEqual(store.view.pieces, { a2: "A", c3: "B" });
    assert.equal(store.view.history.length, 1);
  });

  test("keeps what may be done through what does not touch the turn", () => {
    store.take(played(2, "A", "a1-a2", "B"));
    store.take(played(3, "B", "c3-c2", "A", { legal: ["a2-a3"] }));
    const line = { at: 5, seat: "B", text: "Hello" };
    store.take({ type: "event", n: 4, ply: 2, event: { type: "said", at: 5, line }, clocks });
    assert.equal(store.view.moves.length, 1);
    assert.deepEqual(store.view.chat, [line]);
  });

  test("starts anew from the whole table", () => {
    store.take(played(2, "A", "a1-a2", "B"));
    const { state } = store;
    const history = [{ ply: 0, seat: "A", turn: 1, text: "a1-b2", changes: { a1: null, b2: "A" } }];
    store.reset({ n: 9, table: { state, history, chat: [], start: { a1: "A", c3: "B" } } });
    store.greet({
      clocks,
      presence: { connected: ["A", "B"], spectators: 2 },
      you: { held: "B", owner: false, rematch: null },
      legal: ["c3-c2"],
    });
    const { view } = store;
    assert.deepEqual(view.pieces, { b2: "A", c3: "B" });
    assert.equal(view.version, 9);
    assert.equal(view.spectators, 2);
    assert.deepEqual(
      view.seats.map(({ yours }) => yours),
      [false, true],
    );
  });

  test("tells what else may be done", () => {
    const alone = new TableStore(table({ seats: [seat("A"), seat("B", { kind: "computer", level: 1 })] }));
    assert.equal(alone.view.can_undo, false);
    alone.take(played(2, "A", "a1-a2", "B"));
    assert.equal(alone.view.can_undo, true);
    store.take(played(2, "A", "a1-a2", "B"));
    assert.equal(store.view.can_undo, false);
    assert.equal(store.view.can_take_back, true);
    assert.equal(store.view.can_draw, true);
  });
});
