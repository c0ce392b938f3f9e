// Making elements. Texts only ever become text nodes, never markup.

import { placed, showPicture } from "./addresses.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false | any[]} Child */

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag `button.primary` makes a button of that class
 * @param {Record<string, any> | null} [given]
 * @param {...Child} children
 * @returns {HTMLElement & Record<string, any>}
 */
export function h(tag, given, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  dress(element, given, children);
  return element;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any> | null} [given]
 * @param {...Child} children
 * @returns {any}
 */
export function s(tag, given, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  dress(element, given, children);
  return element;
}

/** @param {Element} element @param {Record<string, any> | null | undefined} given @param {Child[]} children */
function dress(element, given, children) {
  for (const [key, value] of Object.entries(given ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "selected") /** @type {any} */ (element)[key] = value;
    else if (key === "src") showPicture(element, String(value));
    else element.setAttribute(key, value === true ? "" : key === "href" ? placed(String(value)) : String(value));
  }
  add(element, children);
}

/** @param {Element} element @param {Child} child */
export function add(element, child) {
  if (Array.isArray(child)) for (const each of child) add(element, each);
  else if (child !== null && child !== undefined && child !== false) element.append(/** @type {any} */ (child));
}

/** @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/** A piece by its letter, to stand in a line of text. @param {string} letter */
export function piece(letter) {
  return s(
    "svg.token",
    { viewBox: "-20 -20 40 40", "aria-hidden": "true", focusable: "false" },
    s("use", { href: `#kind-${letter}` }),
  );
}

/** A die that shows a value, or none when nothing is left of it. @param {number} value */
export function die(value) {
  return s(
    "svg.die",
    { viewBox: "-14 -14 28 28", "aria-hidden": "true", focusable: "false" },
    s("use", { href: `#die-${value}` }),
  );
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.2 1.1 2.2h5c.1-1 .5-1.7 1.1-2.2A6 6 0 0 0 12 3Z",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  turn: "M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6",
  flag: "M5 21V4M5 4h12l-3 4 3 4H5",
  first: "M18 6 11 12l7 6ZM7 6v12",
  back: "m15 6-7 6 7 6",
  next: "m9 6 7 6-7 6",
  last: "m6 6 7 6-7 6ZM17 6v12",
  play: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  gear: "M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.5v5M8.5 14.5v5",
  close: "M6 6l12 12M18 6 6 18",
  book: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2Zm0 0v14",
  again:
    "M4 12a8 8 0 0 1 13.700-5.700L20 8.500M20 4v4.500h-4.500M20 12a8 8 0 0 1-13.700 5.700L4 15.500M4 20v-4.500h4.500",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.200 4.200 0 0 0 6 6l1-1",
  chat: "M4 5h16v11H9l-5 4Z",
  look: "M4 4v16h16M7 14l4-5 4 3 5-7",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  check: "m5 13 4.500 4.500L19 7",
};

/** @typedef {keyof typeof ICONS} IconName */

/** A small drawn sign. @param {IconName} name */
export function icon(name) {
  return s(
    "svg.icon",
    { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] }),
  );
}

/**
 * A dialog that closes by Escape, its cross, or a tap beside it.
 * @param {string} title
 * @param {Child} content
 * @param {string} closeLabel
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, closeLabel) {
  const close = () => box.close();
  const box = /** @type {any} */ (
    h(
      "dialog",
      { "aria-label": title },
      h(
        "div.head",
        null,
        h("h2", null, title),
        h("button.quiet", { type: "button", "aria-label": closeLabel, onclick: close }, icon("close")),
      ),
      h("div.body", null, content),
    )
  );
  box.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * “rule 2.11”, which opens the rulebook where it explains that rule. In a tab of its own: whoever looks something up
 * is in the middle of a game.
 * @param {{clause: string, page: string, label: string} | null | undefined} rule
 * @param {string} hint that it opens a tab
 */
export function ruleLink(rule, hint) {
  if (!rule) return null;
  const href = `/#/rules/${encodeURIComponent(rule.page)}/${encodeURIComponent(rule.clause)}`;
  return h(
    "a.clause",
    { href, target: "_blank", rel: "noopener", title: hint, "aria-label": `${rule.label} (${hint})` },
    rule.label,
  );
}

/** Say something to who listens instead of looking. @param {string} text */
export function announce(text) {
  const line = document.getElementById("announcer");
  if (line) line.textContent = line.textContent === text ? `${text}\u00a0` : text;
}

/** Show a short message at the lower edge. @param {string} text @param {string} [kind] */
export function toast(text, kind = "") {
  document.querySelector(".toast")?.remove();
  const line = h(`p.toast`, null, text);
  if (kind) line.classList.add(kind);
  document.body.append(line);
  announce(text);
  setTimeout(() => line.remove(), 4500);
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
