"""All start positions, to be shown side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from halma.games import (
    EDITION,
    LOT,
    PIECES,
    PLAYERS,
    SCHMIDT,
    TEAMS,
    Choice,
    Format,
    Game,
    Option,
    OptionKind,
    OptionValue,
    games,
)
from halma.messages import mark
from halma.play import Position
from halma.rulebook.labels import option_label
from halma.rulebook.library import SECTION_TITLES
from halma.words import translator

TITLE = mark("All games at a glance")


@dataclass(frozen=True)
class Start:
    """A game as it begins, and the option that makes it begin so, if one does."""

    game: Game
    form: Format
    position: Position
    option: Option | None = None

    @property
    def command(self) -> str:
        """The game as a diagram or the command line names it."""
        choice = self.position.choice
        words = [self.game.id, PLAYERS.flag, str(choice.players), PIECES.flag, str(choice.pieces)]
        words += [TEAMS.flag] if choice.teams else []
        words += [EDITION.flag, choice.edition] if choice.edition != SCHMIDT else []
        if self.option is not None:
            value = choice.options[self.option.name]
            words += [self.option.flag] if value is True else [self.option.flag, str(value)]
        return " ".join(words)

    def caption(self, language: str) -> str:
        """Its name, its numbers of players and pieces, and its option."""
        parts = [self.game.title(language), f"{self.form.players} × {self.form.pieces}"]
        if self.option is not None:
            value = self.position.choice.options[self.option.name]
            parts.append(option_label(translator(language), self.option, None if value is True else value))
        return " · ".join(parts)


@cache
def starts() -> tuple[tuple[str, tuple[Start, ...]], ...]:
    """The part of the box (its title is to be translated) and the starts in it; each arrangement of a game once."""
    return tuple(
        (title, tuple(start for game in games().values() if game.section == section for start in _starts(game)))
        for section, title in SECTION_TITLES.items()
    )


def _starts(game: Game) -> list[Start]:
    found: dict[tuple[object, ...], Start] = {}
    for form in game.formats:
        for option, choice in _choices(game, form):
            rules = game.ruleset(choice)
            # Rules may lie on another board in another edition: tippy on squares and on points.
            letters = ((cell, rules.kinds[kind].letter) for cell, kind in rules.start.items())
            arrangement = (rules.board.id, *sorted(letters))
            if arrangement not in found:
                found[arrangement] = Start(game, form, Position(choice, dice=None), option)
    return list(found.values())


def _choices(game: Game, form: Format) -> Iterator[tuple[Option | None, Choice]]:
    """A format as it usually is, and with each other value of one option."""
    edition = form.editions[0]
    size = {"edition": edition, "players": form.players, "pieces": form.pieces, "teams": form.teams}
    yield None, game.choose(**size)
    for option in game.options_in(form, edition):
        for value in _other_values(option, form, edition):
            yield option, game.choose(**size, **{option.name: value})


def _other_values(option: Option, form: Format, edition: str) -> tuple[OptionValue, ...]:
    usual = option.default_in(form, edition)
    every: tuple[OptionValue, ...] = (True,) if option.kind is OptionKind.FLAG else option.names(form, edition)
    return tuple(value for value in every if value not in (usual, LOT))
