"""Games come to their end: nobody goes round in circles, holds a field for ever or leaves pieces behind."""

from __future__ import annotations

from typing import Any

import pytest

from halma.boards.chequered import dark_cells
from halma.engine import Limits, think
from halma.engine.levels import FULL_STRENGTH
from halma.engine.thought import LEVELS
from halma.kernel import ActionKind, fast, resume_state
from halma.play import Position
from halma.rules import Termination
from tests.engine.test_goals import on, wins_at_once

pytestmark = pytest.mark.skipif(not fast.available, reason="the search is not compiled here")


def names(position: Position, cells: Any) -> str:
    return " ".join(position.board.names[cell] for cell in cells)


# ---- rules.md, Stall: the third occurrence of a position ends a game ----


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_goes_back_to_a_position_of_a_race(level: int) -> None:
    """What it would play at first has been played and taken back; it finds something else."""
    position = Position("star", players=2, pieces=10)
    first = think(position, Limits(level=level)).move
    position.push(first)
    position.push("n1-m5")
    back = next(m for m in position.legal_moves if (m.origin, m.target) == (first.target, first.origin))
    position.push(back)
    position.push("m5-n1")
    assert think(position, Limits(level=level)).move != first


@pytest.mark.parametrize("level", [5, 6, 7])
def test_nobody_ends_a_game_by_repetition_because_he_is_ahead(level: int) -> None:
    """B would be ranked first if m4-m3 brought the position for the third time, but has a race to run."""
    pieces = {"A": "h3 h4 h5 h6 h7 i3 i4 i5 i6 i7", "B": "a1 b1 b2 c1 c2 c3 d1 e6 e7 m3"}
    position = on(pieces, "star", "A 101", players=2, pieces=10)
    for move in ("h3-h2", "m3-m4", "h2-h3", "m4-m3", "h3-h2", "m3-m4", "h2-h3"):
        position.push(move)
    ended = position.copy()
    ended.push("m4-m3")
    outcome = ended.outcome()
    assert outcome is not None and outcome.termination is Termination.STALL and outcome.winners == ("B",)
    assert str(think(position, Limits(level=level)).move) != "m4-m3"


# ---- rules.md, Stall: 50 own turns without a new best of the advance ----


def blocked() -> Position:
    """A stands on the last field that B needs and has everybody else at home but one; without a duty it may stay."""
    start = Position("star", players=2, pieces=10, blocking="free")
    one, two = start.rules.kinds
    field = max(two.target, key=lambda cell: -two.advance[cell])
    before = next(cell for cell in start.board.neighbours(field) if cell not in two.target)
    pieces = {
        "A": names(start, [*sorted(one.target, key=lambda cell: -one.advance[cell])[:9], field]),
        "B": names(start, [*sorted(two.target - {field}), before]),
    }
    return on(pieces, "star", "A 101", players=2, pieces=10, blocking="free")


def played_after_waiting(position: Position, turns: int, nodes: int = 20_000) -> tuple[int, int]:
    """From where to where somebody goes once everybody has got nowhere for so many turns."""
    state = position.state
    idle = tuple(turns for _ in state.now.idle)
    waited = resume_state(state.rules, state.contents(), state.now._replace(idle=idle))
    native = pytest.importorskip("halma.engine._native")
    answer = native.think(waited, nodes, 0.0, 0, 1, 1, 0, FULL_STRENGTH.weakness, None, None)
    _, origin, target, *_ = answer[0][0][1][0]
    return origin, target


def moved_after_waiting(turns: int) -> bool:
    """Whether the piece in the way leaves once its owner has got nowhere for so many turns."""
    position = blocked()
    field = max(position.rules.kinds[1].target, key=lambda cell: -position.rules.kinds[1].advance[cell])
    return played_after_waiting(position, turns)[0] == field


def test_a_field_is_held_for_some_turns_but_not_for_ever() -> None:
    assert not moved_after_waiting(0)
    assert moved_after_waiting(30)


# A piece in transit through B’s target needs one field to get out of it; most others of the two teams are home.
OTHERS = {"C": "e10 e11 e12 e13 f10 f11 f12 g10 g11 h8", "D": "j10 k10 k11 l10 l11 l12 m10 m11 m12 h7"}
OTHERS_OF_A = "j1 k1 k2 l1 l2 l3 m1 m2 m4"


@pytest.mark.parametrize("nodes", [20_000, 50_000])
def test_a_transit_piece_leaves_a_target_before_it_is_filled_around_it(nodes: int) -> None:
    """From e1 only f1 and h1 lead out, and B is about to stand on both."""
    pieces = {"A": f"e1 {OTHERS_OF_A}", "B": "e2 e3 e4 f2 f3 g1 g2 h2 i2 i3", **OTHERS}
    position = on(pieces, "star-team", "A 101")
    assert str(think(position, Limits(nodes=nodes)).move) == "e1-f1"


def test_nobody_shuts_in_a_transit_piece_in_their_own_target() -> None:
    """From f1 only f2 leads out, and who comes home stays there."""
    pieces = {"A": f"f1 {OTHERS_OF_A}", "B": "e1 e2 e3 e4 f3 f4 g1 g3 h1 i1", **OTHERS}
    position = on(pieces, "star-team", "B 101")
    move = think(position, Limits(nodes=20_000)).move
    assert move.target != "f2"


@pytest.mark.parametrize("nodes", [2_000, 20_000])
def test_nobody_shuts_somebody_in_on_a_field_that_he_needs_himself(nodes: int) -> None:
    """rules.md, colour: a piece on a dark square only steps, diagonally. B's last one at home could never leave."""
    start = Position("colour")
    one, two = start.rules.kinds
    field, way_out = (start.board.names.index(name) for name in ("o15", "n14"))
    pieces = {
        "A": names(start, sorted(one.target - {field, way_out})) + " m13 h8",
        "B": names(start, sorted(two.target)[1:]) + " o15",
    }
    assert played_after_waiting(on(pieces, "colour", "A 301"), 0, nodes)[1] != way_out


# ---- rules.md, Stall: 100 turns of each seat without a capture, or in which no line is done ----


def can_be_taken_after_waiting(position: Position, turns: int, nodes: int = 20_000) -> bool:
    """Whether mice that have waited for so many turns let one of them be taken."""
    origin, target = played_after_waiting(position, turns, nodes)
    after = position.copy()
    after.push_action(next(one for one in position.state.legal() if (one.origin, one.target) == (origin, target)))
    return any(move.captures for move in after.legal_moves)


def test_mice_hide_for_some_turns_but_not_for_ever() -> None:
    """Nine in a corner, the fewest that have not lost."""
    position = on({"A": "e4 d5", "B": "a1 b1 c1 a2 b2 c2 a3 b3 c3"}, "cat-and-mouse", "B 92 hands=0,0")
    assert not can_be_taken_after_waiting(position, 0)
    assert can_be_taken_after_waiting(position, 90)


@pytest.mark.parametrize("nodes", [2_000, 5_000])
def test_mice_around_a_trap_give_nobody_away_only_because_they_have_waited(nodes: int) -> None:
    """A cat that takes somebody is no nearer to being shut in, though it begins the count of idle turns again."""
    arms = "d16 e16 g16 d15 e15 f15 g15 e14 f14 a13 b13 c13 a12 b12 c12 d12 a11 b11"
    position = on({"A": "b15 d13", "B": f"a16 {arms}"}, "cat-and-mouse", "B 89 hands=0,0")
    assert not can_be_taken_after_waiting(position, 40, nodes)


def test_three_who_stand_in_each_others_lines_come_to_an_end() -> None:
    """Everybody holds the corner that the next one needs: without giving in this lasts for ever."""
    pieces = {
        "A": "e2 e3 e4 e5 e6 e7 e8 e9 e10 e11 e12 e13 f1",
        "B": "f11 f12 g11 h10 i9 k9 k11 l9 m9 n4 o3 p2 q1",
        "C": "e1 f2 g1 h1 i1 j2 k3 l4 m5 n1 n3 o1 p1",
    }
    position = on(pieces, "connection", "A 100", players=3)
    while not position.is_over:
        position.push(think(position, Limits(level=5)).move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.CONNECTED


# ---- rules.md, vacate: who is out stays as an obstacle, and a target with somebody else in it is never filled ----


def test_nobody_is_shut_out_whose_pieces_would_stay_in_the_targets_of_all_others() -> None:
    pieces = {
        "A": "f6 f7 f9 g7 g8 g9 h2 h3 h4 h5 h7 i6 j1 l4 n2",
        "B": "g2 g3 g5 h6 h9 i7 i8 j8 k4 k6 k7 k8 l9 m6 m7",
        "C": "f10 g1 g4 h1 h8 h10 i2 i3 j3 j7 k5 l8 n1 n3 o1",
    }
    position = on(pieces, "star", "C 66", players=3)
    for level in (5, 6, 7):
        after = position.copy()
        after.push(think(position, Limits(level=level)).move)
        after.push(think(after, Limits(level=level)).move)
        # B has one piece at home and still a way out.
        assert not after.state.now.out


# ---- rules.md, colour: a piece on a light square only hops, so it needs somebody to hop over ----


def colour_ending() -> Position:
    """A brings its last two home, one on a light square and one on a dark one; B is far from done."""
    start = Position("colour")
    one = start.rules.kinds[0]
    home = sorted(one.target, key=lambda cell: -one.advance[cell])
    spare = [cell for cell in sorted(dark_cells(start.board)) if start.board.names[cell][0] in "abcdef"]
    pieces = {"A": f"{names(start, home[:17])} g8 j10", "B": names(start, spare[:19])}
    return on(pieces, "colour", "A 201")


@pytest.mark.parametrize("level", [6, 7])
def test_the_last_bridge_piece_does_not_go_home_before_the_piece_that_needs_it(level: int) -> None:
    position = colour_ending()
    dark, target = dark_cells(position.board), position.rules.kinds[0].target
    for _ in range(60):
        if position.is_over:
            break
        position.push(think(position, Limits(level=level)).move)
        if position.is_over:
            break
        outside = {cell for cell, held in enumerate(position.state.contents()) if held == 1} - target
        # As long as one on a light square is on its way, so is one on a dark square.
        assert not outside or outside & dark
        position.push(think(position, Limits(level=1)).move)


@pytest.mark.parametrize("nodes", [2_000, 20_000])
def test_the_last_bridge_piece_goes_back_for_a_piece_that_others_stand_in_the_way_of(nodes: int) -> None:
    """The one on g8 has both its ways forward barred; n12 has to come back and help it round."""
    home = "l15 l16 m14 m15 m16 n13 n14 n15 n16 o12 o14 o15 o16 p13 p14 p15 p16"
    pieces = {"A": f"{home} n12 g8", "B": "g10 i8 k8 a1 a2 a3 a4 a5 b1 b2 b3 b4 c1 c2 c3 d1 d3 d4 e1"}
    position = on(pieces, "colour", "A 201")
    assert str(think(position, Limits(nodes=nodes)).move) in ("n12-m11", "n12-m13")


@pytest.mark.parametrize("nodes", [2_000, 20_000])
def test_whoever_can_hop_home_does_not_wait_for_the_last_ones(nodes: int) -> None:
    """a6 needs nobody's help over b5; k8 has to be fetched from far, which is no reason to leave a6 where it is."""
    home = "a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 d1 d2 d3 e1"
    pieces = {
        "A": "m16 n16 o16 p16 m15 n15 o15 p15 l14 n14 o14 p14 p13 g10 i10 g8 i8 d5 f5",
        "B": f"{home} a6 k8 e3",
    }
    position = on(pieces, "colour", "B 202")
    assert str(think(position, Limits(nodes=nodes)).move) in ("a6-c4", "a6-e2")


@pytest.mark.parametrize("nodes", [2_000, 20_000])
def test_a_last_piece_goes_back_round_those_who_stand_before_it(nodes: int) -> None:
    """i8 and k6 stand before i6 and stay; over i5 it gets to i4, from where a way leads round them. That it lets others
    through, too, must not keep it there."""
    home = "l16 n16 o16 p16 l15 m15 n15 o15 p15 m14 n14 o14 p14 n13 o13 p13 p12"
    pieces = {"A": f"{home} i5 i6", "B": "g10 i10 i8 d7 k6 a4 d4 a3 b3 c3 h3 a2 b2 c2 d2 a1 b1 c1 d1"}
    position = on(pieces, "colour", "A 201")
    assert str(think(position, Limits(nodes=nodes)).move) == "i6-i4"


# ---- rules.md, dutch and le-zug: only forward, so the game ends where nobody can move ----


@pytest.mark.parametrize("game", ["dutch", "le-zug"])
def test_games_of_no_return_end_ranked_and_the_stronger_level_wins(game: str) -> None:
    """Not a measurement: the difference between these levels is wide enough for a few games each way."""
    won = 0
    for own, seed in (("A", 5), ("B", 5), ("A", 6), ("B", 6)):
        position = Position(game)
        while not position.is_over:
            level = 7 if position.seat == own else 1
            position.push(think(position, Limits(level=level), seed=seed).move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.termination in (Termination.ALL_PASSED, Termination.FILLED)
        won += own in outcome.winners
    assert won >= 3


def test_the_last_step_of_dutch_is_made() -> None:
    mine = [f"{file}{rank}" for rank in (8, 9) for file in "abcdefghi" if f"{file}{rank}" != "e8"]
    theirs = [f"{file}{rank}" for rank in (1, 2) for file in "abcdefghi" if f"{file}{rank}" != "i2"]
    pieces = {"A": " ".join([*mine, "e7"]), "B": " ".join([*theirs, "i3"])}
    assert wins_at_once(on(pieces, "dutch", "A 121"))


def test_a_line_of_playouts_can_be_played() -> None:
    position = Position("dutch")
    line = think(position, Limits(nodes=200_000)).lines[0]
    assert line.moves
    for move in line.moves:
        assert move in position.legal_moves
        assert move.kind is not ActionKind.DONE
        position.push(move)
