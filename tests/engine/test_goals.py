"""Every goal is understood: what wins is played, what loses is prevented, in positions built from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from halma.engine import WIN, Limits, think
from halma.kernel import fast
from halma.play import Position
from halma.rules import Termination

pytestmark = pytest.mark.skipif(not fast.available, reason="the search is not compiled here")

NODES = Limits(nodes=6_000)


def on(pieces: dict[str, str], game: str, rest: str, /, **options: Any) -> Position:
    """A position with some pieces, given as letter and cells, and the rest of its text."""
    board = Position(game, **options).board
    held = {cell: letter for letter, cells in pieces.items() for cell in cells.split()}
    rows: list[str] = []
    for row in board.rows:
        text, free = "", 0
        for letter in (held.get(board.names[cell]) for cell in row):
            if letter is None:
                free += 1
                continue
            text += f"{free or ''}{letter}"
            free = 0
        rows.append(f"{text}{free or ''}")
    return Position.from_board_text(f"{'/'.join(rows)} {rest}", game, **options)


def answer(position: Position, limits: Limits = NODES) -> str:
    return str(think(position, limits).move)


def wins_at_once(position: Position) -> bool:
    """Whether the move that is found wins the game."""
    seat = position.seat
    after = position.copy()
    after.push(think(position, NODES).move)
    outcome = after.outcome()
    return outcome is not None and seat in outcome.winners


# ---- so many in a row ----


def test_a_row_of_five_is_completed() -> None:
    position = on({"A": "h8 i8 j8 k8 c3", "B": "h9 i9 j9 c12 d2"}, "gobang", "A 11 hands=7,7")
    assert answer(position) in ("@g8", "@l8")


def test_a_row_of_four_is_stopped() -> None:
    position = on({"A": "g8 c3 d12 m4", "B": "h8 i8 j8 k8"}, "gobang", "A 9 hands=8,8")
    assert answer(position) == "@l8"


def test_an_open_row_of_three_is_stopped_before_it_is_too_late() -> None:
    position = on({"A": "c3 d12 m4", "B": "h8 i8 j8"}, "gobang", "A 7 hands=9,9")
    assert answer(position, Limits(nodes=20_000)) in ("@g8", "@k8", "@f8", "@l8")


def test_two_rows_at_once_win() -> None:
    # h8 makes an open four of the row and leaves nothing to be done against it.
    position = on({"A": "i8 j8 k8 c3", "B": "a1 c12 n2 o14"}, "gobang", "A 9 hands=8,8")
    thought = think(position, Limits(nodes=20_000))
    assert str(thought.move) in ("@h8", "@l8")
    assert thought.scores[0] > 10_000


def test_a_row_is_completed_by_moving_when_the_hands_are_empty() -> None:
    pieces = {"A": "h8 i8 j8 k8 m9 a1 c1 e1 a3 a5 c5 e5", "B": "a16 c16 e16 g16 a14 c14 e14 g14 p1 p3 p5 p7"}
    position = on(pieces, "gobang", "A 25 hands=0,0")
    assert answer(position) == "m9-l8"


def test_partners_share_a_row() -> None:
    pieces = {"A": "h8 i8 j8 k8 c3", "B": "h9 i9 c12 n2 o14"}
    position = on(pieces, "gobang", "C 11 hands=3,3,4,4", players=4, teams=True)
    assert wins_at_once(position)


# ---- a line from tip to tip ----


def test_the_last_piece_goes_to_the_line() -> None:
    start = Position("connection")
    line = max(start.rules.goal.lines[0], key=lambda cells: start.board.index["a1"] in cells)  # type: ignore[union-attr]
    names = [start.board.names[cell] for cell in sorted(line)]
    beside = next(
        start.board.names[cell] for cell in start.board.neighbours(start.board.index[names[6]]) if cell not in line
    )
    away = [name for name in ("q1", "p1", "p2", "o1", "o2", "o3", "n1", "n2", "n3", "n4") if name not in names]
    free = [name for name in (*away, "m6", "m7", "m8", "l6", "l7", "k6") if name not in (*names, beside)][:13]
    pieces = {"A": " ".join([*names[:6], *names[7:], beside]), "B": " ".join(free)}
    assert wins_at_once(on(pieces, "connection", "A 31"))


# ---- everybody off the board ----


def test_the_last_piece_leaves_the_board() -> None:
    position = on({"A": "h1", "B": "h8 h9"}, "top-secret", "A 60 hands=0,0")
    assert wins_at_once(position)
    assert "off" in answer(position)


def test_pieces_are_placed_at_the_rim_of_the_zone() -> None:
    position = Position("top-secret")
    cell = answer(position).removeprefix("@")
    assert cell[0] in "fk" or cell[1:] in ("6", "11")


# ---- hunters and hunted ----

NINE = "a16 b16 c16 d16 e16 f16 g16 h16"


def test_the_capture_that_wins_is_made() -> None:
    position = on({"A": "h8 p1", "B": f"i8 {NINE}"}, "cat-and-mouse", "A 101 hands=0,0")
    assert wins_at_once(position)


def test_the_last_way_out_is_shut() -> None:
    # Two cats side by side in the corner need nine mice around them, and the ninth is one step away.
    around = "a2 b2 c2 c1 a3 b3 c3 d1"
    assert wins_at_once(on({"A": "a1 b1", "B": f"{around} e3 e4 e5 d4 h16"}, "cat-and-mouse", "B 102 hands=0,0"))


def test_a_mouse_does_not_step_beside_a_cat_that_can_take_it() -> None:
    position = on(
        {"A": "h8 h9", "B": "k8 a16 b16 c16 d16 e16 f16 a15 b15 c15 d15 e15"}, "cat-and-mouse", "B 90 hands=0,0"
    )
    after = position.copy()
    after.push(think(position, NODES).move)
    assert not any(move.captures for move in after.legal_moves)


def test_a_cat_takes_what_it_can() -> None:
    position = on(
        {"A": "h8 p1", "B": "i9 k11 a16 b16 c16 d16 e16 f16 g16 h16 a15 b15"}, "cat-and-mouse", "A 91 hands=0,0"
    )
    assert len(think(position, NODES).move.captures) == 2


def test_hunters_that_cannot_get_out_are_given_less_room() -> None:
    # A double wall around nine cells, and two more behind it.
    wall = "a4 b4 c4 d4 d3 d2 d1 a5 b5 c5 d5 e5 e4 e3 e2 e1 f3 c6"
    position = on({"A": "a2 b2", "B": f"a1 {wall}"}, "cat-and-mouse", "A 60 hands=0,0")
    while position.outcome() is None and position.turn_number < 200:
        limits = Limits(level=1) if position.seat == "A" else Limits(nodes=3_000)
        position.push(think(position, limits).move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.SHUT_IN


# ---- the most captures ----


def test_an_enclosed_piece_is_captured() -> None:
    position = on({"A": "g8 h9 h7 c3", "B": "h8 a1 p16 p1"}, "tippy", "A 9 hands=11,11")
    assert answer(position) == "@i8"


def test_a_piece_in_danger_gets_company() -> None:
    position = on({"A": "h8 a1 p16", "B": "g8 h9 h7 c3"}, "tippy", "A 8 hands=12,11")
    after = position.copy()
    after.push(think(position, NODES).move)
    after.push(think(after, NODES).move)
    assert after.captured["B"] == 0


def test_common_pieces_are_taken_as_exact_play_takes_them() -> None:
    # Few enough pieces to play every game to its end.
    position = on({"o": "e5 e6 f7 g6 h8 i4 j5"}, "captive-2", "A 41 captured=26,27")

    def difference(one: Position) -> int:
        """What the seat to move gains over the other one by best play."""
        if one.is_over:
            taken = one.captured
            return taken[one.seat] - taken["B" if one.seat == "A" else "A"]
        found = []
        for move in one.legal_moves:
            after = one.copy()
            after.push(move)
            same = after.seat == one.seat and after.is_over
            found.append(difference(after) if same else -difference(after))
        return max(found)

    best = difference(position)
    after = position.copy()
    after.push(think(position, Limits(nodes=100_000)).move)
    assert (difference(after) if after.seat == "A" else -difference(after)) == best


# ---- races with a twist ----


@pytest.mark.parametrize("game", ["dutch", "le-zug", "two-colour", "marked", "colour", "quick", "super"])
def test_the_value_of_a_race_rises_with_the_advance(game: str) -> None:
    position = Position(game)
    for _ in range(6):
        position.push(think(position, Limits(nodes=800)).move)
    assert position.total_advance("A") > Position(game).total_advance("A")


@pytest.mark.parametrize(("game", "players"), [("star", 3), ("star", 6), ("halma", 4), ("quick", 4)])
def test_a_race_of_several_is_won_when_it_can_be(game: str, players: int) -> None:
    start = Position(game, players=players)
    rules = start.rules
    kind = rules.kinds[0]
    goal = sorted(kind.target, key=lambda cell: -kind.advance[cell])
    # All but one are home, and that one stands before the last open field.
    before = next(cell for cell in start.board.neighbours(goal[-1]) if cell not in kind.target)
    pieces = {"A": [*goal[:-1], before]}
    for seat in range(1, players):
        taken = {cell for cells in pieces.values() for cell in cells} | kind.target
        home = sorted(rules.kinds[seat].home - taken)
        spare = [cell for cell in range(len(start.board)) if cell not in taken | kind.home and cell not in home]
        pieces["ABCDEF"[seat]] = [*home, *spare][: rules.army[seat]]
    names = {letter: " ".join(start.board.names[cell] for cell in cells) for letter, cells in pieces.items()}
    assert wins_at_once(on(names, game, "A 100", players=players))


def moves_of(positions: Iterable[Position]) -> list[str]:
    return [answer(position, Limits(level=1)) for position in positions]


def test_the_weakest_level_plays_the_same_for_the_same_seed() -> None:
    games = ("gobang", "tippy", "connection", "cat-and-mouse", "rakado", "dice")
    positions = [Position(game, seed=3) for game in games]
    assert moves_of(positions) == moves_of(positions)


def test_a_sure_win_is_told_as_one() -> None:
    position = on({"A": "h8 i8 j8 k8 c3", "B": "h9 i9 j9 c12 d2"}, "gobang", "A 11 hands=7,7")
    assert think(position, NODES).scores[0] > WIN - 100
