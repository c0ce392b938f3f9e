// The worker that thinks: it is given the compiled engine, then one job after the other.

import { Kernel } from "./kernel.js";
import { Engines } from "./search.js";

/** @type {Promise<Engines> | null} */
let engines = null;

self.onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    engines = Kernel.of(data).then((kernel) => new Engines(kernel));
    return;
  }
  try {
    const found = await engines;
    self.postMessage({ thought: found?.think(data) });
  } catch (error) {
    self.postMessage({ error: /** @type {Error} */ (error).message });
  }
};
