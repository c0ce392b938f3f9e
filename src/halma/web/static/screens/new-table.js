// Setting up a table and sitting down at it; what was played last is where the next game begins.

import { holdSeat, recall, remember } from "../local/memory.js";
import { post } from "../protocol/api.js";
import { go } from "../ui/navigation.js";

/** @typedef {import("../protocol/messages.js").NewTable} NewTable */

/**
 * @param {NewTable} wish
 * @param {string} name of the game, as the list of own games shows it
 * @param {boolean} [again] whether the next game may begin like this one
 */
export async function setUpTable(wish, name, again = true) {
  const made = await post("/api/tables", {}, wish);
  if (again) remember("last", { wish, name });
  const links = made.links ?? [];
  holdSeat(made.table, made.token, { name, links });
  // Whoever invites others gets their links at once.
  await go(`/t/${made.table}${links.length ? "#invite" : ""}`);
}

/** What this device played last. @returns {{wish: NewTable, name: string} | null} */
export const lastTable = () => recall("last");
