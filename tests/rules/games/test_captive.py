"""Captive 1: who cannot clear the home is out; Captive 2: collecting common pieces."""

from __future__ import annotations

import random
from typing import Any

import pytest

from halma.games import OptionError
from halma.play import Position
from tests.law import rule

from .helpers import (
    HEXAGON,
    LARGE_TIP,
    STAR_LINES,
    TIP,
    arrange,
    ended_by,
    ends,
    star_ahead,
    texts,
    where,
    winners,
)

# ---- captive 1 ------------------------------------------------------------------------------------------


@rule("4.5", "1.8")
@pytest.mark.parametrize(
    ("players", "tips", "camps"),
    [(2, "N S", LARGE_TIP), (3, "N SE SW", LARGE_TIP), (4, "NE SE SW NW", TIP)],
)
def test_captive_1_starts_like_star_halma(players: int, tips: str, camps: dict[str, set[str]]):
    position = Position("captive-1", players=players)
    assert [where(position, seat) for seat in "ABCD"[:players]] == [camps[tip] for tip in tips.split()]


@rule("4.5", "2.16")
@pytest.mark.parametrize("blocking", ["swap", "fill", "free"])
def test_captive_1_has_no_other_blocking_rule(blocking: str):
    with pytest.raises(OptionError):
        Position("captive-1", blocking=blocking)


@rule("4.5", "2.10")
def test_captive_1_pieces_may_not_leave_the_target():
    position = arrange("captive-1", {"A": "m7 | h2:h9 i1:i7", "B": "| e1:e4 f1:f3 g1:g2 h1 e10:e13 f10"})
    assert ends(position, "m7") == {"m6", "m8", "n2", "n3"}


@rule("4.5", "2.11")
def test_captive_1_the_home_must_be_cleared():
    # B has left home; e5 is A's only piece at home, and the free points around it outside are e4 and f4, f5.
    position = arrange("captive-1", {"A": "e5 | h2:h9 i1:i7", "B": "| j3:j9 k4:k9 l5:l8"})
    assert texts(position) == {"e5-e4", "e5-f4", "e5-f5"}


# A's a1 cannot move: b1 and b2 are held by B, and so are the landings c1 and c3.
SHUT = "b1 b2 c1 c3"
THREE = {
    "A": "a1 | h2:h9 i1:i6",
    "B": f"{SHUT} | k4:k8 l5:l8 m6:m8",
    "C": "| e1:e4 f1:f3 g1:g2 h1 e10:e13 f10",
}


@rule("4.5")
def test_captive_1_who_cannot_clear_is_out_and_the_captives_are_taken_off():
    position = arrange("captive-1", THREE, "C", players=3)
    elsewhere = where(position, "A") - {"a1"}
    position.push("f10-f9")
    assert where(position, "A") == elsewhere  # a1 is gone, the others stay as obstacles
    assert len(elsewhere) == 14


@rule("4.5")
def test_captive_1_the_game_goes_on_without_the_one_who_is_out():
    position = arrange("captive-1", THREE, "C", players=3)
    position.push("f10-f9")
    assert position.outcome() is None
    assert position.seat == "B"
    position.push("b1-a1")
    assert position.seat == "C"
    position.push("f9-f10")
    assert position.seat == "B"


@rule("4.5")
def test_captive_1_only_pieces_still_at_home_are_taken_off():
    # B holds the rows c and d, so a1, b1 and b2 are shut in; A's other twelve are on their way.
    armies = THREE | {"A": "a1 b1 b2 | h2:h9 i1:i6", "B": "c1:c3 d1:d4 | k4:k8 l5:l8 m6:m8"}
    position = arrange("captive-1", armies, "C", players=3)
    position.push("f10-f9")
    assert len(where(position, "A")) == 12
    assert not where(position, "A") & LARGE_TIP["N"]


@rule("4.5")
def test_captive_1_the_emptied_home_of_one_who_is_out_puts_no_duty_on_others():
    armies = {"A": "h5 h6", "B": "m13 i5 | e1:e4 f1:f3 g1:g2 h1 f6:f9", "C": "m1 | j4:j9 k4:k9 l5:l7"}
    with_a_out = arrange("captive-1", armies, "B", players=3, extras="out=A")
    assert "i5-i4" in texts(with_a_out)
    with_a_in = arrange("captive-1", armies | {"A": "h2:h9 i1:i4 i6:i8"}, "B", players=3)
    assert texts(with_a_in) == {"m13-m12", "m13-l12"}


@rule("4.5")
def test_captive_1_the_last_one_left_wins():
    armies = {"A": "a1 | h2:h9 i1:i6", "B": f"{SHUT} | k3:k9 l5:l8"}
    position = arrange("captive-1", armies, "B")
    position.push("k4-j4")
    assert (winners(position), ended_by(position)) == ("B", "blocked-out")
    assert "a1" not in position.pieces


# ---- captive 2 ------------------------------------------------------------------------------------------

Turn = tuple[frozenset[str], int]


def turns(pieces: frozenset[str], *, inside: bool = False, keep_mover: bool = False) -> set[Turn]:
    """Every position a turn can lead to, with what the player gains: found by trying all chains."""
    found: set[Turn] = set()
    seen: set[tuple[str, frozenset[str]]] = set()

    def hop_on(at: str, left: frozenset[str]) -> None:
        """The mover is in the air at `at`, the others are those left."""
        if (at, left) in seen:
            return
        seen.add((at, left))
        gained = len(pieces) - 1 - len(left)
        if gained and at not in HEXAGON:
            found.add((left, gained + keep_mover))
        elif gained and inside:
            found.add((left | {at}, gained))
        for line in STAR_LINES:
            over, land = star_ahead(at, line), star_ahead(at, line, 2)
            if over in left and land is not None and land not in left:
                hop_on(land, left - {over})

    for piece in pieces:
        hop_on(piece, pieces - {piece})
    return found


def program_turns(position: Position) -> list[Turn]:
    found: list[Turn] = []
    seat = position.seat
    before = position.captured[seat]
    for move in list(position.legal_moves):
        position.push(move)
        found.append((frozenset(position.pieces), position.captured[seat] - before))
        position.pop()
    return found


@rule("4.6")
@pytest.mark.parametrize("players", range(2, 7))
def test_captive_2_sixty_pieces_on_the_hexagon_owned_by_nobody(players: int):
    position = Position("captive-2", players=players)
    assert len(HEXAGON) == 61
    assert set(position.pieces) == HEXAGON - {"i5"}
    assert set(position.pieces.values()) == {"o"}


SPARSE = [frozenset(random.Random(seed).sample(sorted(HEXAGON), 16)) for seed in range(6)]


@rule("4.6")
@pytest.mark.parametrize("options", [{}, {"inside": True}, {"keep_mover": True}, {"inside": True, "keep_mover": True}])
@pytest.mark.parametrize("pieces", SPARSE)
def test_captive_2_turns_are_all_chains_with_any_piece_one_for_each_position(
    options: dict[str, Any], pieces: frozenset[str]
):
    expected = turns(pieces, **options)
    assert expected
    found = program_turns(arrange("captive-2", {"o": pieces}, **options))
    assert set(found) == expected
    assert len(found) == len({board for board, _ in found})


@rule("4.6")
def test_captive_2_the_first_turns_lead_to_the_positions_counted_independently():
    start = frozenset(HEXAGON - {"i5"})
    found = program_turns(Position("captive-2"))
    assert set(found) == turns(start)
    assert len(found) == len(set(found))


@rule("4.6")
def test_captive_2_hopped_pieces_go_to_the_player_and_the_moved_piece_is_out_of_the_game():
    position = arrange("captive-2", {"o": "f5 e6 i5 i6"})
    position.push("f5-d2")
    assert set(position.pieces) == {"i5", "i6"}
    assert position.captured == {"A": 1, "B": 0}


@rule("4.6")
def test_captive_2_keep_mover_counts_it_for_the_player():
    position = arrange("captive-2", {"o": "f5 e6 i5 i6"}, keep_mover=True)
    position.push("f5-d2")
    assert position.captured == {"A": 2, "B": 0}


@rule("4.6")
def test_captive_2_a_turn_ends_outside_the_hexagon():
    # i5 over i6 would end inside on i7; f5 over e6 ends outside on d2.
    assert texts(arrange("captive-2", {"o": "f5 e6 i5 i6"})) == {"f5-d2"}


@rule("4.6")
def test_captive_2_nobody_steps():
    assert ended_by(arrange("captive-2", {"o": "e5 m9"})) == "captured-most"


@rule("4.6")
def test_captive_2_a_chain_may_leave_the_hexagon_re_enter_and_leave_again():
    # e8 over e9 to e10 (outside), over f9 to g8 (inside), over g9 to g10 (outside).
    position = arrange("captive-2", {"o": "e8 e9 f9 g9 i1 m5"})
    position.push("e8-e10-g8-g10")
    assert set(position.pieces) == {"i1", "m5"}
    assert position.captured["A"] == 3


@rule("4.7")
def test_captive_2_inside_also_allows_turns_that_end_inside_the_piece_staying():
    position = arrange("captive-2", {"o": "f5 e6 i5 i6"}, inside=True)
    assert {"i5-i7", "i6-i4", "f5-d2"} <= texts(position)
    position.push("i5-i7")
    assert set(position.pieces) == {"f5", "e6", "i7"}
    assert position.captured == {"A": 1, "B": 0}


def ways_to_one_position(pieces: frozenset[str]) -> int:
    """How many different (mover, end) pairs lead to one and the same position, at most."""
    count: dict[frozenset[str], set[tuple[str, str]]] = {}

    def hop_on(piece: str, at: str, left: frozenset[str]) -> None:
        if at not in HEXAGON and len(left) < len(pieces) - 1:
            count.setdefault(left, set()).add((piece, at))
        for line in STAR_LINES:
            over, land = star_ahead(at, line), star_ahead(at, line, 2)
            if over in left and land is not None and land not in left:
                hop_on(piece, land, left - {over})

    for piece in pieces:
        hop_on(piece, piece, pieces - {piece})
    return max(map(len, count.values()), default=0)


@rule("4.6", "2.5")
def test_captive_2_moves_that_lead_to_the_same_position_are_one_move():
    pieces = next(
        sample
        for seed in range(10_000)
        if ways_to_one_position(sample := frozenset(random.Random(seed).sample(sorted(HEXAGON), 6))) > 1
    )
    found = [board for board, _ in program_turns(arrange("captive-2", {"o": pieces}))]
    assert len(found) == len(turns(pieces))
    assert set(found) == {board for board, _ in turns(pieces)}


@rule("4.6", "2.5")
def test_captive_2_any_of_the_chains_that_are_one_move_may_be_played():
    # e8 over f8 and f9 and f9 over f8 and e8 clear the same points and gain the same.
    position = arrange("captive-2", {"o": "e8 f8 f9 i1"})
    for way in ("e8-g8-e10", "f9-f7-d4"):
        position.push(way)
        assert set(position.pieces) == {"i1"}
        assert position.captured["A"] == 2
        position.pop()


@rule("4.6", "2.23", "2.30")
@pytest.mark.parametrize(("captured", "won"), [("3,1", "A"), ("2,4", "B"), ("2,3", "AB")])
def test_captive_2_ends_when_no_such_turn_exists_and_most_pieces_win(captured: str, won: str):
    position = arrange("captive-2", {"o": "f5 e6 i5 m5"}, extras=f"captured={captured}")
    assert position.outcome() is None
    position.push("f5-d2")  # A's one piece more; i5 and m5 cannot hop
    assert (winners(position), ended_by(position)) == (won, "captured-most")
