"""Hints: the turn that the search would play, and reasons for it that anyone can check on the board."""

from __future__ import annotations

from dataclasses import dataclass

from halma.engine.players import Actions, searched_turn
from halma.engine.reasons import PlayedTurn, reasons
from halma.engine.think import check_request
from halma.engine.thought import Limits, Thought
from halma.engine.why import Because, Why
from halma.play import Position

LIMITS = Limits(movetime=1.0)
# More than this nobody reads.
MOST_REASONS = 3


@dataclass(frozen=True)
class Hint:
    """A turn, action by action, with at least one reason; the weightiest first."""

    actions: Actions
    text: str
    reasons: tuple[Because, ...]


def hint(position: Position, limits: Limits = LIMITS, *, seed: int = 0) -> Hint:
    """What to play now. Raises NothingToThinkError where nothing can be played.

    >>> from halma import Position
    >>> from halma.engine import Limits, hint
    >>> advice = hint(Position("quick"), Limits(level=2))
    >>> [str(reason) for reason in advice.reasons] != []
    True
    """
    check_request(position, limits)
    heard: list[Thought] = []
    actions = searched_turn(position, limits, seed, report=lambda _, thought: heard.append(thought))
    return explained(position, actions, heard[-1].depth if heard else 1)


def explained(position: Position, actions: Actions, depth: int = 1) -> Hint:
    """Any turn with its reasons."""
    found = tuple(reasons(PlayedTurn(position, actions)))[:MOST_REASONS]
    ahead = position.copy()
    ahead.dice = None
    spelled: list[str] = []
    for action in actions:
        spelled.append(ahead.spell(action, path=True))
        ahead.push_action(action)
    return Hint(actions, ",".join(spelled), found or (Because(Why.BEST_FOUND, {"depth": depth}),))
