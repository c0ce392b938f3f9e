"""What one asks of an opponent and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from halma.kernel import Action
from halma.messages import HalmaError
from halma.play import Move, Position

#: The levels of play, from beginner to full strength.
LEVELS = range(1, 10)
#: The score of a decided game, less the turns until then. Other scores are hundredths of a turn that a seat is ahead.
WIN = 1_000_000
#: From here on a score tells in how many turns the game is decided.
DECIDED = WIN - 10_000


@dataclass(frozen=True)
class Limits:
    """How long to think: whatever of it is given and met first ends the search.

    A level fixes the nodes and the mistakes, so that it plays the same on any machine that is fast enough. Without
    anything a search goes on until it is stopped.
    """

    level: int | None = None
    nodes: int | None = None
    movetime: float | None = None  #: seconds
    depth: int | None = None  #: turns
    threads: int = 1
    lines: int = 1  #: how many of the best lines are wanted
    hash_megabytes: int = 32  #: the most memory for what is known about positions; short searches take less
    #: The file of a net that is added to the written evaluation, `none`, or `default` for the one that comes with
    #: halma, if there is one. The highest level takes that by itself.
    net: str | None = None

    @property
    def is_endless(self) -> bool:
        """Whether nothing in them ends a search."""
        return self.level is self.nodes is self.movetime is self.depth is None


@dataclass(frozen=True)
class Line:
    """A way to play on, and what it is worth to each seat."""

    scores: tuple[int, ...]
    #: One after the other, as the kernel plays them. Where dice decide, only those of the turn that is being played.
    actions: tuple[Action, ...]
    #: Where they begin.
    position: Position = field(repr=False, compare=False)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The actions as moves."""
        ahead = self.position.copy()
        ahead.dice = None
        found: list[Move] = []
        for action in self.actions:
            found.append(ahead.move_of(action))
            ahead.push_action(action)
        return tuple(found)


@dataclass(frozen=True)
class Thought:
    """The answer of a search, also the report of one that goes on."""

    lines: tuple[Line, ...]  #: the best one first; at least one if the game is not over
    depth: int
    nodes: int
    seconds: float
    #: Own turns each seat still needs at about; None where a game has no such number.
    remaining: tuple[int | None, ...]
    #: Why the net that was asked for could not be used; the written evaluation has played.
    fault: HalmaError | None = None

    @property
    def move(self) -> Move:
        """The move to play now."""
        return self.lines[0].moves[0]

    @property
    def action(self) -> Action:
        """The same as the kernel plays it."""
        return self.lines[0].actions[0]

    @property
    def scores(self) -> tuple[int, ...]:
        """What the position is worth to each seat."""
        return self.lines[0].scores
