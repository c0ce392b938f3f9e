"""Super Halma on the star: hops from any distance."""

from functools import partial

from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS, TIPS
from halma.games.race import star_race

GAME = Game(
    id="star-super",
    section="star",
    order=3,
    board="star",
    names={
        "de": ("Super-Sternhalma", "Superhalma", "Sprunghalma", "Sprung- oder Superhalma"),
        "en": ("Super Star Halma", "Super Halma", "Jump Halma"),
        "fr": ("Dames chinoises de sauts", "Halma de sauts"),
        "it": ("Super Dama cinese", "Halma a salto", "Superhalma", "Halma a salto o Superhalma"),
        "nl": ("Super-Sterhalma",),
        "es": ("Damas chinas de saltos", "Halma de saltos"),
    },
    formats=(Format(2, 15), Format(3, 15)),
    age=8,
    minutes=(15, 30),
    luck=Luck.HARDLY_ANY,
    rules=partial(star_race, long=True),
    options=(TIPS.only("opposite", "apart"), *BASE_OPTIONS),
)
