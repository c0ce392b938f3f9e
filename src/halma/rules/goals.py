"""What wins, what ends a game, and how seats are placed then."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from halma.boards import Vector
from halma.messages import mark
from halma.rules.movement import Cells


@dataclass(frozen=True)
class Home:
    """All own pieces on the fields of their goals."""


@dataclass(frozen=True)
class Figure:
    """Pieces on exactly these cells and nowhere else."""

    cells: Cells


@dataclass(frozen=True)
class InARow:
    """At least so many own pieces side by side in one line."""

    length: int
    directions: tuple[Vector, ...]


@dataclass(frozen=True)
class Connected:
    """All cells of one line held by own pieces; the lines are given seat by seat."""

    lines: tuple[tuple[Cells, ...], ...]


@dataclass(frozen=True)
class AllOff:
    """No own piece left, neither on the board nor in the hand."""


@dataclass(frozen=True)
class TooFew:
    """The hunting seat wins when the hunted seat is down to so many pieces."""

    hunter: int
    hunted: int
    most: int


#: How a game is won.
Goal = Home | Figure | InARow | Connected | AllOff | TooFew


class NoMove(Enum):
    """What happens to a seat that has no legal move and no duty."""

    PASS = "pass"
    END = "end"  #: the game is over and the pieces are counted
    SHUT_IN = "shut-in"  #: the first seat has lost, the others pass
    UNSOLVED = "unsolved"  #: the attempt of a single player is over


class Count(Enum):
    """What is counted when a game ends because nothing can be done any more; most wins."""

    NOTHING = "nothing"
    CAPTURED = "captured"
    DIFFERENCE = "difference"  #: captured minus lost
    HOME = "home"  #: own pieces on the fields of their goals

    def score(self, captured: int, lost: int, home: int) -> int:
        """What counts for a seat that has captured, lost and brought home so many pieces."""
        match self:
            case Count.CAPTURED:
                return captured
            case Count.DIFFERENCE:
                return captured - lost
            case Count.HOME:
                return home
            case Count.NOTHING:
                return 0


class Ranking(Enum):
    """How the seats of a stalled game are ranked."""

    TARGET = "target"  #: pieces in the target, then total advance
    OFF = "off"  #: pieces that have left the board
    DRAW = "draw"


@dataclass(frozen=True)
class Stall:
    """When a game that gets nowhere ends: third repetition, or so many turns without progress.

    Progress is a new best of a seat's total advance. In games without advance it is a placing, a capture or a
    piece leaving the board, by anyone.
    """

    turns: int
    by_advance: bool
    ranking: Ranking


class Termination(Enum):
    """How a game came to its end."""

    FILLED = "filled"
    FILLED_UP = "filled-up"
    BLOCKED_OUT = "blocked-out"
    STALL = "stall"
    ALL_PASSED = "all-passed"
    ALL_OFF = "all-off"
    CONNECTED = "connected"
    IN_A_ROW = "five-in-a-row"
    CAPTURED_MOST = "captured-most"
    MOST_HOME = "most-home"
    SHUT_IN = "shut-in"
    TOO_FEW = "too-few"
    SOLVED = "solved"
    UNSOLVED = "unsolved"


#: The sentence for each ending, marked for translation.
TERMINATION_TEXTS: dict[Termination, str] = {
    Termination.FILLED: mark("All pieces have reached their target."),
    Termination.FILLED_UP: mark("The target is full, with more of the player’s own pieces than of the others’."),
    Termination.BLOCKED_OUT: mark("The others could not clear their home and have lost."),
    Termination.STALL: mark("The game was getting nowhere, so it ends here."),
    Termination.ALL_PASSED: mark("Nobody can move any more."),
    Termination.ALL_OFF: mark("All pieces have left the board."),
    Termination.CONNECTED: mark("The line from tip to tip is complete."),
    Termination.IN_A_ROW: mark("Five in a row."),
    Termination.CAPTURED_MOST: mark("Nothing is left to capture; the captured pieces are counted."),
    Termination.MOST_HOME: mark("No piece can move any more; the pieces in their goal are counted."),
    Termination.SHUT_IN: mark("The cats are shut in."),
    Termination.TOO_FEW: mark("Too few mice are left to shut in the cats."),
    Termination.SOLVED: mark("Solved."),
    Termination.UNSOLVED: mark("No moves are left: not solved this time."),
}
