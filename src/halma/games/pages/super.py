"""Super Halma: hops from any distance."""

from halma.boards import LARGE_COURT, SMALL_COURT, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS
from halma.games.race import armies, base_movement, court_camps, race
from halma.rules import Ruleset


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    camps = court_camps(board, choice.players, {19: LARGE_COURT, 13: SMALL_COURT}[choice.pieces])
    return race(choice, board, armies(camps, base_movement(board, long=True)))


GAME = Game(
    id="super",
    section="square",
    order=7,
    board="square",
    names={
        "de": ("Superhalma", "Sprunghalma", "Super oder Sprung-Halma"),
        "en": ("Super Halma", "Jump Halma"),
        "fr": ("Halma de sauts",),
        "it": ("Super Halma", "Halma a salto", "Super Halma o Halma a salto"),
        "nl": ("Superhalma", "Spronghalma", "Super- of Spronghalma"),
        "es": ("Halma de saltos",),
    },
    formats=(Format(2, 19), Format(4, 13)),
    age=8,
    minutes=(15, 30),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=BASE_OPTIONS,
)
