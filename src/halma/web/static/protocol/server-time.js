// The server's time, as well as this device can tell: clocks count from it, whatever the connection or the device's own
// clock does.

const seconds = () => performance.now() / 1000;

export class ServerTime {
  constructor() {
    /** How far this device's count is ahead of the server's. */
    this.ahead = 0;
    this.known = false;
  }

  /** Another connection may lead to a server that was started again and counts anew. */
  restart() {
    this.known = false;
  }

  /** The server said what time it was. No message arrives before it was sent, so the least delay comes closest. */
  hear(/** @type {number | undefined} */ now) {
    if (now === undefined) return;
    const ahead = seconds() - now;
    this.ahead = this.known ? Math.min(this.ahead, ahead) : ahead;
    this.known = true;
  }

  get now() {
    return seconds() - this.ahead;
  }
}
