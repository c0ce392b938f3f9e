"""Retour: solitaire backwards, from one piece to the full cross with an empty centre."""

from halma.boards import ORTHOGONALS, cross_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.rules import Figure, Kind, NoMove, Part, Retrace, Ruleset


def rules(choice: Choice) -> Ruleset:
    board = cross_board()
    centre = board.cells("d4")
    full = frozenset(range(len(board))) - centre
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=(Kind("A", (0,), (Retrace(ORTHOGONALS),), home=centre, target=full, goal=(Part(full, len(full)),)),),
        start=dict.fromkeys(centre, 0),
        goal=Figure(full),
        no_move=NoMove.UNSOLVED,
    )


GAME = Game(
    id="retour",
    section="square",
    order=14,
    board="cross",
    names={
        "de": ("Retour",),
        "en": ("Retour",),
        "fr": ("Retour",),
        "it": ("Retour",),
        "nl": ("Retour",),
        "es": ("Retorno",),
    },
    formats=(Format(1, 32),),
    age=8,
    minutes=(10, 20),
    luck=Luck.NONE,
    rules=rules,
)
