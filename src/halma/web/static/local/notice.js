// Telling somebody who looks elsewhere that it is their turn: a mark on the icon of the tab and of the installed page, and
// a notice of the system where that was allowed.

import { settings } from "./memory.js";

const SIZE = 32;
/** The icon without a mark. @type {string | null} */
let plain = null;
let marked = false;

const iconLink = () => /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));

/** @param {boolean} on */
export async function showBadge(on) {
  if (on === marked) return;
  marked = on;
  const link = iconLink();
  if (!link) return;
  plain ??= link.href;
  link.href = on ? await withMark(plain).catch(() => /** @type {string} */ (plain)) : plain;
  if (on) await navigator.setAppBadge?.(1).catch(() => undefined);
  else await navigator.clearAppBadge?.().catch(() => undefined);
}

/** The icon with a red dot. @param {string} address */
async function withMark(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.drawImage(image, 0, 0, SIZE, SIZE);
  pen.beginPath();
  pen.arc(SIZE * 0.7, SIZE * 0.3, SIZE * 0.28, 0, 2 * Math.PI);
  pen.fillStyle = "#d3261a";
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = "#fff";
  pen.stroke();
  return canvas.toDataURL();
}

/** Ask whether notices are allowed. @returns {Promise<boolean>} */
export async function allowNotices() {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Tell it in a notice of the system, where somebody wants that. @param {string} title @param {string} text */
export async function notify(title, text) {
  if (!settings().notices || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  const given = { body: text, icon: "/static/icon-192.png", tag: location.pathname };
  try {
    const notice = new Notification(title, given);
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // On phones only a service worker may show notices.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, given);
  }
}
