"""Colour Halma: pieces on dark squares step, pieces on light squares hop."""

from dataclasses import replace

from halma.boards import ALL_EIGHT, DIAGONALS, LARGE_COURT, SMALL_COURT, dark_cells, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS, Option
from halma.games.race import Camp, armies, army, base_movement, court_camps, race
from halma.messages import mark
from halma.rules import Duty, Hop, Kind, Ruleset, SameShade, Step, Swap, straight

SIMPLE = Option("simple", mark("Simple moves"), mark("Pieces move as usual but stay on their colour of square."))


def two_ways(seat: int, camp: Camp) -> Kind:
    board = square_board()
    dark = dark_cells(board)
    light = frozenset(range(len(board))) - dark
    movement = (
        Step(DIAGONALS, origins=dark),
        Hop(straight(ALL_EIGHT), origins=light),
        # Inside the target all pieces move freely.
        Step(ALL_EIGHT, within=camp.target),
        Hop(straight(ALL_EIGHT), within=camp.target),
    )
    return army(seat, camp, movement)


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    camps = court_camps(board, choice.players, {19: LARGE_COURT, 13: SMALL_COURT}[choice.pieces])
    if choice.flag(SIMPLE):
        plain = race(choice, board, armies(camps, base_movement(board)))
        shade = SameShade(dark_cells(board))
        swap = Swap(same_shade=shade.dark) if plain.blocking.swap else None
        return replace(
            plain,
            restrictions=(*plain.restrictions, shade),
            blocking=replace(plain.blocking, swap=swap),
        )
    strict = race(choice, board, tuple(two_ways(seat, camp) for seat, camp in enumerate(camps)))
    duty = Duty.LENIENT if strict.has_duty else Duty.NONE
    return replace(strict, blocking=replace(strict.blocking, duty=duty))


GAME = Game(
    id="colour",
    section="square",
    order=4,
    board="square",
    names={
        "de": ("Farbenhalma",),
        "en": ("Colour Halma",),
        "fr": ("Halma de couleurs",),
        "it": ("Halma a colori",),
        "nl": ("Kleurenhalma",),
        "es": ("Halma de colores",),
    },
    formats=(Format(2, 19), Format(4, 13)),
    age=8,
    minutes=(45, 90),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(*BASE_OPTIONS, SIMPLE),
)
