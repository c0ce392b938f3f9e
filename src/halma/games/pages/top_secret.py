"""Top Secret: from the middle of the board over its edge."""

from halma.boards import block, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, STALL
from halma.games.race import base_movement, stall
from halma.rules import SEATS, AllOff, Kind, Placing, Ranking, Ruleset


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    movement = base_movement(board, leaves=True)
    middle = block(board, "f6", "k11")
    return Ruleset(
        board=board,
        seats=2,
        kinds=tuple(Kind(SEATS[seat], (seat,), movement) for seat in range(2)),
        start={},
        placing=Placing(kinds=(0, 1), counts=(choice.pieces,) * 2, zones=(middle, middle)),
        goal=AllOff(),
        stall=stall(choice, turns=100, by_advance=False, ranking=Ranking.OFF),
    )


GAME = Game(
    id="top-secret",
    section="square",
    order=10,
    board="square",
    names={
        "de": ("Top Secret",),
        "en": ("Top Secret",),
        "fr": ("Top Secret",),
        "it": ("Top Secret",),
        "nl": ("Top secret Halma", "Top Secret"),
        "es": ("Top Secret",),
    },
    formats=(Format(2, 18),),
    age=7,
    minutes=(20, 30),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, STALL),
)
