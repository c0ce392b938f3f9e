// The screen of a table: the board in the middle, around it who plays, what may be done, and what was done.

import { newBoard } from "../board/board.js";
import { forgetTable, ownTables, pace, recall, remember, tokensOf } from "../local/memory.js";
import { notify, showBadge } from "../local/notice.js";
import { sound } from "../local/sound.js";
import { forgetPage } from "../offline/install.js";
import { erase } from "../protocol/api.js";
import { Live, PROTOCOL } from "../protocol/live.js";
import { PendingMove } from "../protocol/pending.js";
import { ServerTime } from "../protocol/server-time.js";
import { announce, h, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { currentLanguage, t } from "../words/words.js";
import { Actions } from "./actions.js";
import { BoardController } from "./board-controller.js";
import { askName, askWhich } from "./dialogs.js";
import { Ending } from "./ending.js";
import { Heading } from "./heading.js";
import { climb } from "./ladder.js";
import { offerToGoOn } from "./local-table.js";
import { Moves } from "./moves.js";
import { Plates } from "./plates.js";
import { Play } from "./play.js";
import { Premove } from "./premove.js";
import { seatName } from "./seats.js";
import { Status } from "./status.js";
import { TableStore } from "./store.js";
import { Talk } from "./talk.js";

// A page that was loaded anew because it was outdated is not loaded anew again so soon.
const RELOAD_PAUSE = 60000;

/** The server speaks another version than this page: it has a page that does. Once, lest it goes on for ever. */
function loadAnew() {
  const now = Date.now();
  if (now - recall("reloaded", 0) < RELOAD_PAUSE) return toast(t("live.outdated"), "error");
  remember("reloaded", now);
  forgetPage().finally(() => location.reload());
}

/** @typedef {import("./store.js").TableShown} TableShown */
/** @typedef {import("./store.js").SeatShown} SeatShown */

export class TableScreen {
  /** @param {string} table @param {import("../protocol/messages.js").TableView} view @param {string | null} ply */
  constructor(table, view, ply) {
    this.table = table;
    this.store = new TableStore(view);
    this.view = this.store.view;
    this.time = new ServerTime();
    this.time.hear(view.now);
    /** The ply at which somebody who looks elsewhere was last told that it is their turn. */
    this.announced = -1;
    /** How many messages about moves are not shown yet. */
    this.behind = 0;
    /** Everything that moves waits for what moved before it. */
    this.queue = Promise.resolve();
    this.board = newBoard(pace);
    this.boardController = new BoardController(this, ply ? Number(ply) : null);
    this.premove = new Premove(this);
    this.play = new Play(this.board, {
      move: (move) => this.move(move.text, move),
      reach: (origin) => this.send({ type: "reach", origin }),
      explain: (attempt) => this.send({ type: "explain", ...attempt }),
      ask: (moves) => askWhich(this, moves),
      changed: () => this.actions?.update(),
      chose: () => this.status.forget("refusal"),
      say: (text) => this.status.say(text),
      early: (cell) => this.premove.tap(cell),
      premovable: () => this.premove.pieces,
    });
    this.board.addEventListener("drop", () => this.premove.drop());
    this.status = new Status(this);
    this.plates = new Plates(this);
    this.moves = new Moves(this);
    this.talk = new Talk(this);
    this.actions = new Actions(this);
    this.ending = new Ending(this);
    this.heading = new Heading(this, [this.talk.button, ...this.actions.tools]);
    this.element = h(
      "div.table",
      { onfold: () => this.refold() },
      h("div.stage", null, this.plates.far, h("div.board-holder", null, this.board), this.plates.near),
      h(
        "div.side",
        null,
        this.heading.element,
        this.ending.element,
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
    this.live.version = this.store.n;
    this.pending = new PendingMove(this.live);
    this.live.addEventListener("message", (event) => this.hear(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("opened", () => this.time.restart());
    this.live.addEventListener("down", () => this.disconnected());
    this.live.addEventListener("up", () => this.status.showConnection(true));
    this.hurry = () => (document.hidden ? this.board.hurry() : showBadge(false));
    document.addEventListener("visibilitychange", this.hurry);
    this.refold();
    this.refresh();
    this.boardController.setUp();
  }

  /** Whoever reads or types moves sees how the fields are called. */
  refold() {
    const named = this.actions.typing.open || this.moves.fold.open;
    this.element.dataset.named = named ? "yes" : "no";
  }

  leave() {
    this.left = true;
    this.live.close();
    this.plates.leave();
    showBadge(false);
    this.heading.leave();
    this.talk.leave();
    this.moves.stop();
    document.removeEventListener("settings", this.redress);
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.hurry);
  }

  // ---- what the page knows ------------------------------------------------------------------------------

  /** The seats this viewer holds. */
  get own() {
    return this.view.seats.filter((seat) => seat.yours).map(({ seat }) => seat);
  }

  /** The moves that were made. */
  get history() {
    return this.view.history;
  }

  get over() {
    return this.view.phase === "over" || Boolean(this.view.outcome);
  }

  /** Whether the viewer has to act. */
  get acting() {
    const { to_act, moves, origins } = this.view;
    return !this.over && to_act !== null && this.own.includes(to_act) && Boolean(moves?.length || origins?.length);
  }

  /** @param {string | null} seat @returns {SeatShown | undefined} */
  seat(seat) {
    return this.view.seats.find((each) => each.seat === seat);
  }

  /** @param {string | null} seat @returns {string} */
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

  /** @param {import("../protocol/messages.js").ClientMessage} message @returns {boolean} whether it could be sent */
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
    this.pending.set(this.view.ply, text, this.view.to_act ?? "");
    this.status.update();
  }

  disconnected() {
    this.status.showConnection(false);
    offerToGoOn(this);
    this.actions.hinted();
    this.status.forget("thinking");
  }

  /** @param {import("../protocol/messages.js").ServerMessage} message */
  hear(message) {
    this.time.hear("clocks" in message ? message.clocks.now : "now" in message ? message.now : undefined);
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "event":
        return this.happened(message);
      case "hint":
        return this.hinted(message);
      case "explain":
        return this.refused(message.refusal ?? null);
      case "reach":
        return this.play.reached(message.origin, message.moves);
      case "error":
        return this.failed(message);
      case "presence":
        return this.present(message);
      case "done":
        return this.done(message.what);
      case "deleted":
        return this.deleted();
    }
  }

  /** The server has done what it was asked for. @param {string} what */
  done(what) {
    if (what === "chat") this.talk.said();
    if (what !== "move") return;
    this.pending.clear();
    this.status.update();
  }

  /**
   * What was missed: everything, or one event after the other.
   * @param {import("../protocol/messages.js").WelcomeMessage} message
   */
  welcome(message) {
    if (message.protocol !== PROTOCOL) return loadAnew();
    for (const event of message.events ?? []) this.happened(event, true);
    if (message.table) this.live.version = message.n;
    this.queue = this.queue.then(() => {
      if (message.table) this.store.reset(message);
      this.store.greet(message);
      const { at } = this.boardController;
      if (at !== null && at >= this.store.history.length) this.boardController.at = null;
      this.renew();
      this.talk.replace(this.view.chat);
      this.element.dataset.live = "yes";
      // What was sent before the connection was lost may not have arrived.
      this.pending.send();
    });
  }

  /**
   * Something happened at the table.
   * @param {import("../protocol/messages.js").EventMessage} message
   * @param {boolean} [missed] while nobody was connected
   */
  happened(message, missed = false) {
    if (message.n <= this.live.version) return;
    // One is missing: ask what happened since.
    if (message.n > this.live.version + 1) return this.live.hello();
    this.live.version = message.n;
    if (message.done) this.done(message.done);
    // Whoever is slower than the game sees the last move go, and those before it at once.
    const moves = Boolean(message.event.entries);
    if (moves && this.behind) this.board.hurry();
    this.behind += Number(moves);
    this.queue = this.queue.then(async () => {
      try {
        await this.take(message, missed);
      } finally {
        this.behind -= Number(moves);
      }
    });
  }

  /** @param {import("../protocol/messages.js").EventMessage} message @param {boolean} missed */
  async take(message, missed) {
    const { event } = message;
    const follow = this.boardController.following && this.board.template && !document.hidden && this.behind === 1;
    const before = this.view;
    if (!this.store.take(message)) return;
    const entries = event.entries ? this.store.history.slice(-event.entries.length) : [];
    for (const entry of entries) if (follow) await this.boardController.perform(entry);
    // A move that was not acknowledged is sent again, and answered.
    if (!missed) this.pending.settle(this.store.history);
    const { roll, turn, lapsed } = this.store.state;
    // A roll that stands from before is not rolled again.
    const fresh =
      entries.length && roll.length && (turn !== before.turn || lapsed.length || roll.join() !== before.roll.join());
    if (follow && fresh) {
      sound("roll");
      await this.status.rolled(roll);
    }
    const { at } = this.boardController;
    if (at !== null && at >= this.store.history.length) this.boardController.at = null;
    this.renew();
    if (fresh) announce(t("said.roll", { who: seatName(this.seat(this.view.to_act)), roll: roll.join(", ") }));
    for (const entry of entries) announce(this.spoken(entry));
    if (event.line) this.talk.hear(event.line);
    if (this.over && entries.length) this.ended();
  }

  /** A history entry in words. @param {import("../protocol/messages.js").EntryView} entry */
  spoken(entry) {
    const who = seatName(this.seat(entry.seat));
    if (entry.text === "--") return t("said.pass", { who });
    return t("said.move", { who, move: entry.text.replaceAll("-", " ") });
  }

  /** Show what is known now. */
  renew() {
    const state = (/** @type {TableShown} */ { ply, to_act, phase, waiting }) => [ply, to_act, phase, waiting].join();
    const before = state(this.view);
    this.view = this.store.view;
    // What was said about a position is not true of the next one.
    if (state(this.view) !== before) this.status.say("");
    this.refresh();
    this.boardController.setUp();
  }

  /** Who is there. @param {import("../protocol/messages.js").PresenceMessage} message */
  present({ connected, spectators }) {
    this.store.presence = { connected, spectators };
    const seats = this.view.seats.map((seat) => ({
      ...seat,
      connected: connected.includes(seat.seat),
    }));
    this.view = { ...this.view, seats, spectators };
    this.plates.update();
    this.heading.update();
  }

  refresh() {
    this.element.dataset.ply = String(this.view.ply);
    this.element.dataset.phase = this.over ? "over" : this.view.phase;
    this.plates.update();
    this.heading.update();
    this.ending.update();
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
    const calls = document.hidden && this.acting;
    if (calls && this.announced !== this.view.ply) {
      sound("turn");
      notify(t("status.yours"), this.view.name);
    }
    showBadge(calls);
    this.announced = this.view.ply;
  }

  ended() {
    sound("end");
    this.ending.celebrate();
    announce(this.status.result(this.view.outcome));
    this.status.offer(climb(this.view, this.own));
    const { puzzle, outcome } = this.view;
    // A place means that it is solved; the list of the best asks for a name, if this device knows none.
    if (!puzzle || outcome?.places?.[this.own[0]] !== 1 || this.seat(this.own[0])?.name) return;
    const name = recall("name", "");
    if (name) this.send({ type: "name", name });
    else askName(this, t("puzzles.name"));
  }

  /** Delete the table for everybody; all who look at it are told. */
  async erase() {
    try {
      await erase("/api/tables/{table}", { table: this.table }, this.token);
      this.deleted();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** There is no such table any more. */
  deleted() {
    if (this.left) return;
    this.left = true;
    this.live.close();
    forgetTable(this.table);
    toast(t("live.deleted"));
    go("/#/games");
  }

  /** @param {import("../protocol/messages.js").Explained | null} message */
  refused(message) {
    if (!message?.text || message.reason === "same-place")
      return this.status.say(this.view.duty?.text ?? t("play.stuck"), "refusal", this.view.duty?.rule);
    sound("refuse");
    this.board.putBack();
    this.status.say(message.text, "refusal", message.rule);
    this.board.showMarks(message.cells ?? []);
  }

  /** @param {import("../protocol/messages.js").ErrorMessage} message */
  failed(message) {
    const { error, what } = message;
    if (error.code === "outdated") return loadAnew();
    if (error.code === "unknown-table") return this.deleted();
    sound("refuse");
    if (what === "chat") return this.talk.refused(error.text);
    if (what === "hint") this.actions.hinted();
    let text = error.text;
    if (what === "move") {
      const move = this.pending.clear();
      if (move && error.code === "stale") text = t("live.dropped", { move });
    }
    this.queue = this.queue.then(() => {
      this.play.takeBack();
      this.status.update();
      this.status.say(text, "refusal", error.rule);
      this.board.showMarks(error.cells ?? []);
    });
  }

  /** @param {import("../protocol/messages.js").HintMessage} message */
  hinted({ ply, hint }) {
    this.actions.hinted();
    // Somebody has moved since it was asked for.
    if (ply !== this.view.ply) return this.status.forget("thinking");
    const { move } = hint;
    this.status.say(hint.text, "hint");
    const path = move.path.length || !move.target ? move.path : [move.target];
    const end = path.at(-1);
    if (end === undefined) return;
    const letter = this.letter(this.view.to_act);
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
}
