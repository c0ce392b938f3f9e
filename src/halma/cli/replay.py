"""`halma replay`: steps through a record."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import whole_number
from halma.cli.screen import Screen, ask, at_terminal, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from halma.play import Position, Record

HELP = mark("Step through a record: Enter goes forward, b goes back, q quits.")
EXAMPLE = "halma replay game.txt --game 2"


class NoSuchRecordError(HalmaError):
    """The file has fewer games."""


def replay(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help=mark("The game record; “-” reads standard input."))],
    game: Annotated[
        int,
        typer.Option(
            "--game",
            metavar="N",
            help=mark("Which game in the file; the first by default."),
            parser=whole_number("--game", 1),
            show_default=False,
        ),
    ] = 1,
    all_positions: Annotated[
        bool, typer.Option("--all", help=mark("Print all positions one after another instead."))
    ] = False,
) -> None:
    from halma.cli.files import STANDARD_INPUT, read_games

    records = read_games(file)
    record = chosen_record(file, records, game)
    screen = Screen(words_of(context), record.names)
    if len(records) > 1:
        screen.print(screen.words.text("Game {number} of {count}.", number=game, count=len(records)))
    interactive = file != STANDARD_INPUT and at_terminal() and sys.stdout.isatty() and not all_positions
    if interactive:
        _step(screen, record)
    else:
        for position in record.positions():
            screen.position(position)
            screen.print("")


def chosen_record(file: str, records: Sequence[Record], number: int) -> Record:
    """The game with a number, counted from 1."""
    if number > len(records):
        raise NoSuchRecordError(
            mark("{file} has no game {number}. Number of games: {count}."),
            file=file,
            count=len(records),
            number=number,
        )
    return records[number - 1]


class _Reader:
    """The positions of a record, played through only as far as somebody has looked."""

    def __init__(self, positions: Iterator[Position]) -> None:
        self._positions = positions
        self.seen: list[Position] = []
        self.error: HalmaError | None = None

    def reach(self, number: int) -> bool:
        """Whether the record goes as far as the position with this number, counted from 0."""
        try:
            while len(self.seen) <= number:
                self.seen.append(next(self._positions))
        except StopIteration:
            return False
        except HalmaError as error:
            self.error = error
            return False
        return True


def _step(screen: Screen, record: Record) -> None:
    words, reader, at = screen.words, _Reader(record.positions()), 0
    if not reader.reach(0):
        raise reader.error or AssertionError("a record has a start")
    while True:
        screen.console.clear()
        screen.position(reader.seen[at])
        if at + 1 == len(reader.seen) and not reader.reach(at + 1):
            screen.print(words.error(reader.error) if reader.error else words.text("That was the last position."))
        try:
            typed = ask(words.text("{number}: Enter = next, b = back, q = quit: ", number=at)).strip().lower()
        except (EOFError, KeyboardInterrupt):
            screen.print("")
            break
        if typed == "q":
            break
        if typed == "b":
            at = max(at - 1, 0)
        elif typed == "":
            at = min(at + 1, len(reader.seen) - 1)
    if reader.error is not None:
        raise reader.error
