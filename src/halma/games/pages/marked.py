"""Marked Halma: the piece from the home corner must come to the target's corner."""

from dataclasses import replace

from halma.boards import CORNERS, LARGE_COURT, SMALL_COURT, corner_cell, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS
from halma.games.race import CORNERS_OF_SEATS, army, base_movement, court_camps, may_leave_target, race
from halma.rules import Kind, Part, Ruleset


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    camps = court_camps(board, choice.players, {19: LARGE_COURT, 13: SMALL_COURT}[choice.pieces])
    kinds: list[Kind] = []
    marks: dict[int, int] = {}
    for seat, (corner, camp) in enumerate(zip(CORNERS_OF_SEATS[choice.players], camps, strict=True)):
        plain = army(seat, camp, base_movement(board))
        corner_of_target = frozenset((corner_cell(board, corner + CORNERS // 2),))
        mark = replace(plain, letter=plain.letter.lower(), goal=(Part(corner_of_target, 1),), ranked=plain.goal)
        marks[corner_cell(board, corner)] = len(kinds) + 1
        kinds += (plain, mark)
    race_rules = may_leave_target(race(choice, board, tuple(kinds)))
    # `start_of` lets the later kind of a shared home win, so the plain pieces are put back around the mark.
    start = {cell: marks.get(cell, number - 1) for cell, number in race_rules.start.items()}
    return replace(race_rules, start=start)


GAME = Game(
    id="marked",
    section="square",
    order=5,
    board="square",
    names={
        "de": ("Treffhalma",),
        "en": ("Marked Halma",),
        "fr": ("Halma de précision",),
        "it": ("Halma a contrassegno",),
        "nl": ("Trefhalma",),
        "es": ("Halma de precisión",),
    },
    formats=(Format(2, 19), Format(1, 19), Format(4, 13)),
    age=8,
    minutes=(35, 50),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=BASE_OPTIONS,
)
