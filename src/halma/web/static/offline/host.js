// The page's side of the worker that plays without a server: requests, and something that looks like a socket.

/** @typedef {{code: string, text: string, cells: string[]}} Problem */
/** @typedef {{method: string, path: string, body: unknown, lang: string}} LocalRequest */

/** What the worker refused. */
export class LocallyRefused extends Error {
  /** @param {number} status @param {Problem} problem */
  constructor(status, problem) {
    super(problem.text);
    this.status = status;
    this.problem = problem;
  }
}

/** @type {Worker | null} */
let worker = null;
let count = 0;
/** @type {Map<number, {done: (found: unknown) => void, failed: (error: Error) => void}>} */
const asked = new Map();
/** @type {Map<number, LocalSocket>} */
const sockets = new Map();

/** @returns {Worker} */
function begun() {
  if (!worker) {
    worker = new Worker(new URL("../worker/main.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => lost(event.message);
  }
  return worker;
}

/** The worker cannot be loaded, or has broken down: whoever asks again gets another one. @param {string} why */
function lost(why) {
  worker?.terminate();
  worker = null;
  for (const { failed } of asked.values()) failed(new Error(why));
  asked.clear();
  const open = [...sockets.values()];
  sockets.clear();
  for (const socket of open) socket.onclose?.();
}

/** @param {any} told */
function heard({ type, id, found, status, problem, channel, message }) {
  const wish = asked.get(id);
  asked.delete(id);
  if (type === "answer") wish?.done(found);
  else if (type === "refused") wish?.failed(new LocallyRefused(status, problem));
  else if (type === "opened") sockets.get(channel)?.opened();
  else if (type === "told") sockets.get(channel)?.onmessage?.({ data: JSON.stringify(message) });
}

/** Ask the worker what a server would be asked. @param {LocalRequest} request @returns {Promise<unknown>} */
export function askLocally(request) {
  return new Promise((done, failed) => {
    const id = ++count;
    asked.set(id, { done, failed });
    begun().postMessage({ type: "request", id, request });
  });
}

/** A connection to a table of this device; like a WebSocket, as far as one is used here. */
export class LocalSocket {
  /** @param {string} table */
  constructor(table) {
    this.channel = ++count;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    sockets.set(this.channel, this);
    begun().postMessage({ type: "open", channel: this.channel, table });
  }

  opened() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  /** @param {string} text */
  send(text) {
    begun().postMessage({ type: "live", channel: this.channel, message: JSON.parse(text) });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.channel);
    worker?.postMessage({ type: "close", channel: this.channel });
  }
}
