// The switches of this device, in one dialog.

import { change, settings } from "../local/memory.js";
import { allowNotices } from "../local/notice.js";
import { sound } from "../local/sound.js";
import { speak } from "../protocol/api.js";
import { toggle } from "../ui/controls.js";
import { dialog, h, toast } from "../ui/dom.js";
import { chooseLanguage, currentLanguage, LANGUAGES, t } from "../words/words.js";

/** @param {() => void} relabel what to do when the language has changed */
export function openSettings(relabel) {
  const now = settings();
  const flag = (/** @type {"coordinates" | "steps" | "confirm" | "sound" | "motion"} */ name) =>
    toggle({ name }, now[name], t(`settings.${name}`), t(`settings.${name}.help`), (on) => change({ [name]: on }));
  const choice = (/** @type {"theme" | "turned" | "pieces" | "speed"} */ name, /** @type {string[]} */ values) =>
    h(
      "label.field",
      null,
      t(`settings.${name}`),
      h(
        "select",
        { name, onchange: (/** @type {any} */ event) => change({ [name]: event.target.value }) },
        values.map((value) => h("option", { value, selected: now[name] === value }, t(`settings.${name}.${value}`))),
      ),
    );
  const notices = async (/** @type {boolean} */ on) => {
    const allowed = on && (await allowNotices());
    change({ notices: allowed });
    if (on && !allowed) {
      /** @type {HTMLInputElement} */ (box.querySelector("[name=notices]")).checked = false;
      toast(t("settings.notices.refused"), "error");
    }
  };
  const volume = h(
    "label.field",
    null,
    t("settings.volume"),
    h("input", {
      type: "range",
      name: "volume",
      min: 0,
      max: 100,
      step: 10,
      value: now.volume,
      onchange: (/** @type {any} */ event) => {
        change({ volume: Number(event.target.value) });
        sound("land");
      },
    }),
  );
  const language = h(
    "label.field",
    null,
    t("settings.language"),
    h(
      "select",
      {
        name: "language",
        onchange: async (/** @type {any} */ event) => {
          speak(event.target.value);
          await chooseLanguage(event.target.value);
          box.close();
          relabel();
        },
      },
      Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, lang: code, selected: code === currentLanguage() }, name),
      ),
    ),
  );
  const box = dialog(
    t("settings.title"),
    h(
      "div.settings",
      null,
      language,
      choice("theme", ["auto", "wood", "paper", "night", "contrast"]),
      choice("pieces", ["cones", "discs"]),
      choice("turned", ["fixed", "mover"]),
      flag("coordinates"),
      flag("steps"),
      flag("confirm"),
      flag("sound"),
      volume,
      toggle({ name: "notices" }, now.notices, t("settings.notices"), t("settings.notices.help"), notices),
      flag("motion"),
      choice("speed", ["slow", "usual", "quick"]),
    ),
    t("dialog.close"),
  );
}
