// Controls the board of a table: which position it shows, now or as it was, from which side, with which signs.

import { settings } from "../local/memory.js";
import { sound } from "../local/sound.js";
import { get } from "../protocol/api.js";
import { t } from "../words/words.js";

export class BoardController {
  /** @param {import("./table.js").TableScreen} screen @param {number | null} wanted the position to begin with */
  constructor(screen, wanted) {
    this.screen = screen;
    this.board = screen.board;
    this.wanted = wanted;
    /** After how many moves the board is shown; null follows the game. @type {number | null} */
    this.at = null;
    /** The state of the game for which the board was set up last. */
    this.settled = "";
    /** Whether a move is being shown just now. */
    this.showing = false;
    /** From where somebody wants to look, if they said so. @type {string | undefined} */
    this.chosenTurn = undefined;
    /** @type {string | null | undefined} */
    this.shownTurn = undefined;
    /** @type {Map<string | null, Promise<import("../protocol/messages.js").BoardTemplateView>>} */
    this.templates = new Map();
  }

  get following() {
    return this.at === null;
  }

  /** From which seat the board is seen. @returns {string | null} */
  get turned() {
    if (this.chosenTurn !== undefined) return this.chosenTurn;
    const { own, view } = this.screen;
    if (settings().turned === "mover" && own.length !== 1) return view.to_act ?? own[0] ?? null;
    // Whoever only watches looks from the side of the first seat.
    return own[0] ?? view.seats[0]?.seat ?? null;
  }

  /** Look from the next seat. */
  turn() {
    const order = this.screen.view.seats.map((seat) => seat.seat);
    this.chosenTurn = order[(order.indexOf(this.shownTurn ?? "") + 1) % order.length];
    return this.setUp();
  }

  /** The drawing of the empty board from one seat; each is fetched once. @param {string | null} turned */
  template(turned) {
    const known = this.templates.get(turned);
    if (known) return known;
    const given = { table: this.screen.table, ...(turned !== null && { turned }) };
    const asked = get("/api/tables/{table}/stage", given);
    this.templates.set(turned, asked);
    // A board that could not be fetched is asked for again.
    asked.catch(() => this.templates.delete(turned));
    return asked;
  }

  /** Show the board as this viewer looks at it; another side takes another drawing. */
  async setUp() {
    const { screen, board, turned } = this;
    if (this.shownTurn !== turned) {
      this.shownTurn = turned;
      const template = await this.template(turned);
      if (screen.left || this.shownTurn !== turned) return;
      screen.plates.update();
      board.setTemplate(template, t("board.label", { game: screen.view.name }));
      board.setPieces(this.showing ? board.pieces : screen.view.pieces);
    }
    if (this.wanted !== null && screen.history.length) {
      const ply = this.wanted;
      this.wanted = null;
      this.showAt(ply);
    } else this.settle();
  }

  /** Bring everything on the board into line with what is known. */
  settle() {
    const { screen, board, following } = this;
    if (!board.template || this.showing) return;
    const count = this.at ?? screen.history.length;
    const { ways, taken } = this.lastTurn(count);
    board.setPieces(following ? screen.view.pieces : this.piecesAt(count));
    board.showTrail(ways, taken);
    const acting = following && screen.acting;
    const state = [screen.view.ply, screen.view.to_act, this.at, acting].join();
    // Somebody else's coming and going does not take the piece out of one's hand.
    if (state === this.settled) screen.play.show();
    else {
      this.settled = state;
      screen.play.update(acting ? screen.situation() : null);
      if (acting) screen.premove.play();
    }
    if (!acting && screen.premove.origin) screen.premove.show();
    if (acting && screen.view.duty) board.showMarks(screen.view.duty.cells ?? []);
  }

  /** Look at the game as it was; null follows it again. @param {number | null} at */
  showAt(at) {
    const { screen } = this;
    this.at = at === null || at < 0 || at >= screen.history.length ? null : at;
    screen.status.forget("refusal");
    this.settle();
    screen.plates.update();
    screen.moves.update();
    screen.status.update();
    screen.actions.update();
  }

  /** The pieces after so many moves. @param {number} count */
  piecesAt(count) {
    const pieces = { ...this.screen.view.start };
    for (const entry of this.screen.history.slice(0, count)) {
      for (const [cell, letter] of Object.entries(entry.changes ?? {})) {
        if (letter === null) delete pieces[cell];
        else pieces[cell] = letter;
      }
    }
    return pieces;
  }

  /** The ways of the last turn that touched the board: several by the dice. @param {number} count */
  lastTurn(count) {
    const acts = this.screen.history
      .slice(0, count)
      .filter((entry) => this.wayOf(entry).length || entry.captured?.length);
    const last = acts.at(-1);
    if (!last) return { ways: [], taken: [] };
    const turn = acts.filter((entry) => entry.turn === last.turn && entry.seat === last.seat);
    const ways = turn
      .map((entry) => ({ path: this.wayOf(entry), letter: this.screen.letter(entry.seat) }))
      .filter((way) => way.path.length);
    return { ways, taken: last.captured ?? [] };
  }

  /**
   * The cells a move touched; a placing touches one.
   * @param {import("../protocol/messages.js").EntryView} entry
   * @returns {string[]}
   */
  wayOf(entry) {
    if (entry.path?.length) return entry.path;
    return Object.entries(entry.changes ?? {})
      .filter(([, letter]) => letter !== null)
      .map(([cell]) => cell)
      .slice(0, 1);
  }

  /** Show how a move goes. @param {import("../protocol/messages.js").EntryView} entry */
  async perform(entry) {
    this.showing = true;
    this.settled = "";
    this.screen.play.update(null);
    const path = this.wayOf(entry);
    this.board.showTrail(path.length ? [{ path, letter: this.screen.letter(entry.seat) }] : []);
    await this.board.play({ path: entry.path, changes: entry.changes ?? {}, captured: entry.captured }, () =>
      sound("land"),
    );
    this.showing = false;
  }
}
