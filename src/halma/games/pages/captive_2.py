"""Captive 2: hop out of the hexagon with anybody's pieces and collect what was hopped over."""

from halma.boards import hexagon, star_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, Option
from halma.messages import mark
from halma.rules import Count, EndIn, Exit, Hop, Kind, NoMove, Ruleset, straight

INSIDE = Option("inside", mark("Ending inside"), mark("Turns may end inside the hexagon."))
KEEP_MOVER = Option(
    "keep_mover", mark("The moved piece counts"), mark("The piece that leaves the board counts for its player.")
)


def rules(choice: Choice) -> Ruleset:
    board = star_board()
    inside = hexagon()
    outside = frozenset(range(len(board))) - inside
    hops = Hop(straight(board.directions), captures=True)
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=(Kind("o", tuple(range(choice.players)), (hops,)),),
        start=dict.fromkeys(inside - board.cells("i5"), 0),
        goal=None,
        restrictions=() if choice.flag(INSIDE) else (EndIn(outside),),
        exit=Exit(outside, counts=choice.flag(KEEP_MOVER)),
        no_move=NoMove.END,
        count=Count.CAPTURED,
    )


GAME = Game(
    id="captive-2",
    section="star",
    order=5,
    board="star",
    names={
        "de": ("Gefangen 2",),
        "en": ("Captive 2",),
        "fr": ("Prisonnier 2",),
        "it": ("Imprigionato 2",),
        "nl": ("Gevangen 2",),
        "es": ("Prisionero 2",),
    },
    formats=tuple(Format(players, 60) for players in range(2, 7)),
    age=7,
    minutes=(5, 15),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, INSIDE, KEEP_MOVER),
    size=mark("{players} players sharing {pieces} pieces"),
)
