"""Dutch Halma: straight forward, and past the opponents, on 9 × 9 squares."""

from halma.boards import ranks, side_advance, size_of, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, STALL
from halma.games.race import Camp, army, race
from halma.rules import Hop, Kind, Leap, Ruleset, Step


def side(seat: int) -> Kind:
    board = square_board(9)
    size = size_of(board)
    near, far = ranks(board, 1, 2), ranks(board, size - 1, size)
    home, target = (near, far) if seat == 0 else (far, near)
    ahead = 1 if seat == 0 else -1
    # A pass goes diagonally onto an opponent's piece and at once one square straight on.
    passes = tuple(Leap((across, ahead), (across, 2 * ahead)) for across in (-1, 1))
    movement = (Step(((0, ahead),)), Hop(passes, opponents_only=True))
    return army(seat, Camp(home, target, side_advance(board, from_top=seat == 1)), movement)


def rules(choice: Choice) -> Ruleset:
    return race(choice, square_board(9), (side(0), side(1)))


GAME = Game(
    id="dutch",
    section="square",
    order=3,
    board="square-9",
    names={
        "de": ("Niederländisches Halma",),
        "en": ("Dutch Halma",),
        "fr": ("Halma néerlandais",),
        "it": ("Halma olandese",),
        "nl": ("Hollands Halma",),
        "es": ("Halma holandés",),
    },
    formats=(Format(2, 18),),
    age=6,
    minutes=(15, 25),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, STALL),
)
