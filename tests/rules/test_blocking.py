"""Section 2 of the rules: who has a blocking rule at all, passing, and the end when all pass."""

import pytest

from halma.games import OptionError, choose, games
from halma.rules import Termination
from tests.law import rule
from tests.rules.helpers import arrange, ends, listed, reason, result, square, tip

RULES = ("vacate", "swap", "fill", "free")
WITH_BLOCKING = {
    *("halma", "quick", "colour", "marked", "super", "dice", "two-colour", "star", "star-team", "star-super"),
    *("highscore", "star-highscore"),
}


def takes(game, rule, **options):
    try:
        return choose(game, blocking=rule, **options).options["blocking"] == rule
    except OptionError:
        return False


# ---- which games have a blocking rule -------------------------------------------------------------------


@rule("2.16")
@pytest.mark.parametrize("game", sorted(games()))
def test_a_blocking_rule_belongs_to_these_games_and_to_no_other(game):
    taken = {rule for rule in RULES if takes(game, rule)}
    if game == "dice":
        assert taken == {"vacate", "fill", "free"}, "dice has no swap"
    elif game == "captive-1":
        assert taken <= {"vacate"}, "captive-1 always has vacate"
    else:
        assert taken == (set(RULES) if game in WITH_BLOCKING else set())


@rule("2.10")
@pytest.mark.parametrize("game", sorted(WITH_BLOCKING))
def test_vacate_is_what_is_played_if_nothing_else_is_agreed(game):
    assert choose(game).options["blocking"] == "vacate"


@rule("2.16")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", ["highscore", "star-highscore"])
def test_alone_pieces_in_the_target_stay_there_under_all_but_free(game, rule):
    inside, outside = ("l15", "k15") if game == "highscore" else ("m7", "l7")
    position = arrange(game, f"A: {inside}", blocking=rule)
    assert (outside in ends(position, inside)) == (rule == "free")


@rule("2.16")
@pytest.mark.parametrize("rule", RULES)
def test_alone_there_is_no_duty_to_clear(rule):
    position = arrange("highscore", "A: e2 h8", blocking=rule)
    assert len(ends(position, "h8")) == 8
    assert position.outcome() is None


@rule("2.16")
def test_captive_1_always_has_vacate():
    """Held in the target, and bound to clear the home when the other's is empty."""
    inside = arrange("captive-1", "A: n1; B: q1", players=2)
    assert ends(inside, "n1") == {"n2", "o1", "m5", "m6"}, "the large target has the row m5–m9"
    assert reason(arrange("captive-1", "A: m7", players=2), "m7-l7") == "stay-in-target"
    duty = arrange("captive-1", "A: c1 i5", players=2)
    assert set(duty.legal_moves.texts()) == {"c1-d1", "c1-d2"}


# ---- restrictions ask where a move ends -----------------------------------------------------------------


@rule("2.8")
@pytest.mark.parametrize("rule", ["vacate", "swap", "fill"])
def test_reading_hops_may_lead_out_of_the_target_if_the_move_ends_in_it(rule):
    """n1 over m6 to l6, outside, and over m7 to n3."""
    position = arrange("star", "A: n1; B: m6 m7", players=2, pieces=10, blocking=rule)
    assert "n3" in ends(position, "n1")
    assert "l6" not in ends(position, "n1")


# ---- passing --------------------------------------------------------------------------------------------

# A is home but for one piece, which B shuts in on the tip e1 (e2 and f1 are held, e3 and g1 behind them), while B
# keeps the last field q1 of A's target, its own home. Under `swap` there is no duty.
STUCK = f"A: {listed(tip('S') - {'q1'})} e1; B: q1 e2 f1 e3 g1 i5"


def stuck(**options):
    return arrange("star", STUCK, players=2, pieces=10, blocking="swap", **options)


@rule("2.7")
def test_reading_a_player_with_no_legal_move_and_no_duty_passes():
    position = stuck()
    assert position.outcome() is None
    assert position.legal_moves.texts() == ["--"]
    position.push("--")
    assert position.seat == "B"


@rule("2.7")
def test_a_pass_of_one_player_does_not_end_the_game():
    """A passes again and again while B moves."""
    position = stuck()
    for move in ("i5-i6", "i6-h7", "h7-i6"):
        position.push("--")
        position.push(move)
        assert position.outcome() is None


def ranks(*numbers):
    return listed(square(x, number - 1) for number in numbers for x in range(9))


# Dutch: both rows of both sides stand face to face, and behind every piece that could be passed stands another.
LOCKED = f"A: {ranks(3, 4)}; B: {ranks(5, 6)}"


@rule("2.7")
def test_reading_when_all_players_pass_in_succession_the_game_is_over():
    position = arrange("dutch", LOCKED)
    position.push("--")
    assert position.outcome() is None
    position.push("--")
    outcome = result(position)
    assert outcome.termination is Termination.ALL_PASSED


@rule("2.7")
def test_an_all_pass_end_is_ranked_as_under_stall():
    """Nobody is in the target; A has gained 2 and 3 rows with each pair of pieces, B 4 and 3."""
    position = arrange("dutch", LOCKED)
    position.push("--")
    position.push("--")
    assert (position.total_advance("A"), position.total_advance("B")) == (9 * 5, 9 * 7)
    assert result(position).places == {"A": 2, "B": 1}


@rule("2.7", "2.21")
def test_an_all_pass_end_is_a_draw_under_stall_draw():
    position = arrange("dutch", LOCKED, stall="draw")
    position.push("--")
    position.push("--")
    outcome = result(position)
    assert outcome.drawn
    assert outcome.winners == ()


# Dice: A has to clear c3, which leaves by one hop over d3 to e3 and by nothing else; c5 and e5 are held, so that no
# other hop is open. B fills the rest of A's court, its own target, and has its last piece shut in on p1.
COURT = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3 a4 b4 c4 a5 b5"
WAITING = f"A: c3 d4 c5 e5 o1 o2 p2 n1 n3 p3; B: {COURT} p1"


@rule("2.7")
def test_passes_forced_by_a_roll_in_dice_count():
    """With two twos A's piece would have to hop back again, and nobody can step: A and B pass, the game is over."""
    position = arrange("dice", WAITING)
    position.give_roll([2, 2])
    assert position.legal_moves.texts() == ["--"]
    position.push("--")
    position.give_roll([2, 2])
    assert position.legal_moves.texts() == ["--"]
    position.push("--")
    outcome = result(position)
    assert (outcome.termination, outcome.winners) == (Termination.ALL_PASSED, ("B",))


@rule("2.7")
def test_a_roll_that_fits_lets_the_same_player_move():
    """With a one and a two one hop is possible."""
    position = arrange("dice", WAITING)
    position.give_roll([1, 2])
    assert [text for text in position.legal_moves.texts() if text != "."] == ["c3-e3"]


@rule("2.7", "2.23")
def test_lapsed_rolls_in_rakado_do_not_count_as_passes():
    """Both pieces are one field from their goal, and only twos are thrown."""
    position = arrange("rakado", "A: a15; B: h2", rest=False)
    for _ in range(10):
        position.give_roll([2])
        assert position.outcome() is None and position.needs_roll
    position.give_roll([1])
    assert len(position.legal_moves) == 2


@rule("2.7")
def test_alone_a_player_without_a_move_has_ended_the_attempt_unsolved():
    outcome = result(arrange("solitaire", "A: d1 d7", rest=False))
    assert (outcome.termination, outcome.winners) == (Termination.UNSOLVED, ())


@rule("2.7")
def test_alone_the_attempt_ends_with_the_last_possible_move():
    position = arrange("solitaire", "A: d1 d2 d7", rest=False)
    position.push("d1-d3")
    assert result(position).termination is Termination.UNSOLVED
