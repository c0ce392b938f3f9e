"""What a game is worth to each seat."""

from fractions import Fraction
from itertools import product

import pytest

from halma.batch import rewards_by_place, rewards_of
from halma.games import choose, find_game
from halma.kernel import Result
from halma.rules import Termination


def rules_of(game: str, **options: object):
    choice = choose(game, **options)
    return find_game(game).ruleset(choice)


def shared_places(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Places of seats with scores: equal seats share one and the following ones stay free."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def test_places_are_worth_more_the_better_and_add_up_to_nothing() -> None:
    for seats in (2, 3, 4, 6):
        for scores in product(range(3), repeat=seats):
            places = shared_places(scores)
            rewards = rewards_by_place(places)
            assert abs(sum(Fraction(value).limit_denominator(60) for value in rewards)) == 0
            assert all(-1 <= value <= 1 for value in rewards)
            for one, other in product(range(seats), repeat=2):
                assert (places[one] < places[other]) == (rewards[one] > rewards[other])


def test_first_and_last_of_several_have_the_whole_reward() -> None:
    assert rewards_by_place((1, 2, 3)) == (1, 0, -1)
    assert rewards_by_place((2, 1, 2, 2)) == pytest.approx((-1 / 3, 1, -1 / 3, -1 / 3))
    assert rewards_by_place((1, 1, 1)) == (0, 0, 0)


def test_partners_win_and_lose_together() -> None:
    rules = rules_of("star-team")
    assert rewards_of(rules, Result(Termination.FILLED, (1, 3, 1, 3))) == (1, -1, 1, -1)
    assert rewards_of(rules, Result(Termination.STALL, (1, 1, 1, 1), drawn=True)) == (0, 0, 0, 0)


def test_a_puzzle_is_solved_or_not() -> None:
    rules = rules_of("solitaire")
    assert rewards_of(rules, Result(Termination.SOLVED, (1,))) == (1,)
    assert rewards_of(rules, Result(Termination.UNSOLVED, ())) == (-1,)


def test_a_game_that_goes_on_is_worth_nothing_yet() -> None:
    assert rewards_of(rules_of("star", players=3), None) == (0, 0, 0)


def test_bad_places_are_refused() -> None:
    with pytest.raises(ValueError, match="2 places for 3 seats"):
        rewards_by_place((1, 2), teams=(0, 1, 2))
    with pytest.raises(ValueError, match="without an opponent"):
        rewards_by_place((1,))
