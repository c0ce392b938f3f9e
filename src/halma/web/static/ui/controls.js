// Controls with their labels: a list to choose from, a field, a switch.

import { h } from "./dom.js";

/**
 * @template Value
 * @param {string} id
 * @param {{value: Value, label: string}[]} values
 * @param {Value} chosen
 * @param {(value: Value) => void} set
 */
export function select(id, values, chosen, set) {
  return h(
    "select",
    { id, onchange: (/** @type {any} */ event) => set(values[event.target.selectedIndex].value) },
    values.map(({ value, label }) => h("option", { value: String(value), selected: value === chosen }, label)),
  );
}

/** @param {string} label @param {Node} control @param {string} [help] */
export function field(label, control, help) {
  return h("label.field", null, h("span", null, label, help ? h("small", null, help) : null), control);
}

/**
 * @param {Record<string, any>} given attributes of the switch, such as its id or name
 * @param {boolean} on
 * @param {string} label
 * @param {string} help
 * @param {(on: boolean) => void} set
 */
export function toggle(given, on, label, help, set) {
  const change = (/** @type {any} */ event) => set(event.target.checked);
  return h(
    "label.switch",
    null,
    h("input", { type: "checkbox", role: "switch", checked: on, onchange: change, ...given }),
    h("span", null, h("b", null, label), help ? h("small", null, help) : null),
  );
}
