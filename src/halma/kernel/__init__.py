"""What plays a compiled game. All kernels have the same interface and give the same answers."""

from halma.kernel.actions import DONE, PASS, Action, ActionKind, Phase, Result, Situation
from halma.kernel.reference import State

__all__ = ["DONE", "PASS", "Action", "ActionKind", "Phase", "Result", "Situation", "State"]
