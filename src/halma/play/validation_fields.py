"""Which fields a position text of a game can have."""

from __future__ import annotations

from halma.rules import (
    Duty,
    Hop,
    Ruleset,
    Run,
    RunDie,
    SplitDice,
)


def _captures(rules: Ruleset) -> bool:
    """Whether players capture pieces, and so have a score."""
    words = [word for kind in rules.kinds for word in kind.movement]
    return rules.enclosing is not None or any(
        isinstance(word, Run) or (isinstance(word, Hop) and word.captures) for word in words
    )


def loses_seats(rules: Ruleset) -> bool:
    return rules.blocking.duty in (Duty.LOSE, Duty.LOSE_AND_LIFT)


def fields_of(rules: Ruleset) -> tuple[str, ...]:
    """The fields that a position of a game can have after the turn number."""
    several, split = rules.seats > 1, isinstance(rules.dice, SplitDice)
    run = isinstance(rules.dice, RunDie)
    known = {
        "hands": rules.placing is not None,
        "captured": _captures(rules),
        "lost": rules.enclosing is not None,
        "out": loses_seats(rules) and several,
        "finished": rules.play_on,
        "passes": several and not run,
        "best": rules.stall is not None and rules.stall.by_advance,
        "idle": rules.stall is not None,
        "roll": rules.dice is not None,
        "used": split,
        "steps": split,
        "hopped": split,
        "divisions": split,
        "huff": isinstance(rules.dice, RunDie) and rules.dice.huffs,
        "result": True,
    }
    return tuple(name for name, takes in known.items() if takes)
