// The worker of the page: plays without a server. It hears requests and live messages and answers them, one table or
// many, for all that happens in this tab.

import { fetched } from "../offline/files.js";
import { Kernel } from "./kernel.js";
import { LocalServer } from "./local-server.js";
import { Viewer } from "./room.js";
import { DeviceStorage, MemoryStorage } from "./storage.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./room.js").Room} Room */
/**
 * @typedef {{type: "request", id: number, request: import("./local-server.js").LocalRequest}
 *   | {type: "open", channel: number, table: string}
 *   | {type: "close", channel: number}
 *   | {type: "live", channel: number, message: import("../protocol/messages.js").ClientMessage}} Order
 */

// Tabs tell each other which table has changed.
const tabs = new BroadcastChannel("halma");

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** The compiled engine; what could not be loaded is loaded again when it is needed again. */
function engine() {
  compiled ??= fetched("halma.wasm").then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()));
  compiled.catch(() => {
    compiled = null;
  });
  return compiled;
}

// Whoever asks for anything here is about to play.
engine().catch(() => undefined);

/** @type {Promise<Thinking> | null} */
let thinking = null;

const server = DeviceStorage.open().then(
  (kept) =>
    new LocalServer({
      kernel: async () => Kernel.of(await engine()),
      storage: kept ?? new MemoryStorage(),
      thinker: {
        async think(job, how) {
          thinking ??= engine().then((module) => new Thinking(module));
          return (await thinking).think(job, how);
        },
      },
      announce: (table) => tabs.postMessage(table),
    }),
);

tabs.onmessage = async ({ data }) => (await server).changedElsewhere(data);

/** @type {Map<number, {viewer: Viewer, room: Promise<Room | null>}>} */
const channels = new Map();

self.onmessage = async (/** @type {MessageEvent<Order>} */ { data: order }) => {
  const local = await server;
  if (order.type === "request") return answer(local, order);
  const { channel } = order;
  if (order.type === "open") return open(local, channel, order.table);
  const known = channels.get(channel);
  if (!known) return;
  if (order.type === "close") {
    channels.delete(channel);
    (await known.room)?.leave(known.viewer);
  } else if (order.type === "live") (await known.room)?.hear(known.viewer, order.message);
};

/** @param {LocalServer} local @param {Order & {type: "request"}} order */
async function answer(local, { id, request }) {
  try {
    self.postMessage({ type: "answer", id, found: await local.answer(request) });
  } catch (error) {
    const status = error && typeof error === "object" && "status" in error ? error.status : 500;
    let problem = { code: "failed", text: "", cells: /** @type {string[]} */ ([]) };
    // Without its words an error has a code at least.
    const words = await local.wordsOf(request.lang).catch(() => null);
    if (words) problem = local.problem(error, words);
    self.postMessage({ type: "refused", id, status, problem });
  }
}

/** @param {LocalServer} local @param {number} channel @param {string} table */
async function open(local, channel, table) {
  const viewer = new Viewer((message) => self.postMessage({ type: "told", channel, message }));
  const room = local.room(table).catch(async (error) => {
    const words = await local.wordsOf(viewer.lang);
    viewer.tell({ type: "error", error: local.problem(error, words), what: "hello" });
    return null;
  });
  channels.set(channel, { viewer, room });
  await room;
  self.postMessage({ type: "opened", channel });
}
