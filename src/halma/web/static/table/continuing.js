// Going on from a position of a game, at a table of its own.

import { holdSeat } from "../local/memory.js";
import { getText, post } from "../protocol/api.js";
import { toast } from "../ui/dom.js";
import { go } from "../ui/navigation.js";

/** The position that is shown, with the same players; whoever came by a link is played here. @param {import("./table.js").TableScreen} screen */
export async function goOnFrom(screen) {
  const { view, table, boardController } = screen;
  try {
    const ply = boardController.at ?? view.ply;
    const position = (await getText("/api/tables/{table}/position", { table, ply })).trim();
    const made = await post(
      "/api/tables",
      {},
      {
        game: view.game,
        options: view.options,
        position,
        seats: view.seats.map((seat) =>
          seat.kind === "computer"
            ? { kind: "computer", level: seat.level }
            : seat.name
              ? { kind: "here", name: seat.name }
              : { kind: "here" },
        ),
      },
    );
    for (const box of document.querySelectorAll("dialog")) box.close();
    holdSeat(made.table, made.token, { name: view.name, links: [] });
    await go(`/t/${made.table}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
}
