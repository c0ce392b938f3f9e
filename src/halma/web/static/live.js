// One socket per table: says hello with its tokens, comes back by itself, and hands on what the server tells.

/** @typedef {{type: string, [key: string]: any}} Message */

export class Live extends EventTarget {
  /** @param {string} table @param {() => string[]} tokens @param {() => string} language */
  constructor(table, tokens, language) {
    super();
    this.table = table;
    this.tokens = tokens;
    this.language = language;
    this.ply = 0;
    this.delay = 500;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.delay = 500;
      this.send({ type: "hello", tokens: this.tokens(), lang: this.language(), ply: this.ply });
      this.tell("up", {});
      this.beat = setInterval(() => this.send({ type: "ping" }), 25000);
    };
    socket.onmessage = (event) => {
      const message = /** @type {Message} */ (JSON.parse(event.data));
      this.tell("message", message);
    };
    socket.onclose = (event) => {
      clearInterval(this.beat);
      if (this.closed || this.socket !== socket) return;
      this.tell("down", { code: event.code });
      this.again = setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 1.7, 8000);
    };
  }

  /** Say hello anew, with other tokens or in another language. */
  renew() {
    clearTimeout(this.again);
    this.socket?.close();
    this.open();
  }

  /** @param {Message} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {string} name @param {any} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.beat);
    this.socket?.close();
  }
}
