// A local server in Node.js, on the files of a site: node local.mjs SITE SCRIPT.json
//
// A script has games that were played on a server; each is played again here, and whatever is told otherwise is said.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [site, script] = process.argv.slice(2);
globalThis.fetch = async (address) => {
  const bytes = await readFile(`${site}/data/${String(address).split("/data/")[1]}`).catch(() => null);
  return { ok: bytes !== null, status: 404, json: async () => JSON.parse(bytes), arrayBuffer: async () => bytes };
};
const part = (name) => import(pathToFileURL(`${site}/static/worker/${name}.js`));
const { Kernel } = await part("kernel");
const { LocalServer } = await part("local-server");
const { MemoryStorage } = await part("storage");
const { Engines } = await part("search");
const { Viewer } = await part("room");
const { jobOf, placeOf } = await part("advice");
const { chancesOf } = await part("analysis");

const module = await WebAssembly.compile(await readFile(`${site}/data/halma.wasm`));
const engines = new Engines(await Kernel.of(module));
const server = new LocalServer({
  kernel: () => Kernel.of(module),
  storage: new MemoryStorage(),
  thinker: { think: async (job) => engines.think(job) },
  now: () => 1000,
});

const differences = [];
/** What is not there is as by default; the order of what is legal does not matter. */
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const empty = (part) => part === null || (typeof part === "object" && Object.keys(part).length === 0);
  const kept = Object.entries(value).filter(([name, part]) => name !== "seconds" && !empty(part));
  return Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, plain(part)]));
};
const text = (value) => JSON.stringify(plain(value));
const compare = (where, what, found, expected) => {
  if (text(found) !== text(expected)) differences.push({ where, what, found: plain(found), expected: plain(expected) });
};
const sorted = (moves) => moves?.map(text).sort();

/** A game that a server played: facts, entries and legal moves after every message. */
async function replay({ name, game, options, chance, first, plies, record }) {
  const made = await server.begin({
    ...{ id: `local-${name}`, version: 1, law: 0, game, options, moves: [], undone: [], ending: null, chance },
    ...{ start: null, position: null, puzzle: null, created: 1000, updated: 1000 },
    seats: [..."ABCDEF"].slice(0, options.players).map((seat) => ({
      ...{ seat, kind: "here", level: null, name: "", gone: null, stand_in: null },
    })),
  });
  const told = [];
  const viewer = new Viewer((message) => told.push(message));
  const room = await server.room(made.table);
  await room.hear(viewer, { type: "hello", protocol: 2, version: 0, lang: "en" });
  const { state, start } = told[0].table;
  const known = { ...state };
  compare(name, "start", start, first.start);
  compare(name, "facts", known, first.facts);
  compare(name, "legal", sorted(told[0].legal), sorted(first.legal));
  for (const { ply, text: move, refused, facts, entries, legal } of plies) {
    for (const { attempt, refusal } of refused) {
      await room.hear(viewer, { type: "explain", text: attempt });
      const said = told.at(-1);
      compare(name, `explain ${attempt}`, said.refusal === undefined ? said.error?.code : said.refusal, refusal);
    }
    await room.hear(viewer, { type: "move", ply, text: move });
    const message = told.at(-1);
    if (message.type !== "event") {
      differences.push({ where: name, what: move, found: message });
      return;
    }
    Object.assign(known, message.event.changed);
    compare(name, `facts after ${move}`, known, facts);
    compare(name, `entries of ${move}`, message.event.entries, entries);
    compare(name, `legal after ${move}`, sorted(message.legal), sorted(legal));
  }
  compare(name, "record", (await server.answer({ method: "GET", path: `/api/tables/${made.table}/record`, lang: "en" })).replace(/"law":\d+/, ""), record.replace(/"law":\d+/, ""));
  // Everything taken back and made again leads to the same.
  const end = text(room.table.history);
  const count = room.table.ply;
  while (room.table.lastDecision >= 0) await room.hear(viewer, { type: "undo", ply: room.table.ply });
  while (room.table.stored.undone.length) await room.hear(viewer, { type: "redo", ply: room.table.ply });
  compare(name, "made again", room.table.ply, count);
  compare(name, "history made again", JSON.parse(text(room.table.history)), JSON.parse(end));
}

/** What a level plays, and what a position is worth. */
async function think({ name, game, options, chance, moves, level, seed, expected }) {
  const { table } = await server.begin({
    ...{ id: `local-think-${name}`, version: 1, law: 0, game, options, undone: [], ending: null, chance },
    ...{ moves: moves.map((move) => ({ text: move, typed: move, at: 1000, seconds: 0 })), start: null, position: null },
    ...{ puzzle: null, created: 1000, updated: 1000 },
    seats: [..."ABCDEF"].slice(0, options.players).map((seat) => ({
      ...{ seat, kind: "here", level: null, name: "", gone: null, stand_in: null },
    })),
  });
  const { position } = (await server.room(table)).table;
  const limits = { ...position.engine.levels[level], seconds: 0 };
  const thought = engines.think(jobOf(position, null, limits, seed));
  compare(name, `level ${level}`, position.spell(placeOf(position, thought.lines[0].actions[0]), true), expected.move);
  compare(name, `nodes of level ${level}`, thought.nodes, expected.nodes);
  const chances = chancesOf(thought, position.choice.rules, position.engine.chances);
  const far = chances.some((value, seat) => Math.abs(value - expected.chances[seat]) > 1e-9);
  if (far) differences.push({ where: name, what: "chances", found: chances, expected: expected.chances });
}

const { games, thoughts } = JSON.parse(await readFile(script, "utf8"));
for (const game of games) await replay(game);
for (const thought of thoughts) await think(thought);
console.log(JSON.stringify({ games: games.length, thoughts: thoughts.length, differences: differences.slice(0, 8), count: differences.length }));
