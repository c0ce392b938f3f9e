// What is folded away until somebody wants it; the device remembers what was opened.

import { recall, remember } from "../local/memory.js";
import { h } from "../ui/dom.js";

/**
 * @param {string} name by which the device remembers it
 * @param {import("../ui/dom.js").Child} label
 * @param {...import("../ui/dom.js").Child} content
 */
export function fold(name, label, ...content) {
  const keep = () => {
    remember("folds", { ...recall("folds", {}), [name]: element.open });
    element.dispatchEvent(new CustomEvent("fold", { bubbles: true }));
  };
  const element = h(
    `details.fold.${name}`,
    { open: Boolean(recall("folds", {})[name]), ontoggle: keep },
    h("summary", null, label),
    content,
  );
  return element;
}
