"""What the state of the fast kernel promises besides playing by the rules: it never crashes and never lies."""

from __future__ import annotations

import random
import signal
import struct
import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from halma.games import choose, games
from halma.kernel import PASS, Action, ActionKind, Phase, fast, reference
from halma.kernel.actions import Situation
from halma.rules import Ruleset, SplitDice

if fast.available:
    from halma.kernel.fast import _native  # pyright: ignore[reportMissingModuleSource]
    from halma.kernel.fast.compile import compiled

pytestmark = pytest.mark.skipif(not fast.available, reason=f"the fast kernel is not built: {fast.reason}")


def rules_of(game: str, **options: Any) -> Ruleset:
    choice = choose(game, **options)
    return games()[choice.game].ruleset(choice)


def wander(state: fast.State, dice: random.Random, plies: int) -> None:
    for _ in range(plies):
        if state.needs_roll:
            state.roll([dice.randint(1, 6) for _ in range(2 if isinstance(state.rules.dice, SplitDice) else 1)])
        elif state.is_over or not state.legal():
            return
        else:
            state.push(dice.choice(state.legal_sequence()))


# ---- the loop of a program ------------------------------------------------------------------------------


def test_a_loop_in_python_plays_a_game() -> None:
    state = fast.State(rules_of("star", players=2, pieces=10))
    dice = random.Random(1)
    while not state.is_over:
        state.push(dice.choice(state.legal_sequence()))
    assert state.now.result is not None


def test_the_sequence_has_the_legal_actions() -> None:
    state = fast.State(rules_of("halma"))
    moves = state.legal_sequence()
    assert tuple(moves) == state.legal() == moves[:]
    assert moves[-1] == state.legal()[-1] and moves[1:3] == state.legal()[1:3]
    assert isinstance(moves, Sequence) and moves[0] in moves and PASS not in moves
    assert moves.index(moves[3]) == 3 and moves.count(moves[3]) == 1
    assert tuple(reversed(moves)) == state.legal()[::-1]
    assert isinstance(moves[0], Action) and isinstance(moves[0].kind, ActionKind)
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(IndexError):
        moves[-len(moves) - 1]
    with pytest.raises(TypeError):
        moves["e2"]  # type: ignore[call-overload]


def test_the_sequence_outlives_the_position() -> None:
    state = fast.State(rules_of("solitaire"))
    moves = state.legal_sequence()
    before = tuple(moves)
    state.push(moves[0])
    del state
    assert tuple(moves) == before


# ---- what is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        PASS,
        Action(ActionKind.STEP, 0, 255),
        Action(ActionKind.STEP, 10**6, -(10**6)),
        Action(ActionKind.HUFF, target=3),
        Action(ActionKind.HOP, 0, 2, (1,)),
        Action(ActionKind.HOP, 0, 2, (999,)),
        Action(99, 0, 0),  # type: ignore[arg-type]
        Action(ActionKind.STEP, 2**80, 0),
        Action(ActionKind.STEP, "a1", 0),  # type: ignore[arg-type]
        Action(ActionKind.STEP, 0, 0, 7),  # type: ignore[arg-type]
        (1, 2),
        "e2-f3",
        None,
    ],
)
def test_what_is_no_legal_action_is_refused(action: Any) -> None:
    state = fast.State(rules_of("halma"))
    before = state.now
    with pytest.raises((ValueError, TypeError, OverflowError)):
        state.apply(action)
    assert state.now == before and state.depth == 0


def test_undo_at_the_start_is_refused() -> None:
    with pytest.raises(IndexError):
        fast.State(rules_of("halma")).undo()


@pytest.mark.parametrize(("game", "values"), [("halma", [1]), ("dice", [3]), ("dice", [0, 7]), ("rakado", [1, 2])])
def test_a_wrong_roll_is_refused(game: str, values: list[int]) -> None:
    state = fast.State(rules_of(game))
    before = state.now
    with pytest.raises(ValueError, match=r"dice|number"):
        state.roll(values)
    assert state.now == before and state.depth == 0


def test_a_second_roll_is_refused() -> None:
    state = fast.State(rules_of("dice"))
    state.roll([1, 2])
    with pytest.raises(ValueError, match="roll"):
        state.roll([1, 2])


def test_dice_games_are_counted_with_given_dice_only() -> None:
    with pytest.raises(ValueError, match="dice"):
        fast.State(rules_of("rakado")).perft(2)
    with pytest.raises(ValueError, match="dice"):
        fast.State(rules_of("rakado")).perft(2, [9])


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        fast.State(rules_of("halma"), seat)
    with pytest.raises(IndexError):
        fast.State(rules_of("halma")).pieces_home(seat)


@pytest.mark.filterwarnings("ignore:nanobind")
def test_a_state_that_was_never_begun_is_refused() -> None:
    with pytest.raises((TypeError, RuntimeError)):
        fast.State.__new__(fast.State).legal()


def test_moves_that_were_never_made_are_refused() -> None:
    moves = _native.Moves.__new__(_native.Moves)
    with pytest.raises(TypeError):
        len(moves)
    with pytest.raises(TypeError):
        moves[0]
    with pytest.raises(TypeError):
        list(moves)
    with pytest.raises(TypeError):
        _native.Moves()


@pytest.mark.parametrize("depth", [-1, 10**6])
def test_nobody_counts_too_deep(depth: int) -> None:
    with pytest.raises(ValueError, match="deep"):
        fast.State(rules_of("highscore")).perft(depth)


def test_long_calls_can_be_interrupted() -> None:
    state = fast.State(rules_of("meeting-point"))

    class StopError(Exception):
        pass

    def stop(*_: object) -> None:
        raise StopError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for call in (
            lambda: state.perft(9),
            lambda: state.random_turns(1, 10**12),
            lambda: state.random_playout(1, 10**12),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(StopError):
                call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_broken_tables_are_refused() -> None:
    numbers = compiled(rules_of("star"))
    words = list(struct.unpack(f"={len(numbers) // 4}i", numbers))
    dice = random.Random(2)
    refused = 0
    for _ in range(300):
        broken = list(words)
        match dice.randrange(3):
            case 0:
                broken = broken[: dice.randrange(len(broken))]
            case 1:
                broken[dice.randrange(len(broken))] = dice.choice((-2, -1, 0, 1, 255, 2**31 - 1, -(2**31)))
            case _:
                del broken[dice.randrange(len(broken))]
        try:
            rules = _native.Rules(struct.pack(f"={len(broken)}i", *broken))
        except ValueError:
            refused += 1
        else:
            # What is still a game can be played, whatever game that is.
            _native.State(rules, 0).random_turns(1, 200)
    assert refused > 200


SITUATION = Situation(seat=0, actor=0, hands=(0, 0), captured=(0, 0), lost=(0, 0), idle=(0, 0), best=(0, 0))


@pytest.mark.parametrize(
    "now",
    [
        SITUATION._replace(seat=2),
        SITUATION._replace(hands=(1, 1)),
        SITUATION._replace(hands=()),
        SITUATION._replace(out=(0, 1)),
        SITUATION._replace(out=(0,), finished=(0,)),
        SITUATION._replace(phase=Phase.HUFF),
        SITUATION._replace(phase=Phase.ROLL),
        SITUATION._replace(used=(1, 2, 3)),
        SITUATION._replace(used=tuple(range(100))),
        SITUATION._replace(huffable=(5000,)),
        SITUATION._replace(roll=(7,)),
    ],
)
def test_a_situation_that_cannot_be_is_refused(now: Situation) -> None:
    rules = rules_of("halma")
    with pytest.raises(ValueError, match="halma"):
        fast.State.resume(rules, [0] * 256, now)


def test_a_board_that_cannot_be_is_refused() -> None:
    rules = rules_of("halma")
    for board in ([0] * 255, [0] * 257, [3] * 256):
        with pytest.raises(ValueError, match="halma"):
            fast.State.resume(rules, board, SITUATION)


# ---- the same answers as the reference kernel -----------------------------------------------------------


@pytest.mark.parametrize("game", list(games()))
def test_copies_are_independent(game: str) -> None:
    state = fast.State(rules_of(game))
    wander(state, random.Random(3), 30)
    now, contents, depth = state.now, state.contents(), state.depth
    twin = state.copy()
    wander(twin, random.Random(4), 20)
    assert (state.now, state.contents(), state.depth) == (now, contents, depth)
    while twin.depth:
        twin.undo()
    assert twin.contents() == fast.State(rules_of(game)).contents()
    assert isinstance(twin, fast.State)


@pytest.mark.parametrize("game", list(games()))
def test_people_get_the_same_answers(game: str) -> None:
    rules = rules_of(game)
    dice = random.Random(5)
    for plies in (0, 7, 33):
        quick = fast.State(rules)
        wander(quick, dice, plies)
        slow = reference.State.resume(rules, quick.contents(), quick.now)
        cells = range(-1, len(rules.board) + 1)
        attempts = [
            Action(dice.choice(list(ActionKind)), dice.choice(range(len(rules.board))), dice.choice(cells))
            for _ in range(50)
        ]
        attempts = [attempt for attempt in attempts if attempt.target >= 0] + list(quick.legal()[:20])
        for attempt in attempts:
            assert quick.refusal(attempt) == slow.refusal(attempt)
            assert set(quick.matching(attempt)) == set(slow.matching(attempt))
        assert quick.duty() == slow.duty()
        for action in quick.legal()[:20]:
            assert quick.path(action) == slow.path(action)
        assert [quick.pieces_home(seat) for seat in range(rules.seats)] == [
            slow.pieces_home(seat) for seat in range(rules.seats)
        ]


@pytest.mark.parametrize("game", list(games()))
def test_resuming_changes_nothing(game: str) -> None:
    rules = rules_of(game)
    state = fast.State(rules)
    dice = random.Random(6)
    for _ in range(12):
        wander(state, dice, 5)
        again = fast.State.resume(rules, state.contents(), state.now)
        assert (again.now, again.contents()) == (state.now, state.contents())
        assert set(again.legal()) == set(state.legal())


# ---- long calls -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(games()))
def test_random_play_leaves_the_state_alone(game: str) -> None:
    state = fast.State(rules_of(game))
    now, contents = state.now, state.contents()
    turns, result = state.random_playout(7, 300)
    assert 0 < turns <= 300
    assert (turns == 300) or result is not None
    assert state.random_playout(7, 300) == (turns, result)
    assert state.random_turns(7, 500) == 500
    assert (state.now, state.contents(), state.depth) == (now, contents, 0)


@pytest.mark.parametrize(
    ("game", "plies"), [("star", 41), ("halma", 150), ("solitaire", 3), ("captive-2", 2), ("marked", 60)]
)
def test_random_play_chooses_evenly(game: str, plies: int) -> None:
    state = fast.State(rules_of(game))
    wander(state, random.Random(8), plies)
    each = 200
    counts = Counter(state.random_action(seed) for seed in range(each * len(state.legal())))
    assert set(counts) == set(state.legal())
    chi_squared = sum((count - each) ** 2 / each for count in counts.values())
    degrees = len(counts) - 1
    assert abs(chi_squared - degrees) < 5 * (2 * degrees) ** 0.5


def test_other_threads_run_meanwhile() -> None:
    state = fast.State(rules_of("halma"))
    done = threading.Event()

    def count() -> None:
        state.perft(4)
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    rounds = 0
    while not done.is_set():
        rounds += 1
        # The state is not disturbed by what is asked of it meanwhile.
        assert len(state.legal()) == 40
    thread.join()
    assert rounds > 1


@pytest.mark.parametrize("game", list(games()))
def test_the_machine_changes_nothing(game: str) -> None:
    """Without wide registers the same games are played."""
    numbers = compiled(rules_of(game))
    plain, usual = _native.Rules(numbers, portable=True), _native.Rules(numbers)
    assert not plain.is_wide and plain.has_lattice == usual.has_lattice
    one, other = _native.State(plain, 0), _native.State(usual, 0)
    for seed in range(20):
        assert one.random_playout(seed, 150) == other.random_playout(seed, 150)
    assert one.perft(2, (1,)) == other.perft(2, (1,)) if game not in ("dice", "gobang", "tippy") else True


# ---- rules that are easily got wrong --------------------------------------------------------------------


def test_marked_is_not_filled_up_without_the_mark_on_its_corner() -> None:
    """rules.md: the mark must stand on the target's corner for the win, under `fill` too."""
    rules = rules_of("marked", blocking="fill")
    board = [0] * len(rules.board)
    corner = rules.board.index["p16"]
    target = sorted(rules.kinds[0].target - {corner})
    letters = {kind.letter: code for code, kind in enumerate(rules.kinds, 1)}
    board[corner] = letters["A"]
    for cell in target[:12]:
        board[cell] = letters["A"]
    for cell in target[12:]:
        board[cell] = letters["B"]
    free = [cell for cell, content in enumerate(board) if not content]
    board[free[0]] = letters["a"]
    for cell in free[1:6]:
        board[cell] = letters["A"]
    for cell in free[20:32]:
        board[cell] = letters["B"]
    board[free[40]] = letters["b"]
    assert fast.State.resume(rules, board, SITUATION).now.result is None
    board[corner], board[free[0]] = board[free[0]], board[corner]
    assert fast.State.resume(rules, board, SITUATION).now.result is not None


def test_the_same_position_has_the_same_hash() -> None:
    state = fast.State(rules_of("halma"))
    start = state.hash
    wander(state, random.Random(9), 20)
    assert state.hash != start
    while state.depth:
        state.undo()
    assert state.hash == start and state.occurrences == 1
