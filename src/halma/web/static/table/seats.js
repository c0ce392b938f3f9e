// What those who play are called.

import { t } from "../words/words.js";

/** @typedef {import("../protocol/messages.js").SeatView} Seat */

/** What a seat is called by the game: a part such as the mice, else the colour. @param {Seat} seat */
export const seatColour = (seat) => seat.part || t(`colour.${seat.letter ?? seat.seat}`);

/** The name somebody gave, else what the game calls the seat. @param {Seat} seat */
export const shortName = (seat) => seat.name || seatColour(seat);

/** What a seat is called where nothing else tells who that is. @param {Seat | undefined} seat */
export function seatName(seat) {
  if (!seat) return "";
  if (seat.kind === "computer" && !seat.name)
    return t("seat.computer-named", { colour: shortName(seat), level: seat.level });
  return shortName(seat);
}

/** What the computer is called that plays a seat, for itself or for somebody who is away. @param {Seat} seat */
export const machineName = (seat) =>
  seat.stand_in ? seatName({ ...seat, kind: "computer", level: seat.stand_in, name: "" }) : seatName(seat);
