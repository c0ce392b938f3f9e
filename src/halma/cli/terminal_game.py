"""People at one terminal: a game being played, and the words with which they steer it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.columns import Columns

from halma.cli.files import holds_something, read_games, save_game
from halma.cli.opponents import Opponents, named_levels
from halma.cli.screen import Screen
from halma.cli.setup import Thrower
from halma.kernel import PASS
from halma.messages import HalmaError, mark
from halma.play import DiceSource, MoveKind, Position, Record
from halma.play.notation import spell_roll
from halma.words import Words

UNDO, HINT, MOVES, SAVE, LOAD, HELP, QUIT = "undo", "hint", "moves", "save", "load", "help", "quit"


@dataclass(frozen=True)
class Command:
    """A word somebody types, in the person's language; English always does."""

    word: str
    help: str
    takes_file: bool = False


COMMANDS: Mapping[str, Command] = {
    UNDO: Command(mark("undo"), mark("take back the last move")),
    HINT: Command(mark("hint"), mark("ask for advice")),
    MOVES: Command(mark("moves"), mark("list all legal moves")),
    SAVE: Command(mark("save"), mark("save the game to a file"), takes_file=True),
    LOAD: Command(mark("load"), mark("continue the game in a file"), takes_file=True),
    HELP: Command(mark("help"), mark("show this list")),
    QUIT: Command(mark("quit"), mark("stop playing")),
}


class CommandError(HalmaError):
    """A command that cannot be carried out."""


def _plain(text: str) -> str:
    """A word as people type it in a hurry: without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def understood(words: Words, typed: str) -> tuple[str, str] | None:
    """The command somebody typed and what follows it, or None if it is none."""
    first, _, rest = typed.strip().partition(" ")
    for name, command in COMMANDS.items():
        if _plain(first) in (name, _plain(words.text(command.word))):
            return name, rest.strip()
    return None


def tidied(typed: str) -> str:
    """A move as it is written, from a move as it is typed: capitals and blanks between cells are forgiven."""
    text = re.sub(r"\s*([,~-])\s*", r"\1", typed.strip().lower())
    return re.sub(r"\s+", "-", text)


class TerminalGame:
    """A game being played, with its dice, and what is told to those who play it."""

    def __init__(
        self,
        position: Position,
        source: DiceSource,
        screen: Screen,
        keep: str | None = None,
        opponents: Opponents | None = None,
    ) -> None:
        self.opponents = opponents or Opponents({})
        screen.names = self.opponents.names(screen.names)
        self.position = position
        self.source = source
        self.screen = screen
        self.words = screen.words
        # The file in which the game is kept from turn to turn, if somebody wants that.
        self.keep = keep
        # The files that are this game's own, and may be written again.
        self.own_files = {keep}
        self.notices: list[str] = []
        self.leaving = False
        self.settle()
        # What need not be kept: the game as it began, or as it was saved last.
        self._saved = self.record
        if keep is not None:
            save_game(keep, self._saved)

    @property
    def record(self) -> Record:
        return Record.of(self.position, self.screen.names)

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost now."""
        return not self.position.is_over and self.record != self._saved

    def take(self, typed: str) -> None:
        """Do what was typed: a command or a move. What is refused becomes a notice, and play goes on."""
        try:
            command = understood(self.words, typed)
            if command is None:
                self._move(tidied(typed))
            else:
                self._obey(*command)
        except HalmaError as error:
            self.notices.append(self.screen.error(error))

    def settle(self) -> None:
        """Throw the dice that are due, and pass for those who can do nothing else."""
        position = self.position
        rolls = [event for event in Thrower(self.source, position.thrown).throw(position) if event.roll]
        # The last roll stands beside the board, unless it has lapsed too.
        for event in rolls if position.needs_roll or position.is_over else rolls[:-1]:
            self.notices.append(
                self.words.text(
                    "{seat} rolls {roll}: no move is possible.", seat=self.screen.name(event.seat), roll=event.text
                )
            )
        if not position.is_over and position.must_pass:
            seat, roll = self.screen.name(position.seat), spell_roll(position.roll)
            self.notices.append(
                self.words.text("{seat} rolls {roll}: no move is possible.", seat=seat, roll=roll)
                if position.roll
                else self.words.text("{seat} cannot move and passes.", seat=seat)
            )
            position.push_action(PASS)
            self.settle()

    def answer(self) -> None:
        """Let the computer play its turn."""
        position = self.position
        seat, turn = self.screen.name(position.seat), self.opponents.turn(position)
        spelled: list[str] = []
        for action in turn:
            spelled.append(position.spell(action, path=True))
            position.push_action(action)
        self.notices.append(self.words.text("{seat} plays {move}.", seat=seat, move=",".join(spelled)))
        self._changed()

    def _move(self, text: str) -> None:
        # With dice one may type action by action; a list of actions is a whole turn.
        if "," in text:
            self.position.push_turn(text)
        else:
            self.position.push(text)
        self._changed()

    def _changed(self) -> None:
        self.settle()
        if self.keep is not None:
            self._saved = self.record
            save_game(self.keep, self._saved)

    def _obey(self, name: str, rest: str) -> None:
        if COMMANDS[name].takes_file and not rest:
            raise CommandError(mark("Which file? Type: {command} FILE"), command=self.words.text(COMMANDS[name].word))
        actions: Mapping[str, Callable[[], None]] = {
            UNDO: self._undo,
            HINT: self._hint,
            MOVES: self._list_moves,
            SAVE: lambda: self._save(rest),
            LOAD: lambda: self._load(rest),
            HELP: self._help,
            QUIT: self._quit,
        }
        actions[name]()

    def _undo(self) -> None:
        # Passes and the computer's moves were nobody's choice, so they go together with the move before them.
        position = self.position
        depth = len(position.history)
        try:
            while position.pop().kind is MoveKind.PASS or self.opponents.plays(position):
                pass
        except IndexError as error:
            if len(position.history) == depth:
                raise CommandError(mark("There is no move to take back.")) from error
        self._changed()

    def _hint(self) -> None:
        """Advice: a move, and what speaks for it or, alone, how many moves are still needed."""
        words, position = self.words, self.position
        if len(position.seats) > 1:
            from halma.engine.hints import hint as advise

            found = advise(position)
            because = " ".join(words.text(reason.template, **reason.data) for reason in found.reasons)
            self.notices.append(words.text("Hint: {move}. {reasons}", move=found.text, reasons=because))
            return
        from halma.puzzles import hint

        advice = hint(position)
        self.notices.append(
            words.text(
                "Hint: {move}. Moves still needed: at least {least}, at most {most}.",
                move=advice.move.text(path=True),
                least=advice.at_least,
                most=advice.at_most,
            )
        )

    def _list_moves(self) -> None:
        self.screen.console.print(Columns(self.position.legal_moves.texts(), padding=(0, 2)), soft_wrap=False)

    def _save(self, file: str) -> None:
        if file not in self.own_files and holds_something(file):
            raise CommandError(mark("{file} already exists and was not changed; choose another name."), file=file)
        save_game(file, self.record)
        self.own_files.add(file)
        self._saved = self.record
        self.notices.append(self.words.text("Saved: {file}", file=file))

    def _load(self, file: str) -> None:
        record = read_games(file)[-1]
        position = record.position()
        self.farewell()
        self.position = position
        self.screen.names = record.names
        self.opponents = Opponents(named_levels(record.names))
        self.own_files.add(file)
        self._changed()
        self._saved = self.record

    def _help(self) -> None:
        words = self.words
        self.notices.append(
            words.text(
                "Write a move as c3-e5 or c3-e5-g7, placing a piece as @e5, leaving the board as e1-off, "
                "swapping places as c3~d4, removing a piece that missed its capture as xe5, and passing as --. "
                "With two dice a turn is several actions: type them one at a time and end with a full stop, or "
                "all at once with commas."
            )
        )
        for command in COMMANDS.values():
            typed = words.text(command.word) + (" " + words.text("FILE") if command.takes_file else "")
            self.notices.append(f"  {typed:<18} {words.text(command.help)}")

    def _quit(self) -> None:
        self.leaving = True

    def farewell(self) -> None:
        """Nothing is lost: what is not saved is shown so that it can be kept."""
        if self.unsaved:
            self.screen.print(
                self.words.text(
                    "This game has not been saved. To continue it later, put these lines in a file and run "
                    "“{command}”:",
                    command="halma play --load " + self.words.text("FILE"),
                ),
                "",
            )
            self.screen.print_exactly(self.record.to_text())
