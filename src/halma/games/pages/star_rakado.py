"""Rakado on the star: run by the die from tip to opposite tip."""

from halma.boards import forward_lines, star_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST
from halma.games.pages.rakado import CAPTURE, rakado
from halma.games.race import TIPS_OF_SEATS, army, tip_camp
from halma.rules import Ruleset, Run


def rules(choice: Choice) -> Ruleset:
    tips = TIPS_OF_SEATS[choice.players]
    kinds = (army(seat, tip_camp(tip, choice.pieces), (Run(forward_lines(tip)),)) for seat, tip in enumerate(tips))
    return rakado(choice, star_board(), tuple(kinds))


GAME = Game(
    id="star-rakado",
    section="box",
    order=5,
    board="star",
    names={
        "de": ("Stern-Rakado", "Rakado"),
        "en": ("Star Rakado", "Rakado"),
        "fr": ("Rakado sur l'étoile", "Rakado"),
        "it": ("Rakado sulla stella", "Rakado"),
        "nl": ("Ster-Rakado", "Rakado"),
        "es": ("Rakado en la estrella", "Rakado"),
    },
    formats=(Format(2, 15), Format(3, 15)),
    age=6,
    minutes=(15, 25),
    luck=Luck.MUCH,
    rules=rules,
    options=(FIRST, CAPTURE),
)
