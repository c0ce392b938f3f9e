// Who plays: colour and mark, name, what they have reached, their clock, and whether they are there.

import { holdLink, tokensOf } from "../local/memory.js";
import { post } from "../protocol/api.js";
import { dialog, fill, h, icon, piece, toast } from "../ui/dom.js";
import { locale, number, t, tn } from "../words/words.js";

/** @typedef {import("../protocol/messages.js").SeatView} Seat */

/** What a seat is called by the game: a part such as the mice, else the colour. @param {Seat} seat */
export const seatColour = (seat) => seat.part || t(`colour.${seat.letter ?? seat.seat}`);

/** The name somebody gave, else what the game calls the seat. @param {Seat} seat */
const shortName = (seat) => seat.name || seatColour(seat);

/** What a seat is called where nothing else tells who that is. @param {Seat | undefined} seat */
export function seatName(seat) {
  if (!seat) return "";
  if (seat.kind === "computer" && !seat.name)
    return t("seat.computer-named", { colour: shortName(seat), level: seat.level });
  return shortName(seat);
}

/** What the computer is called that plays a seat, for itself or for somebody who is away. @param {Seat} seat */
export const machineName = (seat) =>
  seat.stand_in ? seatName({ ...seat, kind: "computer", level: seat.stand_in, name: "" }) : seatName(seat);

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 172800) return t("clock.days", { count: Math.floor(whole / 86400) });
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export class Seats {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.list = h("ul.players");
    const { view } = screen;
    this.title = h(
      "div.title",
      null,
      h("h1", null, view.name),
      h(
        "a.button.quiet",
        { href: `/#/rules/${view.game}`, "aria-label": t("act.rules"), title: t("act.rules") },
        icon("book"),
      ),
    );
    this.watching = h("p.chosen");
    this.element = h(
      "section.people",
      { "aria-label": t("seats.label") },
      this.title,
      view.choice_text ? h("p.chosen", null, view.choice_text) : null,
      this.list,
      this.watching,
    );
    this.ticking = setInterval(() => this.tick(), 500);
  }

  leave() {
    clearInterval(this.ticking);
  }

  update() {
    const { view } = this.screen;
    fill(
      this.list,
      view.seats.map((seat) => this.row(seat)),
    );
    const watched = view.spectators ? tn("seats.watching", view.spectators) : "";
    // A spectator counts too, and is told so on every screen.
    const seated = this.screen.own.length > 0;
    this.watching.classList.toggle("told", !seated);
    if (seated) this.watching.textContent = watched;
    else this.watching.textContent = `${t("seats.spectator")} ${view.spectators > 1 ? watched : ""}`.trim();
    this.tick();
  }

  /** @param {Seat} seat */
  row(seat) {
    const { view, screen } = { view: this.screen.view, screen: this.screen };
    const { at } = screen.boardController;
    const active = at === null ? !screen.over && view.to_act === seat.seat : screen.history[at]?.seat === seat.seat;
    const link = screen.links.find((each) => each.seat === seat.seat);
    // Before the first move a guest who is not there may have lost the seat; the owner can invite anew.
    const free = seat.kind === "link" && !seat.yours && (!seat.joined || (!view.ply && !seat.connected));
    const invited = free && !screen.over && (view.owner || (link && seat.invited));
    return h(
      `li${active ? ".active" : ""}${seat.out ? ".out" : ""}`,
      { "data-seat": seat.seat, "aria-current": active ? "true" : null },
      piece(seat.letter ?? seat.seat),
      h("span.who", null, h("b", null, shortName(seat)), h("small", null, this.facts(seat))),
      invited
        ? h("button.small", { type: "button", onclick: () => this.invite(seat) }, icon("link"), t("seat.invite"))
        : null,
      seat.place && at === null ? h("span.place", null, t("seat.place", { place: seat.place })) : null,
      seat.clock_left === null || seat.clock_left === undefined
        ? null
        : h("time.clock", { "data-left": seat.clock_left, "data-runs": seat.clock_runs ? "yes" : null }),
    );
  }

  /** Who that is, and what they have reached. @param {Seat} seat */
  facts(seat) {
    const { view, own } = this.screen;
    const found = [];
    if (seat.kind === "computer") found.push(t("seat.computer"), t("seat.level", { level: seat.level }));
    if (seat.yours && own.length === 1) found.push(t("seat.you"));
    if (seat.gone) found.push(t(`seat.gone.${seat.gone}`));
    if (seat.stand_in) found.push(t("seat.stand-in", { level: seat.stand_in }));
    else if (seat.kind === "link" && seat.joined === false) found.push(t("seat.awaited"));
    else if (seat.kind === "link" && seat.connected === false && !seat.yours) found.push(t("seat.away"));
    if (seat.name && seat.part) found.push(seat.part);
    const order = view.seats.map((other) => other.seat);
    const partners = view.seats.filter(
      (other, index) => other.seat !== seat.seat && view.teams[index] === view.teams[order.indexOf(seat.seat)],
    );
    if (partners.length)
      found.push(t("seat.partner", { who: new Intl.ListFormat(locale()).format(partners.map(shortName)) }));
    // Who looks back sees an earlier board, of which these are not known.
    return [...found, ...(this.screen.boardController.following ? this.reached(seat) : [])].join(" · ");
  }

  /** What a seat has reached. @param {Seat} seat */
  reached(seat) {
    const { hands, captured, seats } = this.screen.view;
    const found = [];
    const counts = seat.score !== null;
    // A score that only counts one of these says it already.
    const same = (/** @type {(other: Seat) => number} */ value) =>
      counts && seats.every((other) => other.score === value(other));
    if (counts) found.push(t("seat.score", { score: seat.score }));
    if (hands[seat.seat]) found.push(t("seat.hand", { count: hands[seat.seat] }));
    if (captured[seat.seat] && !same((other) => captured[other.seat]))
      found.push(t("seat.captured", { count: captured[seat.seat] }));
    if (seat.home && !same((other) => other.home)) found.push(t("seat.home", { count: number(seat.home) }));
    return found;
  }

  /** @param {Seat} seat @returns {Promise<{seat: string, token: string} | null>} */
  async newLink(seat) {
    const { table } = this.screen;
    /** @type {unknown} */
    let refused = null;
    // One of the secrets this device knows is that of who set the table up.
    for (const token of tokensOf(table)) {
      try {
        const link = await post("/api/tables/{table}/invite", { table }, { seat: seat.seat }, token);
        holdLink(table, link);
        return link;
      } catch (error) {
        refused = error;
      }
    }
    toast(/** @type {Error} */ (refused).message, "error");
    return null;
  }

  tick() {
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(".clock"))) {
      const passed = clock.dataset.runs ? this.screen.time.now - this.screen.view.now : 0;
      const left = Number(clock.dataset.left) - passed;
      clock.textContent = clockText(left);
      clock.classList.toggle("low", left < 15);
    }
  }

  /** Show the link of a seat; one that is used up or unknown to this device is made anew. @param {Seat} seat */
  async invite(seat) {
    const known = this.screen.links.find((each) => each.seat === seat.seat);
    const link = known && seat.invited ? known : await this.newLink(seat);
    if (!link) return;
    const renew = async () => {
      box.close();
      if (await this.newLink(seat)) this.invite({ ...seat, invited: true });
    };
    const address = `${location.origin}/t/${this.screen.table}#seat=${link.token}`;
    const line = h("input", { type: "text", readonly: true, value: address, "aria-label": t("seat.link-label") });
    const copy = async () => {
      line.select();
      await navigator.clipboard?.writeText(address);
      toast(t("share.copied"));
    };
    const box = dialog(
      t("seat.invite-title", { seat: seatName(seat) }),
      h(
        "div.column",
        null,
        h("p", null, t("seat.invite-text")),
        line,
        h("button.primary", { type: "button", onclick: copy }, icon("link"), t("share.copy")),
        this.screen.view.owner && link === known
          ? h("button", { type: "button", "data-action": "renew", onclick: renew }, t("seat.new-link"))
          : null,
      ),
      t("dialog.close"),
    );
  }
}
