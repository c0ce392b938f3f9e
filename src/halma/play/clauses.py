"""Which clause of the law a refusal or duty follows from, in the game that is played."""

from __future__ import annotations

from halma.games import GAME_CLAUSES
from halma.rules import REASON_CLAUSES, Depends, Duty, Hop, Reason, Ruleset, SplitDice, Step, straight

MOVING = "2.1"


def clause_of(reason: Reason, game: str, rules: Ruleset) -> str:
    """The number of the clause; in a game that the law does not know, that of the base rule."""
    found = REASON_CLAUSES[reason]
    own = GAME_CLAUSES.get(game, MOVING)
    match found:
        case Depends.GAME:
            return own
        case Depends.MOVEMENT:
            return MOVING if _moves_by_base_rule(rules) else own
        case Depends.BLOCKING:
            return _blocking(rules)
        case Depends.DUTY:
            lenient = "3.7" if rules.blocking.duty is Duty.LENIENT else "2.11"
            return "3.18" if isinstance(rules.dice, SplitDice) else lenient
        case str():
            return found


def _blocking(rules: Ruleset) -> str:
    """The blocking rule that keeps pieces in the target; alone nothing but that is left of it."""
    if rules.has_duty:
        return "2.10"
    return "2.13" if rules.blocking.swap is not None else "2.14" if rules.blocking.fill else "2.16"


def _moves_by_base_rule(rules: Ruleset) -> bool:
    """Whether pieces step and hop along all lines and nothing else."""
    lines = rules.board.directions
    base = {Step(lines), Hop(straight(lines)), Step(lines, leaves=True), Hop(straight(lines), leaves=True)}
    return all(kind.movement and base.issuperset(kind.movement) for kind in rules.kinds)
