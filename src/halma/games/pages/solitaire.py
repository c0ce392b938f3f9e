"""Solitaire: hop the pieces away until one is left, in the centre."""

from halma.boards import ORTHOGONALS, cross_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.rules import Figure, Hop, Kind, NoMove, Part, Ruleset, straight


def rules(choice: Choice) -> Ruleset:
    board = cross_board()
    centre = board.cells("d4")
    hops = Hop(straight(ORTHOGONALS), captures=True)
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=(Kind("A", (0,), (hops,), target=centre, goal=(Part(centre, 1),)),),
        start=dict.fromkeys(frozenset(range(len(board))) - centre, 0),
        goal=Figure(centre),
        no_move=NoMove.UNSOLVED,
    )


GAME = Game(
    id="solitaire",
    section="square",
    order=13,
    board="cross",
    names={
        "de": ("Solo-Halma", "Solitär", "Solo-Halma oder Solitär"),
        "en": ("Solitaire", "Solo Halma"),
        "fr": ("Halma en solo", "Solitaire", "Halma en solo ou Solitaire"),
        "it": ("Halma solitario",),
        "nl": ("Solohalma", "Solitaire", "Solohalma of Solitaire"),
        "es": ("Halma Solitario",),
    },
    formats=(Format(1, 32),),
    age=7,
    minutes=(10, 20),
    luck=Luck.NONE,
    rules=rules,
)
