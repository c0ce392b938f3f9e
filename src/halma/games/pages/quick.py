"""Quick Halma: six pieces each, on the ring between the small court and the large one."""

from halma.boards import LARGE_COURT, SMALL_COURT, corner_court, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS
from halma.games.race import armies, base_movement, corner_camps, race
from halma.rules import Cells, Ruleset


def ring(corner: int) -> Cells:
    board = square_board()
    return corner_court(board, corner, LARGE_COURT) - corner_court(board, corner, SMALL_COURT)


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    return race(choice, board, armies(corner_camps(board, choice.players, ring), base_movement(board)))


GAME = Game(
    id="quick",
    section="square",
    order=2,
    board="square",
    names={
        "de": ("Schnellhalma",),
        "en": ("Quick Halma",),
        "fr": ("Halma rapide",),
        "it": ("Halma rapido",),
        "nl": ("Snelhalma",),
        "es": ("Halma veloz",),
    },
    formats=(Format(2, 6, ("schmidt", "ravensburger")), Format(4, 6, ("schmidt", "ravensburger"))),
    age=6,
    minutes=(10, 25),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=BASE_OPTIONS,
)
