// Inviting somebody to a seat: its link to copy, to scan or to hand on.

import { holdLink, tokensOf } from "../local/memory.js";
import { post } from "../protocol/api.js";
import { dialog, h, icon, piece, toast } from "../ui/dom.js";
import { t } from "../words/words.js";
import { seatName } from "./seats.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */
/** @typedef {import("./store.js").SeatShown} Seat */

/** @param {TableScreen} screen @param {Seat} seat @returns {Promise<{seat: string, token: string} | null>} */
async function newLink(screen, seat) {
  const { table } = screen;
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

/** A link as a QR code, to be scanned from the screen. @param {string} address */
function codeOf(address) {
  const image = h("img.code", { alt: t("invite.code"), width: 220, height: 220 });
  post("/api/codes", {}, { address })
    .then(({ svg }) => image.setAttribute("src", `data:image/svg+xml,${encodeURIComponent(svg)}`))
    // Without it the link still says everything.
    .catch(() => image.remove());
  return image;
}

/**
 * A link with all that can be done with it.
 * @param {TableScreen} screen
 * @param {Seat} seat
 * @param {{token: string}} link
 */
function linkSheet(screen, seat, link) {
  const address = `${location.origin}/t/${screen.table}#seat=${link.token}`;
  const line = h("input", { type: "text", readonly: true, value: address, "aria-label": t("seat.link-label") });
  const copy = async () => {
    line.select();
    await navigator.clipboard?.writeText(address);
    toast(t("share.copied"));
  };
  // Whoever closes the system's sheet without sending anything has not made a mistake.
  const send = () => navigator.share({ title: screen.view.name, url: address }).catch(() => undefined);
  return h(
    "section.invitation",
    { "data-seat": seat.seat },
    codeOf(address),
    h(
      "div.column",
      null,
      h("h3", null, piece(seat.letter), " ", seatName(seat)),
      line,
      h(
        "span.row",
        null,
        "share" in navigator
          ? h("button.primary", { type: "button", onclick: send }, icon("share"), t("invite.send"))
          : null,
        h("button", { type: "button", onclick: copy }, icon("link"), t("share.copy")),
      ),
    ),
  );
}

/**
 * Show the link of a seat; one that is used up or unknown to this device is made anew.
 * @param {TableScreen} screen
 * @param {Seat} seat
 */
export async function openInvitation(screen, seat) {
  const known = screen.links.find((each) => each.seat === seat.seat);
  const link = known && seat.invited ? known : await newLink(screen, seat);
  if (!link) return;
  const renew = async () => {
    box.close();
    if (await newLink(screen, seat)) openInvitation(screen, { ...seat, invited: true });
  };
  const box = dialog(
    t("seat.invite-title", { seat: seatName(seat) }),
    h(
      "div.column",
      null,
      h("p", null, t("seat.invite-text")),
      linkSheet(screen, seat, link),
      screen.view.owner && link === known
        ? h("button", { type: "button", "data-action": "renew", onclick: renew }, t("seat.new-link"))
        : null,
    ),
    t("dialog.close"),
  );
}

/** All links of a table that has just been set up. @param {TableScreen} screen */
export function openInvitations(screen) {
  const sheets = screen.view.seats.flatMap((seat) => {
    const link = screen.links.find((each) => each.seat === seat.seat);
    return link && seat.invited ? [linkSheet(screen, seat, link)] : [];
  });
  if (!sheets.length) return;
  dialog(t("invite.title"), h("div.column", null, h("p", null, t("seat.invite-text")), sheets), t("dialog.close"));
}
