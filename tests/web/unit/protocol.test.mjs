import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import "./dom.mjs";

const { Live, PROTOCOL } = await import("../../../src/halma/web/static/protocol/live.js");
const { PendingMove } = await import("../../../src/halma/web/static/protocol/pending.js");
const { ServerTime } = await import("../../../src/halma/web/static/protocol/server-time.js");
const { Refused, foresee, get, post, speak } = await import("../../../src/halma/web/static/protocol/api.js");

/** A socket that goes nowhere, and remembers what was sent. */
class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];
  constructor(address) {
    this.address = address;
    Socket.all.push(this);
  }
  opens() {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }
  tells(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
}

describe("a live connection", () => {
  let live, heard;
  const socket = () => Socket.all.at(-1);
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    Socket.all = [];
    Object.assign(globalThis, { WebSocket: Socket, location: new URL("http://localhost/t/abc") });
    globalThis.addEventListener ??= () => {};
    live = new Live(
      "abc",
      () => ["token"],
      () => "de",
    );
    heard = [];
    for (const name of ["up", "down", "opened"]) live.addEventListener(name, () => heard.push(name));
    live.addEventListener("message", (event) => heard.push(event.detail.type));
  });
  afterEach(() => {
    live.close();
    mock.timers.reset();
  });

  test("says hello with what it knows", () => {
    live.version = 7;
    socket().opens();
    assert.equal(socket().address, "ws://localhost/api/tables/abc/live");
    assert.deepEqual(socket().sent, [{ type: "hello", protocol: PROTOCOL, tokens: ["token"], lang: "de", version: 7 }]);
  });

  test("is up with the first word, and hands on every one", () => {
    socket().opens();
    socket().tells({ type: "welcome" });
    socket().tells({ type: "pong" });
    assert.deepEqual(heard, ["opened", "up", "welcome", "pong"]);
  });

  test("asks when it hears nothing, is down when nobody answers, and comes back", () => {
    socket().opens();
    socket().tells({ type: "welcome" });
    mock.timers.tick(2000);
    assert.deepEqual(socket().sent.at(-1), { type: "ping" });
    mock.timers.tick(2499);
    assert.ok(live.up);
    mock.timers.tick(1);
    assert.equal(heard.at(-1), "down");
    mock.timers.tick(4000);
    assert.equal(Socket.all.length, 2);
    socket().opens();
    socket().tells({ type: "welcome" });
    assert.deepEqual(heard.slice(-3), ["opened", "up", "welcome"]);
  });

  test("waits longer every time that it cannot connect", () => {
    const pauses = [];
    for (let tried = 0; tried < 8; tried++) {
      const before = Socket.all.length;
      socket().breaks();
      let pause = 0;
      while (Socket.all.length === before) {
        mock.timers.tick(50);
        pause += 50;
      }
      pauses.push(pause);
    }
    assert.equal(pauses[0], 500);
    assert.deepEqual(
      pauses,
      pauses.toSorted((one, two) => one - two),
    );
    assert.equal(pauses.at(-1), 8000);
  });

  test("hears nothing more of a socket it has left", () => {
    const first = socket();
    first.opens();
    live.renew();
    first.tells({ type: "event" });
    first.breaks();
    assert.deepEqual(heard, ["opened"]);
    assert.equal(Socket.all.length, 2);
  });

  test("does not send what cannot be sent", () => {
    assert.equal(live.send({ type: "ping" }), false);
    socket().opens();
    assert.equal(live.send({ type: "ping" }), true);
  });

  test("a move is sent again until it is acknowledged", () => {
    const pending = new PendingMove(live);
    pending.set(3, "a1-b1", "A");
    assert.equal(pending.unsent, "a1-b1");
    socket().opens();
    socket().tells({ type: "welcome" });
    pending.send();
    pending.send();
    const moves = socket().sent.filter((message) => message.type === "move");
    assert.deepEqual(moves, Array(2).fill({ type: "move", ply: 3, text: "a1-b1" }));
    assert.equal(pending.unsent, null);
    pending.settle([{ seat: "A" }, { seat: "B" }, { seat: "A" }]);
    assert.ok(pending.move);
    pending.settle([{ seat: "A" }, { seat: "B" }, { seat: "A" }, { seat: "A" }]);
    assert.equal(pending.move, null);
  });
});

describe("the server's time", () => {
  test("is told best by the message that took least", () => {
    let now = 100_000;
    mock.method(performance, "now", () => now);
    const time = new ServerTime();
    time.hear(40);
    now += 5000;
    // This one was three seconds under way.
    time.hear(42);
    assert.equal(time.now, 45);
    now += 1000;
    time.hear(47);
    assert.equal(time.now, 47);
    // Another server counts anew.
    time.restart();
    time.hear(3);
    assert.equal(time.now, 3);
    mock.restoreAll();
  });
});

describe("a request", () => {
  let asked, answer;
  beforeEach(() => {
    asked = [];
    answer = () => Response.json({ fine: true });
    globalThis.fetch = async (path, given) => {
      asked.push({ path, ...given });
      return answer();
    };
  });

  test("carries language, token and content", async () => {
    speak("nl");
    assert.deepEqual(await post("/api/tables/{table}/x", { table: "a b", lang: "nl" }, { one: 1 }, "secret"), {
      fine: true,
    });
    const headers = { "Accept-Language": "nl", "Content-Type": "application/json", Authorization: "Bearer secret" };
    assert.deepEqual(asked, [{ path: "/api/tables/a%20b/x?lang=nl", method: "POST", headers, body: '{"one":1}' }]);
  });

  test("that was foreseen is made once, and its answer handed out once", async () => {
    foresee("/api/y", {});
    await get("/api/y");
    assert.equal(asked.length, 1);
    await get("/api/y");
    assert.equal(asked.length, 2);
  });

  test("that is refused says so in the server's words", async () => {
    answer = () => Response.json({ error: { code: "table-full", text: "No seat.", cells: ["a1"] } }, { status: 409 });
    await assert.rejects(post("/api/x", {}, {}), (error) => {
      assert.ok(error instanceof Refused);
      assert.deepEqual([error.status, error.code, error.message, error.cells], [409, "table-full", "No seat.", ["a1"]]);
      return true;
    });
  });

  test("that meets a proxy without JSON says what it got", async () => {
    answer = () => new Response("", { status: 502, headers: { "Content-Type": "text/html" } });
    await assert.rejects(get("/api/x"), /HTTP 502/);
  });
});
