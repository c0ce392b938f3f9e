"""Tippy: enclose the others' pieces by placing your own."""

from halma.boards import points_board, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game
from halma.games.options import FIRST
from halma.rules import SEATS, Count, Enclosing, Kind, Placing, Ruleset


def rules(choice: Choice) -> Ruleset:
    on_points = choice.edition == "ravensburger"
    board = points_board() if on_points else square_board()
    everywhere = frozenset(range(len(board)))
    seats = range(choice.players)
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=tuple(Kind(SEATS[seat], (seat,), ()) for seat in seats),
        start={},
        placing=Placing(
            kinds=tuple(seats), counts=(choice.pieces,) * choice.players, zones=(everywhere,) * choice.players
        ),
        enclosing=Enclosing(by_anyone=on_points),
        goal=None,
        count=Count.DIFFERENCE,
    )


GAME = Game(
    id="tippy",
    section="box",
    order=2,
    board="square",
    names=dict.fromkeys(("de", "en", "fr", "it", "nl", "es"), ("Tippy",)),
    formats=(
        Format(2, 15, ("schmidt", "ravensburger")),
        Format(3, 15, ("schmidt", "ravensburger")),
        Format(4, 15, ("ravensburger",)),
    ),
    rules=rules,
    options=(FIRST,),
)
