// What the page needs to play without a server: files that were made beforehand. Each is fetched once.

import { ROOT } from "../ui/addresses.js";

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** @param {string} name of a file of the page @returns {URL} */
export const dataAddress = (name) => new URL(`data/${name}`, ROOT);

/**
 * What a file says.
 * @param {string} name
 * @returns {Promise<any>}
 */
export function dataFile(name) {
  let asked = known.get(name);
  if (!asked) {
    asked = fetched(name).then((answer) => answer.json());
    known.set(name, asked);
    // What could not be fetched is asked for again.
    asked.catch(() => known.delete(name));
  }
  return asked;
}

/** @param {string} name */
export async function fetched(name) {
  const answer = await fetch(dataAddress(name));
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return answer;
}
