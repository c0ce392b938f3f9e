"""Games by the base rule: bring all pieces from the home to the target opposite to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from halma.boards import CORNERS, TIPS, Board, corner_advance, corner_court, star_board, tip_advance, tip_cells
from halma.games.choice import Choice
from halma.games.options import BLOCKING, PLAY_ON, STALL
from halma.games.options import TIPS as TIPS_OPTION
from halma.rules import (
    SEATS,
    Blocking,
    Cells,
    Duty,
    Goal,
    Home,
    Hop,
    Kind,
    Movement,
    NoMove,
    Part,
    Ranking,
    Restriction,
    Ruleset,
    Stall,
    StayInTarget,
    Step,
    Swap,
    straight,
)


@dataclass(frozen=True)
class Camp:
    """Where an army comes from, where it goes, and how far each cell is on the way."""

    home: Cells
    target: Cells
    advance: tuple[int, ...]


CORNERS_OF_SEATS = {1: (0,), 2: (0, 2), 4: (0, 1, 2, 3)}
TIPS_OF_SEATS: dict[int, tuple[int, ...]] = {1: (0,), 2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}
# Two players with one tip between them: each plays into a tip in which nobody starts.
TIPS_APART = (0, 2)
# How many rows of a tip so many pieces fill: the large tip, the small one, and less of it beyond the booklets.
TIP_ROWS = {15: 5, 10: 4, 6: 3}
# Two players with two colours each: the tips of A's two colours, then of B's.
TIPS_OF_COLOURS = {"facing": ((1, 5), (4, 2)), "paired": ((1, 4), (2, 5))}


def corner_camps(board: Board, players: int, court: Callable[[int], Cells]) -> tuple[Camp, ...]:
    """The camps of a square board, one for each seat, each playing to the opposite corner."""
    return tuple(
        Camp(court(corner), court((corner + CORNERS // 2) % CORNERS), corner_advance(board, corner))
        for corner in CORNERS_OF_SEATS[players]
    )


def court_camps(board: Board, players: int, rows: tuple[int, ...]) -> tuple[Camp, ...]:
    """The camps in courts given by the lengths of their rows."""
    return corner_camps(board, players, lambda corner: corner_court(board, corner, rows))


def tip_camp(tip: int, pieces: int) -> Camp:
    """The camp in a tip of the star, small or large by the number of pieces."""
    rows = TIP_ROWS[pieces]
    opposite = (tip + len(TIPS) // 2) % len(TIPS)
    return Camp(tip_cells(tip, rows), tip_cells(opposite, rows), tip_advance(tip))


def tip_camps(players: int, pieces: int, *, apart: bool = False) -> tuple[Camp, ...]:
    """The camps of a star game, one for each seat."""
    return tuple(tip_camp(tip, pieces) for tip in (TIPS_APART if apart else TIPS_OF_SEATS[players]))


def base_movement(board: Board, *, long: bool = False, leaves: bool = False) -> tuple[Movement, ...]:
    """One step, or hops over pieces of any colour, along all lines of the board."""
    return (
        Step(board.directions, leaves=leaves),
        Hop(straight(board.directions), long=long, leaves=leaves),
    )


def army(seat: int, camp: Camp, movement: tuple[Movement, ...], letter: str | None = None) -> Kind:
    """The pieces of one colour, on their way from a home to the target opposite to it."""
    return Kind(
        letter=letter or SEATS[seat],
        seats=(seat,),
        movement=movement,
        home=camp.home,
        target=camp.target,
        goal=(Part(camp.target, len(camp.target)),),
        advance=camp.advance,
    )


def start_of(kinds: Iterable[Kind]) -> dict[int, int]:
    """Every kind on all fields of its home."""
    return {cell: number for number, kind in enumerate(kinds) for cell in kind.home}


def opposite_teams(seats: int) -> tuple[int, ...]:
    """Opposite seats are partners."""
    return tuple(seat % (seats // 2) for seat in range(seats))


def stall(choice: Choice, *, turns: int = 50, by_advance: bool = True, ranking: Ranking = Ranking.TARGET) -> Stall:
    """The stall rule with its option."""
    return Stall(turns, by_advance, Ranking.DRAW if choice.word(STALL) == "draw" else ranking)


def blocking(choice: Choice) -> Blocking:
    """The blocking rule by its name."""
    rule = choice.word(BLOCKING)
    return Blocking(
        duty=Duty.LOSE if rule == "vacate" else Duty.NONE,
        swap=Swap() if rule == "swap" else None,
        fill=rule == "fill",
    )


def race(choice: Choice, board: Board, kinds: tuple[Kind, ...], *, goal: Goal | None = None) -> Ruleset:
    """A game by the base rule for any number of seats; alone there is neither stall nor pass."""
    alone = choice.players == 1
    restrictions: tuple[Restriction, ...] = (StayInTarget(),) if choice.word(BLOCKING) not in (None, "free") else ()
    return Ruleset(
        board=board,
        seats=choice.players,
        kinds=kinds,
        start=start_of(kinds),
        goal=goal or Home(),
        restrictions=restrictions,
        blocking=Blocking() if alone else blocking(choice),
        no_move=NoMove.UNSOLVED if alone else NoMove.PASS,
        stall=None if alone else stall(choice),
        teams=opposite_teams(choice.players) if choice.teams else (),
        lends=choice.teams,
        play_on=choice.flag(PLAY_ON),
    )


def armies(camps: Iterable[Camp], movement: tuple[Movement, ...]) -> tuple[Kind, ...]:
    """One army for each camp, seat by seat."""
    return tuple(army(seat, camp, movement) for seat, camp in enumerate(camps))


def may_leave_target(rules: Ruleset) -> Ruleset:
    """The same rules, but pieces in the target may leave it again."""
    return replace(rules, restrictions=tuple(r for r in rules.restrictions if not isinstance(r, StayInTarget)))


def star_race(choice: Choice, *, long: bool = False) -> Ruleset:
    """A race on the star, every seat with one colour."""
    board = star_board()
    camps = tip_camps(choice.players, choice.pieces, apart=choice.word(TIPS_OPTION) == "apart")
    return race(choice, board, armies(camps, base_movement(board, long=long)))
