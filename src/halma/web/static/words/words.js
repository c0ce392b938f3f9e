// Texts in the reader's language. They are declared in Python (texts.py) and fetched once; here they only have keys.

import { recall, remember } from "../local/memory.js";
import { get } from "../protocol/api.js";

/** @type {Record<string, string | string[]>} */
let texts = {};
let language = "en";
/** @type {Intl.PluralRules} */
let plurals = new Intl.PluralRules("en");
/** @type {Intl.NumberFormat} */
let numbers = new Intl.NumberFormat("en");

/** The languages of the page by their own names. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
  es: "Español",
};

/** @param {string | null} code */
const isKnown = (code) => code !== null && Object.hasOwn(LANGUAGES, code);

/** The language that was chosen, else that of the address, else the browser's first one that the page knows. */
export function wantedLanguage() {
  const chosen = recall("language");
  if (isKnown(chosen)) return chosen;
  const asked = new URLSearchParams(location.search).get("lang") ?? "";
  if (isKnown(asked)) return asked;
  const known = navigator.languages.map((code) => code.slice(0, 2).toLowerCase()).find(isKnown);
  return known ?? document.documentElement.lang;
}

export const currentLanguage = () => language;

/** For lists and numbers: English as the texts have it, which is British. */
export const locale = () => (language === "en" ? "en-GB" : language);

/** @param {string} wanted */
export async function loadWords(wanted) {
  language = wanted;
  const found = await get("/api/words", { lang: wanted });
  texts = found.words;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  document.documentElement.lang = wanted;
  document.title = t("page.title");
}

/** @param {string} wanted */
export function chooseLanguage(wanted) {
  remember("language", wanted);
  return loadWords(wanted);
}

/**
 * A text by its key, its placeholders filled.
 * @param {string} key
 * @param {Record<string, any>} [data]
 */
export function t(key, data = {}) {
  const found = texts[key];
  return filled(Array.isArray(found) ? found[1] : (found ?? key), data);
}

/**
 * The form of a text that fits a number.
 * @param {string} key
 * @param {number} count
 * @param {Record<string, any>} [data]
 */
export function tn(key, count, data = {}) {
  const forms = texts[key];
  const form = Array.isArray(forms) ? forms[plurals.select(count) === "one" ? 0 : 1] : (forms ?? key);
  return filled(form, { count, ...data });
}

/** Whether there is a text. @param {string} key */
export const has = (key) => key in texts;

/** @param {number} value */
export const number = (value) => numbers.format(value);

/** @param {string} template @param {Record<string, any>} data */
function filled(template, data) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = data[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : String(value);
  });
}
