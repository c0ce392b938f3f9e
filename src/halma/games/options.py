"""The options that several games share."""

from __future__ import annotations

from halma.games.game import Format, Option

BLOCKING_RULES = ("vacate", "swap", "fill", "free")


def _several(form: Format) -> bool:
    return form.players > 1


BLOCKING = Option("blocking", BLOCKING_RULES, "vacate")
BLOCKING_OF_SEVERAL = Option("blocking", BLOCKING_RULES, "vacate", applies=_several)
BLOCKING_WITHOUT_SWAP = Option("blocking", ("vacate", "fill", "free"), "vacate")
STALL = Option("stall", ("rank", "draw"), "rank", applies=_several)
PLAY_ON = Option("play_on", applies=lambda form: _several(form) and not form.teams)

# Where two players with one colour each sit on the star.
TIPS_OF_TWO = Option(
    "tips",
    ("opposite", "apart"),
    "opposite",
    applies=lambda form: form.players == 2 and form.tips is None,
    by_edition={"ravensburger": "apart", "schmidt-66": "apart"},
)

# What games by the base rule take.
BASE_OPTIONS = (BLOCKING_OF_SEVERAL, STALL, PLAY_ON)
