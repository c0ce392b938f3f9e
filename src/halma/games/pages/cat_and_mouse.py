"""Cat and mouse: two cats hunt nineteen mice, which try to shut them in."""

from halma.boards import ALL_EIGHT, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import STALL, Option
from halma.games.race import stall
from halma.messages import mark
from halma.rules import Hop, Kind, NoMove, Placing, Ranking, Ruleset, Step, TooFew, straight

CATS, MICE = 0, 1
# Nine mice can shut in two cats side by side in a corner; no place on the board needs fewer.
TOO_FEW_MICE = 8
SCATTER = Option(
    "scatter",
    mark("Mice by lot"),
    mark("All mice are placed at once, by lot."),
    # Nobody likes to place 19 mice before the game begins.
    proposed=True,
)


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    step = Step(ALL_EIGHT)
    cats = Kind("A", (CATS,), (step, Hop(straight(ALL_EIGHT), opponents_only=True, captures=True)))
    mice = Kind("B", (MICE,), (step,))
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=(cats, mice),
        start={},
        placing=Placing(
            kinds=(CATS, MICE),
            counts=(2, choice.pieces),
            zones=(board.cells("h8 h9 i8 i9"), frozenset(range(len(board)))),
            in_turn=False,
            by_lot=(MICE,) if choice.flag(SCATTER) else (),
        ),
        goal=TooFew(hunter=CATS, hunted=MICE, most=TOO_FEW_MICE),
        no_move=NoMove.SHUT_IN,
        stall=stall(choice, turns=100, by_advance=False, ranking=Ranking.DRAW),
    )


GAME = Game(
    id="cat-and-mouse",
    section="box",
    order=3,
    board="square",
    names={
        "de": ("Katz und Maus", "2 Katzen und 19 Mäuse"),
        "en": ("Cat and mouse",),
        "fr": ("Les chats et les souris",),
        "it": ("Gatto e topo",),
        "nl": ("Kat en Muis",),
        "es": ("Gatos y ratones",),
    },
    formats=(Format(2, 19, ("schmidt", "ravensburger")),),
    age=7,
    minutes=(20, 40),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    # The cats begin.
    options=(SCATTER, STALL),
    parts=(mark("Cat"), mark("Mouse")),
    size=mark("2 cats against {pieces} mice"),
)
