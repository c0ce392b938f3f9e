// What is only done with tables of this device: saving them as files, and putting them on a server. And what makes a
// table of this device from one of a server that is gone.

import { holdSeat } from "../local/memory.js";
import { able, alone, isLocal } from "../offline/offline.js";
import { localRecord, post, postHere } from "../protocol/api.js";
import { dialog, h, icon, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { t } from "../words/words.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */

const PICTURE = 1200;

/** Files of the game and the position shown. @param {TableScreen} screen */
export function shareLocal(screen) {
  const name = `halma-${screen.view.game}`;
  const button = (/** @type {string} */ key, /** @type {() => Promise<Blob>} */ make, /** @type {string} */ ending) =>
    h("button", { type: "button", onclick: () => save(make, `${name}.${ending}`) }, t(`share.${key}`));
  dialog(
    t("share.title"),
    h(
      "div.column",
      null,
      h("p", null, t("local.share")),
      h("h3", null, t("share.files")),
      h(
        "div.row",
        null,
        button("halma", async () => new Blob([await localRecord(screen.table)], { type: "application/json" }), "jsonl"),
        button("svg", async () => drawn(screen), "svg"),
        button("png", () => painted(screen), "png"),
      ),
      alone
        ? null
        : h("button.primary", { type: "button", onclick: () => putOnline(screen) }, icon("link"), t("local.online")),
    ),
    t("dialog.close"),
  );
}

/** @param {() => Promise<Blob>} make @param {string} name */
async function save(make, name) {
  try {
    const address = URL.createObjectURL(await make());
    h("a", { href: address, download: name }).click();
    // The browser has begun to write it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

/** The board as it is shown, with the shapes it refers to. @param {TableScreen} screen */
function drawn({ board }) {
  const drawing = /** @type {SVGSVGElement} */ (board.drawing?.cloneNode(true));
  const shapes = [...drawing.querySelectorAll("use")].map((use) => use.getAttribute("href")?.slice(1) ?? "");
  for (const shape of new Set(shapes)) {
    const known = drawing.querySelector(`[id="${shape}"]`) ? null : document.getElementById(shape);
    if (known) drawing.prepend(known.cloneNode(true));
  }
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
}

/** The same as pixels. @param {TableScreen} screen @returns {Promise<Blob>} */
async function painted(screen) {
  const source = await drawn(screen).text();
  const picture = new Image(PICTURE, PICTURE);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await picture.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { width: PICTURE, height: PICTURE }));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, PICTURE, PICTURE);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(t("error.failed")))), "image/png");
  });
}

/** Go on with the game at a table of the server. The one of this device stays. @param {TableScreen} screen */
async function putOnline(screen) {
  const { view } = screen;
  try {
    const made = await post(
      "/api/tables",
      {},
      {
        game: view.game,
        record: await localRecord(screen.table),
        seats: view.seats.map(({ kind, level, name }) =>
          kind === "computer" ? { kind, level: level ?? 1 } : { kind: "here", name },
        ),
      },
    );
    holdSeat(made.table, made.token, { name: view.name, links: made.links ?? [] });
    for (const box of document.querySelectorAll("dialog")) box.close();
    await go(`/t/${made.table}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}

/**
 * Where a server does not answer any more, and nobody but this device is needed: offer to go on without it. What chance
 * has decided so far is the server's secret, so games with dice wait for it.
 * @param {TableScreen} screen
 */
export function offerToGoOn(screen) {
  const { table, view, own, status } = screen;
  const everybodyHere = own.length > 0 && view.seats.every(({ kind, yours }) => kind === "computer" || yours);
  if (!able || isLocal(table) || !everybodyHere || view.dice || status.element.querySelector(".go-on")) return;
  const button = h("button", { type: "button", onclick: () => goOnHere(screen) }, t("local.go-on"));
  const offer = h("p.go-on", { role: "status" }, t("local.gone"), " ", button);
  status.element.append(offer);
  screen.live.addEventListener("up", () => offer.remove(), { once: true });
}

/** @param {TableScreen} screen */
async function goOnHere({ view, history }) {
  try {
    const made = await postHere("/api/tables", {
      game: view.game,
      options: view.options,
      seats: view.seats.map(({ kind, level, name }) =>
        kind === "computer" ? { kind, level } : { kind: "here", name },
      ),
      moves: history.map(({ text }) => text),
      puzzle: view.puzzle?.id ?? null,
    });
    holdSeat(made.table, made.token, { name: view.name });
    await go(`/t/${made.table}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}
