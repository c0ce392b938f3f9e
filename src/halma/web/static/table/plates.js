// Who plays, above and below the board: colour and mark, name, what they have reached, their clock, whether they are there.
// Whose side of the board is nearest has the plate below it.

import { fill, h, icon, piece, s } from "../ui/dom.js";
import { locale, number, t } from "../words/words.js";
import { openInvitation } from "./invitation.js";
import { shortName } from "./seats.js";

/** @typedef {import("./store.js").SeatShown} Seat */

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 172800) return t("clock.days", { count: Math.floor(whole / 86400) });
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export class Plates {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.far = h("ul.players.far", { "aria-label": t("seats.far") });
    this.near = h("ul.players.near", { "aria-label": t("seats.near") });
    this.ticking = setInterval(() => this.tick(), 500);
  }

  leave() {
    clearInterval(this.ticking);
  }

  /** The seat on whose side of the board one looks, then the others in the order of play. */
  ordered() {
    const { seats } = this.screen.view;
    const { turned } = this.screen.boardController;
    const first = Math.max(
      0,
      seats.findIndex(({ seat }) => seat === turned),
    );
    return [...seats.slice(first), ...seats.slice(0, first)];
  }

  update() {
    const [near, ...far] = this.ordered();
    this.far.hidden = !far.length;
    this.far.dataset.count = String(far.length);
    fill(
      this.far,
      far.map((seat) => this.plate(seat)),
    );
    fill(this.near, this.plate(near));
    this.tick();
  }

  /** @param {Seat} seat */
  plate(seat) {
    const { screen } = this;
    const { view } = screen;
    const { at } = screen.boardController;
    const active = at === null ? !screen.over && view.to_act === seat.seat : screen.history[at]?.seat === seat.seat;
    const link = screen.links.find((each) => each.seat === seat.seat);
    // Before the first move a guest who is not there may have lost the seat; the owner can invite anew.
    const free = seat.kind === "link" && !seat.yours && (!seat.joined || (!view.ply && !seat.connected));
    const invited = free && !screen.over && (view.owner || (link && seat.invited));
    const turn = active && at === null && !view.waiting;
    return h(
      `li${active ? ".active" : ""}${seat.out ? ".out" : ""}`,
      { "data-seat": seat.seat, "aria-current": active ? "true" : null },
      piece(seat.letter ?? seat.seat),
      h(
        "span.who",
        null,
        h("span.name", null, h("b", null, shortName(seat)), turn ? h("i", null, t("seat.turn")) : null),
        h("small", null, this.facts(seat)),
      ),
      this.progress(seat),
      invited
        ? h(
            "button.small",
            { type: "button", "data-action": "invite", onclick: () => openInvitation(screen, seat) },
            icon("link"),
            t("seat.invite"),
          )
        : null,
      seat.place && at === null ? h("span.place", null, t("seat.place", { place: seat.place })) : null,
      seat.clock_left === null || seat.clock_left === undefined
        ? null
        : h("time.clock", { "data-left": seat.clock_left, "data-runs": seat.clock_runs ? "yes" : null }),
    );
  }

  /** How much of the way is done; the facts say it in words. @param {Seat} seat */
  progress(seat) {
    if (!seat.aim || !this.screen.boardController.following) return null;
    const share = Math.min(1, seat.home / seat.aim);
    return s(
      "svg.progress",
      {
        viewBox: "0 0 100 6",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
        "data-seat": seat.letter ?? seat.seat,
      },
      s("rect.all", { width: 100, height: 6, rx: 3 }),
      s("rect.done", { width: 100 * share, height: 6, rx: 3 }),
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
    // A score that only counts one of these says it already, and where pieces go home that is what counts.
    const same = (/** @type {(other: Seat) => number} */ value) => seats.every((other) => other.score === value(other));
    const counts = seat.score !== null;
    const homes = same((other) => other.home);
    if (seat.aim) found.push(t("seat.progress", { home: seat.home, aim: seat.aim }));
    if (counts && !(seat.aim && homes)) found.push(t("seat.score", { score: seat.score }));
    if (hands[seat.seat]) found.push(t("seat.hand", { count: hands[seat.seat] }));
    if (captured[seat.seat] && !(counts && same((other) => captured[other.seat])))
      found.push(t("seat.captured", { count: captured[seat.seat] }));
    if (seat.home && !seat.aim && !(counts && homes)) found.push(t("seat.home", { count: number(seat.home) }));
    return found;
  }

  tick() {
    for (const clock of [...this.far.querySelectorAll(".clock"), ...this.near.querySelectorAll(".clock")]) {
      const { left, runs } = /** @type {HTMLElement} */ (clock).dataset;
      const passed = runs ? this.screen.time.now - this.screen.view.now : 0;
      const now = Number(left) - passed;
      clock.textContent = clockText(now);
      clock.classList.toggle("low", now < 15);
    }
  }
}
