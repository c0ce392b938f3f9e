// What this device remembers: settings, the tokens of its seats, its own games. Nothing of it is secret to its owner.

const PREFIX = "halma.";

/** @param {string} name @param {any} [otherwise] @returns {any} */
export function recall(name, otherwise = null) {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? otherwise : JSON.parse(kept);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A device that keeps nothing can still play.
  }
}

/**
 * The tables this device holds seats at: by id, with the tokens and what to call them.
 * @returns {Record<string, {tokens: string[], name?: string, at: number, links?: {seat: string, token: string}[]}>}
 */
export const ownTables = () => recall("tables", {});

/** @param {string} table */
export const tokensOf = (table) => ownTables()[table]?.tokens ?? [];

/** @param {string} table @param {string} token @param {object} [more] */
export function holdSeat(table, token, more = {}) {
  const tables = ownTables();
  const known = tables[table] ?? { tokens: [], at: Date.now() };
  tables[table] = { ...known, ...more, tokens: [...new Set([token, ...known.tokens])], at: Date.now() };
  // The oldest go when there are very many.
  const kept = Object.entries(tables)
    .sort((one, two) => two[1].at - one[1].at)
    .slice(0, 200);
  remember("tables", Object.fromEntries(kept));
}

/**
 * An invitation that was made anew takes the place of the one before.
 * @param {string} table
 * @param {{seat: string, token: string}} link
 */
export function holdLink(table, link) {
  const tables = ownTables();
  if (!tables[table]) return;
  const others = (tables[table].links ?? []).filter((each) => each.seat !== link.seat);
  tables[table].links = [...others, link];
  remember("tables", tables);
}

/** @type {string | null} */
let secret = null;

/** By this a server knows the device again that takes a seat. It is told to no one else. */
export function deviceSecret() {
  secret ??= recall("device");
  if (!secret) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    remember("device", secret);
  }
  return secret;
}

/** @param {string} table */
export function forgetTable(table) {
  const tables = ownTables();
  delete tables[table];
  remember("tables", tables);
}

/** Everything that can be switched. */
export const DEFAULTS = {
  theme: "auto",
  coordinates: false,
  turned: "fixed",
  steps: false,
  confirm: false,
  sound: true,
  motion: true,
  speed: "usual",
  pieces: "cones",
  notices: false,
  // From 0 to 100.
  volume: 100,
  // A newcomer begins with the easiest opponent.
  level: 1,
};

/** What themes were called before there were more than two. @type {Record<string, string>} */
const FORMER_THEMES = { light: "wood", dark: "night" };

/** @returns {typeof DEFAULTS} */
export function settings() {
  const kept = { ...DEFAULTS, ...recall("settings", {}) };
  return { ...kept, theme: FORMER_THEMES[kept.theme] ?? kept.theme };
}

/** @param {Partial<typeof DEFAULTS>} changed */
export function change(changed) {
  remember("settings", { ...settings(), ...changed });
  document.dispatchEvent(new CustomEvent("settings"));
}

const SPEEDS = { slow: 0.6, usual: 1, quick: 2 };

/** How fast things move: 1 is the usual pace, 0 means not at all. */
export const pace = () => (moving() ? (SPEEDS[/** @type {keyof typeof SPEEDS} */ (settings().speed)] ?? 1) : 0);

/** Whether things may move: the switch, and what the system asks for. */
export const moving = () => settings().motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
