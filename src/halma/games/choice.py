"""A game with all its options settled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from halma.games.options import EDITION, FIRST, PIECES, PLAYERS, TEAMS, Option, OptionValue

#: Goes up with every change of a rule that can make a stored or recorded game illegal or end otherwise. What was
#: written before versions were has version 1; `Option.unnamed` says what an option means that it does not name.
RULES_VERSION = 2


@dataclass(frozen=True)
class Choice:
    """A game and its settled options, in the order in which the game lists them.

    A switch that is off, and an option that the game does not have here, is not among them.
    """

    game: str
    settled: tuple[tuple[str, OptionValue], ...]

    @cached_property
    def _by_name(self) -> dict[str, OptionValue]:
        return dict(self.settled)

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options in use, by name: giving them again makes the same choice."""
        return dict(self._by_name)

    def flag(self, option: Option) -> bool:
        """Whether a switch is on."""
        return self._by_name.get(option.name) is True

    def word(self, option: Option) -> str | None:
        """The chosen value of an option; None where the game does not have it."""
        value = self._by_name.get(option.name)
        return value if isinstance(value, str) else None

    def number(self, option: Option) -> int:
        """The chosen number of an option; 0 where the game does not have it."""
        value = self._by_name.get(option.name, 0)
        return value if isinstance(value, int) else 0

    @property
    def edition(self) -> str:
        """The booklet whose rules are played."""
        return self.word(EDITION) or ""

    @property
    def players(self) -> int:
        """How many people play."""
        return self.number(PLAYERS)

    @property
    def pieces(self) -> int:
        """How many pieces each player has."""
        return self.number(PIECES)

    @property
    def teams(self) -> bool:
        """Whether opposite seats are partners."""
        return self.flag(TEAMS)

    @property
    def first(self) -> str | None:
        """Who begins: a seat, or the lot; None where the rules say it."""
        return self.word(FIRST)

    def starting(self, seat: str | None) -> Choice:
        """The same choice with another seat to begin, or with none.

        Where the rules say who begins it stays as it is.
        """
        changed = ((name, seat if name == FIRST.name else value) for name, value in self.settled)
        return Choice(self.game, tuple((name, value) for name, value in changed if value is not None))
