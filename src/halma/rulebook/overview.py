"""All start positions, to be shown side by side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from halma.games import Format, Game, games
from halma.messages import mark
from halma.play import Position
from halma.rulebook.library import SECTION_TITLES

TITLE = mark("All games at a glance")


@dataclass(frozen=True)
class Start:
    """A game as it begins."""

    game: Game
    form: Format
    position: Position

    @property
    def command(self) -> str:
        """The game as a diagram or the command line names it."""
        form = self.form
        extras = (" --teams" if form.teams else "") + (f" --tips {form.tips}" if form.tips else "")
        return f"{self.game.id} --players {form.players} --pieces {form.pieces}{extras}"

    def caption(self, language: str) -> str:
        """Its name and its numbers of players and pieces, which read the same in every language."""
        tips = f" · {self.form.tips}" if self.form.tips else ""
        return f"{self.game.title(language)} · {self.form.players} × {self.form.pieces}{tips}"


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
        choice = game.choose(
            edition=form.editions[0], players=form.players, pieces=form.pieces, teams=form.teams, tips=form.tips
        )
        position = Position(choice, dice=None)
        # Rules may lie on another board in another edition: tippy on squares and on points.
        arrangement = (position.board.id, *position.pieces.items())
        found.setdefault(arrangement, Start(game, form, position))
    return list(found.values())
