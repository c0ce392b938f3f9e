"""What can speak for a turn: codes that never change, and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from halma.messages import mark


class Why(Enum):
    """What speaks for a turn."""

    WINS = "wins"
    ONLY_MOVE = "only-move"
    CAPTURES = "captures"
    HUFFS = "huffs"
    LEAVES_BOARD = "leaves-board"
    MAKES_ROW = "makes-row"
    STOPS_ROW = "stops-row"
    MAKES_LINE = "makes-line"
    SAVES = "saves"
    BRINGS_HOME = "brings-home"
    CLEARS_HOME = "clears-home"
    CARRIES_LAST = "carries-last-forward"
    CARRIES = "carries-forward"
    CARRIES_SEVERAL = "carries-several-forward"
    FREES_HOME = "frees-home"
    OPENS_LADDER = "opens-ladder"
    BLOCKS = "blocks"
    HEMS_IN = "hems-in"
    KEEPS_TOGETHER = "keeps-together"
    BEST_FOUND = "best-found"


# No plurals: the numbers stand behind a colon, so that every language can word them.
TEXTS: Mapping[Why, str] = {
    Why.WINS: mark("It wins the game."),
    Why.ONLY_MOVE: mark("It is the only move."),
    Why.CAPTURES: mark("It captures pieces: {count}."),
    Why.HUFFS: mark("It removes a piece that missed its capture."),
    Why.LEAVES_BOARD: mark("It takes a piece off the board. Pieces still to go: {left}."),
    Why.MAKES_ROW: mark("It builds a row through {cell}. Own pieces in it: {length}."),
    Why.STOPS_ROW: mark("It stops {seat} building a row through {cell}. Pieces in it: {length}."),
    Why.MAKES_LINE: mark("It holds more of the line from tip to tip. Fields held: {held} of {whole}."),
    Why.SAVES: mark("It saves pieces {seat} could have captured. Before: {before}; now: {after}."),
    Why.BRINGS_HOME: mark("It brings a piece into the target. Pieces there now: {count}."),
    Why.CLEARS_HOME: mark("It helps to clear the home, as the rules now require. Pieces still there: {left}."),
    Why.CARRIES_LAST: mark("It brings the last piece, on {cell}, forward. Rows gained: {rows}."),
    Why.CARRIES: mark("It brings the piece on {cell} forward. Rows gained: {rows}."),
    Why.CARRIES_SEVERAL: mark("It brings several pieces forward. Pieces: {pieces}; rows gained in all: {rows}."),
    Why.FREES_HOME: mark("It takes a piece out of the home. Pieces still there: {left}."),
    Why.OPENS_LADDER: mark("It builds a ladder for the piece on {cell}. Rows it can gain next: {rows}."),
    Why.BLOCKS: mark("It blocks {seat}’s best route. Rows forward before: {before}; now: {after}."),
    Why.HEMS_IN: mark("It leaves {seat} fewer moves. Before: {before}; now: {after}."),
    Why.KEEPS_TOGETHER: mark("It keeps the pieces together. Rows from the first to the last: {rows}."),
    Why.BEST_FOUND: mark("No better move was found. Turns searched ahead: {depth}."),
}


@dataclass(frozen=True)
class Because:
    """One reason: a code that never changes, and the data of its text."""

    why: Why
    data: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def code(self) -> str:
        """The name of the reason, which never changes."""
        return self.why.value

    @property
    def template(self) -> str:
        """The English text, to be filled with the data; screens translate it."""
        return TEXTS[self.why]

    def __str__(self) -> str:
        return self.template.format(**self.data)
