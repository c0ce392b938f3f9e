"""Captive 1: who cannot clear the home is out, and the captives leave the board."""

from dataclasses import replace

from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BLOCKING, FIRST, PLAY_ON, STALL
from halma.games.race import star_race
from halma.rules import Blocking, Duty, Ruleset, StayInTarget


def rules(choice: Choice) -> Ruleset:
    return replace(star_race(choice), restrictions=(StayInTarget(),), blocking=Blocking(duty=Duty.LOSE_AND_LIFT))


GAME = Game(
    id="captive-1",
    section="star",
    order=4,
    board="star",
    names={
        "de": ("Gefangen 1",),
        "en": ("Captive 1",),
        "fr": ("Prisonnier 1",),
        "it": ("Imprigionato 1",),
        "nl": ("Gevangen 1",),
        "es": ("Prisionero 1",),
    },
    formats=(Format(2, 15), Format(3, 15), Format(4, 10)),
    age=8,
    minutes=(30, 45),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, BLOCKING.only("vacate"), STALL, PLAY_ON),
)
