// What is answered without a server: everything where there is none, the tables of this device always, and whatever can
// be answered when the server does not.

import { recall, remember } from "../local/memory.js";
import { ROOT } from "../ui/addresses.js";
import { dataFile } from "./files.js";
import { askLocally } from "./host.js";

// Where there is no document nothing is said about it.
const { dataset } = globalThis.document?.documentElement ?? { dataset: {} };

/** Whether the page has no server at all. */
export const alone = dataset.server === "no";
/** Whether the page has what it takes to play without one. */
export const able = dataset.offline === "yes";

/** @param {string} table whether a table is one of this device */
export const isLocal = (table) => table.startsWith("local-");

/** Whether a request is about a table of this device. @param {string} path */
const isAboutLocal = (path) => path.startsWith("/api/tables/local-");

// Requests about a table that only its server can answer.
const NEEDS_SERVER = /^\/api\/tables\/(?!mine$|open$|local-)/;

/** Whether the worker answers a request and no server is asked. @param {string} path */
export const answersLocally = (path) => alone || isAboutLocal(path);

/**
 * Whether a request can be answered here when the server does not.
 * @param {string} path
 * @param {any} body
 */
export function canStandIn(path, body) {
  if (!able || NEEDS_SERVER.test(path)) return false;
  const invites = /** @type {{kind: string}[]} */ (body?.seats ?? []).some(({ kind }) => kind === "link");
  return !invites && !body?.public;
}

/**
 * What a server would answer.
 * @param {string} method @param {string} path @param {any} body @param {string} lang
 * @returns {Promise<unknown>}
 */
export function answered(method, path, body, lang) {
  const { pathname } = new URL(path, ROOT);
  if (method === "GET") {
    if (pathname === "/api/words") return dataFile(`${lang}/words.json`);
    if (pathname === "/api/games") return dataFile(`${lang}/games.json`);
    if (pathname === "/api/rules") return dataFile(`${lang}/rules.json`);
    const page = /^\/api\/rules\/([\w-]+)$/.exec(pathname);
    if (page) return rulesPage(page[1], lang);
  }
  return askLocally({ method, path, body, lang });
}

/** A page of the rulebook with its drawings, which all languages share. @param {string} page @param {string} lang */
async function rulesPage(page, lang) {
  const [text, drawings] = await Promise.all([
    dataFile(`${lang}/rules/${page}.json`),
    dataFile(`drawings/${page}.json`),
  ]);
  const html = text.html.replaceAll(
    /<!--drawing (\w+)-->/g,
    (/** @type {string} */ _, /** @type {string} */ name) => drawings[name],
  );
  return { ...text, html };
}

/** Where a picture is that a server would draw. @param {string} path @returns {Promise<string>} */
export async function pictureAddress(path) {
  return /** @type {string} */ (await answered("GET", path, undefined, document.documentElement.lang));
}

/** Whether this device may have tables of its own. @returns {boolean} */
export const hasTables = () => recall("local", false);

/** A table of this device has been set up. */
export const noteTable = () => remember("local", true);
