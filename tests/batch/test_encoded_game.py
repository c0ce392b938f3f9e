"""One game played by ids: every legal move can be reached, and what is seen is what the rules say."""

import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

from halma.batch import EncodedGame, OpenCapture, cell_grid
from halma.boards import square_board, star_board
from halma.boards.chequered import LARGE_COURT, corner_court
from halma.games import Choice, games
from halma.kernel import Action, ActionKind, fast, use_kernel
from halma.play import GivenDice, Position
from tests.variants import choices_of, label

# Games in which moves with the same ends can capture different pieces.
CAPTURING = ("captive-2", "solitaire", "cat-and-mouse")


def walks(game: str, turns: int) -> Iterator[tuple[EncodedGame, random.Random, Choice]]:
    """Games in all formats, as they stand after each of some random actions."""
    for choice in choices_of(games()[game]):
        encoded, chance = EncodedGame(choice, seed=label(choice)), random.Random(label(choice))
        for _ in range(turns):
            if encoded.is_over:
                break
            yield encoded, chance, choice
            encoded.play(chance.choice(encoded.legal_ids()))


def played(encoded: EncodedGame, ids: tuple[int, ...]) -> EncodedGame:
    twin = encoded.copy()
    for number in ids:
        assert number in twin.legal_ids()
        twin.play(number)
    assert twin.open_capture is None
    return twin


@pytest.mark.parametrize("game", games())
def test_every_legal_move_has_one_sequence_of_ids(game: str) -> None:
    for encoded, chance, choice in walks(game, 40 if game in CAPTURING else 6):
        if encoded.open_capture is not None:
            continue
        moves = encoded.state.legal()
        sequences = {encoded.ids_of(move) for move in moves}
        assert len(sequences) == len(moves) and {ids[0] for ids in sequences} == set(encoded.legal_ids())
        # One of them is played, and with dice that show the same it leads where the move leads.
        move = chance.choice(moves)
        position = Position.of_state(choice, encoded.state.copy())
        position.push_action(move)
        encoded.dice, dice = None, encoded.dice
        twin = played(encoded, encoded.ids_of(move))
        encoded.dice = dice
        assert twin.state.now == position.state.now and twin.state.contents() == position.state.contents()


def test_moves_with_the_same_ends_are_told_apart_by_their_captures() -> None:
    # Hops from a to b over different pieces, as captive-2 has them: (2, 5), (2, 7), (2, 5, 9).
    moves = [Action(ActionKind.HOP, 1, 8, captured) for captured in ((2, 5), (2, 7), (2, 5, 9))]
    first = OpenCapture(tuple(moves))
    assert (first.origin, first.target, first.decided, first.asked) == (1, 8, {2}, 5)
    assert first.answered(take=False) == (moves[1],)
    second = OpenCapture(first.answered(take=True))
    assert (second.decided, second.asked) == ({2, 5}, 9)
    assert second.answered(take=True) == (moves[2],) and second.answered(take=False) == (moves[0],)


def ambiguous() -> EncodedGame:
    """A game of captive-2 in which some moves share their ends."""
    for encoded, _, _ in walks("captive-2", 40):
        if encoded.open_capture is None and len(encoded.legal_ids()) < len(encoded.state.legal()):
            return encoded.copy()
    raise AssertionError("no such position was found")


def test_an_open_capture_is_a_decision_of_the_same_seat() -> None:
    encoded = ambiguous()
    seat, turn, board = encoded.seat, encoded.turn, encoded.state.contents()
    shared = next(ids for move in encoded.state.legal() if len(ids := encoded.ids_of(move)) > 1)
    encoded.play(shared[0])
    assert (encoded.seat, encoded.turn, encoded.state.contents()) == (seat, turn, board)
    undecided = encoded.open_capture
    assert undecided is not None
    names = encoded.rules.board.names
    assert [encoded.actions.text(number) for number in encoded.legal_ids()] == [".", f"x{names[undecided.asked]}"]
    planes = dict(zip(encoded.planes, encoded.observation(), strict=True))
    assert np.flatnonzero(planes["open capture: origin"]).tolist() == [undecided.origin]
    assert np.flatnonzero(planes["open capture: target"]).tolist() == [undecided.target]
    assert np.flatnonzero(planes["open capture: decided"]).tolist() == sorted(undecided.decided)
    assert np.flatnonzero(planes["open capture: asked"]).tolist() == [undecided.asked]
    with pytest.raises(ValueError, match="still to be decided"):
        encoded.ids_of(undecided.moves[0])
    for number in shared[1:]:
        encoded.play(number)
    assert encoded.open_capture is None and encoded.turn == turn + 1


@pytest.mark.parametrize("game", games())
def test_masks_and_observations_hold_what_they_should(game: str) -> None:
    for encoded, _, _ in walks(game, 3):
        mask = encoded.mask()
        assert mask.dtype == np.uint8 and np.flatnonzero(mask).tolist() == encoded.legal_ids()
        for seat in range(encoded.seats):
            seen = encoded.observation(seat)
            assert seen.shape == (len(encoded.planes), len(encoded.rules.board)) and seen.dtype == np.float32
            assert seen.min() >= 0 and seen.max() <= 1
        assert len(set(encoded.planes)) == len(encoded.planes)


@pytest.mark.skipif(not fast.available, reason="compares both kernels")
@pytest.mark.parametrize("game", games())
def test_both_kernels_are_seen_alike(game: str) -> None:
    choice = games()[game].choose()
    found: dict[str, list[bytes]] = {}
    try:
        for kernel in ("reference", "fast"):
            use_kernel(kernel)
            encoded, chance, seen = EncodedGame(choice, seed=1), random.Random(1), list[bytes]()
            for _ in range(12):
                seen += [encoded.mask().tobytes(), encoded.observation().tobytes()]
                if encoded.is_over:
                    break
                encoded.play(chance.choice(encoded.legal_ids()))
            found[kernel] = seen
    finally:
        use_kernel(None)
    assert found["reference"] == found["fast"]


def planes_of(encoded: EncodedGame, seat: int | None = None) -> dict[str, np.ndarray]:
    return dict(zip(encoded.planes, encoded.observation(seat), strict=True))


def test_pieces_homes_and_goals_are_seen_from_the_seat_that_looks() -> None:
    encoded, board = EncodedGame("halma"), square_board()
    courts = [sorted(corner_court(board, corner, LARGE_COURT)) for corner in (0, 2)]
    for seat in range(2):
        planes = planes_of(encoded, seat)
        own, other = courts[seat], courts[1 - seat]
        assert np.flatnonzero(planes["pieces +0"]).tolist() == np.flatnonzero(planes["home +0"]).tolist() == own
        assert np.flatnonzero(planes["pieces +1"]).tolist() == np.flatnonzero(planes["goal +0"]).tolist() == other
        assert (planes["acts +0"] == (seat == 0)).all() and (planes["acts +1"] == (seat == 1)).all()
        assert (planes["seat"] == seat).all()
        assert (planes["turn"] == np.float32(1 / 1000)).all()


def test_counters_are_seen_as_shares_of_what_ends_the_game() -> None:
    encoded = EncodedGame("star", players=2, pieces=10)
    # A steps forward and back again, B as well: the start occurs for the second time.
    for text in ("d1-e5", "n1-m5", "e5-d1", "m5-n1"):
        encoded.play(encoded.actions.id(text))
    planes = planes_of(encoded, 0)
    assert (planes["repeated"] == 0.5).all()
    # Clause 2.20: 50 own turns without a new best; the first turn of each was a new best, the second was not.
    assert (planes["turns without progress +0"] == np.float32(1 / 50)).all()
    # 10 pieces: 0 + 2 * 1 + 3 * 2 + 4 * 3 rows from the tip now, one more at the best; 16 rows each are the most.
    assert (planes["advance +0"] == np.float32(20 / 160)).all()
    assert (planes["best advance +0"] == np.float32(21 / 160)).all()
    assert (planes["turn"] == np.float32(5 / 1000)).all()


def test_dice_are_seen() -> None:
    encoded = EncodedGame("dice", dice=GivenDice([2, 5]))
    planes = planes_of(encoded)
    shares = {"die 1": 2, "die 2": 5, "division 1: steps": 2, "division 1: hops": 5, "division 2: steps": 5}
    assert {name: round(float(planes[name][0]) * 6) for name in shares} == shares
    encoded.play(encoded.actions.id("e1-f1"))
    planes = planes_of(encoded)
    assert np.flatnonzero(planes["used pieces"]).tolist() == [square_board().index["f1"]]
    assert (planes["steps made"] == np.float32(1 / 6)).all() and (planes["hops made"] == 0).all()


def test_hands_are_seen() -> None:
    encoded = EncodedGame("cat-and-mouse")
    encoded.play(encoded.actions.id("@h8"))
    planes = planes_of(encoded, 1)
    # A has put one of two cats, B has 19 mice in hand, which is the most there can be.
    assert (planes["hand +1"] == np.float32(1 / 19)).all() and (planes["hand +0"] == 1).all()


def test_rolls_can_be_given_by_their_number() -> None:
    encoded = EncodedGame("dice", dice=None)
    assert encoded.needs_roll and not encoded.needs_lot and encoded.legal_ids() == []
    with pytest.raises(ValueError, match="chance has to decide first"):
        encoded.play(encoded.actions.id("e1-f1"))
    encoded.roll(encoded.actions.roll_id((3, 5)))
    assert encoded.state.now.roll == (3, 5) and encoded.legal_ids()
    with pytest.raises(ValueError, match="no dice to roll"):
        encoded.roll(0)
    with pytest.raises(ValueError, match="no lot"):
        encoded.lot([1])


def test_a_lot_can_be_given_by_its_cells() -> None:
    encoded = EncodedGame("cat-and-mouse", scatter=True, dice=None)
    for text in ("@h8", "@i9"):
        encoded.play(encoded.actions.id(text))
    assert encoded.needs_lot
    with pytest.raises(ValueError, match="no dice to roll"):
        encoded.roll(0)
    encoded.lot(range(19))
    assert not encoded.needs_lot and encoded.seat == 0 and sum(map(bool, encoded.state.contents()[:19])) == 19


def test_a_game_is_truncated_after_so_many_turns() -> None:
    encoded = EncodedGame("highscore", max_turns=3)
    chance = random.Random(1)
    for _ in range(3):
        assert not encoded.is_over
        encoded.play(chance.choice(encoded.legal_ids()))
    assert encoded.truncated and not encoded.terminated and encoded.is_over
    assert encoded.legal_ids() == [] and not encoded.mask().any() and encoded.rewards() == (0.0,)
    with pytest.raises(ValueError, match="the game is over"):
        encoded.play(0)


def test_the_rewards_of_a_finished_game_are_those_of_its_places() -> None:
    encoded, chance = EncodedGame("gobang", seed=1), random.Random(3)
    while not encoded.is_over:
        encoded.play(chance.choice(encoded.legal_ids()))
    result = encoded.state.now.result
    assert result is not None and encoded.terminated
    won = {(1, 2): (1.0, -1.0), (2, 1): (-1.0, 1.0), (1, 1): (0.0, 0.0)}
    assert encoded.rewards() == won[result.places]  # type: ignore[index]


def test_a_copy_is_independent() -> None:
    encoded = EncodedGame("star", players=3)
    twin = encoded.copy()
    twin.play(twin.legal_ids()[0])
    assert (encoded.turn, twin.turn) == (1, 2) and encoded.legal_ids() != twin.legal_ids()


def test_what_is_written_can_be_given() -> None:
    encoded = EncodedGame("star", players=2, pieces=10)
    mask, seen = np.full(14642, 7, np.uint8), np.full(encoded.observation_shape, 7, np.float32)
    assert encoded.mask(mask) is mask and encoded.observation(out=seen) is seen
    assert (mask == encoded.mask()).all() and (seen == encoded.observation()).all()


def test_bad_input_is_refused_with_what_was_expected() -> None:
    encoded = EncodedGame("star", players=2, pieces=10)
    before = encoded.state.now
    with pytest.raises(ValueError, match=r"action id 0 \(a1-a1\) is not legal now"):
        encoded.play(0)
    with pytest.raises(ValueError, match="ids go from 0 to 14641"):
        encoded.play(14642)
    with pytest.raises(ValueError, match="a1-b1 is not legal now"):
        encoded.ids_of(Action(ActionKind.STEP, 0, 1))
    with pytest.raises(ValueError, match="seats go from 0 to 1"):
        encoded.observation(2)
    with pytest.raises(ValueError, match=r"shape \(14642,\) and dtype uint8"):
        encoded.mask(np.zeros(3, np.uint8))
    with pytest.raises(ValueError, match="dtype float32"):
        encoded.observation(out=np.zeros(encoded.observation_shape))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="NumPy array"):
        encoded.mask([0] * 14642)  # type: ignore[arg-type]
    for limit in (0, -1, 2.5):
        with pytest.raises(ValueError, match="whole number from 1"):
            EncodedGame("star", max_turns=limit)  # type: ignore[arg-type]
    assert encoded.state.now == before


def test_the_first_player_can_be_drawn_by_lot() -> None:
    first = {EncodedGame("star", players=6, first="lot", seed=seed).seat for seed in range(20)}
    assert len(first) > 1


def test_the_grid_of_the_star_keeps_its_lines() -> None:
    board = star_board()
    shape, places = cell_grid(board)
    assert shape == (17, 17) and len(set(places)) == 121
    ways = {
        (places[near][0] - places[cell][0], places[near][1] - places[cell][1])
        for cell in range(121)
        for near in board.neighbours(cell)
    }
    assert ways == {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)}
    shape, places = cell_grid(square_board())
    assert shape == (16, 16) and places == tuple(divmod(cell, 16) for cell in range(256))


@pytest.mark.parametrize("game", games())
def test_a_stored_game_goes_on_as_it_would_have(game: str) -> None:
    """Also between two decisions about a capture, with dice and lots to come, and near the last turn."""
    choice = choices_of(games()[game])[-1]
    encoded, chance = EncodedGame(choice, seed=4, max_turns=20), random.Random(4)
    twin = pickle.loads(pickle.dumps(encoded))
    for _ in range(60):
        assert twin.position().text() == encoded.position().text() and twin.open_capture == encoded.open_capture
        assert (twin.observation() == encoded.observation()).all()
        assert twin.legal_ids() == encoded.legal_ids() and twin.is_over == encoded.is_over
        if encoded.is_over:
            break
        number = chance.choice(encoded.legal_ids())
        twin.play(number)
        encoded.play(number)
        twin = pickle.loads(pickle.dumps(twin))


@pytest.mark.parametrize("kernel", ["reference", "fast"] if fast.available else ["reference"])
def test_what_is_no_action_id_is_refused_in_the_same_words(kernel: str) -> None:
    try:
        use_kernel(kernel)
        encoded = EncodedGame("star", players=2, pieces=10, max_turns=1)
    finally:
        use_kernel(None)
    for number in (0, 14642, -1, 10**30):
        with pytest.raises(ValueError, match=f"action id {number}"):
            encoded.play(number)
    for number in (740.0, "740", None, np.array([740, 741])):
        with pytest.raises(TypeError, match=f"an action id is a whole number, not {type(number).__name__}"):
            encoded.play(number)  # pyright: ignore[reportArgumentType]
    encoded.play(np.int64(740))  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match=r"action id 740 \(d1-e5\) was given, but the game is over"):
        encoded.play(740)
    assert not encoded.mask().any() and encoded.truncated
