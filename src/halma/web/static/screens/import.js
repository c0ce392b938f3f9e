// Bringing in a game or a position from elsewhere: pasted, or from a file.

import { field, select } from "../ui/controls.js";
import { h, icon, toast } from "../ui/dom.js";
import { t } from "../words/words.js";
import { games } from "./catalogue.js";
import { setUpTable } from "./new-table.js";

// More than any record of a game.
const LONGEST = 200_000;

/** A sheet that takes a record, which names its game, or a position of a game that is chosen. */
export async function importSheet() {
  const listed = await games();
  let chosen = "";
  const text = h("textarea", { id: "import-text", rows: 5, spellcheck: "false", "aria-label": t("import.text") });
  const file = h("input", {
    type: "file",
    id: "import-file",
    accept: ".halma,.txt,text/plain",
    "aria-label": t("import.file"),
    onchange: async () => {
      const given = file.files?.[0];
      if (!given) return;
      if (given.size > LONGEST) return toast(t("import.too-long"), "error");
      text.value = await given.text();
    },
  });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = text.value.trim();
    if (!given) return toast(t("import.nothing"), "error");
    const wish = chosen ? { game: chosen, position: given } : { game: listed[0].id, record: given };
    const name = listed.find(({ id }) => id === chosen)?.name ?? t("import.title");
    try {
      await setUpTable(wish, name, false);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  };
  const kinds = [{ value: "", label: t("import.record") }];
  for (const { id, name } of listed) kinds.push({ value: id, label: t("import.position", { game: name }) });
  return h(
    "details.sheet.import",
    null,
    h("summary", null, h("h2", null, t("import.title"))),
    h(
      "form.column",
      { onsubmit: begin },
      field(
        t("import.what"),
        select("import-kind", kinds, "", (value) => {
          chosen = value;
        }),
      ),
      text,
      file,
      h("p.row", null, h("button.primary", { type: "submit" }, icon("play"), t("import.begin"))),
    ),
  );
}
