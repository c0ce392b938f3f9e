"""Two-colour Halma: each side with two colours, each to where the other's began."""

from dataclasses import replace

from halma.boards import LARGE_COURT, dark_cells, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BASE_OPTIONS
from halma.games.race import army, base_movement, court_camps, may_leave_target, race
from halma.rules import Cells, Kind, Part, Ruleset


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    dark = dark_cells(board)
    kinds: list[Kind] = []
    start: dict[int, int] = {}
    for seat, camp in enumerate(court_camps(board, choice.players, LARGE_COURT)):
        # All corners of the two players are dark: the nine stand on dark squares, the ten on light ones.
        colours: tuple[tuple[str, Cells, Cells], ...] = (
            ("AB"[seat], camp.home & dark, camp.target & dark),
            ("ab"[seat], camp.home - dark, camp.target - dark),
        )
        for letter, home_fields, target_fields in colours:
            start.update(dict.fromkeys(home_fields, len(kinds)))
            plain = army(seat, camp, base_movement(board), letter)
            kinds.append(replace(plain, goal=(Part(target_fields, len(target_fields)),)))
    return replace(may_leave_target(race(choice, board, tuple(kinds))), start=start)


GAME = Game(
    id="two-colour",
    section="square",
    order=9,
    board="square",
    names={
        "de": ("Doppel-Color Halma", "Doppel-Color"),
        "en": ("Two-colour Halma",),
        "fr": ("Halma bicolore",),
        "it": ("Halma a doppio colore",),
        "nl": ("2-kleuren Halma",),
        "es": ("Halma bicolor",),
    },
    formats=(Format(2, 19),),
    age=8,
    minutes=(40, 55),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=BASE_OPTIONS,
)
