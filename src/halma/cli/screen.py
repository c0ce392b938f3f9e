"""What commands show of a position: the board, whose turn it is, duties, rolls, counts, and how the game ended."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import typer
from rich.console import Console

from halma.games import Choice, find_game
from halma.messages import HalmaError, mark
from halma.play import Event, IllegalMoveError, Outcome, Position, Refusal
from halma.play.notation import spell_roll
from halma.rulebook.labels import clause_label
from halma.rules import REASON_TEXTS, SEATS, TERMINATION_TEXTS, Reason
from halma.words import Words


def words_of(context: typer.Context) -> Words:
    """The words a command speaks in."""
    words = context.find_root().obj
    assert isinstance(words, Words)
    return words


def console() -> Console:
    """The terminal. Rich leaves colours out where NO_COLOR is set or the output is no terminal."""
    return Console(markup=False, emoji=False, highlight=False, soft_wrap=True)


def at_terminal() -> bool:
    """Whether somebody can be asked something."""
    return sys.stdin is not None and sys.stdin.isatty()  # pyright: ignore[reportUnnecessaryComparison]


def ask(question: str) -> str:
    """What somebody types. Raises EOFError where nobody can."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        # The program was started without any input.
        raise EOFError
    return input(question)


class Screen:
    """Shows positions in the words of one language, with the names of those who play if they are known."""

    def __init__(self, words: Words, names: Mapping[str, str] | None = None) -> None:
        self.words = words
        self.names: Mapping[str, str] = names or {}
        # Refusals and duties are told with the clause of the law they follow from.
        self.cites = False
        self.console = console()

    def print(self, *sentences: str) -> None:
        """Print sentences, each from a line of its own. A terminal breaks them between words, a file never."""
        for sentence in sentences:
            self.console.print(sentence, soft_wrap=not self.console.is_terminal)

    def print_exactly(self, text: str) -> None:
        """Print a text that may be copied: nothing in it is broken."""
        self.console.print(text)

    def name(self, seat: str) -> str:
        """A seat by its letter, and by its player's name if there is one."""
        return f"{seat} ({self.names[seat]})" if self.names.get(seat) else seat

    def board(self, position: Position) -> None:
        """Draw the board."""
        from halma.draw import text

        coloured = self.console.is_terminal and not self.console.no_color
        self.console.print(text(position, colour=coloured))

    def position(self, position: Position) -> None:
        """The board and everything there is to say about it."""
        self.print(self.heading(position.choice))
        self.board(position)
        self.print(*self.state(position))

    def heading(self, choice: Choice) -> str:
        """The game with what was chosen."""
        title = find_game(choice.game).title(self.words.language)
        taken = {name: value for name, value in choice.options.items() if name not in ("players", "pieces", "first")}
        known = find_game(choice.game).all_options
        options = (known[name].flag + ("" if value is True else f" {value}") for name, value in taken.items())
        return " · ".join((title, f"{choice.players} × {choice.pieces}", *options))

    def state(self, position: Position) -> Iterator[str]:
        """Who has to do what, and what is counted."""
        words = self.words
        last = last_move(position)
        if last is not None:
            yield words.text("Last move: {seat} {move}", seat=self.name(last.seat), move=last.text)
        yield from self.counts(position)
        outcome = position.outcome()
        if outcome is not None:
            yield from self.ending(position, outcome)
            return
        yield words.text("Turn {turn}: {seat} to move.", turn=position.turn_number, seat=self.name(position.seat))
        if position.roll:
            yield words.text("Roll: {roll}", roll=spell_roll(position.roll))
        elif position.needs_roll:
            yield words.text(REASON_TEXTS[Reason.LOT_FIRST if position.lot_count else Reason.ROLL_FIRST])
        duty = position.duty()
        if duty is not None:
            yield self.refusal(duty)

    def refusal(self, refusal: Refusal) -> str:
        """Why a move may not be played, or what has to be done first."""
        text = self.words.refusal(refusal)
        return self.cited(text, refusal) if self.cites else text

    def cited(self, text: str, refusal: Refusal) -> str:
        """A text with the clause of the law it follows from."""
        return f"{text} ({clause_label(self.words, refusal.clause)})"

    def error(self, error: HalmaError) -> str:
        """What somebody got wrong."""
        if isinstance(error, IllegalMoveError):
            return self.refusal(error.refusal)
        return self.words.error(error)

    def counts(self, position: Position) -> Iterator[str]:
        """Pieces in the hands and captured pieces, and who is out or has finished."""
        words, now = self.words, position.state.now
        for template, numbers in (
            (mark("In hand: {list}"), position.hands),
            (mark("Captured: {list}"), position.captured),
        ):
            if any(numbers.values()):
                yield words.text(template, list=", ".join(f"{seat} {number}" for seat, number in numbers.items()))
        for template, seats in ((mark("Finished: {list}"), now.finished), (mark("Out: {list}"), now.out)):
            if seats:
                yield words.text(template, list=", ".join(self.name(SEATS[seat]) for seat in seats))

    def ending(self, position: Position, outcome: Outcome) -> Iterator[str]:
        """How the game ended, and the places; alone, what was needed."""
        words = self.words
        yield words.text(TERMINATION_TEXTS[outcome.termination])
        if len(position.seats) == 1:
            moves, touches = position.tally
            yield words.text(
                "{moves}, {steps}.",
                moves=words.plural("{count} move", "{count} moves", moves),
                steps=words.plural("{count} step or hop in all", "{count} steps and hops in all", touches),
            )
        elif outcome.drawn:
            yield words.text("The game is drawn.")
        else:
            for place in sorted(set(outcome.places.values())):
                seats = [self.name(seat) for seat in outcome.places if outcome.places[seat] == place]
                yield words.text("Place {place}: {seats}", place=place, seats=seats)


def last_move(position: Position) -> Event | None:
    """The last thing that was played, rolls left out."""
    return next((event for event in reversed(position.history) if event.move is not None), None)
