"""What chance decides in a position: rolls and lots, drawn from its source or given by the caller."""

from __future__ import annotations

from collections.abc import Sequence

from halma.kernel import Action
from halma.messages import mark
from halma.play import notation
from halma.play.dice import DiceSource
from halma.play.errors import InvalidMoveError
from halma.play.move_reader import MoveReader
from halma.play.outcome import Event
from halma.rules import SEATS

Roll = tuple[int, ...]
# Given dice can let every roll lapse for ever; then the position goes on waiting for a roll.
MOST_LAPSES = 1000


class ChanceTaker(MoveReader):
    """The part of a position that throws dice and draws lots."""

    dice: DiceSource | None
    # What happened, as the kernel needs it.
    _log: list[Action | Roll]

    def give_chance(self, text: str) -> None:
        """Give a roll or a lot as it is written: `[3,5]`, `scatter a1,b5`."""
        notation.check_text(text)
        if text.startswith("["):
            self.give_roll(notation.read_roll(text))
        else:
            self.give_lot(notation.read_scatter(self.board, text))

    def give_lot(self, cells: Sequence[int]) -> None:
        """Put the pieces of the seat to act on these cells, where the position has no chance of its own."""
        wanted = self.lot_count
        if not wanted:
            raise InvalidMoveError(mark("No pieces have to be placed by lot now."))
        if len(cells) != wanted or len(set(cells)) != wanted or not set(self.lot_cells).issuperset(cells):
            raise InvalidMoveError(
                mark("The lot does not fit. Free cells needed, all different: {count}; given: {cells}."),
                count=wanted,
                cells=", ".join(notation.by_letter(self.board.names[cell] for cell in cells)),
            )
        self._take_chance(tuple(sorted(cells)))

    def _take_chance(self, values: Roll) -> None:
        self._state.roll(values)
        self._log.append(values)
        self._thrown += len(values)

    def give_roll(self, values: Sequence[int]) -> None:
        """Give the dice their values where the position has no dice of its own."""
        if not self.needs_roll or self.lot_count:
            raise InvalidMoveError(mark("There are no dice to roll now."))
        if len(values) != self.dice_count or any(value not in range(1, 7) for value in values):
            raise InvalidMoveError(
                mark("The roll {text} does not fit. Dice to roll: {count}, each from 1 to 6."),
                text=notation.spell_roll(values),
                count=self.dice_count,
            )
        self._take_chance(tuple(values))

    def _roll_if_needed(self) -> None:
        if self.dice is None:
            return
        for _ in range(MOST_LAPSES):
            if not self.needs_roll:
                return
            if self.lot_count:
                self.give_lot(self.dice.lot(self._thrown, self.lot_cells, self.lot_count))
                continue
            self.give_roll([self.dice.value(self._thrown + number) for number in range(self.dice_count)])

    def _chance_event(self, values: Roll) -> Event:
        seat, turn = SEATS[self._state.now.seat], self.turn_number
        if not self.lot_count:
            return Event(seat, turn, roll=values, text=notation.spell_roll(values))
        names = notation.by_letter(self.board.names[cell] for cell in values)
        return Event(seat, turn, scattered=tuple(names), text=notation.spell_scatter(self.board, values))
