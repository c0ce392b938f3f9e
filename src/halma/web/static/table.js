// The screen of a table: the board in the middle, around it who plays, what may be done, and what was done.

import { get, post } from "./api.js";
import { Actions } from "./actions.js";
import { newBoard } from "./board.js";
import { BoardController } from "./board-controller.js";
import { askName, askWhich } from "./dialogs.js";
import { announce, h, toast } from "./dom.js";
import { isTaken, offerToWatch, takeSeat } from "./join.js";
import { climb } from "./ladder.js";
import { Live } from "./live.js";
import { holdSeat, ownTables, recall, tokensOf } from "./memory.js";
import { Moves } from "./moves.js";
import { PendingMove } from "./pending.js";
import { Play } from "./play.js";
import { Seats, seatName } from "./seats.js";
import { ServerTime } from "./server-time.js";
import { sound } from "./sound.js";
import { Status } from "./status.js";
import { Talk } from "./talk.js";
import { currentLanguage, t } from "./words.js";

/** @param {string} table @param {string} fragment */
export async function tableScreen(table, fragment) {
  const given = new URLSearchParams(fragment);
  const seat = given.get("seat") ?? (/^[\w-]{30,}$/.test(fragment) ? fragment : null);
  const mine = given.get("mine");
  const refused = seat ? await takeSeat(table, seat).catch(refusal) : null;
  if (mine) holdSeat(table, mine);
  // The secret of the link has moved into this device's memory and leaves the address.
  if (seat || mine) history.replaceState(null, "", `/t/${table}`);
  const first = await get(`/api/tables/${table}`, tokensOf(table)[0]);
  const screen = new TableScreen(table, first.view ?? first, given.get("ply"));
  if (refused && !screen.own.length) offerToWatch(refused);
  return {
    title: screen.view.name,
    element: screen.element,
    shown: () => screen.showTitle(),
    leave: () => screen.leave(),
  };
}

/** Whoever comes too late for a seat sees the table all the same. @param {unknown} error */
function refusal(error) {
  if (isTaken(error)) return error;
  throw error;
}

export class TableScreen {
  /** @param {string} table @param {any} view @param {string | null} ply */
  constructor(table, view, ply) {
    this.table = table;
    this.view = view;
    /** @type {any[]} */
    this.history = view.history ?? [];
    this.start = view.start ?? {};
    this.time = new ServerTime();
    this.time.hear(view.now);
    /** How many messages about moves are not shown yet. */
    this.behind = 0;
    /** Everything that moves waits for what moved before it. */
    this.queue = Promise.resolve();
    this.board = newBoard();
    this.boardController = new BoardController(this, ply ? Number(ply) : null);
    this.play = new Play(this.board, {
      move: (move) => this.move(move.text, move),
      reach: (origin) => this.send({ type: "reach", origin }),
      explain: (attempt) => this.send({ type: "explain", ...attempt }),
      ask: (moves) => askWhich(this, moves),
      changed: () => this.actions?.update(),
      chose: () => this.status.forget("refusal"),
      say: (text) => this.status.say(this.over ? t("status.over") : text),
    });
    this.status = new Status(this);
    this.seats = new Seats(this);
    this.moves = new Moves(this);
    this.talk = new Talk(this);
    this.actions = new Actions(this);
    this.seats.title.append(this.talk.button, ...this.actions.tools);
    this.element = h(
      "div.table",
      null,
      h("div.board-holder", null, this.board),
      h(
        "div.side",
        null,
        this.seats.element,
        this.status.element,
        this.actions.element,
        this.moves.element,
        this.talk.element,
      ),
    );
    this.board.addEventListener("keydown", (event) => this.actions.begun(event));
    this.redress = () => this.boardController.setUp();
    document.addEventListener("settings", this.redress);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.moves.pressed(event);
    document.addEventListener("keydown", this.keys);
    this.live = new Live(table, () => tokensOf(table), currentLanguage);
    this.pending = new PendingMove(this.live);
    this.live.addEventListener("message", (event) => this.hear(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("opened", () => this.time.restart());
    this.live.addEventListener("down", () => this.disconnected());
    this.live.addEventListener("up", () => this.status.showConnection(true));
    this.hurry = () => document.hidden && this.board.hurry();
    document.addEventListener("visibilitychange", this.hurry);
    this.refresh();
    this.boardController.setUp();
  }

  leave() {
    this.left = true;
    this.live.close();
    this.seats.leave();
    this.talk.leave();
    this.moves.stop();
    document.removeEventListener("settings", this.redress);
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.hurry);
  }

  // ---- what the page knows ------------------------------------------------------------------------------

  /** The seats this viewer holds. @returns {string[]} */
  get own() {
    return this.view.seats.filter((/** @type {any} */ seat) => seat.yours).map((/** @type {any} */ seat) => seat.seat);
  }

  get over() {
    return this.view.phase === "over" || Boolean(this.view.outcome);
  }

  /** Whether the viewer has to act. */
  get acting() {
    const { to_act, moves, origins } = this.view;
    return !this.over && this.own.includes(to_act) && Boolean(moves?.length || origins?.length);
  }

  /** @param {string} seat @returns {any} */
  seat(seat) {
    return this.view.seats.find((/** @type {any} */ each) => each.seat === seat);
  }

  /** @param {string} seat */
  letter(seat) {
    return this.seat(seat)?.letter ?? seat ?? "A";
  }

  /** What may be done now, for who has to act. */
  situation() {
    const { moves, origins, duty, phase, pieces } = this.view;
    return {
      moves: moves ?? [],
      origins: moves ? [] : origins,
      duty,
      phase,
      pieces,
      letter: this.letter(this.view.to_act),
    };
  }

  // ---- talking with the server ----------------------------------------------------------------------------

  /** @param {any} message @returns {boolean} whether it could be sent */
  send(message) {
    const sent = this.live.send(message);
    if (!sent) this.status.showConnection(false);
    return sent;
  }

  /** @param {string} text @param {import("./play.js").Move | null} [shown] the move as the board shows it */
  move(text, shown = null) {
    if (this.pending.move) return this.status.say(t("play.sent"));
    this.status.say("");
    this.play.showSent(shown);
    this.pending.set(this.view.ply, text, this.view.to_act);
    this.status.update();
  }

  disconnected() {
    this.status.showConnection(false);
    this.actions.hinted();
    this.status.forget("thinking");
  }

  /** @param {any} message */
  hear(message) {
    this.time.hear(message.view?.now ?? message.now);
    switch (message.type) {
      case "view":
        return this.replace(message.view);
      case "move":
        return this.moved(message);
      case "chat":
        return this.talk.hear(message.line ?? message);
      case "hint":
        return this.hinted(message);
      case "explain":
        return this.refused(message.refusal ?? {});
      case "reach":
        return this.play.reached(message.origin, message.moves);
      case "error":
        return this.failed(message);
      case "offer":
        return this.merge({ offer: message.offer, declined: message.declined ?? [] });
      case "presence":
        return this.present(message);
      case "done":
        return this.done(message.what);
    }
  }

  /** The server has done what it was asked for. @param {string} what */
  done(what) {
    if (what === "chat") this.talk.said();
    if (what !== "move") return;
    this.pending.clear();
    this.status.update();
  }

  /** A whole view: at the start, after a reconnection, after something was taken back. @param {any} view */
  replace(view) {
    this.queue = this.queue.then(() => {
      if (view.history) this.history = view.history;
      const { at } = this.boardController;
      if (at !== null && at >= this.history.length) this.boardController.at = null;
      if (view.start) this.start = view.start;
      this.merge(view);
      if (view.chat) this.talk.replace(view.chat);
      this.element.dataset.live = "yes";
      this.live.ply = this.view.ply;
      // What was sent before the connection was lost may not have arrived.
      this.pending.send();
    });
  }

  /** @param {any} message */
  moved(message) {
    // Whoever is slower than the game sees the last move go, and those before it at once.
    if (this.behind) this.board.hurry();
    this.behind += 1;
    this.queue = this.queue.then(async () => {
      try {
        await this.take(message);
      } finally {
        this.behind -= 1;
      }
    });
  }

  /** @param {any} message */
  async take(message) {
    const entries = this.freshOf(message.entries);
    if (!entries) return this.live.hello();
    const follow = this.boardController.following && this.board.template && !document.hidden && this.behind === 1;
    for (const entry of entries) {
      if (follow) await this.boardController.perform(entry);
      this.history.push(entry);
    }
    this.history.length = Math.min(this.history.length, message.view.ply);
    this.pending.settle(this.history);
    const rolled = message.view.roll ?? [];
    // A roll that stands from before is not rolled again.
    const fresh =
      rolled.length &&
      (message.view.turn !== this.view.turn ||
        message.view.lapsed?.length ||
        rolled.join() !== (this.view.roll ?? []).join());
    if (follow && fresh) {
      sound("roll");
      await this.status.rolled(rolled);
    }
    this.merge(message.view);
    this.live.ply = this.view.ply;
    if (fresh) announce(t("said.roll", { who: seatName(this.seat(this.view.to_act)), roll: rolled.join(", ") }));
    for (const entry of entries) announce(this.spoken(entry));
    if (this.over && entries.length) this.ended();
  }

  /**
   * The entries that are not in the history yet; null if some before them are missing.
   * @param {any[]} entries
   */
  freshOf(entries) {
    const known = this.history.length;
    const fresh = entries.filter((entry) => entry.ply > known);
    return fresh.every((entry, number) => entry.ply === known + number + 1) ? fresh : null;
  }

  /** A history entry in words. @param {any} entry */
  spoken(entry) {
    const who = seatName(this.seat(entry.seat));
    if (entry.text === "--") return t("said.pass", { who });
    return t("said.move", { who, move: entry.text.replaceAll("-", " ") });
  }

  /** @param {any} view */
  merge(view) {
    const state = (/** @type {any} */ { ply, to_act, phase, waiting }) => [ply, to_act, phase, waiting].join();
    const before = state(this.view);
    this.view = { ...this.view, ...view };
    // What was said about a position is not true of the next one.
    if (state(this.view) !== before) this.status.say("");
    this.refresh();
    this.boardController.setUp();
  }

  /** Who is there. @param {any} message */
  present({ connected, spectators }) {
    const seats = this.view.seats.map((/** @type {any} */ seat) => ({
      ...seat,
      connected: connected.includes(seat.seat),
    }));
    this.view = { ...this.view, seats, spectators };
    this.seats.update();
  }

  refresh() {
    this.element.dataset.ply = this.view.ply;
    this.element.dataset.phase = this.over ? "over" : this.view.phase;
    this.seats.update();
    this.status.update();
    this.moves.update();
    this.actions.update();
    this.talk.update();
    this.showTitle();
  }

  /** Whose turn it is, where it is seen from another tab. */
  showTitle() {
    if (this.left || !this.element.isConnected) return;
    document.title = [this.status.brief(), this.view.name].filter(Boolean).join(" – ");
    if (document.hidden && this.acting && this.announced !== this.view.ply) sound("turn");
    this.announced = this.view.ply;
  }

  ended() {
    sound("end");
    announce(this.status.result(this.view.outcome));
    this.status.offer(climb(this.view, this.own));
    const { puzzle, outcome } = this.view;
    // A place means that it is solved; the list of the best asks for a name, if this device knows none.
    if (!puzzle || outcome?.places?.[this.own[0]] !== 1 || this.seat(this.own[0]).name) return;
    const name = recall("name", "");
    if (name) this.send({ type: "name", name });
    else askName(this, t("puzzles.name"));
  }

  /** @param {any} message */
  refused(message) {
    if (!message.text || message.reason === "same-place")
      return this.status.say(this.view.duty?.text ?? t("play.stuck"), "refusal", this.view.duty?.rule);
    sound("refuse");
    this.status.say(message.text, "refusal", message.rule);
    this.board.showMarks(message.cells ?? []);
  }

  /** @param {any} message */
  failed(message) {
    const { error, what, view } = message;
    sound("refuse");
    if (what === "chat") return this.talk.refused(error.text);
    if (what === "hint") this.actions.hinted();
    let text = error.text;
    if (what === "move") {
      const move = this.pending.clear();
      if (move && error.code === "stale") text = t("live.dropped", { move });
    }
    if (view) this.replace(view);
    this.queue = this.queue.then(() => {
      this.play.takeBack();
      this.status.update();
      this.status.say(text, "refusal", error.rule);
      this.board.showMarks(error.cells ?? []);
    });
  }

  /** @param {any} message */
  hinted({ ply, hint }) {
    this.actions.hinted();
    // Somebody has moved since it was asked for.
    if (ply !== this.view.ply) return this.status.forget("thinking");
    const { move } = hint;
    this.status.say(hint.text, "hint");
    const path = move.path?.length ? move.path : move.target ? [move.target] : [];
    if (!path.length) return;
    const letter = this.letter(this.view.to_act);
    const end = path.at(-1);
    this.play.drop();
    this.board.showChosen(path.length > 1 ? path[0] : null, { path, letter });
    this.board.showReach([{ cell: end, look: this.view.pieces[end] ? "meet" : "reach" }], letter, path.at(-2));
  }

  // ---- between games ----------------------------------------------------------------------------------------

  get token() {
    return tokensOf(this.table)[0];
  }

  /** Invitations this device made. @returns {{seat: string, token: string}[]} */
  get links() {
    return ownTables()[this.table]?.links ?? [];
  }

  /** @param {string} path @param {any} body */
  async ask(path, body) {
    try {
      return await post(`/api/tables/${this.table}/${path}`, body, this.token);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      return null;
    }
  }
}
