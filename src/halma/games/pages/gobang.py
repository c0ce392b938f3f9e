"""Gobang: five in a row, by placing and then by moving."""

from halma.boards import ALL_EIGHT, square_board
from halma.games.choice import Choice
from halma.games.formats import Format
from halma.games.game import Game, Luck
from halma.games.options import FIRST, STALL
from halma.games.race import opposite_teams, stall
from halma.rules import SEATS, InARow, Kind, Placing, Ranking, Ruleset, Step


def rules(choice: Choice) -> Ruleset:
    board = square_board()
    everywhere = frozenset(range(len(board)))
    teams = opposite_teams(choice.players) if choice.teams else tuple(range(choice.players))
    # Partners share a colour and may move any piece of it.
    kinds = tuple(
        Kind(SEATS[team], tuple(seat for seat, own in enumerate(teams) if own == team), (Step(ALL_EIGHT),))
        for team in sorted(set(teams))
    )
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=kinds,
        start={},
        placing=Placing(kinds=teams, counts=(choice.pieces,) * choice.players, zones=(everywhere,) * choice.players),
        goal=InARow(5, ALL_EIGHT[:4]),
        stall=stall(choice, turns=100, by_advance=False, ranking=Ranking.DRAW),
        teams=teams,
    )


BOOKLETS = ("schmidt", "ravensburger")

GAME = Game(
    id="gobang",
    section="box",
    order=1,
    board="square",
    names={
        "de": ("Gobang", "Gomuku", "Gomuku oder Gobang"),
        "en": ("Gobang", "Gomoku"),
        "fr": ("Gobang", "Pente", "Pente ou Gobang"),
        "it": ("Gobang", "Gomoku", "Gomoku o Gobang"),
        "nl": ("Gobang", "Gomuku", "Gomuku of Gobang"),
        "es": ("Gobang", "Gomoku", "Gomoku o Gobang"),
    },
    formats=(
        *(Format(players, 12, BOOKLETS) for players in (2, 3, 4)),
        Format(4, 6, BOOKLETS, teams=True),
    ),
    age=6,
    minutes=(5, 15),
    luck=Luck.HARDLY_ANY,
    rules=rules,
    options=(FIRST, STALL),
)
