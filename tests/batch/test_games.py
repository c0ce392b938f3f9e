"""Many games at once: the same as single games, whatever the threads, for every game."""

import random
import sys
from typing import Any

import numpy as np
import pytest

from halma.batch import EncodedGame, Games
from halma.batch.compiled import available
from halma.games import Choice, choose, games
from halma.play import Position
from tests.variants import choices_of, label

pytestmark = pytest.mark.skipif(not available(), reason="batches are not compiled")

SMALL: dict[str, Any] = {"players": 2, "pieces": 10}


def twin_of(batch: Games, number: int) -> EncodedGame:
    """The same game in plain Python, from its beginning."""
    choice = batch.choice
    if choice.first == "lot":
        choice = choice.starting("ABCDEF"[batch.position(number).state.now.seat])
    twin = EncodedGame(choice, dice=batch.dice(number), max_turns=batch.max_turns)
    twin._encoder = None  # pyright: ignore[reportPrivateUsage]
    return twin


def same(batch: Games, number: int, twin: EncodedGame) -> None:
    """Compare everything that is written for one game with the game in plain Python."""
    assert batch.legal_ids(number) == twin.legal_ids()
    assert batch.masks is not None and np.flatnonzero(batch.masks[number]).tolist() == twin.legal_ids()
    assert batch.observations is not None and (batch.observations[number] == twin.observation()).all()
    assert (batch.seats[number], batch.turns[number]) == (twin.seat, twin.turn)


@pytest.mark.parametrize("game", games())
def test_every_game_is_played_as_a_single_one_plays_it(game: str) -> None:
    """All formats and options, with dice and lots: ids from the batch drive plain Python games, move for move."""
    for choice in choices_of(games()[game]):
        batch = Games(choice, count=2, seed=5, max_turns=4, threads=1)
        twins = [twin_of(batch, number) for number in range(2)]
        for _ in range(7):
            for number, twin in enumerate(twins):
                same(batch, number, twin)
            # `step` may overwrite the sampled ids.
            actions = batch.sample_actions().copy()
            batch.step(actions)
            for number, twin in enumerate(twins):
                twin.play(int(actions[number]))
                assert batch.terminated[number] == twin.terminated and batch.truncated[number] == twin.truncated
                assert batch.rewards[number].tolist() == np.array(twin.rewards(), np.float32).tolist(), label(choice)
                if twin.is_over:
                    assert batch.final_observations is not None
                    assert (batch.final_observations[number] == twin.observation()).all()
                    assert batch.episode_turns[number] == twin.turn - 1
                    twins[number] = twin_of(batch, number)


@pytest.mark.parametrize(
    "choice",
    [
        choose("gobang", players=4, teams=True),
        choose("captive-2", players=3),
        choose("solitaire"),
        choose("star-rakado", players=3),
        choose("tippy", players=3),
        choose("cat-and-mouse", scatter=True),
    ],
    ids=lambda choice: choice.game,
)
def test_games_are_played_to_their_end_as_single_ones(choice: Choice) -> None:
    batch = Games(choice, count=1, seed=3, max_turns=None, observations=True)
    twin, ends = twin_of(batch, 0), 0
    for _ in range(2000):
        actions = batch.sample_actions().copy()
        batch.step(actions)
        twin.play(int(actions[0]))
        if twin.is_over:
            assert batch.terminated[0] and batch.rewards[0].tolist() == np.array(twin.rewards(), np.float32).tolist()
            twin, ends = twin_of(batch, 0), ends + 1
            if ends == 2:
                return
        assert batch.legal_ids(0) == twin.legal_ids()
    assert ends or choice.game == "cat-and-mouse"


@pytest.mark.parametrize("game", ["star", "dice", "rakado", "gobang"])
def test_positions_follow_the_texts_of_the_ids(game: str) -> None:
    batch = Games(game, count=2, seed=8)
    positions = [Position(batch.choice, dice=batch.dice(number)) for number in range(2)]
    for _ in range(25):
        actions = batch.sample_actions().copy()
        batch.step(actions)
        for number, position in enumerate(positions):
            position.push(batch.actions.text(int(actions[number])))
            assert position.text() == batch.position(number).text()


def trajectory(steps: int, **settings: Any) -> list[bytes]:
    batch = Games(settings.pop("game", "star"), seed=9, max_turns=20, **{"count": 200, **settings})
    found: list[bytes] = []
    for _ in range(steps):
        actions = batch.sample_actions()
        found.append(actions[:128].tobytes())
        step = batch.step(actions)
        assert step.masks is not None and step.observations is not None
        parts = (step.masks, step.observations, step.seats, step.rewards, step.terminated, step.truncated)
        found += [part[:128].tobytes() for part in parts]
    return found


@pytest.mark.parametrize("game", ["star", "star-rakado"])
def test_games_are_the_same_whatever_the_threads_and_their_number(game: str) -> None:
    first = trajectory(25, game=game, threads=1)
    assert trajectory(25, game=game, threads=2) == first
    assert trajectory(25, game=game, threads=3) == first
    assert trajectory(25, game=game, threads=1, count=128) == first
    assert len(set(first)) > 25


def test_games_of_other_seeds_and_episodes_differ() -> None:
    batch = Games("rakado", count=64, seed=1)
    rolls = {tuple(batch.dice(number).value(at) for at in range(12)) for number in range(64)}
    assert len(rolls) == 64
    before = batch.dice(0).value
    batch.reset()
    assert [batch.dice(0).value(at) for at in range(12)] != [before(at) for at in range(12)]
    other = Games("rakado", count=1, seed=2)
    assert [other.dice(0).value(at) for at in range(12)] not in [list(roll) for roll in rolls]


def test_every_die_shows_every_number_about_as_often() -> None:
    batch = Games("rakado", count=100, seed=1)
    values = np.bincount([batch.dice(number).value(at) for number in range(100) for at in range(60)], minlength=7)
    # 6000 throws: 1000 of each, with a standard deviation of 29.
    assert values[0] == 0 and (abs(values[1:] - 1000) < 150).all()


def test_samples_are_uniform_over_the_legal_ids() -> None:
    batch = Games("star", **SMALL, count=200, seed=1, observations=False)
    counts = dict.fromkeys(batch.legal_ids(0), 0)
    for _ in range(50):
        for number in batch.sample_actions().tolist():
            counts[number] += 1
    # 14 moves at the start, 10000 draws: 714 of each, with a standard deviation of 26.
    assert len(counts) == 14 and all(abs(count - 10000 / 14) < 150 for count in counts.values())


def test_a_finished_game_begins_anew_in_the_same_step() -> None:
    batch = Games("quick", count=3, seed=1, max_turns=2)
    start = batch.observations[0].copy()  # type: ignore[index]
    batch.step(batch.sample_actions())
    assert not batch.truncated.any() and (batch.turns == 2).all()
    batch.step(batch.sample_actions())
    assert batch.truncated.all() and not batch.terminated.any() and not batch.rewards.any()
    assert (batch.turns == 1).all() and (batch.episode_turns == 2).all() and (batch.seats == 0).all()
    assert (batch.observations == start).all() and (batch.final_observations != start).any()
    batch.step(batch.sample_actions())
    assert not batch.truncated.any()


def test_without_automatic_reset_a_finished_game_waits() -> None:
    batch = Games("quick", count=3, seed=1, max_turns=1, auto_reset=False)
    batch.step(batch.sample_actions())
    assert batch.truncated.all() and batch.sample_actions().tolist() == [-1] * 3 and not batch.masks.any()  # type: ignore[union-attr]
    with pytest.raises(ValueError, match=r"game 0 is over: reset it, or give it the action -1 \(not 5\)"):
        batch.step([5, -1, -1])
    batch.reset(np.array([False, True, False]))
    assert batch.truncated.tolist() == [True, False, True] and batch.turns.tolist() == [2, 1, 2]
    assert (batch.masks.sum(1) > 0).tolist() == [False, True, False]  # type: ignore[union-attr]
    with pytest.raises(ValueError, match=r"action id -1 of game 1 does not exist"):
        batch.step([-1, -1, -1])
    batch.step(batch.sample_actions())
    assert batch.truncated.all()


def test_a_step_is_played_everywhere_or_nowhere() -> None:
    batch = Games("star", **SMALL, count=300, seed=1, threads=3)
    masks, seen = batch.masks.copy(), batch.observations.copy()  # type: ignore[union-attr]
    for bad, message in (
        (0, r"action id 0 of game 299 \(a1-a1\) is not legal now"),
        (14642, "action id 14642 of game 299 does not exist: ids go from 0 to 14641"),
        (-1, "action id -1 of game 299 does not exist"),
        (2**62, "does not exist"),
    ):
        actions = batch.sample_actions().copy()
        actions[299] = bad
        with pytest.raises(ValueError, match=message):
            batch.step(actions)
        assert (batch.masks == masks).all() and (batch.observations == seen).all() and (batch.turns == 1).all()
    # Of several the first is named, in whichever thread it is.
    actions = np.full(300, 0)
    with pytest.raises(ValueError, match="of game 0 "):
        batch.step(actions)


def test_ids_that_were_written_over_the_sampled_ones_are_checked() -> None:
    batch = Games("star", **SMALL, count=2, seed=1)
    actions = batch.sample_actions()
    actions[1] = 0
    with pytest.raises(ValueError, match="of game 1 "):
        batch.step(actions)


@pytest.mark.parametrize("game", ["star", "captive-2", "cat-and-mouse"])
def test_packed_masks_say_the_same(game: str) -> None:
    plain = Games(game, count=2, seed=4)
    packed = Games(game, count=2, seed=4, masks="bits", observations=False)
    for _ in range(30):
        bits = np.unpackbits(packed.masks, axis=1, count=plain.actions.size, bitorder="little")  # type: ignore[arg-type]
        assert (bits == plain.masks).all()
        assert plain.sample_actions().tolist() == packed.sample_actions().tolist()
        plain.step(plain.sample_actions())
        packed.step(packed.sample_actions())


def test_what_is_not_wanted_is_left_out() -> None:
    batch = Games("star", **SMALL, count=4, seed=1, masks=None, observations=False)
    assert batch.masks is None and batch.observations is None and batch.final_observations is None
    step = batch.step(batch.sample_actions())
    assert step.masks is None and step.observations is None and (step.seats == 1).all()


def test_the_absolute_view_is_that_of_the_first_seat() -> None:
    batch = Games("star", **SMALL, count=1, seed=1, view="absolute")
    twin = twin_of(batch, 0)
    for _ in range(5):
        assert (batch.observations[0] == twin.observation(0)).all()  # type: ignore[index]
        actions = batch.sample_actions().copy()
        batch.step(actions)
        twin.play(int(actions[0]))


def test_who_begins_can_be_drawn_by_lot() -> None:
    batch = Games("star", players=6, first="lot", count=200, seed=1, threads=2)
    assert set(batch.seats.tolist()) == set(range(6))
    before = batch.seats.copy()
    batch.reset()
    assert (batch.seats != before).any()
    batch.reset(seed=1)
    assert (batch.seats == before).all()
    assert Games("star", players=6, first="C", count=1).seats.tolist() == [2]


def test_a_new_seed_begins_everything_anew() -> None:
    batch = Games("rakado", count=5, seed=1)
    first = [batch.sample_actions().tolist()]
    for _ in range(5):
        batch.step(batch.sample_actions())
    batch.reset(seed=1)
    assert [batch.sample_actions().tolist()] == first and (batch.turns == 1).all()
    with pytest.raises(ValueError, match="leave out the mask"):
        batch.reset(np.ones(5, bool), seed=2)


def test_one_game_can_be_looked_at_as_a_position() -> None:
    batch = Games("dice", count=3, seed=1)
    for _ in range(5):
        batch.step(batch.sample_actions())
    position = batch.position(2)
    assert isinstance(position, Position) and position.turn_number == batch.turns[2]
    assert sorted({batch.actions.id(move) for move in position.state.legal()}) == batch.legal_ids(2)
    position.push_action(random.Random(1).choice(list(position.state.legal())))
    assert position.text() != batch.position(2).text()


def test_arrays_are_taken_by_others_without_a_copy() -> None:
    batch = Games("quick", count=2, seed=1)
    for array in (batch.masks, batch.observations, batch.rewards, batch.seats, batch.turns, batch.terminated):
        assert array is not None
        taken = np.from_dlpack(array)  # type: ignore[arg-type]
        assert taken.shape == array.shape and np.shares_memory(taken, array)
    torch = sys.modules.get("torch") or pytest.importorskip("torch", reason="PyTorch is not installed")
    assert torch.from_dlpack(batch.masks).data_ptr() == batch.masks.ctypes.data  # type: ignore[union-attr]


def test_arrays_stay_the_same() -> None:
    batch = Games("quick", count=2, seed=1)
    arrays = [array.ctypes.data for array in batch.step(batch.sample_actions()) if array is not None]
    assert [array.ctypes.data for array in batch.step(batch.sample_actions()) if array is not None] == arrays
    assert [array.ctypes.data for array in batch.reset() if array is not None] == arrays


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint16, np.uint64])
def test_actions_may_be_any_whole_numbers(kind: Any) -> None:
    batch = Games("solitaire", count=2, seed=1)
    # 33 cells: the first moves lead from row 2 or 6, or from the middle row, to the centre.
    number = batch.legal_ids(0)[0] if kind is not np.int8 else None
    actions = np.array([number, number] if number is not None else [0, 0], kind)
    if number is None:
        with pytest.raises(ValueError, match="not legal now"):
            batch.step(actions)
    else:
        batch.step(actions.tolist())
        batch.reset()
        batch.step(actions)


def test_bad_input_is_refused_before_anything_changes() -> None:
    batch = Games("quick", count=3, seed=1)
    for actions, error, message in (
        ([0, 0], ValueError, r"shape \(3,\), not \(2,\)"),
        (np.zeros((3, 1), int), ValueError, r"shape \(3,\), not \(3, 1\)"),
        ([0.0, 1.0, 2.0], TypeError, "whole numbers, not float64"),
        ([True, False, True], TypeError, "whole numbers, not bool"),
        (["a", "b", "c"], TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
    ):
        with pytest.raises(error, match=message):
            batch.step(actions)
    assert (batch.turns == 1).all()
    for mask in ([1, 0, 1], [True], np.ones((3, 3), bool)):
        with pytest.raises(ValueError, match="array of 3 booleans"):
            batch.reset(mask)
    for number, error in ((3, ValueError), (-1, ValueError), ("a", TypeError)):
        with pytest.raises(error, match="game is"):
            batch.legal_ids(number)  # type: ignore[arg-type]
    for settings, error, message in (
        ({"count": 0}, ValueError, "count is at least 1, not 0"),
        ({"count": -3}, ValueError, "count is at least 1"),
        ({"count": 2.0}, TypeError, "count is a whole number, not float"),
        ({"count": True}, TypeError, "count is a whole number"),
        ({"threads": 0}, ValueError, "threads is from 1"),
        ({"max_turns": 0}, ValueError, "max_turns is from 1"),
        ({"max_turns": 2**31}, ValueError, "max_turns is from 1"),
        ({"seed": -1}, ValueError, "seed is from 0"),
        ({"seed": 2**64}, ValueError, "seed is from 0"),
        ({"seed": "x"}, TypeError, "seed is a whole number, not str"),
        ({"masks": "words"}, ValueError, "masks are 'bytes', 'bits' or None"),
        ({"view": "mine"}, ValueError, "view is 'seat' or 'absolute'"),
    ):
        with pytest.raises(error, match=message):
            Games("quick", **{"count": 1, **settings})
    with pytest.raises(TypeError, match="count"):
        Games("quick")  # type: ignore[call-arg]
