"""Tippy: enclose the others' pieces by placing your own."""

from halma.boards import points_board, square_board
from halma.games.choice import Choice
from halma.games.formats import SCHMIDT, Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, Option
from halma.messages import mark
from halma.rules import SEATS, Count, Enclosing, Kind, Placing, Ruleset


def _of_schmidt(form: Format, edition: str) -> bool:
    return edition == SCHMIDT


POINTS = Option(
    "points",
    mark("On the points"),
    mark("Pieces are placed on the points instead of the squares."),
    applies=_of_schmidt,
)
MOST = Option(
    "most",
    mark("Most captured wins"),
    mark("Whoever has captured the most pieces wins; lost pieces do not count."),
    applies=_of_schmidt,
)


def rules(choice: Choice) -> Ruleset:
    # Ravensburger plays on the points, and there the four may belong to different players.
    of_anyone = choice.edition == "ravensburger"
    on_points = of_anyone or choice.flag(POINTS)
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
        enclosing=Enclosing(by_anyone=of_anyone),
        goal=None,
        count=Count.CAPTURED if choice.flag(MOST) else Count.DIFFERENCE,
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
        Format(2, 12),
        Format(3, 12),
        Format(4, 12),
        Format(4, 15, ("ravensburger",)),
    ),
    age=7,
    minutes=(5, 15),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, POINTS, MOST),
)
