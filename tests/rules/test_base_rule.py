"""Section 2 of the rules: steps, hops, what counts as the same move or as none, and the end."""

import pytest

from halma.play import IllegalMoveError, Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import (
    CORNERS,
    SMALL,
    STAR_NAMES,
    apart,
    arrange,
    court,
    ends,
    listed,
    place,
    reason,
    result,
    ring,
    square,
)

EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def around(cell):
    """The eight squares around one in the middle of the board."""
    x, y = place(cell)
    return {square(x + dx, y + dy) for dx, dy in EIGHT}


# ---- steps ----------------------------------------------------------------------------------------------


@rule("2.1")
def test_a_turn_moves_one_own_piece():
    position = arrange("halma", "A: h8; B: k8")
    assert reason(position, "k8-k9") == "not-yours"
    position.push("h8-h9")
    assert position.seat == "B"
    assert reason(position, "h9-h10") == "not-yours"


@rule("2.1", "2.7")
def test_who_can_move_may_not_pass():
    assert reason(Position("halma"), "--") == "must-move"


@rule("2.2")
def test_a_step_goes_in_eight_directions_on_the_square_board():
    assert ends(arrange("halma", "A: h8"), "h8") == {"g7", "h7", "i7", "g8", "i8", "g9", "h9", "i9"}


@rule("2.2")
def test_a_step_goes_in_six_directions_on_the_star():
    assert ends(arrange("star", "A: i5", players=2, pieces=10), "i5") == {"h5", "h6", "i4", "i6", "j5", "j6"}


@rule("2.2")
def test_steps_along_the_lines_of_the_whole_star():
    """Every point is joined to the points one step apart, and to no others."""
    for point in STAR_NAMES:
        position = arrange("star-highscore", f"A: {point}", pieces=10, blocking="free", clearance=5)
        assert ends(position, point) == {other for other in STAR_NAMES if apart(point, other, star=True) == 1}


@rule("2.2")
def test_a_step_ends_at_the_edge_of_the_board():
    assert ends(arrange("halma", "A: a8", blocking="free"), "a8") == {"a7", "b7", "b8", "b9", "a9"}


@rule("2.2")
def test_a_step_needs_a_free_field():
    position = arrange("halma", "A: h8; B: i9 j10")
    assert ends(position, "h8") == around("h8") - {"i9"}
    assert reason(position, "h8-i9") == "occupied"


# ---- hops -----------------------------------------------------------------------------------------------


@rule("2.3")
@pytest.mark.parametrize("colour", ["A", "B", "C"])
def test_a_hop_goes_over_a_piece_of_any_colour(colour):
    position = arrange("halma", f"A: h8; {colour}: i8" if colour != "A" else "A: h8 i8", players=4)
    assert ends(position, "h8") == (around("h8") - {"i8"}) | {"j8"}


@rule("2.3")
@pytest.mark.parametrize("direction", EIGHT)
def test_a_hop_goes_in_all_eight_directions_to_the_field_directly_behind(direction):
    x, y = direction
    over, behind = square(7 + x, 7 + y), square(7 + 2 * x, 7 + 2 * y)
    assert ends(arrange("halma", f"A: h8; B: {over}"), "h8") == (around("h8") - {over}) | {behind}


@rule("2.3")
@pytest.mark.parametrize(
    ("over", "behind"), [("h5", "g5"), ("h6", "g7"), ("i4", "i3"), ("i6", "i7"), ("j5", "k5"), ("j6", "k7")]
)
def test_a_hop_goes_in_the_six_directions_of_the_star(over, behind):
    steps = {"h5", "h6", "i4", "i6", "j5", "j6"}
    assert ends(arrange("star", f"A: i5; B: {over}", players=2, pieces=10), "i5") == (steps - {over}) | {behind}


@rule("2.3")
def test_a_hop_needs_a_free_field_behind():
    assert "j8" not in ends(arrange("halma", "A: h8; B: i8 j8"), "h8")


@rule("2.3")
def test_a_hop_goes_over_one_piece_not_over_two():
    assert ends(arrange("halma", "A: h8; B: i8 j8"), "h8") == around("h8") - {"i8"}


@rule("2.3")
def test_a_hop_goes_over_a_neighbouring_piece_only():
    assert ends(arrange("halma", "A: h8; B: j8"), "h8") == around("h8")


@rule("2.3")
def test_a_hop_needs_a_piece_to_hop_over():
    assert reason(arrange("halma", "A: h8"), "h8-j8") == "unreachable"


@rule("2.3")
def test_hops_do_not_leave_the_board():
    assert ends(arrange("halma", "A: b8; B: a8", blocking="free"), "b8") == around("b8") - {"a8"}


# h8 over h9, turning over i11, turning over k11: three hops.
CHAIN = "A: h8; B: h9 i11 k11"


@rule("2.3")
def test_any_number_of_hops_in_succession_turning_freely():
    position = arrange("halma", CHAIN)
    assert "l10" in ends(position, "h8")
    assert position.parse("h8-l10").path == ("h8", "h10", "j12", "l10")


@rule("2.3")
def test_hops_stop_at_will():
    assert ends(arrange("halma", CHAIN), "h8") == (around("h8") - {"h9"}) | {"h10", "j12", "l10"}


@rule("2.3")
def test_nobody_must_hop():
    """A step of the hopping piece, and a step of a piece that cannot hop, are allowed beside the hops."""
    position = arrange("halma", "A: h8 c8; B: h9")
    assert {"h8-h10", "h8-g8", "c8-c9"} <= set(position.legal_moves.texts())


@rule("2.3")
def test_hopped_pieces_stay():
    position = arrange("halma", CHAIN)
    before = position.pieces
    position.push("h8-l10")
    assert position.pieces == {cell: letter for cell, letter in before.items() if cell != "h8"} | {"l10": "A"}


@rule("2.3")
def test_a_hop_may_go_over_the_same_piece_again_later():
    """i9 is hopped from h8 to j10, and after two more hops from j8 to h10."""
    position = arrange("halma", "A: h8; B: i9 j9")
    # h8 over i9 to j10, over j9 to j8, over i9 to h10.
    assert {"j10", "j8", "h10"} <= ends(position, "h8")


@rule("2.1")
def test_a_hop_does_not_follow_a_step():
    """h8 to i8 would be a step, from there over j8 to k8 a hop."""
    assert "k8" not in ends(arrange("halma", "A: h8; B: j8"), "h8")


@rule("2.1")
def test_a_step_does_not_follow_a_hop():
    position = arrange("halma", "A: h8; B: i8")
    assert not ends(position, "h8") & {"k7", "k8", "k9", "j7", "j9"}


# ---- courts ---------------------------------------------------------------------------------------------


@rule("2.4")
@pytest.mark.parametrize(("outside", "inside"), [("a12", "a13"), ("p5", "p4"), ("m13", "n14"), ("d4", "c3")])
def test_all_courts_may_be_entered(outside, inside):
    """A enters the homes of B, D and C (the own target) and comes back to the own home."""
    assert inside in set().union(*(court(corner, SMALL) for corner in CORNERS))
    assert inside in ends(arrange("halma", f"A: {outside}", players=4), outside)


@rule("2.4")
def test_all_courts_may_be_passed():
    """b12 hops over b13 into B's court and over c14 out of it."""
    position = arrange("halma", "A: b12; B: b13 c14", players=4)
    assert {"b14", "d14"} <= ends(position, "b12")


@rule("2.4")
def test_all_courts_may_be_rested_in():
    """A piece that has entered B's court may stay there, and may leave it later."""
    position = arrange("halma", "A: a12 h8; B: m12; C: i4; D: d6", players=4)
    for move in ("a12-a13", "m12-m11", "i4-i3", "d6-d7"):
        position.push(move)
    assert {"a13-a12", "h8-h9"} <= set(position.legal_moves.texts())


# ---- what is the same move, and what is none ------------------------------------------------------------

# h8 reaches j10 over i8 and j9, or over h9 and i10.
TWO_WAYS = "A: h8; B: i8 j9 h9 i10"


@rule("2.5")
def test_two_ways_to_the_same_position_are_one_move():
    position = arrange("halma", TWO_WAYS)
    assert position.legal_moves.texts().count("h8-j10") == 1


@rule("2.5")
def test_no_two_moves_lead_to_the_same_position():
    position = arrange("halma", TWO_WAYS)
    results = set()
    for move in list(position.legal_moves):
        position.push(move)
        results.add(frozenset(position.pieces.items()))
        position.pop()
    assert len(results) == len(position.legal_moves)


@rule("2.5")
def test_how_a_piece_got_there_is_shown():
    position = arrange("halma", TWO_WAYS)
    for way in ("h8-j8-j10", "h8-h10-j10"):
        assert position.parse(way) == position.parse("h8-j10")
    assert len(position.parse("h8-j10").path) == 3


@rule("2.5")
def test_a_turn_that_puts_the_piece_back_is_no_move():
    """Round the square h8 j8 j10 h10 and back to h8."""
    position = arrange("halma", TWO_WAYS)
    assert "h8" not in ends(position, "h8")
    assert reason(position, "h8-j8-j10-h10-h8") == "same-place"


@rule("2.5")
def test_a_turn_that_puts_the_piece_back_but_captures_is_a_move():
    """A cat takes the same four mice on its round, and comes back to where it started: that field counts as free."""
    position = arrange("cat-and-mouse", "A: h8; B: i8 j9 h9 i10", counters="hands=0,0")
    rounds = [move for move in position.legal_moves if move.origin == move.target]
    assert len(rounds) == 1
    position.push(rounds[0])
    assert position.pieces["h8"] == "A"
    assert not {"i8", "j9", "h9", "i10"} & set(position.pieces)
    assert position.captured == {"A": 4, "B": 0}


@rule("2.5")
def test_removed_pieces_go_at_once_hop_by_hop():
    """A cat cannot hop the same mouse twice: from h8 over i9 to j10, over j9 to j8, and no further."""
    position = arrange("cat-and-mouse", "A: h8; B: i9 j9", counters="hands=0,0")
    hops = {text for text in position.legal_moves.texts() if text.startswith("h8") and text[3:] not in around("h8")}
    assert hops == {"h8-j10", "h8-j8"}


@rule("2.5")
def test_the_same_ends_with_other_captures_are_different_moves():
    position = arrange("cat-and-mouse", TWO_WAYS, counters="hands=0,0")
    texts = [text for text in position.legal_moves.texts() if text.startswith("h8-j10")]
    assert sorted(texts) == ["h8-j10xh9xi10", "h8-j10xi8xj9"]


@rule("2.5")
def test_while_a_piece_hops_its_own_starting_field_counts_as_free():
    """Super: h8 h10 j10 j8 by hops; then over g8, three fields away, to d8. The way leads over the empty h8."""
    position = arrange("super", "A: h8; B: h9 i10 j9 g8")
    assert "d8" in ends(position, "h8")


# ---- the end --------------------------------------------------------------------------------------------

ALMOST = ring("p16") - {"l15"}


@rule("2.6")
def test_whoever_has_all_own_pieces_on_the_target_fields_wins_and_the_game_ends():
    position = arrange("quick", f"A: {listed(ALMOST)} k14")
    assert position.outcome() is None
    position.push("k14-l15")
    outcome = result(position)
    assert position.is_over
    assert outcome.winners == ("A",)
    assert outcome.termination is Termination.FILLED
    assert not position.legal_moves
    with pytest.raises(IllegalMoveError):
        position.push("c8-c9")


@rule("2.6")
def test_all_but_one_on_the_target_fields_is_no_win():
    position = arrange("quick", f"A: {listed(ALMOST - {'l16'})} k14 d8")
    position.push("k14-l15")
    assert position.outcome() is None


@rule("2.6")
def test_the_own_home_filled_again_is_no_win():
    position = arrange("quick", f"A: {listed(ring('a1') - {'e2'})} f3; B: l16")
    position.push("f3-e2")
    assert position.outcome() is None


@rule("2.6")
@pytest.mark.parametrize("seat", "ABCD")
def test_every_seat_wins_in_the_corner_opposite_to_its_home(seat):
    corner = {"A": "p16", "B": "p1", "C": "a1", "D": "a16"}[seat]
    last = {"A": "k14", "B": "k3", "C": "f3", "D": "f14"}[seat]
    entry = {"A": "l15", "B": "l2", "C": "e2", "D": "e15"}[seat]
    position = arrange("quick", f"{seat}: {listed(ring(corner) - {entry})} {last}", seat, players=4)
    position.push(f"{last}-{entry}")
    outcome = result(position)
    assert outcome.winners == (seat,)
