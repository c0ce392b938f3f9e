"""Highscore: alone from corner to corner in the fewest moves."""

from halma.boards import LARGE_COURT, SMALL_COURT, TRIANGLE_COURT, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BLOCKING
from halma.games.race import armies, base_movement, court_camps, race
from halma.rules import Ruleset

COURTS = {19: LARGE_COURT, 15: TRIANGLE_COURT, 13: SMALL_COURT}


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    return race(choice, board, armies(court_camps(board, 1, COURTS[choice.pieces]), base_movement(board)))


GAME = Game(
    id="highscore",
    section="square",
    order=11,
    board="square",
    names={
        "de": ("Highscore", "Halma Solo"),
        "en": ("Highscore",),
        "fr": ("Highscore",),
        "it": ("Highscore",),
        "nl": ("Highscore",),
        "es": ("Máxima puntuación",),
    },
    # The booklets have 19; the smaller courts are those of halma with fewer pieces.
    formats=(Format(1, 19, ("schmidt", "ravensburger", "schmidt-66")), Format(1, 13), Format(1, 15)),
    age=8,
    minutes=(15, 30),
    luck=Luck.NONE,
    rules=rules,
    options=(BLOCKING,),
)
