"""Connection: an unbroken line of own pieces between two tips."""

from halma.boards import LARGE_TIP_ROWS, TIPS, line_between, star_board, tip_cells, tip_point
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, STALL, Option
from halma.games.race import TIPS_OF_SEATS, base_movement, stall, start_of
from halma.messages import mark
from halma.rules import SEATS, Cells, Connected, Kind, NoMove, Ranking, Ruleset

OWN_TIP = Option("own_tip", mark("From your own tip"), mark("The line starts at the player’s own tip."))


def camp(tip: int) -> Cells:
    """The large tip without the two ends of its row of five, which it shares with its neighbours."""
    shared = tip_cells(tip - 1, LARGE_TIP_ROWS) | tip_cells(tip + 1, LARGE_TIP_ROWS)
    return tip_cells(tip, LARGE_TIP_ROWS) - shared


def lines(tip: int, own_tip: bool) -> tuple[Cells, ...]:
    """The lines from a tip point to one two tips further that win for a seat."""
    pairs = ((start, (start + 2) % len(TIPS)) for start in range(len(TIPS)))
    return tuple(
        line_between(tip_point(start), tip_point(end)) for start, end in pairs if not own_tip or tip in (start, end)
    )


def rules(choice: Choice) -> Ruleset:
    board = star_board()
    tips = TIPS_OF_SEATS[choice.players]
    kinds = tuple(Kind(SEATS[seat], (seat,), base_movement(board), home=camp(tip)) for seat, tip in enumerate(tips))
    alone = choice.players == 1
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=kinds,
        start=start_of(kinds),
        goal=Connected(tuple(lines(tip, choice.flag(OWN_TIP)) for tip in tips)),
        no_move=NoMove.UNSOLVED if alone else NoMove.PASS,
        stall=None if alone else stall(choice, turns=100, by_advance=False, ranking=Ranking.DRAW),
    )


NAMES = {
    "de": ("Connection",),
    "en": ("Connection",),
    "fr": ("Connexion",),
    "it": ("Connection",),
    "nl": ("Connectie",),
    "es": ("Conexión",),
}

GAME = Game(
    id="connection",
    section="star",
    order=6,
    board="star",
    names=NAMES,
    formats=(Format(2, 13), Format(3, 13)),
    age=8,
    minutes=(10, 30),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, STALL, OWN_TIP),
)
