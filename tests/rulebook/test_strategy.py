"""The strategy pages give advice that the engine agrees with: no move they show loses much against the best one."""

import pytest

from halma.engine import WIN, Limits, think
from halma.games import choose
from halma.play import Position
from halma.rulebook.library import page
from halma.rulebook.playing import base_of

# In hundredths of a turn; the pages show the idea, not always the very best move.
MOST_LOST = 60
LIMITS = Limits(nodes=300_000)
SHOWN = [
    pytest.param(diagram, id=f"{name}/{diagram.name}")
    for name in ("strategy-halma", "strategy-star")
    for diagram in page(name, "en").diagrams
    if diagram.play
]


def worth(position, seat: int) -> int:
    """What a position is worth to a seat by a search."""
    outcome = position.outcome()
    if outcome is not None:
        return WIN if position.seats[seat] in outcome.winners else -WIN
    return think(position, LIMITS).scores[seat]


@pytest.mark.parametrize("diagram", SHOWN)
def test_a_move_that_a_strategy_page_shows_is_nearly_the_best_one(diagram):
    position = base_of(diagram)
    seat = position.seats.index(position.seat)
    best = position.copy()
    best.push(think(position, LIMITS).move)
    shown = position.copy()
    shown.push_turn(diagram.play[0])
    assert worth(shown, seat) >= worth(best, seat) - MOST_LOST


def shown_on_halma(name: str) -> Position:
    return base_of(next(diagram for diagram in page("strategy-halma", "en").diagrams if diagram.name == name))


def race(position: Position) -> tuple[tuple[str, ...], int]:
    """Who wins if both sides search 20 000 nodes a move, and after how many moves of A."""
    moves = 0
    while not position.is_over:
        moves += position.seat == "A"
        position.push(think(position, Limits(nodes=20_000)).move)
    outcome = position.outcome()
    assert outcome is not None
    return outcome.winners, moves


def test_a_pair_wins_a_race_that_two_single_pieces_lose():
    """Move in pairs: the same way to go for both, and the same opponent."""
    pair = shown_on_halma("in-pairs")
    # The two pieces behind stand on c7 and j2 instead of e5 and f6: far from each other, and not a square further back.
    rows = "12AAAA/1B10AAAA/14AA/15A/16/16/16/16/16/2A13/16/16/B15/BBB13/BBBB5A6/BBBB12 A 61"
    single = Position.from_board_text(rows, choose("halma", pieces=13))
    assert pair.total_advance("A") == single.total_advance("A")
    assert pair.total_advance("B") == single.total_advance("B")
    assert race(pair) == (("A",), 10)
    assert race(single)[0] == ("B",)


def test_going_back_first_pays():
    """One step back and a chain gain more than any two moves of that piece that begin otherwise."""
    back, reply, chain = next(
        diagram for diagram in page("strategy-halma", "en").diagrams if diagram.name == "back-first"
    ).play
    start = shown_on_halma("back-first")
    before = start.total_advance("A")
    gains: dict[str, int] = {}
    for first in [move for move in start.legal_moves if move.origin == "d4"]:
        position = start.copy()
        position.push(first)
        position.push(reply)
        ends = []
        for second in [move for move in position.legal_moves if move.origin == first.target]:
            position.push(second)
            ends.append(position.total_advance("A") - before)
            position.pop()
        gains[str(first.target)] = max(ends)
    there = start.copy()
    there.push(back)
    assert there.total_advance("A") < before
    there.push(reply)
    there.push(chain)
    assert there.total_advance("A") - before == gains.pop("c4") == 9
    assert max(gains.values()) < 9


def test_nothing_hops_over_a_wall():
    """Two rows, one behind the other: what the piece in front of them can do is step (2.3)."""
    wall = shown_on_halma("a-wall")
    reached = {move.target for move in wall.legal_moves if move.origin == "g7"}
    assert reached == {"f6", "f7", "f8", "g6", "g8", "h6", "h7"}


@pytest.mark.parametrize(
    ("game", "middle", "edge"), [("halma", "h8", "a8"), ("halma", "i9", "i1"), ("star", "i5", "e5")]
)
def test_more_hops_lead_through_the_middle(game: str, middle: str, edge: str):
    """Hold the middle: a piece there can be hopped over along every line, one on the edge along fewer."""
    board = Position(game, dice=None).board

    def lines(name: str) -> int:
        cell = board.index[name]
        ways = [(board.shift(cell, (x, y)), board.shift(cell, (-x, -y))) for x, y in board.directions]
        return sum(first is not None and last is not None for first, last in ways)

    assert lines(middle) == len(board.directions) > lines(edge)


@pytest.mark.parametrize(("behind", "allowed"), [("B15", True), ("7B8", False)])
def test_nobody_hops_over_a_piece_with_its_back_covered(behind: str, allowed: bool):
    """Stand so that no free square lies behind you (2.3): g7 can be hopped over unless a piece stands on h8."""
    rows = f"12BBBB/12BBBB/14BB/16/16/16/16/B15/{behind}/6B9/5A10/16/A15/AAA13/AAAA12/AAAA12 A 31"
    position = Position.from_board_text(rows, choose("halma", pieces=13))
    assert ("f6-h8" in position.legal_moves.texts()) is allowed
