// Dialogs of a table: sharing it, and what is done now and then.

import { forgetTable, remember } from "../local/memory.js";
import { isLocal } from "../offline/offline.js";
import { dialog, h, icon, toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";
import { t } from "../words/words.js";
import { goOnFrom } from "./continuing.js";
import { shareLocal } from "./local-table.js";
import { seatColour } from "./seats.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */

/** Links to the game and to the position shown, and files of them. @param {TableScreen} screen */
export function openShare(screen) {
  if (isLocal(screen.table)) return shareLocal(screen);
  const base = `${location.origin}/t/${screen.table}`;
  const at = screen.boardController.at;
  const ply = at === null ? screen.view.ply : at;
  const api = `/api/tables/${screen.table}`;
  const line = (/** @type {string} */ label, /** @type {string} */ address) => {
    const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label });
    const copy = async () => {
      field.select();
      await navigator.clipboard?.writeText(address);
      toast(t("share.copied"));
    };
    return h(
      "div.field",
      null,
      h("span", null, label),
      h("span.row", null, field, h("button", { type: "button", onclick: copy }, t("share.copy"))),
    );
  };
  const file = (/** @type {string} */ name, /** @type {string} */ address) =>
    h("a.button", { href: address, download: `halma-${screen.view.game}.${name}` }, t(`share.${name}`));
  dialog(
    t("share.title"),
    h(
      "div.column",
      null,
      h("p", null, t("share.text")),
      // Whoever closes the system's sheet without sending anything has not made a mistake.
      "share" in navigator
        ? h(
            "button.primary",
            {
              type: "button",
              "data-action": "send",
              onclick: () => navigator.share({ title: screen.view.name, url: base }).catch(() => undefined),
            },
            icon("share"),
            t("invite.send"),
          )
        : null,
      line(t("share.game"), base),
      line(t("share.position"), `${base}#ply=${ply}`),
      h("h3", null, t("share.files")),
      h(
        "div.row",
        null,
        file("halma", `${api}/record`),
        file("txt", `${api}/position?ply=${ply}`),
        file("svg", `${api}/board.svg?ply=${ply}`),
        file("png", `${api}/board.png?ply=${ply}`),
      ),
    ),
    t("dialog.close"),
  );
}

/** What is done now and then. @param {TableScreen} screen */
export function openMore(screen) {
  const { view } = screen;
  const mine = screen.own.length > 0;
  const going = mine && !screen.over && view.seats.length > 1;
  const act = (/** @type {string} */ name, /** @type {() => void} */ deed, asks = false) =>
    h(
      "button",
      {
        type: "button",
        "data-action": name,
        onclick: () => {
          box.close();
          if (asks) sure(name, deed);
          else deed();
        },
      },
      t(`act.${name}`),
    );
  const others = view.seats.some((seat) => !seat.yours && seat.kind !== "computer");
  const box = dialog(
    t("act.more"),
    h(
      "div.column",
      null,
      h("p", null, h("b", null, view.name), view.choice_text ? h("br") : null, view.choice_text ?? ""),
      view.can_take_back ? act("takeback", () => screen.send({ type: "offer", what: "takeback" })) : null,
      view.can_draw ? act("draw", () => screen.send({ type: "offer", what: "draw" })) : null,
      h(
        "button",
        { type: "button", "data-action": "continue", onclick: () => goOnFrom(screen) },
        t("analysis.continue"),
      ),
      going ? act("resign", () => screen.send({ type: "resign" }), true) : null,
      mine && others && !screen.over ? act("leave", () => leave(screen), true) : null,
      mine || view.owner ? act("delete", () => screen.erase(), true) : null,
      mine ? naming(screen, () => box.close()) : null,
      mine && !isLocal(screen.table)
        ? h(
            "button",
            {
              type: "button",
              "data-action": "device",
              onclick: () => {
                box.close();
                otherDevice(screen);
              },
            },
            icon("link"),
            t("act.device"),
          )
        : null,
      view.seed && view.dice ? h("p.note", null, t("dice.seed", { seed: view.seed })) : null,
    ),
    t("dialog.close"),
  );
}

/** The own seat on a second device. @param {TableScreen} screen */
function otherDevice(screen) {
  const address = `${location.origin}/t/${screen.table}#mine=${screen.token}`;
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": t("seat.link-label") });
  dialog(t("act.device"), h("div.column", null, h("p", null, t("device.text")), field), t("dialog.close"));
  field.select();
}

/** @param {TableScreen} screen @param {string} title */
export function askName(screen, title) {
  const box = dialog(
    title,
    naming(screen, () => box.close()),
    t("dialog.close"),
  );
}

/** @param {TableScreen} screen @param {() => void} close */
function naming(screen, close) {
  const seats = screen.view.seats.filter((seat) => seat.yours);
  const label = (/** @type {import("./store.js").SeatShown} */ seat) =>
    seats.length > 1 ? t("setup.name", { seat: seatColour(seat) }) : t("act.name");
  const fields = seats.map((seat) =>
    h("input", { type: "text", maxlength: 30, value: seat.name, "aria-label": label(seat), "data-seat": seat.seat }),
  );
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    seats.forEach((seat, number) => {
      const name = fields[number].value.trim();
      if (!number) remember("name", name);
      if (name !== seat.name) screen.send({ type: "name", name, seat: seat.seat });
    });
    close();
  };
  return h(
    "form.names",
    { onsubmit: send },
    seats.map((seat, number) => h("label.field", null, h("span", null, label(seat)), fields[number])),
    h("button", { type: "submit" }, t("act.save")),
  );
}

/** @param {TableScreen} screen */
function leave(screen) {
  screen.send({ type: "leave" });
  forgetTable(screen.table);
  go("/#/games");
}

/** Ask whether something is really meant. @param {string} name @param {() => void} deed */
function sure(name, deed) {
  const box = dialog(
    t(`act.${name}`),
    h(
      "div.column",
      null,
      h("p", null, t(`sure.${name}`)),
      h(
        "button.primary",
        {
          type: "button",
          onclick: () => {
            box.close();
            deed();
          },
        },
        t(`act.${name}`),
      ),
    ),
    t("dialog.close"),
  );
}

/** Several moves end on the same field. @param {TableScreen} screen @param {import("./play.js").Move[]} moves */
export function askWhich(screen, moves) {
  const letter = screen.letter(screen.view.to_act);
  const show = (/** @type {import("./play.js").Move} */ move) =>
    screen.board.showChosen(screen.play.chosen, { path: move.path, letter });
  let meant = false;
  const box = dialog(
    t("play.which"),
    h(
      "div.column",
      null,
      moves.map((move) =>
        h(
          "button",
          {
            type: "button",
            onfocus: () => show(move),
            onmouseenter: () => show(move),
            onclick: () => {
              meant = true;
              box.close();
              screen.play.commit(move);
            },
          },
          move.path.join(" – "),
          move.captured.length ? ` × ${move.captured.join(", ")}` : "",
        ),
      ),
    ),
    t("dialog.close"),
  );
  box.classList.add("low");
  box.addEventListener("close", () => meant || screen.play.cancel());
}
