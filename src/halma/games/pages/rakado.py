"""Rakado: run by the die to the opponent's base line."""

from halma.boards import Board, Vector, ranks, side_advance, size_of, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, Option, Value
from halma.games.race import Camp, army, start_of
from halma.messages import mark
from halma.rules import CaptureDuty, Count, Kind, Ruleset, Run, RunDie

CAPTURE = Option(
    "capture",
    mark("A missed capture"),
    mark("What happens to a player who could capture but does not."),
    (
        Value("huff", mark("costs the piece")),
        Value("huff-any", mark("costs any piece")),
        Value("forced", mark("capturing is compulsory")),
    ),
)
FILES = Option("files", mark("Straight ahead"), mark("Pieces may only move straight ahead."))


def rakado(choice: Choice, board: Board, kinds: tuple[Kind, ...]) -> Ruleset:
    """What the game is on both boards."""
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=kinds,
        start=start_of(kinds),
        goal=None,
        dice=RunDie(again=6, capture=CaptureDuty(choice.word(CAPTURE))),
        count=Count.HOME,
    )


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    size = size_of(board)
    lines = (ranks(board, 1, 1), ranks(board, size, size))
    kinds: list[Kind] = []
    for seat, ahead in enumerate((1, -1)):
        forward: tuple[Vector, ...] = ((0, ahead),) if choice.flag(FILES) else ((-1, ahead), (0, ahead), (1, ahead))
        camp = Camp(lines[seat], lines[1 - seat], side_advance(board, from_top=seat == 1))
        kinds.append(army(seat, camp, (Run(forward),)))
    return rakado(choice, board, tuple(kinds))


GAME = Game(
    id="rakado",
    section="box",
    order=4,
    board="square",
    names=dict.fromkeys(("de", "en", "fr", "it", "nl", "es"), ("Rakado",)),
    formats=(Format(2, 16),),
    age=6,
    minutes=(15, 25),
    luck=Luck.MUCH,
    rules=rules,
    options=(FIRST, FILES, CAPTURE),
)
