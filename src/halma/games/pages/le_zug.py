"""Le Zug: twelve pieces on the points, diagonally forward from station to station."""

from dataclasses import replace

from halma.boards import Vector, points_board, ranks, side_advance, size_of
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, STALL
from halma.games.race import Camp, army, race
from halma.rules import Cells, Hop, Kind, Part, Ruleset, Station, Step, straight

FRONT_PIECES = 3
STATION_LINES = 4


def turned(cells: Cells) -> Cells:
    """The same cells seen by the other side."""
    board = points_board()
    last = size_of(board) - 1
    places = (board.coordinates[cell] for cell in cells)
    return frozenset(board.at[last - x, last - y] for x, y in places)


def side(seat: int) -> Kind:
    board = points_board()
    base = board.cells("a1 c1 e1 g1 i1 k1 m1 o1 q1")
    line_before = ranks(board, 2, 2)
    home = base | board.cells("f2 h2 j2")
    if seat == 0:
        base, line_before = turned(base), turned(line_before)
    else:
        home = turned(home)
    ahead = 1 if seat == 0 else -1
    forward: tuple[Vector, ...] = ((-1, ahead), (1, ahead))
    movement = (Step(forward), Hop(straight(forward), then_step=forward))
    plain = army(seat, Camp(home, base | line_before, side_advance(board, from_top=seat == 1)), movement)
    return replace(plain, goal=(Part(base, len(base)), Part(line_before, FRONT_PIECES)))


def rules(choice: Choice) -> Ruleset:
    board = points_board()
    size = size_of(board)
    stations = (
        Station(0, ranks(board, 1, STATION_LINES)),
        Station(1, ranks(board, size - STATION_LINES + 1, size)),
    )
    return replace(race(choice, board, (side(0), side(1))), restrictions=stations)


GAME = Game(
    id="le-zug",
    section="square",
    order=6,
    board="points",
    names={
        "de": ("Le Zug",),
        "en": ("Le Zug", "The Train"),
        "fr": ("Le Zug",),
        "it": ("Le Zug",),
        "nl": ("De Trein",),
        "es": ("Le Zug", "El Tren"),
    },
    formats=(Format(2, 12),),
    age=8,
    minutes=(20, 30),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, STALL),
)
