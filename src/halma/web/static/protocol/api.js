// Asking the server. Errors carry the server's own words, already in the reader's language.

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

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": speaks };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const kind = answer.headers.get("Content-Type") ?? "";
  const content = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok)
    throw new Refused(answer.status, content?.error ?? { text: typeof content === "string" ? content : "" });
  return content;
}

/** Answers that were asked for before anybody needed them. @type {Map<string, Promise<any>>} */
const early = new Map();

/** Ask for something that will be needed soon; it is handed out once. @param {string} path @param {string} [token] */
export function foresee(path, token) {
  const asked = ask("GET", path, undefined, token);
  asked.catch(() => undefined);
  early.set(path, asked);
}

/** @param {string} path @param {string} [token] @returns {Promise<any>} */
export function get(path, token) {
  const known = early.get(path);
  early.delete(path);
  return known ?? ask("GET", path, undefined, token);
}

/** @param {string} path @param {any} body @param {string} [token] */
export const post = (path, body, token) => ask("POST", path, body, token);
