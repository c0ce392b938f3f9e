"""Halma: from one corner to the opposite one."""

from halma.boards import LARGE_COURT, SMALL_COURT, TRIANGLE_COURT, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS
from halma.games.race import armies, base_movement, court_camps, race
from halma.rules import Ruleset

COURTS = {19: LARGE_COURT, 13: SMALL_COURT, 15: TRIANGLE_COURT}


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    camps = court_camps(board, choice.players, COURTS[choice.pieces])
    return race(choice, board, armies(camps, base_movement(board)))


GAME = Game(
    id="halma",
    section="square",
    order=1,
    board="square",
    names={
        "de": ("Halma", "Halma auf dem Karoplan"),
        **dict.fromkeys(("en", "fr", "it", "nl", "es"), ("Halma",)),
    },
    formats=(
        Format(2, 19, ("schmidt", "ravensburger", "carlit", "schmidt-66")),
        Format(2, 13, ("schmidt", "schmidt-compact")),
        Format(2, 15, ("schmidt", "schmidt-compact")),
        Format(4, 13, ("schmidt", "ravensburger", "carlit", "schmidt-66")),
        Format(4, 13, ("schmidt", "carlit", "schmidt-66"), teams=True),
    ),
    age=7,
    minutes=(30, 45),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=BASE_OPTIONS,
)
