"""Section 2 of the rules: when a game that gets nowhere ends, how it is ranked, and playing on for the places.

The counters of a position text are used to come near an end: `idle=49,50` means that A has made 49 turns without a new
best and B 50.
"""

import pytest

from halma.games import OptionError, choose
from halma.play import Position
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import arrange, listed, place, play, result, ring, square, tip

# Two walks in circles, of 7 and of 8 steps: none of their fields is further advanced than the first one, and all
# positions of the first 56 rounds are different.
WALK_A = ["h8", "h7", "h6", "h5", "g5", "g6", "g7"]
WALK_B = ["i9", "i10", "i11", "i12", "i13", "j12", "j11", "j10"]
WALKERS = "A: h8 b8 b9 b10 b11 b12; B: i9 o5 o6 o7 o8 o9"


def walk(position, turns, plies):
    """Play on with the two walkers for some plies; `turns` counts what each of them has walked so far."""
    for _ in range(plies):
        seat = "AB".index(position.seat)
        way = (WALK_A, WALK_B)[seat]
        position.push(f"{way[turns[seat] % len(way)]}-{way[(turns[seat] + 1) % len(way)]}")
        turns[seat] += 1


def stalled(position):
    outcome = position.outcome()
    return outcome is not None and outcome.termination is Termination.STALL


# ---- the third repetition -------------------------------------------------------------------------------

BACK_AND_FORTH = "e2-f3 l15-k14 f3-e2 k14-l15"


@rule("2.20")
def test_the_third_occurrence_of_a_position_ends_the_game_and_the_start_counts():
    position = Position("halma")
    play(position, BACK_AND_FORTH)
    play(position, "e2-f3 l15-k14 f3-e2")
    assert position.outcome() is None, "the start has occurred twice"
    position.push("k14-l15")
    assert stalled(position)


@rule("2.20")
def test_the_same_board_with_another_seat_to_move_is_another_position():
    """A walks in threes, B in twos: the start board comes back after 5, 12 and 17 plies, but with A to move only after
    12 and 24."""
    position = Position("halma")
    three, two = ("e2-f3", "f3-f2", "f2-e2"), ("l15-k14", "k14-l15")
    for turn in range(12):
        position.push(three[turn % 3])
        assert position.outcome() is None, f"round {turn + 1}"
        position.push(two[turn % 2])
        assert stalled(position) == (turn == 11)


@rule("2.20")
def test_who_is_out_belongs_to_the_position():
    """The board of the start comes back a third time, but B has fallen out in between: the game goes on."""
    placing = "A: d1 i5; B: m13 h1; C: l12 m12 k11 m11 j1 k5"
    position = arrange("star", placing, "C", players=3, pieces=10)
    # A, B and C have a piece at home (d1, m13, j1), so nobody has a duty: there and back.
    play(position, "k5-k6 i5-i6 h1-g1 k6-k5 i6-i5 g1-h1")
    # C empties its home; A has to clear d1; B, shut in on m13, is out. Then C and A go back.
    play(position, "j1-j2 d1-e6")
    assert position.seat == "C"
    play(position, "j2-j1 e6-d1")
    assert position.seat == "C"
    assert position.outcome() is None


@rule("2.20")
def test_dice_do_not_belong_to_the_position():
    position = Position("dice", dice=None)
    rolls = [[1, 1], [1, 2], [3, 1], [1, 4], [5, 1], [6, 1], [1, 3], [2, 2]]
    for roll, move in zip(rolls, f"{BACK_AND_FORTH} {BACK_AND_FORTH}".split(), strict=True):
        assert position.outcome() is None
        position.give_roll(roll)
        position.push_turn(move)
    assert stalled(position)


# ---- fifty turns ----------------------------------------------------------------------------------------


@rule("2.20")
def test_fifty_own_turns_of_every_seat_without_a_new_best_end_the_game():
    position, turns = arrange("quick", WALKERS), [0, 0]
    walk(position, turns, 99)
    assert position.outcome() is None
    walk(position, turns, 1)
    assert stalled(position)


@rule("2.20")
def test_the_stalled_game_is_ranked_by_total_advance_if_nobody_is_in_the_target():
    """A's walker stands on h7 (13 of 14), B's on i11 (12 of 14); the other pieces are equally far."""
    position, turns = arrange("quick", WALKERS), [0, 0]
    walk(position, turns, 100)
    assert result(position).places == {"A": 1, "B": 2}


@rule("2.20")
def test_a_new_best_of_the_total_advance_starts_the_count_anew():
    """In its 29th turn, when the walker is back on h8, A gains two with c13: then 50 turns of A follow."""
    position, turns = arrange("quick", WALKERS), [0, 0]
    walk(position, turns, 56)
    position.push("b12-c13")
    walk(position, turns, 99)
    assert position.outcome() is None
    walk(position, turns, 1)
    assert stalled(position)
    assert turns == [78, 78]


@rule("2.20")
def test_a_gain_that_is_no_new_best_does_not_count():
    """A's total of 64 was 65 once: gaining that one again is no progress."""
    position = arrange("quick", WALKERS, counters="best=65,64 idle=49,50")
    assert position.total_advance("A") == 64
    position.push("h8-i8")
    assert stalled(position)


@rule("2.20")
def test_every_seat_still_in_play_must_have_made_its_fifty_turns():
    position = arrange("quick", WALKERS, counters="idle=60,48")
    play(position, "h8-h7 i9-i10 h7-h8")
    assert position.outcome() is None
    position.push("i10-i9")
    assert stalled(position)


@rule("2.20")
def test_passes_count_as_turns():
    stuck = f"A: {listed(tip('S') - {'q1'})} e1; B: q1 e2 f1 e3 g1"
    position = arrange("star", stuck, players=2, pieces=10, blocking="swap", counters="idle=49,50")
    position.push("--")
    assert stalled(position)


@rule("2.20")
def test_a_new_best_that_another_seat_s_move_made_counts_too():
    """A's swap takes B's piece one row on; A itself was further once. Without it the game would end here."""
    placing = "A: m6 h3; B: n1 n2 o2 h7"
    options = {"players": 2, "pieces": 10, "blocking": "swap"}
    best = arrange("star", placing, **options).total_advance("B")
    counters = f"best=140,{best} idle=49,49"
    swapped, plain = (arrange("star", placing, counters=counters, **options) for _ in range(2))
    play(plain, "h3-h4 h7-h8")
    assert stalled(plain)
    play(swapped, "m6~n1 h7-h8")
    assert swapped.total_advance("B") == best + 1
    assert swapped.outcome() is None


# ---- ranking --------------------------------------------------------------------------------------------


def places(position, move):
    """The places after the move that lets the game stall."""
    assert position.outcome() is None
    position.push(move)
    assert stalled(position)
    return dict(result(position).places)


@rule("2.20")
def test_ranked_by_pieces_in_the_target_first():
    """A has one piece in the target, B none, but B is much further advanced."""
    position = arrange("quick", "A: l16 f1 g1 h1 h2 j1; B: f6 f7 f8 f9 g6 g7", counters="idle=49,50")
    assert places(position, "j1-i1") == {"A": 1, "B": 2}
    assert position.total_advance("A") < position.total_advance("B")


@rule("2.20")
def test_then_by_total_advance():
    """One piece each in the target; h8 goes back to h7, 13 against B's 14."""
    position = arrange("quick", "A: l16 h8 b8 b9 b10 b11; B: e1 i9 o9 o8 o7 o6", counters="idle=49,50")
    assert places(position, "h8-h7") == {"A": 2, "B": 1}


@rule("2.20")
def test_equal_seats_share_the_place():
    """i8 goes back to h8: as far as i9 is for B."""
    position = arrange("quick", WALKERS.replace("h8", "i8"), counters="idle=49,50")
    assert places(position, "i8-h8") == {"A": 1, "B": 1}


@rule("2.20")
def test_equal_seats_share_a_later_place_too():
    """Four seats: A has a piece in the target; B, C and D stand as A did, turned by a quarter each."""

    def turned(cells):
        return [square(y, 15 - x) for x, y in map(place, cells)]

    first = ["f3", "f4", "g3", "g4", "h3", "h4"]
    second, third = turned(first), turned(turned(first))
    placing = f"A: l16 {listed(first[1:])}; B: {listed(second)}; C: {listed(third)}; D: {listed(turned(third))}"
    position = arrange("quick", placing, players=4, counters="idle=49,50,50,50")
    assert places(position, "f4-f3") == {"A": 1, "B": 2, "C": 2, "D": 2}


@rule("2.20")
def test_partners_are_added_up():
    """A has three in the target and C none, B and D have two each: four against three."""
    placing = "A: p16 p15 p14 h8; B: p1 p2; D: a16 a15"
    position = arrange("halma", placing, players=4, teams=True, counters="idle=49,50,50,50")
    found = places(position, "h8-h7")
    assert found["B"] == found["D"] == 1
    assert found["A"] == found["C"] > 1


@rule("2.20")
def test_seats_that_are_out_come_last():
    """C is out with five pieces in the target; the others have none."""
    placing = f"C: {listed(ring('a1') - {'e2'})}; A: h8; B: p5"
    position = arrange("quick", placing, players=4, counters="out=C idle=49,50,0,50")
    assert places(position, "h8-h7")["C"] == 4


@rule("2.20")
def test_seats_that_are_out_share_the_last_place():
    """C is out with five pieces in the target, D with none; without play-on nobody tells them apart."""
    placing = f"C: {listed(ring('a1') - {'e2'})}; A: l16 h8; B: p9"
    position = arrange("quick", placing, players=4, counters="out=CD idle=49,50,0,0")
    assert places(position, "h8-h7") == {"A": 1, "B": 2, "C": 3, "D": 3}


@rule("2.21")
def test_stall_draw_makes_it_a_draw_for_all_still_in_play():
    placing, counters = f"C: {listed(ring('a1') - {'e2'})}; A: h8; B: p5", "out=C idle=49,50,0,50"
    position = arrange("quick", placing, players=4, stall="draw", counters=counters)
    found = places(position, "h8-h7")
    assert result(position).drawn and result(position).winners == ()
    assert found["A"] == found["B"] == found["D"] == 1
    assert found["C"] == 4


@rule("2.20")
def test_in_marked_the_mark_counts_anywhere_in_the_target_court():
    """The mark stands in the court but not on its corner; B has nothing in the target."""
    position = arrange("marked", "a: o15; A: h8", counters="idle=49,50")
    assert position.pieces_home("A") == 1
    assert places(position, "h8-h7") == {"A": 1, "B": 2}


# ---- the order of judging -------------------------------------------------------------------------------
# That the third repetition comes last cannot be seen apart: who falls out or wins at the start of a turn did not do so
# when the position came before.


@rule("2.24")
def test_the_goal_is_judged_before_the_turns_without_progress():
    cells, move = almost("A")
    position = arrange("quick", f"A: {cells}", players=2, counters="best=172,172 idle=49,50")
    position.push(move)
    assert result(position).termination is Termination.FILLED


@rule("2.24")
def test_all_passed_is_judged_before_the_turns_without_progress():
    stuck = f"A: {listed(tip('S') - {'q1'})} e1; B: q1 e2 f1 e3 g1"
    options = {"players": 2, "pieces": 10, "blocking": "swap"}
    position = arrange("star", stuck, counters="passes=1 idle=49,50", **options)
    position.push("--")
    assert result(position).termination is Termination.ALL_PASSED


@rule("2.24")
def test_turns_without_progress_are_judged_before_the_next_seat_s_start_of_turn():
    """B is shut in on q1 and A's home is empty: B loses at the start of its turn, unless the game has ended before."""
    placing = "A: p1 p2 o1 o3 i5; B: q1"
    lost, stalled_before = (
        arrange("star", placing, counters=f"best=140,140 idle={idle},50", players=2, pieces=10) for idle in (48, 49)
    )
    lost.push("i5-i6")
    stalled_before.push("i5-i6")
    assert result(lost).termination is Termination.BLOCKED_OUT
    assert stalled(stalled_before)


@rule("2.24", "2.12")
def test_the_start_of_turn_is_judged_as_often_as_seats_fall_out():
    """Three on the star: C empties its home; A, shut in on a1, is out at once, then B, shut in on m13; C has won."""
    placing = "C: j1 b1 b2 c1 c3 l12 m12 k11 m11; A: a1; B: m13"
    position = arrange("star", placing, "C", players=3, pieces=10)
    position.push("j1-j2")
    assert result(position).termination is Termination.BLOCKED_OUT
    assert result(position).places == {"C": 1, "A": 2, "B": 2}


# ---- places ---------------------------------------------------------------------------------------------
# Quick for four: the targets are the rings at p16 (A), p1 (B), a1 (C) and a16 (D).

TARGETS = {"A": "p16", "B": "p1", "C": "a1", "D": "a16"}


def target(seat):
    return listed(ring(TARGETS[seat]))


def almost(seat):
    """All pieces of a seat in the target but one, which stands diagonally before its field of it."""
    before, inside = {"A": "k14 l15", "B": "k3 l2", "C": "f3 e2", "D": "f14 e15"}[seat].split()
    return f"{listed(ring(TARGETS[seat]) - {inside})} {before}", f"{before}-{inside}"


@rule("2.31")
def test_with_play_on_the_game_goes_on_and_finished_seats_are_skipped():
    cells, move = almost("A")
    position = arrange("quick", f"A: {cells}; B: h8; C: e8; D: h5", players=4, play_on=True)
    position.push(move)
    assert position.outcome() is None
    play(position, "h8-h9 e8-e9 h5-h6")
    assert position.seat == "B"


@rule("2.30")
def test_without_play_on_it_ends():
    cells, move = almost("A")
    position = arrange("quick", f"A: {cells}", players=4)
    position.push(move)
    assert result(position).winners == ("A",)


@rule("2.31")
def test_with_play_on_it_ends_when_one_seat_is_left_and_places_go_by_order_of_finishing():
    cells, move = almost("A")
    placing = f"A: {cells}; C: {target('C')}; D: {target('D')}"
    position = arrange("quick", placing, players=4, play_on=True, counters="finished=DC")
    position.push(move)
    assert result(position).places == {"D": 1, "C": 2, "A": 3, "B": 4}


@rule("2.31")
def test_with_play_on_two_players_end_with_the_first_who_finishes():
    cells, move = almost("A")
    position = arrange("quick", f"A: {cells}", players=2, play_on=True)
    position.push(move)
    assert result(position).places == {"A": 1, "B": 2}


@rule("2.31")
def test_fill_finishes_a_seat_too():
    """A's target is filled up at the start of A's turn: A has the first place and B is to move."""
    placing = "A: l16 l15 m14 n13; C: o12 p12; B: h8"
    position = arrange("quick", placing, players=4, play_on=True, blocking="fill")
    assert position.outcome() is None
    assert position.seat == "B"
    cells, move = almost("D")
    last = arrange(
        "quick", f"{placing}; D: {cells}", "D", players=4, play_on=True, blocking="fill", counters="finished=B"
    )
    last.push(move)
    # D finishes, A has filled up, and only C is left.
    assert result(last).places == {"B": 1, "D": 2, "A": 3, "C": 4}


@rule("2.31")
def test_after_the_finished_seats_comes_the_stall_ranking_of_the_rest():
    """B has finished; C has two in the target, A one, D none."""
    placing = f"B: {target('B')}; C: a5 b5; A: l16 h8"
    counters = "finished=B idle=49,0,50,50"
    position = arrange("quick", placing, players=4, play_on=True, counters=counters)
    assert places(position, "h8-h7") == {"B": 1, "C": 2, "A": 3, "D": 4}


@rule("2.31")
def test_then_come_those_who_are_out_the_last_out_first():
    """D went out first, then B; A has one piece in the target, C none."""
    position = arrange("quick", "A: l16 h8", players=4, play_on=True, counters="out=DB idle=49,0,50,0")
    assert places(position, "h8-h7") == {"A": 1, "C": 2, "B": 3, "D": 4}


@rule("2.31")
def test_with_play_on_the_last_one_left_ends_the_game_for_who_is_blocked_out_too():
    """Star for three: B has finished, A is shut in on a1 and falls out; C is left and second."""
    placing = f"A: a1; B: {listed(tip('NW'))}; C: b1 b2 c1 c3"
    position = arrange("star", placing, players=3, pieces=10, play_on=True, counters="finished=B")
    assert result(position).places == {"B": 1, "C": 2, "A": 3}


@rule("2.21")
def test_stall_draw_shares_the_place_after_the_finished_seats():
    placing, counters = f"B: {target('B')}; C: a5 b5; A: l16 h8", "finished=B idle=49,0,50,50"
    position = arrange("quick", placing, players=4, play_on=True, stall="draw", counters=counters)
    found = places(position, "h8-h7")
    assert found["B"] == 1
    assert found["A"] == found["C"] == found["D"] == 2


@rule("2.31")
@pytest.mark.parametrize(
    "game", ["halma", "quick", "colour", "marked", "super", "dice", "two-colour", "star", "star-super"]
)
def test_play_on_belongs_to_base_rule_games(game):
    assert choose(game, play_on=True).options["play_on"]


@rule("2.31")
@pytest.mark.parametrize(
    "game", ["dutch", "le-zug", "top-secret", "connection", "gobang", "tippy", "cat-and-mouse", "rakado"]
)
def test_play_on_does_not_belong_to_other_games(game):
    with pytest.raises(OptionError):
        choose(game, play_on=True)


@rule("2.31")
@pytest.mark.parametrize(("game", "options"), [("star-team", {}), ("halma", {"players": 4, "teams": True})])
def test_play_on_does_not_belong_to_team_games(game, options):
    with pytest.raises(OptionError):
        choose(game, play_on=True, **options)
