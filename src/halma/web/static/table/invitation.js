// Inviting somebody to a seat: its link to copy, to scan or to hand on.

import { holdLink, tokensOf } from "../local/memory.js";
import { post } from "../protocol/api.js";
import { dialog, h, icon, toast } from "../ui/dom.js";
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
  const address = `${location.origin}/t/${screen.table}#seat=${link.token}`;
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
      screen.view.owner && link === known
        ? h("button", { type: "button", "data-action": "renew", onclick: renew }, t("seat.new-link"))
        : null,
    ),
    t("dialog.close"),
  );
}
