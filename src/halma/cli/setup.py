"""From what is asked for on the command line to a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halma.cli.parameters import GameRequest
from halma.games import LOT, choose, find_game
from halma.messages import HalmaError, mark
from halma.play import DiceSource, Event, GivenDice, Position
from halma.play.chance import MOST_LAPSES
from halma.play.game_text import spell_choice
from halma.play.notation import entries, is_chance
from halma.rules import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence


class LineError(HalmaError):
    """A line of turns that breaks somewhere."""


class GameMissingError(HalmaError):
    """Neither a game, nor a position that names one."""


class OtherGameError(HalmaError):
    """A position that names its game, beside another game or other options."""


class DiceNeededError(HalmaError):
    """A game with dice, and no roll to go by."""


class Thrower:
    """Throws the dice of a position, taking value after value from a source."""

    def __init__(self, source: DiceSource | None, taken: int = 0) -> None:
        self.source = source
        self.taken = taken

    def value(self, number: int) -> int:
        """The values still to come, counted from 0: what is left of the source is a source too."""
        assert self.source is not None
        return self.source.value(self.taken + number)

    def lot(self, number: int, cells: Sequence[int], count: int) -> tuple[int, ...]:
        """The lots still to come, in the same way."""
        assert self.source is not None
        return self.source.lot(self.taken + number, cells, count)

    def throw(self, position: Position) -> list[Event]:
        """Throw, or draw, as often as the position needs it; all rolls and lots, lapsed rolls included."""
        if self.source is None or not position.needs_roll:
            return []
        known = len(position.history)
        for _ in range(MOST_LAPSES):
            if not position.needs_roll:
                break
            before = position.thrown
            if position.lot_count:
                position.give_lot(self.lot(0, position.lot_cells, position.lot_count))
            else:
                position.give_roll([self.value(number) for number in range(position.dice_count)])
            self.taken += position.thrown - before
        return list(position.history[known:])


def thrower(request: GameRequest) -> Thrower:
    """The dice given on the command line."""
    return Thrower(GivenDice(request.dice) if request.dice else None)


def set_up(game: str | None, request: GameRequest, dice: Thrower, *, lot: bool = False) -> Position:
    """The position after the line. A roll that is needed then has not been thrown yet.

    The game may be left out if the position names it. Who begins can be drawn by lot, if the rules leave it open and
    nothing that was asked for decides it.
    """
    if request.names_game:
        position = _named(game, request)
        play_line(position, request.line or "", dice)
        return position
    if game is None:
        raise GameMissingError(
            mark("Name a game, or give a {option} that begins with its game, as in “{example}”."),
            option="--position",
            example="halma 2x19 blocking=vacate",
        )
    choice = choose(game, **request.options)
    if request.position is not None:
        # The text says whose turn it is.
        settled = choice if choice.first != LOT else choice.starting(SEATS[0])
        position = Position.from_board_text(request.position, settled)
    else:
        undecided = choice.first is not None and request.options.get("first") is None and not request.line
        choice = choice.starting(LOT) if lot and undecided else choice
        position = Position(choice, seed=request.seed, dice=None)
    play_line(position, request.line or "", dice)
    return position


def _named(game: str | None, request: GameRequest) -> Position:
    """The position of a text that names its game. What else was asked for may repeat that, but not contradict it."""
    assert request.position is not None
    position = Position.from_text(request.position)
    choice = position.choice
    given = {name: value for name, value in request.options.items() if value}
    other = game is not None and find_game(game).id != choice.game
    if other or choose(choice.game, **{**choice.options, **given}) != choice:
        raise OtherGameError(
            mark("The text of {option} is for “{text}”, which differs from the game or the options given beside it."),
            option="--position",
            text=spell_choice(choice),
        )
    return position


def play_line(position: Position, line: str, dice: Thrower) -> None:
    """Play turns separated by white space. Rolls stand in the line or come from the dice; turn numbers are skipped."""
    number = 1
    for entry in entries(line):
        try:
            if is_chance(entry):
                position.give_chance(entry)
                continue
            dice.throw(position)
            position.push_turn(entry)
        except HalmaError as error:
            shown = entry if len(entry) <= 60 else entry[:59] + "…"
            raise LineError(
                mark("Move {number} of the line, “{text}”: {reason}"), number=number, text=shown, reason=error
            ) from error
        number += 1


def require_dice(position: Position, *, turns: int = 1) -> None:
    """Say what is missing where a game with dice cannot go on for so many turns without rolls."""
    if position.lot_count:
        raise DiceNeededError(
            mark("Pieces must now be placed by lot: give their cells at the end of the line, as in {example}."),
            example="scatter a1,b5,…",
        )
    if position.needs_roll or (turns > 1 and position.rules.dice is not None):
        raise DiceNeededError(
            mark("A game with dice needs a roll: give it with {option}, or at the end of the line, as in {example}."),
            option="--dice 3,5" if position.dice_count > 1 else "--dice 4",
            example="[3,5]" if position.dice_count > 1 else "[4]",
        )
