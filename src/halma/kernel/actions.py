"""What a kernel speaks: actions, phases, situations and results. Cells and seats are plain numbers here."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from halma.rules import Termination


class ActionKind(IntEnum):
    """The kinds of action a turn is made of."""

    STEP = 0
    HOP = 1
    RUN = 2
    RETRACE = 3
    PLACE = 4
    SWAP = 5
    HUFF = 6
    PASS = 7
    DONE = 8  #: ends a turn of the dice before everything is used


class Action(NamedTuple):
    """One action. A piece that leaves the board goes to the number after the last cell."""

    kind: ActionKind
    origin: int = -1
    target: int = -1
    captured: tuple[int, ...] = ()


#: The action of a seat that cannot move.
PASS = Action(ActionKind.PASS)
#: The action that ends a turn with dice before the whole roll is used.
DONE = Action(ActionKind.DONE)


class Phase(IntEnum):
    """What has to happen next."""

    MOVE = 0
    ROLL = 1
    HUFF = 2
    OVER = 3


class Result(NamedTuple):
    """The end of a game: how it came, and the place of each seat (none for an unsolved puzzle)."""

    termination: Termination
    places: tuple[int, ...]
    drawn: bool = False


class Situation(NamedTuple):
    """Everything of a state but the board and its past."""

    seat: int  #: whose turn it is
    actor: int  #: who has to act: the seat, or the one who chooses a piece to huff
    turn: int = 1
    phase: Phase = Phase.MOVE
    hands: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    out: tuple[int, ...] = ()  #: in the order in which they went out
    finished: tuple[int, ...] = ()  #: in the order in which they finished
    passes: int = 0
    best: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    roll: tuple[int, ...] = ()
    #: Of a turn of the dice: pieces that have acted, steps made, whether hops were made, and the divisions
    #: (steps, hops) of the roll that still fit.
    used: tuple[int, ...] = ()
    steps: int = 0
    hopped: bool = False
    divisions: tuple[tuple[int, int], ...] = ()
    huffable: tuple[int, ...] = ()
    result: Result | None = None
