"""What `think` promises of every game: a legal move, in time, and nothing changed."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from halma.engine import LEVELS, WIN, Limits, LimitsError, NothingToThinkError, Thought, think
from halma.games import games
from halma.kernel import REFERENCE, fast, use_kernel
from halma.play import Position

pytestmark = pytest.mark.skipif(not fast.available, reason="nothing was compiled")


def advanced(game: str, turns: int = 8) -> Position:
    """A position some turns into a game."""
    position = Position(game, seed=3)
    for number in range(turns):
        if position.is_over:
            break
        moves = sorted(position.state.legal())
        position.push_action(moves[(7 * number + 3) % len(moves)])
    return position


@pytest.mark.parametrize("game", games())
def test_every_game_gets_a_legal_move_and_keeps_its_position(game: str) -> None:
    position = advanced(game)
    before = position.copy()
    thought = think(position, Limits(nodes=2_000))
    assert thought.move in position.legal_moves
    assert position == before
    assert len(thought.scores) == len(thought.remaining) == len(position.seats)
    # The line can be played, as far as no dice come in between.
    twin = position.copy()
    twin.dice = None
    for move in thought.lines[0].moves:
        if twin.needs_roll or twin.is_over:
            break
        twin.push(move)


@pytest.mark.parametrize("game", games())
def test_hardly_anything_is_searched_after_the_time_is_up(game: str) -> None:
    """Whoever asks for no time at all gets a move after a few positions: so often is the clock looked at."""
    position = advanced(game, 4)
    thought = think(position, Limits(movetime=1e-6))
    assert thought.move in position.legal_moves
    assert thought.nodes < 1_000


def test_time_ends_a_search() -> None:
    # Without that limit it would go on for years.
    thought = think(Position("halma"), Limits(movetime=0.05, depth=100))
    assert 0 < thought.depth < 100


@pytest.mark.parametrize("game", ["halma", "star", "colour", "gobang", "star-rakado"])
def test_a_node_limit_gives_the_same_answer_again(game: str) -> None:
    first, second = (think(advanced(game), Limits(nodes=3_000), seed=5) for _ in range(2))
    assert (first.lines, first.nodes, first.depth) == (second.lines, second.nodes, second.depth)


def test_depth_is_a_limit_too() -> None:
    assert think(Position("star"), Limits(depth=2)).depth == 2


def test_several_lines_are_different_and_sorted() -> None:
    thought = think(Position("halma"), Limits(nodes=30_000, lines=4))
    assert len({line.moves[0] for line in thought.lines}) == 4
    scores = [line.scores[0] for line in thought.lines]
    assert scores == sorted(scores, reverse=True)
    assert all(line.scores[0] == -line.scores[1] for line in thought.lines)


def test_a_report_follows_every_depth() -> None:
    told: list[Thought] = []
    thought = think(Position("star"), Limits(depth=3), report=told.append)
    assert [one.depth for one in told] == [1, 2, 3]
    assert told[-1].lines == thought.lines


def test_somebody_can_stop_it() -> None:
    asked: list[None] = []

    def stop() -> bool:
        asked.append(None)
        return len(asked) > 2

    thought = think(Position("halma"), Limits(), stop=stop)
    assert len(asked) == 3
    assert thought.move in Position("halma").legal_moves


def test_an_interrupt_ends_it() -> None:
    def interrupt() -> bool:
        signal.raise_signal(signal.SIGINT)
        return False

    # Processes that a shell starts in the background ignore the signal, and hand that on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            think(Position("halma"), Limits(movetime=5), stop=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_only_move_is_answered_at_once() -> None:
    # B has to clear the own home, and the piece there has one way only.
    text = "1/2/3/4/13/12/11/10/AAAAA4/AAA7/BBBB7/BBBBB7/13/4/A2/A1/B B 1"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    assert position.legal_moves.texts() == ["q1-p2"]
    thought = think(position, Limits(movetime=20))
    assert (str(thought.move), thought.nodes) == ("q1-p2", 1)


def test_an_error_of_the_caller_comes_back() -> None:
    def report(_: Thought) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        think(Position("halma"), Limits(nodes=100_000), report=report)


def test_other_threads_go_on_meanwhile() -> None:
    begun, went_on = threading.Event(), threading.Event()

    def work() -> None:
        begun.wait()
        # Asleep when the search begins, so that it has to be woken up during it.
        time.sleep(0.02)
        went_on.set()

    other = threading.Thread(target=work)
    other.start()
    begun.set()
    think(Position("halma"), Limits(nodes=20_000_000))
    during = went_on.is_set()
    other.join()
    assert during


def test_several_threads_find_legal_moves() -> None:
    position = advanced("halma", 20)
    thought = think(position, Limits(nodes=5_000_000, threads=3))
    assert thought.move in position.legal_moves
    assert thought.depth > 1


def test_the_reference_kernel_gives_the_same_thoughts() -> None:
    quick = think(advanced("star"), Limits(nodes=3_000))
    try:
        use_kernel(REFERENCE)
        slow = think(advanced("star"), Limits(nodes=3_000))
    finally:
        use_kernel(None)
    assert quick.lines == slow.lines


def test_a_win_in_one_is_found() -> None:
    # All of A's pieces but one are home, and that one has a step to go.
    text = "1/2/3/4/13/12/11/10/BBBBB4/BBBBB5/11/12/4A8/1AAA/AAA/AA/A A 1"
    position = Position.from_board_text(text, "star", players=2, pieces=10)
    position.push(think(position, Limits(nodes=20_000)).move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A",)


def test_a_decided_game_says_so() -> None:
    assert WIN == 1_000_000
    position = Position("gobang")
    for cell in ("a1", "p16", "b1", "p14", "c1", "p12", "d1", "p10"):
        position.push(f"@{cell}")
    thought = think(position, Limits(nodes=5_000))
    assert str(thought.move) == "@e1"
    assert thought.scores[0] > WIN - 100


def test_nothing_to_think_about_is_refused() -> None:
    position = Position("dice", dice=None)
    with pytest.raises(NothingToThinkError):
        think(position, Limits(nodes=10))


@pytest.mark.parametrize("limits", [Limits(level=0), Limits(level=10), Limits(nodes=0), Limits(movetime=-1.0)])
def test_impossible_limits_are_refused(limits: Limits) -> None:
    with pytest.raises(LimitsError):
        think(Position("halma"), limits)


@pytest.mark.parametrize("level", LEVELS[:6])
def test_levels_play_the_same_everywhere(level: int) -> None:
    for game in ("halma", "star"):
        one, other = (think(advanced(game), Limits(level=level), seed=2) for _ in range(2))
        assert one.lines == other.lines
