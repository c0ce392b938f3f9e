// Taking a seat at somebody's table: with an invitation, or where everybody may sit down.

import { deviceSecret, holdSeat, recall } from "../local/memory.js";
import { post, Refused } from "../protocol/api.js";
import { dialog, h, pause } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { t } from "../words/words.js";

const TRIES = 4;
// Refusals that leave somebody watching.
const TAKEN = ["invitation-used", "table-full", "no-free-seat", "private-table"];

/**
 * Take a seat; this device remembers what opens it. Where the answer got lost it is asked for again, and the server
 * knows the device by its secret.
 * @param {string} table
 * @param {string} [token] of an invitation
 * @param {object} [known] what else to remember of the table
 */
export async function takeSeat(table, token, known = {}) {
  for (let tried = 1; ; tried++) {
    try {
      const made = await post(
        "/api/tables/{table}/join",
        { table },
        { claim: deviceSecret(), name: recall("name", "") },
        token,
      );
      holdSeat(table, made.token, known);
      return;
    } catch (error) {
      if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error;
      if (tried === TRIES) throw new Error(t("join.lost"));
      await pause(tried * 500);
    }
  }
}

/** Whether somebody came too late for a seat, and may watch. @param {unknown} error @returns {error is Refused} */
export const isTaken = (error) => error instanceof Refused && TAKEN.includes(error.code);

/** Say that there is no seat, and offer to watch. @param {Refused} refused */
export function offerToWatch(refused) {
  const leave = () => {
    box.close();
    go("/");
  };
  const box = dialog(
    t("join.taken"),
    h(
      "div.column",
      null,
      h("p", null, refused.message),
      h("p", null, t("join.watch-text")),
      h(
        "div.row",
        null,
        h("button.primary", { type: "button", "data-action": "watch", onclick: () => box.close() }, t("join.watch")),
        h("button", { type: "button", "data-action": "own", onclick: leave }, t("join.own")),
      ),
    ),
    t("dialog.close"),
  );
}
