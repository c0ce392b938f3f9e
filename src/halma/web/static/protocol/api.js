// Asking the server. Errors carry the server's own words, already in the reader's language.

import { LocallyRefused } from "../offline/host.js";
import { answered, answersLocally, canStandIn, hasTables, noteTable } from "../offline/offline.js";

/** What the server refused, and the cells it speaks about. */
export class Refused extends Error {
  /** @param {number} status @param {{code?: string, text?: string, cells?: string[]}} error */
  constructor(status, error) {
    super(error.text || `HTTP ${status}`);
    this.status = status;
    this.code = error.code ?? "unknown";
    this.cells = error.cells ?? [];
  }
}

let speaks = "en";

/** In which language the server answers. @param {string} language */
export function speak(language) {
  speaks = language;
}

/** @typedef {import("./messages.js").Found} Found */
/** @typedef {import("./messages.js").Made} Made */
/** @typedef {import("./messages.js").Bodies} Bodies */
/** @typedef {import("./messages.js").Erased} Erased */
/** @typedef {import("./messages.js").TableList} TableList */
/** @typedef {Record<string, string | number | boolean>} Given what an address is made with */

/**
 * An address with its placeholders filled; everything else that is given is asked for in the query.
 * @param {string} path such as “/api/tables/{table}”
 * @param {Given} given
 */
export function address(path, given) {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(given)) {
    const place = `{${name}}`;
    if (filled.includes(place)) filled = filled.replace(place, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return query.size ? `${filled}?${query}` : filled;
}

/** A proxy answers for a server that does not. */
const NOBODY_THERE = [502, 503, 504];

/**
 * Ask the server, or this device where the server need not or cannot answer.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {string} [token]
 * @returns {Promise<unknown>}
 */
async function ask(method, path, body, token) {
  if (answersLocally(path)) return askHere(method, path, body);
  const standsIn = canStandIn(path, body);
  let answer;
  try {
    answer = await asked(method, path, body, token);
  } catch (error) {
    if (standsIn) return askHere(method, path, body);
    throw error;
  }
  const kind = answer.headers.get("Content-Type") ?? "";
  if (standsIn && NOBODY_THERE.includes(answer.status) && !kind.includes("json")) return askHere(method, path, body);
  const content = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok)
    throw new Refused(answer.status, content?.error ?? { text: typeof content === "string" ? content : "" });
  if (path === "/api/tables/mine" && hasTables()) return withLocal(content);
  return content;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {string | undefined} token
 */
function asked(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": speaks };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  return fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** @param {string} method @param {string} path @param {any} body */
async function askHere(method, path, body) {
  try {
    const found = await answered(method, path, body, speaks);
    if (path === "/api/tables") noteTable();
    return found;
  } catch (error) {
    if (error instanceof LocallyRefused) throw new Refused(error.status, error.problem);
    throw error;
  }
}

/**
 * Ask this device and no server.
 * @param {"/api/tables"} path
 * @param {object} body
 */
export const postHere = (path, body) => /** @type {Promise<Made[typeof path]>} */ (askHere("POST", path, body));

/** A game of this device written down. @param {string} table */
export const localRecord = (table) =>
  /** @type {Promise<string>} */ (askHere("GET", `/api/tables/${table}/record`, undefined));

/** The tables of a server, and after them those of this device. @param {TableList} listed */
async function withLocal({ tables }) {
  const own = /** @type {TableList} */ (await askHere("POST", "/api/tables/mine", {}));
  return { tables: [...tables, ...own.tables] };
}

/** Answers that were asked for before anybody needed them. @type {Map<string, Promise<unknown>>} */
const early = new Map();

/**
 * Ask for something that will be needed soon; it is handed out once.
 * @param {keyof Found} path
 * @param {Given} given
 * @param {string} [token]
 */
export function foresee(path, given, token) {
  const place = address(path, given);
  const asked = ask("GET", place, undefined, token);
  asked.catch(() => undefined);
  early.set(place, asked);
}

/**
 * @template {keyof Found} Path
 * @param {Path} path
 * @param {Given} [given]
 * @param {string} [token]
 * @returns {Promise<Found[Path]>}
 */
export function get(path, given = {}, token = undefined) {
  const place = address(path, given);
  const known = early.get(place);
  early.delete(place);
  return /** @type {Promise<Found[Path]>} */ (known ?? ask("GET", place, undefined, token));
}

/**
 * What is answered as plain text.
 * @param {string} path
 * @param {Given} given
 * @returns {Promise<string>}
 */
export function getText(path, given) {
  return /** @type {Promise<string>} */ (ask("GET", address(path, given)));
}

/**
 * @template {keyof Made} Path
 * @param {Path} path
 * @param {Given} given
 * @param {Bodies[Path]} body
 * @param {string} [token]
 * @returns {Promise<Made[Path]>}
 */
export function post(path, given, body, token) {
  return /** @type {Promise<Made[Path]>} */ (ask("POST", address(path, given), body, token));
}

/**
 * @template {keyof Erased} Path
 * @param {Path} path
 * @param {Given} given
 * @param {string} [token]
 * @returns {Promise<Erased[Path]>}
 */
export function erase(path, given, token) {
  return /** @type {Promise<Erased[Path]>} */ (ask("DELETE", address(path, given), undefined, token));
}
