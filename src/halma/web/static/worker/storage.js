// Where this device keeps its tables. One that keeps nothing can still play until the page is closed.

/** @typedef {import("./table.js").StoredTable} StoredTable */
/** @typedef {MemoryStorage | DeviceStorage} TableStorage */
/** @typedef {{id: string, moves: number, steps: number, at: number, hinted?: boolean}} Solved a puzzle at its best */

const NAME = "halma";
const VERSION = 1;
// The oldest finished games go when there are very many.
const MOST_TABLES = 300;

/** Keeps everything until the page is closed. */
export class MemoryStorage {
  constructor() {
    /** Whether it outlasts the page. */
    this.lasting = false;
    /** @type {Map<string, StoredTable>} */
    this.kept = new Map();
    /** @type {Map<string, Solved>} */
    this.solutions = new Map();
  }

  /** @param {string} id @returns {Promise<StoredTable | null>} */
  async table(id) {
    return structuredClone(this.kept.get(id)) ?? null;
  }

  /** @returns {Promise<StoredTable[]>} */
  async tables() {
    return [...this.kept.values()].map((table) => structuredClone(table));
  }

  /**
   * Keep a table if it is still as it was after so many events; null means a new one.
   * @param {StoredTable} table @param {number | null} expected
   * @returns {Promise<boolean>} false if somebody else, another tab, was faster
   */
  async keep(table, expected) {
    if ((this.kept.get(table.id)?.version ?? null) !== expected) return false;
    this.kept.set(table.id, structuredClone(table));
    return true;
  }

  /** @param {string} id */
  async erase(id) {
    this.kept.delete(id);
  }

  /** @returns {Promise<Solved[]>} */
  async solved() {
    return [...this.solutions.values()];
  }

  /** Keep how a puzzle was solved, if it was not solved better before. @param {Solved} solution */
  async solve(solution) {
    const before = this.solutions.get(solution.id);
    if (!before || isBetter(solution, before)) this.solutions.set(solution.id, solution);
  }
}

/** Without hints is better than with them, however few moves it took. @param {Solved} one @param {Solved} other */
function isBetter(one, other) {
  if (Boolean(one.hinted) !== Boolean(other.hinted)) return !one.hinted;
  return one.moves < other.moves || (one.moves === other.moves && one.steps < other.steps);
}

/** The browser's own database. Only what it cannot keep is told; reading from one that is not there finds nothing. */
export class DeviceStorage {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.lasting = true;
  }

  /** The database of this device; null where there is none, as in some private windows. */
  static async open() {
    try {
      const asked = indexedDB.open(NAME, VERSION);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("tables", { keyPath: "id" });
        asked.result.createObjectStore("solved", { keyPath: "id" });
      };
      return new DeviceStorage(await done(asked));
    } catch {
      return null;
    }
  }

  /** @param {"tables" | "solved"} name @param {IDBTransactionMode} [mode] */
  store(name, mode = "readonly") {
    return this.database.transaction(name, mode).objectStore(name);
  }

  /** @param {string} id @returns {Promise<StoredTable | null>} */
  async table(id) {
    return (await done(this.store("tables").get(id))) ?? null;
  }

  /** @returns {Promise<StoredTable[]>} */
  async tables() {
    return done(this.store("tables").getAll());
  }

  /** @param {StoredTable} table @param {number | null} expected */
  async keep(table, expected) {
    const store = this.store("tables", "readwrite");
    const known = await done(store.get(table.id));
    if ((known?.version ?? null) !== expected) return false;
    await done(store.put(table));
    if (expected === null) await this.tidy(store);
    await finished(store.transaction);
    return true;
  }

  /** Let the oldest finished games go. @param {IDBObjectStore} store */
  async tidy(store) {
    /** @type {StoredTable[]} */
    const all = await done(store.getAll());
    const over = all.filter(({ ending }) => ending).sort((one, other) => one.updated - other.updated);
    for (const { id } of over.slice(0, Math.max(0, all.length - MOST_TABLES))) store.delete(id);
  }

  /** @param {string} id */
  async erase(id) {
    await done(this.store("tables", "readwrite").delete(id));
  }

  /** @returns {Promise<Solved[]>} */
  async solved() {
    return done(this.store("solved").getAll());
  }

  /** @param {Solved} solution */
  async solve(solution) {
    const store = this.store("solved", "readwrite");
    const before = await done(store.get(solution.id));
    if (!before || isBetter(solution, before)) await done(store.put(solution));
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
