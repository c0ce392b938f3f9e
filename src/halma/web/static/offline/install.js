// Keeps the page on the device (service-worker.js), and says when there is a newer one.

import { ROOT } from "../ui/addresses.js";

// What keeps the page fetches all of it: whoever has just come needs the network for a game first.
const FIRST_THINGS_FIRST = 4000;

/**
 * Keep the page, if the browser can.
 * @param {(load: () => void) => void} offer tells the reader of a newer version, which `load` opens
 */
export async function keepPage(offer) {
  // Only pages that came safely, or from this machine, may be kept.
  if (!navigator.serviceWorker) return;
  const known = await navigator.serviceWorker.getRegistration(ROOT);
  if (!known) await new Promise((done) => setTimeout(done, FIRST_THINGS_FIRST));
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { scope: ROOT.pathname });
    const waiting = () => {
      // The first one takes over by itself: there is nothing older to go on with.
      if (registration.waiting && navigator.serviceWorker.controller) offer(() => takeOver(registration.waiting));
    };
    waiting();
    registration.addEventListener("updatefound", () =>
      registration.installing?.addEventListener("statechange", waiting),
    );
  } catch (error) {
    // A browser that keeps nothing can still play.
    console.warn(error);
  }
}

/** @param {ServiceWorker | null} newer */
function takeOver(newer) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  newer?.postMessage("take-over");
}

/** Forget the page that is kept, so that the next one comes from the server. */
export async function forgetPage() {
  const registration = await navigator.serviceWorker?.getRegistration(ROOT);
  await registration?.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith("halma-")) await caches.delete(name);
}
