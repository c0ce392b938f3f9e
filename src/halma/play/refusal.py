"""A refusal or duty as people hold it: a reason, the cells it speaks about, and its English text."""

from __future__ import annotations

from dataclasses import dataclass, field

from halma.rules import REASON_TEXTS, Reason


@dataclass(frozen=True)
class Refusal:
    """Why a move may not be played, or what has to be done first."""

    reason: Reason
    cells: tuple[str, ...] = ()
    # The number of the clause of the law it follows from; it follows from the reason and the game.
    clause: str = field(default="", compare=False)
    # The id of the game that is played: where the clause is explained depends on it.
    game: str = field(default="", compare=False)

    @property
    def code(self) -> str:
        """The reason as a word that never changes."""
        return self.reason.value

    @property
    def template(self) -> str:
        """The English text, to be filled with `cells`; screens translate it."""
        return REASON_TEXTS[self.reason]

    def __str__(self) -> str:
        return self.template.format(cells=", ".join(self.cells))
