"""Rulesets and situations written out as whole numbers: all that the C++ kernel ever learns about a game.

How they are written, and how C++ reads them, is described once in `schema`. Written to a file the same numbers drive
the kernel without Python (tests/native).
"""

from __future__ import annotations

from functools import lru_cache

from halma.kernel.actions import Situation
from halma.kernel.fast.schema.description import SCHEMA, written
from halma.kernel.fast.schema.rules import RULES
from halma.kernel.fast.schema.situation import SITUATION
from halma.rules import Ruleset

# Tells compiled rules from anything else.
MAGIC = 0x48414C4D


@lru_cache(maxsize=64)
def compiled(rules: Ruleset) -> bytes:
    """The numbers of a ruleset."""
    return written(RULES, rules, (MAGIC, SCHEMA.digest))


def spelled(now: Situation) -> bytes:
    """The numbers of a situation, for a state that is to be resumed."""
    return written(SITUATION, now)
