// Coming to a table: with an invitation, from another device, or to watch.

import { holdSeat, tokensOf } from "../local/memory.js";
import { get } from "../protocol/api.js";
import { openInvitations } from "./invitation.js";
import { isTaken, offerToWatch, takeSeat } from "./join.js";
import { TableScreen } from "./table.js";

/** @param {string} table @param {string} fragment */
export async function tableScreen(table, fragment) {
  const given = new URLSearchParams(fragment);
  const inviting = given.has("invite");
  const seat = given.get("seat") ?? (/^[\w-]{30,}$/.test(fragment) ? fragment : null);
  const mine = given.get("mine");
  const refused = seat ? await takeSeat(table, seat).catch(refusal) : null;
  if (mine) holdSeat(table, mine);
  // The secret of the link has moved into this device's memory and leaves the address.
  if (seat || mine || inviting) history.replaceState(null, "", `/t/${table}`);
  const first = await get("/api/tables/{table}", { table }, tokensOf(table)[0]);
  const screen = new TableScreen(table, first, given.get("ply"));
  if (refused && !screen.own.length) offerToWatch(refused);
  // Whoever comes by a link is asked what to be called.
  if (seat && !refused && screen.own.length && !screen.seat(screen.own[0])?.name) screen.heading.askName();
  return {
    title: screen.view.name,
    element: screen.element,
    shown: () => {
      screen.showTitle();
      if (inviting) openInvitations(screen);
    },
    leave: () => screen.leave(),
  };
}

/** Whoever comes too late for a seat sees the table all the same. @param {unknown} error */
function refusal(error) {
  if (isTaken(error)) return error;
  throw error;
}
