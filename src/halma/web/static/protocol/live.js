// One socket per table: says hello with its tokens, notices when nobody answers any more, comes back by itself, and
// hands on what the server tells.

import { LocalSocket } from "../offline/host.js";
import { isLocal } from "../offline/offline.js";

/** The version of the live protocol that is spoken here. */
export const PROTOCOL = 2;

/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").ClientMessage} ClientMessage */

// After so long without a word the server is asked whether it is there, and so long it may take to answer: together
// less than the five seconds after which people should know. Where nobody looks, asking now and then is enough.
const SILENCE = 2000;
const SILENCE_UNSEEN = 25000;
const PATIENCE = 2500;
// The system says that the network is gone, which need not hold for a server on this machine.
const PATIENCE_OFFLINE = 800;
// A slow connection may still come back; after that another one is opened.
const LAST_CHANCE = 4000;
const CONNECTING = 8000;
const FIRST_DELAY = 500;
// Who is told that the server restarts goes on elsewhere, or with it in a moment: no alarm before that.
const QUIET_RETURN = 4000;
const LONGEST_DELAY = 8000;

export class Live extends EventTarget {
  /** @param {string} table @param {() => string[]} tokens @param {() => string} language */
  constructor(table, tokens, language) {
    super();
    this.table = table;
    this.tokens = tokens;
    this.language = language;
    /** How many events have been heard of. */
    this.version = 0;
    this.delay = FIRST_DELAY;
    /** Whether the server answers. */
    this.up = false;
    this.closed = false;
    /** Until when nobody is told that the connection is gone. @type {ReturnType<typeof setTimeout> | null} */
    this.returning = null;
    /** @type {WebSocket | LocalSocket | null} */
    this.socket = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    addEventListener("offline", () => this.check(PATIENCE_OFFLINE), { signal });
    addEventListener("online", () => (this.up ? this.check() : this.open()), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.check(), { signal });
    this.open();
  }

  open() {
    this.drop();
    const socket = this.connect();
    this.socket = socket;
    this.waiting = setTimeout(() => this.retry(), CONNECTING);
    socket.onopen = () => {
      this.tell("opened", {});
      this.hello();
    };
    socket.onmessage = (/** @type {{data: string}} */ event) =>
      this.heard(/** @type {ServerMessage} */ (JSON.parse(event.data)));
    socket.onclose = () => {
      if (!this.returning) this.lost();
      this.retry();
    };
  }

  /** @returns {WebSocket | LocalSocket} */
  connect() {
    if (isLocal(this.table)) return new LocalSocket(this.table);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
  }

  /** Say who one is; the answer is what has been missed. */
  hello() {
    const { version } = this;
    this.send({ type: "hello", protocol: PROTOCOL, tokens: this.tokens(), lang: this.language(), version });
  }

  /** Say hello anew, with other tokens or in another language. */
  renew() {
    this.open();
  }

  /** @param {ServerMessage} message */
  heard(message) {
    clearTimeout(this.waiting);
    this.returned();
    this.delay = FIRST_DELAY;
    if (!this.up) {
      this.up = true;
      this.tell("up", {});
    }
    this.waiting = setTimeout(() => this.check(), document.hidden ? SILENCE_UNSEEN : SILENCE);
    this.tell("message", message);
    if (message.type === "bye") this.comeBack();
  }

  /** The server restarts. Not everybody comes back at the same moment. */
  comeBack() {
    this.drop();
    this.returned();
    this.returning = setTimeout(() => {
      this.returning = null;
      this.lost();
    }, QUIET_RETURN);
    this.waiting = setTimeout(() => this.open(), Math.random() * FIRST_DELAY);
  }

  returned() {
    if (this.returning) clearTimeout(this.returning);
    this.returning = null;
  }

  /** Ask whether the server is there. @param {number} patience */
  check(patience = PATIENCE) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ping" });
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.lost();
      this.waiting = setTimeout(() => this.open(), LAST_CHANCE);
    }, patience);
  }

  /** Nobody answers. */
  lost() {
    if (!this.up) return;
    this.up = false;
    this.tell("down", {});
  }

  /** Try again after a while, and after a longer one the next time. */
  retry() {
    this.drop();
    this.waiting = setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(this.delay * 1.7, LONGEST_DELAY);
  }

  /** Have nothing more to do with the socket, whatever still comes from it. */
  drop() {
    clearTimeout(this.waiting);
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {ClientMessage} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {string} name @param {any} detail */
  tell(name, detail) {
    if (!this.closed) this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  close() {
    this.closed = true;
    this.listeners.abort();
    this.returned();
    this.drop();
  }
}
