"""The vocabulary a game is written in, as frozen data. Knows no particular game.

A `Ruleset` combines the words: a board, the kinds of piece with their movement, where they start and what they have
to reach, restrictions, blocking, dice, and how a game ends. A kernel plays any ruleset.

>>> from halma.games import choose, find_game
>>> rules = find_game("halma").ruleset(choose("halma"))
>>> rules.seats, [kind.letter for kind in rules.kinds]
(2, ['A', 'B'])
>>> [type(movement).__name__ for movement in rules.kinds[0].movement]
['Step', 'Hop']
>>> len(rules.kinds[0].home), type(rules.goal).__name__
(19, 'Home')
"""

from halma.rules.goals import (
    TERMINATION_TEXTS,
    AllOff,
    Connected,
    Count,
    Figure,
    Goal,
    Home,
    InARow,
    NoMove,
    Ranking,
    Stall,
    Termination,
    TooFew,
)
from halma.rules.movement import Cells, Hop, Leap, Movement, Retrace, Run, Step, straight
from halma.rules.pieces import SEATS, Kind, Part
from halma.rules.refusals import REASON_CLAUSES, REASON_TEXTS, Depends, Reason, Violation
from halma.rules.restrictions import (
    Blocking,
    Duty,
    EndIn,
    Restriction,
    SameShade,
    Station,
    StayInTarget,
    Swap,
)
from halma.rules.ruleset import Ruleset
from halma.rules.turns import CaptureDuty, Dice, Enclosing, Exit, Placing, RunDie, SplitDice

__all__ = [
    "REASON_CLAUSES",
    "REASON_TEXTS",
    "SEATS",
    "TERMINATION_TEXTS",
    "AllOff",
    "Blocking",
    "CaptureDuty",
    "Cells",
    "Connected",
    "Count",
    "Depends",
    "Dice",
    "Duty",
    "Enclosing",
    "EndIn",
    "Exit",
    "Figure",
    "Goal",
    "Home",
    "Hop",
    "InARow",
    "Kind",
    "Leap",
    "Movement",
    "NoMove",
    "Part",
    "Placing",
    "Ranking",
    "Reason",
    "Restriction",
    "Retrace",
    "Ruleset",
    "Run",
    "RunDie",
    "SameShade",
    "SplitDice",
    "Stall",
    "Station",
    "StayInTarget",
    "Step",
    "Swap",
    "Termination",
    "TooFew",
    "Violation",
    "straight",
]
