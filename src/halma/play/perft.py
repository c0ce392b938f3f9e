"""Counting: how many sequences of whole turns a position has, one child for each resulting position."""

from __future__ import annotations

from halma.kernel import Phase, State
from halma.messages import HalmaError, mark
from halma.play.chance import MOST_LAPSES
from halma.play.dice import DiceSource, dice_count
from halma.play.position import Position
from halma.rules import SplitDice


class ChanceMissingError(HalmaError, ValueError):
    """A roll or a lot comes up while counting, and nobody has given it."""


def perft(position: Position, depth: int, dice: DiceSource | None = None) -> int:
    """The number of sequences of `depth` whole turns. Dice are taken in order along each sequence.

    A pass is a turn, an elimination is not, each piece placed is one, a huffing choice is one of the chooser, and a
    finished game has no children.

    >>> from halma import Position, perft
    >>> perft(Position("halma"), 2)
    1600
    """
    if not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"turns are counted from a Position, not from {type(position).__name__}")
    if not isinstance(depth, int):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"the depth is a whole number of turns, not {type(depth).__name__}")
    if depth < 0:
        raise ValueError(f"the depth is 0 or more, not {depth}")
    return _count(position.state.copy(), depth, dice, 0)


def _count(state: State, depth: int, dice: DiceSource | None, thrown: int) -> int:
    if depth == 0:
        return 1
    rolls = 0
    while state.now.phase == Phase.ROLL:
        wanted = dice_count(state.rules)
        if dice is None or state.now.hands[state.now.seat]:
            raise ChanceMissingError(
                mark("A roll or lot is missing: give it in the line, or give the dice with {option}."), option="--dice"
            )
        state.roll(tuple(dice.value(thrown + number) for number in range(wanted)))
        thrown += wanted
        rolls += 1
        if rolls > MOST_LAPSES:
            # The given dice let every roll lapse for ever: nobody can move with them.
            break
    if state.now.phase in (Phase.OVER, Phase.ROLL):
        total = 0
    elif isinstance(state.rules.dice, SplitDice):
        total = _count_split(state, depth, dice, thrown)
    elif depth == 1:
        total = len(state.legal())
    else:
        total = 0
        for action in state.legal():
            state.apply(action)
            total += _count(state, depth - 1, dice, thrown)
            state.undo()
    for _ in range(rolls):
        state.undo()
    return total


def _count_split(state: State, depth: int, dice: DiceSource | None, thrown: int) -> int:
    """Whole turns of the two dice: every different board that some order of actions leads to."""
    turn = state.now.turn
    ends: set[tuple[object, ...]] = set()
    seen: set[tuple[object, ...]] = set()
    total = 0

    def explore() -> None:
        nonlocal total
        for action in state.legal():
            state.apply(action)
            if state.now.turn != turn:
                key = (state.contents(), state.now.seat, state.now.phase)
                if key not in ends:
                    ends.add(key)
                    total += _count(state, depth - 1, dice, thrown)
            else:
                key = (state.contents(), frozenset(state.now.used), state.now.divisions, state.now.hopped)
                if key not in seen:
                    seen.add(key)
                    explore()
            state.undo()

    explore()
    return total
