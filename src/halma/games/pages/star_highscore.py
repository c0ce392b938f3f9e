"""Highscore on the star: alone from tip to tip in the fewest moves."""

from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BLOCKING
from halma.games.race import star_race

GAME = Game(
    id="star-highscore",
    section="star",
    order=8,
    board="star",
    names={
        "de": ("Stern-Highscore", "Highscore", "Halma Solo"),
        "en": ("Star highscore", "Highscore"),
        "fr": ("Highscore sur l'étoile", "Highscore"),
        "it": ("Highscore sulla stella", "Highscore"),
        "nl": ("Ster-Highscore", "Highscore"),
        "es": ("Máxima puntuación en la estrella", "Máxima puntuación"),
    },
    formats=(Format(1, 15, ("schmidt", "ravensburger", "schmidt-66")), Format(1, 10), Format(1, 6)),
    age=8,
    minutes=(10, 20),
    luck=Luck.NONE,
    rules=star_race,
    options=(BLOCKING,),
)
