"""The players that others are measured by."""

import pytest

from halma.engine import Limits
from halma.engine.players import Greedy, Random, UnknownPlayerError, built_in, whole_turn
from halma.games import games
from halma.play import Position

FREE = Limits()


def test_greedy_takes_the_largest_gain_and_then_the_piece_furthest_behind():
    position = Position("halma")
    (move,) = Greedy().turn(position, FREE, 0)
    # Four rows by one hop are the most there is at the start.
    gains = {text: _gain(position, text) for text in position.legal_moves.texts()}
    best = max(gains.values())
    assert gains[position.spell(move)] == best == 4
    behind = min(_advance(text.split("-")[0]) for text, gain in gains.items() if gain == best)
    assert _advance(position.spell(move).split("-")[0]) == behind


def _advance(cell: str) -> int:
    return "abcdefghijklmnop".index(cell[0]) + int(cell[1:]) - 1


def _gain(position: Position, text: str) -> int:
    before = position.total_advance("A")
    position.push(text)
    gain = position.total_advance("A") - before
    position.pop()
    return gain


def test_greedy_is_fixed_where_nothing_advances():
    position = Position("gobang")
    (move,) = Greedy().turn(position, FREE, 0)
    assert position.spell(move) == "@a1"


def test_greedy_captures_where_nothing_advances():
    position = Position("captive-2")
    (move,) = Greedy().turn(position, FREE, 0)
    assert len(move.captured) == max(len(other.captured) for other in position.state.legal())


def test_random_depends_on_the_seed_alone():
    position = Position("star")
    first = [Random().turn(position, FREE, seed) for seed in range(8)]
    assert first == [Random().turn(position, FREE, seed) for seed in range(8)]
    assert len(set(first)) > 3


@pytest.mark.parametrize("game", [game for game in games() if max(games()[game].players) > 1])
@pytest.mark.parametrize("player", [Greedy(), Random()], ids=lambda player: player.name)
def test_turns_are_whole_and_legal_in_every_game(game, player):
    position = Position(game, seed=5)
    for _ in range(12):
        if position.is_over:
            break
        turn = position.turn_number
        asked = position.copy()
        for action in player.turn(position, FREE, 3):
            assert position.turn_number == turn
            position.push_action(action)
        assert position.turn_number > turn or position.is_over
        assert asked != position


def test_a_turn_of_the_dice_is_played_to_its_end():
    position = Position("dice", dice=None)
    position.give_roll((2, 1))
    turn = whole_turn(position, lambda now: (now.state.legal()[0],))
    assert len(turn) > 1
    for action in turn:
        position.push_action(action)
    assert position.turn_number == 2


@pytest.mark.parametrize("name", ["", "level", "level:0", "level:10", "level:x", "greedy:1", "Greedy"])
def test_unknown_players_are_refused_with_those_there_are(name):
    with pytest.raises(UnknownPlayerError, match="level:9, greedy, random"):
        built_in(name)
