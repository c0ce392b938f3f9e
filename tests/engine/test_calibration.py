"""Chances: what the curves promise, and that what is told fits games that were played."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from halma.engine import WIN, Limits, chances, think
from halma.engine.calibration import CROWD, OTHER, RACE, Curve, by_curve, curves, form_of
from halma.games import choose, games
from halma.kernel import fast
from halma.play import Position

FORMS = {
    form_of(
        choose(game.id, edition=size.editions[0], players=size.players, pieces=size.pieces, teams=size.teams)
    ): game.id
    for game in games().values()
    for size in game.formats
}


def test_every_curve_belongs_to_a_game():
    assert {RACE, CROWD, OTHER} < curves().keys() <= {RACE, CROWD, OTHER, *FORMS}
    assert {"halma 2x19", "star 2x15", "star 2x10", "quick 2x6", "star 3x15", "star 6x10"} <= curves().keys()


def test_a_form_is_named_as_a_position_text_begins():
    position = Position("star", players=2, pieces=10)
    assert position.text().startswith(form_of(position.choice) + " ")
    assert form_of(choose("halma", players=4, teams=True)) == "halma 4x13 teams"


@pytest.mark.parametrize("name", sorted(curves()))
def test_chances_grow_with_the_lead_and_add_up(name):
    curve, previous = curves()[name], 1e-12
    for lead in range(-600, 601, 50):
        found = by_curve(curve, (0, 1, 2), (lead, 0, -30), (20, 25, 30))
        assert sum(found) == pytest.approx(1)
        assert 0 < previous < found[0] < 1
        previous = found[0]


@pytest.mark.parametrize("name", sorted(curves()))
def test_a_lead_counts_no_less_the_nearer_somebody_is_to_home(name):
    """So nobody's chance falls who keeps a lead and walks home."""
    curve = curves()[name]
    told = [by_curve(curve, (0, 1), (50, -50), (left, left + 1))[0] for left in range(60, -1, -1)]
    assert all(before <= after for before, after in pairwise(told))
    # The lead is weighed by the turns of whoever is nearest.
    assert by_curve(curve, (0, 1), (50, -50), (30, 5)) == by_curve(curve, (0, 1), (50, -50), (5, 5))


def test_equal_leads_are_equal_chances_for_any_number_of_seats():
    assert by_curve(Curve(100, 1), (0, 1), (7, 7), (None, None)) == (0.5, 0.5)
    assert by_curve(Curve(100, 1), tuple(range(6)), (7,) * 6, (3,) * 6) == pytest.approx([1 / 6] * 6)
    # 100 hundredths more win e times as often.
    first, second = by_curve(Curve(90, 1), (0, 1), (100, 0), (10, 12))
    assert first / second == pytest.approx(2.718281828)


def test_a_decided_game_is_certain():
    position = Position("halma")
    assert chances(position, (WIN - 3, 3 - WIN)) == (1.0, 0.0)


def test_with_several_others_only_the_turn_itself_is_certain():
    position = Position("star", players=3)
    assert chances(position, (WIN - 1, 1 - WIN, 1 - WIN)) == (1.0, 0.0, 0.0)
    first, second, third = chances(position, (4 - WIN, WIN - 4, 4 - WIN))
    assert 0.5 < curves()["star 3x15"].trust < second < 1
    assert first == third == pytest.approx((1 - second) / 2)


def test_partners_win_together():
    found = chances(Position("star-team"), (100, -100, 100, -100), (30, 30, 30, 30))
    assert found[0] == found[2] > found[1] == found[3]
    assert found[0] + found[1] == pytest.approx(1)


def test_a_finished_game_is_what_it_was():
    """rules.md, Winning: A fills the last field of its target with m5-n1."""
    text = "B/BB/BBB/BBB1/8B4/12/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A A 91"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    position.push("m5-n1")
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A",)
    assert chances(position, ()) == (1.0, 0.0)


@pytest.mark.skipif(not fast.available, reason="the search is not compiled here")
def test_what_is_told_fits_games_that_it_was_not_fitted_to():
    """Quick, from openings at random: telling everybody the same would lose 0.693 a position."""
    lost, told, won, count = 0.0, 0.0, 0.0, 0
    for number in range(40):
        lot, position = random.Random(f"calibration {number}"), Position("quick")
        for _ in range(8):
            position.push(lot.choice(position.legal_moves))
        found: list[float] = []
        while not position.is_over:
            thought = think(position, Limits(nodes=300), seed=number)
            if max(map(abs, thought.scores)) < WIN - 10_000:
                found.append(chances(position, thought.scores, thought.remaining)[0])
            position.push_action(thought.action)
        result = chances(position, ())[0]
        lost -= sum(math.log(chance if result else 1 - chance) for chance in found)
        told, won, count = told + sum(found), won + result * len(found), count + len(found)
    assert lost / count < 0.55
    assert abs(told - won) / count < 0.1
