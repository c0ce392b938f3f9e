"""Meeting point: alone, from a large court into a figure."""

from dataclasses import replace

from halma.boards import LARGE_COURT, block, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import Option, OptionError, Value
from halma.games.race import army, base_movement, court_camps, race
from halma.messages import mark
from halma.rules import Cells, Figure, Part, Ruleset

FIGURE = Option(
    "figure",
    mark("Figure"),
    mark("The figure the pieces must form."),
    (Value("block", mark("block")), Value("t", mark("letter T")), Value("heart", mark("heart"))),
    example="f6,…",
)


def figure(choice: Choice) -> Cells:
    """The fields to be filled: a figure by name, or the cells the user lists."""
    board = square_board()
    name = choice.word(FIGURE) or ""
    if name == "block":
        return block(board, "f6", "j10") - board.cells("f10 g10 f9 j6 i6 j7")
    if name == "t":
        return block(board, "f10", "l10") | block(board, "h6", "j9")
    if name == "heart":
        lobes = board.cells("g10 h10 j10 k10")
        return lobes | block(board, "f9", "l9") | block(board, "g8", "k8") | block(board, "h7", "j7")
    drawn = name.replace(",", " ").split()
    unknown = [name for name in drawn if name not in board.index]
    if unknown or len(set(drawn)) != choice.pieces or len(drawn) != choice.pieces:
        raise OptionError(
            mark("{option} takes {allowed} or a list of {count} different cells such as f6,g6,h7; not “{value}”."),
            option=FIGURE.flag,
            allowed=", ".join(FIGURE.names()),
            count=choice.pieces,
            value=name,
        )
    return board.cells(drawn)


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    (camp,) = court_camps(board, 1, LARGE_COURT)
    cells = figure(choice)
    if cells == camp.home:
        raise OptionError(mark("This figure is the starting position itself; choose another."))
    plain = army(0, replace(camp, target=cells), base_movement(board))
    return race(choice, board, (replace(plain, goal=(Part(cells, len(cells)),)),), goal=Figure(cells))


GAME = Game(
    id="meeting-point",
    section="square",
    order=12,
    board="square",
    names={
        "de": ("Treffpunkt",),
        "en": ("Meeting point",),
        "fr": ("Rencontre",),
        "it": ("Punto d'incontro",),
        "nl": ("Trefpunt",),
        "es": ("Punto de encuentro",),
    },
    formats=(Format(1, 19),),
    age=8,
    minutes=(10, 20),
    luck=Luck.NONE,
    rules=rules,
    options=(FIGURE,),
)
