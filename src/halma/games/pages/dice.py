"""Dice Halma: one die for steps, the other for the hops of one piece."""

from dataclasses import replace

from halma.boards import LARGE_COURT, SMALL_COURT, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import BLOCKING, FIRST, PLAY_ON, STALL
from halma.games.race import armies, base_movement, court_camps, race
from halma.rules import Ruleset, SplitDice


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    camps = court_camps(board, choice.players, {19: LARGE_COURT, 13: SMALL_COURT}[choice.pieces])
    return replace(race(choice, board, armies(camps, base_movement(board))), dice=SplitDice())


GAME = Game(
    id="dice",
    section="square",
    order=8,
    board="square",
    names={
        "de": ("Würfelhalma",),
        "en": ("Dice Halma",),
        "fr": ("Halma de dés",),
        "it": ("Halma a dadi",),
        "nl": ("Dobbelsteenhalma",),
        "es": ("Halma de dados",),
    },
    formats=(Format(2, 19), Format(4, 13)),
    age=8,
    minutes=(30, 45),
    luck=Luck.SOME,
    rules=rules,
    options=(FIRST, BLOCKING.only("vacate", "fill", "free"), STALL, PLAY_ON),
)
