// A document without a browser, for the modules that draw. It has no layout and no animations.

import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/" });
const NAMES = ["document", "HTMLElement", "Element", "Node", "EventTarget", "CustomEvent", "Event"];
for (const name of [...NAMES, "customElements", "localStorage"])
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });

export { window };
