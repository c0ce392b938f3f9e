"""Everything that may be done in a state, whatever its phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halma.kernel.actions import DONE, PASS, Action, ActionKind, Phase
from halma.kernel.reference import dice, legal
from halma.rules import RunDie, SplitDice

if TYPE_CHECKING:
    from halma.kernel.reference.state import State


def legal_actions(state: State) -> list[Action]:
    """Every action that may be played in a state."""
    now, rules = state.now, state.rules
    if now.phase in (Phase.OVER, Phase.ROLL):
        return []
    if now.phase == Phase.HUFF:
        return [Action(ActionKind.HUFF, target=cell) for cell in now.huffable]
    if now.hands[now.seat]:
        assert rules.placing is not None
        zone = rules.placing.zones[now.seat]
        return [Action(ActionKind.PLACE, target=cell) for cell in sorted(zone) if not state.board[cell]]
    match rules.dice:
        case SplitDice():
            found = dice.split_actions(state)
            return [*found, DONE] if now.used else found or [PASS]
        case RunDie():
            return dice.run_actions(state, now.seat, now.roll[0])
        case None:
            return legal.moves(state, now.seat) or [PASS]
