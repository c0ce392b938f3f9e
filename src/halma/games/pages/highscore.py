"""Highscore: alone from corner to corner in the fewest moves."""

from halma.boards import square_board
from halma.boards.chequered import LARGE_COURT
from halma.games.game import Choice, Format, Game
from halma.games.options import BLOCKING
from halma.games.race import armies, base_movement, court_camps, race
from halma.rules import Ruleset


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    return race(choice, board, armies(court_camps(board, 1, LARGE_COURT), base_movement(board)))


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
    formats=(Format(1, 19, ("schmidt", "ravensburger", "schmidt-66")),),
    rules=rules,
    options=(BLOCKING,),
)
