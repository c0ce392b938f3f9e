// Who plays: colour and mark, name, what they have reached, their clock, and whether they are there.

import { dialog, fill, h, icon, piece, toast } from "./dom.js";
import { locale, number, t, tn } from "./words.js";

/** What a seat is called by the game: a part such as the mice, else the colour. @param {any} seat */
export const seatColour = (seat) => seat.part || t(`colour.${seat.letter ?? seat.seat}`);

/** The name somebody gave, else what the game calls the seat. @param {any} seat */
const shortName = (seat) => seat.name || seatColour(seat);

/** What a seat is called where nothing else tells who that is. @param {any} seat */
export function seatName(seat) {
  if (!seat) return "";
  if (seat.kind === "computer" && !seat.name)
    return t("seat.computer-named", { colour: shortName(seat), level: seat.level });
  return shortName(seat);
}

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
      view.seats.map((/** @type {any} */ seat) => this.row(seat)),
    );
    this.watching.textContent = view.spectators ? tn("seats.watching", view.spectators) : "";
    this.tick();
  }

  /** @param {any} seat */
  row(seat) {
    const { view, screen } = { view: this.screen.view, screen: this.screen };
    const { at } = screen.sight;
    const active = at === null ? !screen.over && view.to_act === seat.seat : screen.history[at]?.seat === seat.seat;
    const link = screen.links.find((each) => each.seat === seat.seat);
    const invited = seat.kind === "link" && seat.joined === false && link;
    return h(
      `li${active ? ".active" : ""}${seat.out ? ".out" : ""}`,
      { "data-seat": seat.seat, "aria-current": active ? "true" : null },
      piece(seat.letter ?? seat.seat),
      h("span.who", null, h("b", null, shortName(seat)), h("small", null, this.facts(seat))),
      invited
        ? h("button.small", { type: "button", onclick: () => this.invite(seat, link) }, icon("link"), t("seat.invite"))
        : null,
      seat.place && at === null ? h("span.place", null, t("seat.place", { place: seat.place })) : null,
      seat.clock_left === null || seat.clock_left === undefined
        ? null
        : h("time.clock", { "data-left": seat.clock_left, "data-runs": seat.clock_runs ? "yes" : null }),
    );
  }

  /** Who that is, and what they have reached. @param {any} seat */
  facts(seat) {
    const { view, own } = this.screen;
    const found = [];
    if (seat.kind === "computer") found.push(t("seat.computer"), t("seat.level", { level: seat.level }));
    if (seat.yours && own.length === 1) found.push(t("seat.you"));
    if (seat.kind === "link" && seat.joined === false) found.push(t("seat.awaited"));
    else if (seat.kind === "link" && seat.connected === false && !seat.yours) found.push(t("seat.away"));
    if (seat.name && seat.part) found.push(seat.part);
    const partners = view.seats.filter(
      (/** @type {any} */ other, /** @type {number} */ index) =>
        other.seat !== seat.seat && view.teams[index] === view.teams[view.seats.indexOf(seat)],
    );
    if (partners.length)
      found.push(t("seat.partner", { who: new Intl.ListFormat(locale()).format(partners.map(shortName)) }));
    // Who looks back sees an earlier board, of which these are not known.
    return [...found, ...(this.screen.sight.following ? this.reached(seat) : [])].join(" · ");
  }

  /** What a seat has reached. @param {any} seat */
  reached(seat) {
    const { hands, captured, seats } = this.screen.view;
    const found = [];
    const counts = seat.score !== null;
    // A score that only counts one of these says it already.
    const same = (/** @type {(other: any) => number} */ value) =>
      counts && seats.every((/** @type {any} */ other) => other.score === value(other));
    if (counts) found.push(t("seat.score", { score: seat.score }));
    if (hands[seat.seat]) found.push(t("seat.hand", { count: hands[seat.seat] }));
    if (captured[seat.seat] && !same((other) => captured[other.seat]))
      found.push(t("seat.captured", { count: captured[seat.seat] }));
    if (seat.home && !same((other) => other.home)) found.push(t("seat.home", { count: number(seat.home) }));
    return found;
  }

  tick() {
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(".clock"))) {
      const passed = clock.dataset.runs ? this.screen.time.now - this.screen.view.now : 0;
      const left = Number(clock.dataset.left) - passed;
      clock.textContent = clockText(left);
      clock.classList.toggle("low", left < 15);
    }
  }

  /** @param {any} seat @param {{token: string}} link */
  invite(seat, link) {
    const address = `${location.origin}/t/${this.screen.table}#seat=${link.token}`;
    const line = h("input", { type: "text", readonly: true, value: address, "aria-label": t("seat.link-label") });
    const copy = async () => {
      line.select();
      await navigator.clipboard?.writeText(address);
      toast(t("share.copied"));
    };
    dialog(
      t("seat.invite-title", { seat: seatName(seat) }),
      h(
        "div.column",
        null,
        h("p", null, t("seat.invite-text")),
        line,
        h("button.primary", { type: "button", onclick: copy }, icon("link"), t("share.copy")),
      ),
      t("dialog.close"),
    );
  }
}
