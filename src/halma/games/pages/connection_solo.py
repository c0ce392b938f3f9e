"""Connection alone: the same goal in the fewest moves."""

from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.pages.connection import NAMES, OWN_TIP, rules

SOLO = {"de": "Solo", "en": "solo", "fr": "en solo", "it": "in solitario", "nl": "solo", "es": "en solitario"}

GAME = Game(
    id="connection-solo",
    section="star",
    order=7,
    board="star",
    names={language: (f"{title[0]} {SOLO[language]}", *title) for language, title in NAMES.items()},
    formats=(Format(1, 13),),
    age=8,
    minutes=(5, 15),
    luck=Luck.NONE,
    rules=rules,
    options=(OWN_TIP,),
)
