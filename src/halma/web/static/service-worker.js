// Keeps the whole page on the device, so that it opens and plays without a network: its modules, the engine, all games
// and the rulebook in every language. What belongs to tables of a server is never kept. Served as sw.js beside the page.

// What the page is made of, as its server or whoever wrote the files calls it.
const VERSION = "unversioned";
const PREFIX = "halma-";
const CACHE = PREFIX + VERSION;
const LIST = "data/files.json";
// So many files are fetched side by side: whoever plays meanwhile needs the network too.
const AT_ONCE = 4;

const worker = /** @type {any} */ (self);
const root = new URL("./", worker.location.href);

/** @typedef {Record<string, string>} Listed for every file of the page what tells its content from another one */

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));

worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(
    caches.keys().then(async (names) => {
      const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      await Promise.all(others.map((name) => caches.delete(name)));
      await worker.clients.claim();
    }),
  ),
);

worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  // The reader wants the new version now.
  if (event.data === "take-over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== root.origin || !address.pathname.startsWith(root.pathname)) return;
  const path = address.pathname.slice(root.pathname.length);
  const page = request.mode === "navigate" && (path === "" || path === "index.html" || path.startsWith("t/"));
  if (page) event.respondWith(kept(new Request(root), request));
  else if (/^(static|data)\//.test(path)) event.respondWith(kept(request, request));
});

/** What is kept, or else what the network has. @param {Request} known @param {Request} request */
async function kept(known, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(known, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

/** Fetch every file that is not kept yet. One that is the same in the version before is taken from there. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const answer = await fetched(LIST);
  const listed = /** @type {Listed} */ (await answer.clone().json());
  const before = await keptBefore();
  const waiting = Object.entries(listed);
  const some = async () => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      const [name, digest] = entry;
      if (await cache.match(new URL(name, root))) continue;
      const known = before?.listed[name] === digest ? await before.cache.match(new URL(name, root)) : undefined;
      await cache.put(new URL(name, root), known ?? (await fetched(name)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  await cache.put(new URL(LIST, root), answer);
}

/** The files of the version before, if that is whole. @returns {Promise<{cache: Cache, listed: Listed} | null>} */
async function keptBefore() {
  for (const name of await caches.keys()) {
    const cache = name.startsWith(PREFIX) && name !== CACHE ? await caches.open(name) : null;
    const list = await cache?.match(new URL(LIST, root));
    if (cache && list) return { cache, listed: await list.json() };
  }
  return null;
}

/** A file as the server has it now. @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(name, root), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return answer;
}
