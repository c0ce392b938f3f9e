"""Searches, bounds and improvements agree with brute force where that settles everything."""

import random
from math import comb

import pytest

from halma.kernel.fast.compile import compiled
from halma.play import Position
from halma.puzzles.bounds import lower_bound
from halma.puzzles.compiled import native
from halma.puzzles.par import pars, record_of
from halma.puzzles.placements import TooManyPlacementsError, complete
from halma.puzzles.search import BeamSettings, beam, compiled_task, exact, improve, plain_exact
from halma.puzzles.task import NoPuzzleError, Task
from tests.puzzles.conftest import needs_compiler
from tests.puzzles.small import brute_force, corner_task, naive_moves

pytestmark = needs_compiler
SMALL = [(4, (2, 1)), (5, (2, 1)), (4, (2, 2)), (6, (1,)), (5, (2,))]


def never() -> bool:
    return False


def plays(task: Task, line) -> bool:
    """Whether a line is made of legal moves and ends on a goal."""
    pieces = task.start
    for origin, target in line:
        after = pieces - {origin} | {target}
        if origin not in pieces or after not in naive_moves(task, pieces):
            return False
        pieces = after
    return any(goal <= pieces for goal in task.goals)


@pytest.mark.parametrize(("size", "rows"), SMALL)
@pytest.mark.parametrize("keeps", [True, False])
def test_the_search_from_both_ends_finds_the_shortest_solution(size, rows, keeps):
    task = corner_task(size, rows, keeps=keeps)
    best = brute_force(task)
    found = exact(task, 30)
    assert found.line is not None and len(found.line) == found.bound == best
    assert plays(task, found.line)


@pytest.mark.parametrize(("size", "rows"), SMALL)
def test_small_cases_are_solved_without_a_compiler_too(size, rows):
    task = corner_task(size, rows)
    best = brute_force(task)
    assert best is not None
    found = plain_exact(task, 30, most=100_000, stop=never)
    assert found.line is not None and len(found.line) == found.bound == best and plays(task, found.line)
    assert plain_exact(task, best - 1, most=100_000, stop=never).bound == best


@pytest.mark.parametrize(("size", "rows"), SMALL)
def test_what_the_search_rules_out_does_not_exist(size, rows):
    task = corner_task(size, rows)
    best = brute_force(task)
    assert best is not None
    for limit in range(best):
        found = exact(task, limit)
        assert found.line is None and found.bound == limit + 1


@pytest.mark.parametrize(("size", "rows"), SMALL)
def test_bounds_by_counting_never_exceed_the_truth(size, rows):
    task = corner_task(size, rows)
    chance = random.Random(size)
    for _ in range(12):
        best = brute_force(task)
        bound, _ = lower_bound(task)
        assert best is None or bound <= best
        following = sorted(naive_moves(task, task.start), key=sorted)
        if not following:
            break
        pieces = chance.choice(following)
        task = task.between(pieces, task.goals[0])


@pytest.mark.parametrize(("size", "rows"), SMALL)
@pytest.mark.parametrize("meets", [True, False])
def test_a_beam_that_drops_nothing_is_exact(size, rows, meets):
    task = corner_task(size, rows)
    line = beam(task, BeamSettings(100_000, meets=meets), 40, never)
    assert line is not None and plays(task, line)
    assert len(line) == brute_force(task)


@pytest.mark.parametrize("pieces", [6, 10])
def test_narrow_beams_find_legal_solutions_and_windows_keep_them_legal(pieces):
    position = Position("star-highscore", pieces=pieces)
    task = Task.of(position)
    line = beam(task, BeamSettings(30), 80, never)
    assert line is not None and plays(task, line)
    better = improve(task, line, most=20_000, longest=6, stop=never, tell=lambda _: None)
    assert len(better) <= len(line) and plays(task, better)
    names = position.board.names
    for origin, target in better:
        position.push(f"{names[origin]}-{names[target]}")
    assert str(position.outcome()) == "A=1 solved"


def test_a_meeting_in_the_middle_is_a_legal_solution():
    position = Position("star-highscore", pieces=10)
    task = Task.of(position)
    line = beam(task, BeamSettings(3_000, meets=True), 40, never)
    assert line is not None and plays(task, line)


@pytest.mark.parametrize("game", ["marked", "meeting-point", "connection-solo"])
def test_every_kind_of_goal_is_reached(game):
    position = Position(game, players=1)
    task = Task.of(position)
    lines = (
        beam(task.between(task.start, goal, task.mark, task.mark_goal), BeamSettings(300), 150, never)
        for goal in task.goals
    )
    names = position.board.names
    line = next(line for line in lines if line is not None)
    for origin, target in line:
        position.push(f"{names[origin]}-{names[target]}")
    outcome = position.outcome()
    assert outcome is not None and outcome.winners == ("A",)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("highscore", {}),
        ("highscore", {"pieces": 13}),
        ("star-highscore", {}),
        ("marked", {"players": 1}),
        ("meeting-point", {}),
        ("connection-solo", {}),
    ],
)
def test_a_task_moves_as_the_rules_do(game, options):
    position = Position(game, **options)
    chance = random.Random(game)
    for _ in range(25):
        task = Task.of(position)
        mine = list(task.moves(task.start))
        searched = compiled_task(task).moves()
        assert len(searched) == len(mine) == len(position.legal_moves)
        assert set(mine) == set(searched) == {(one.origin, one.target) for one in position.state.legal()}
        position.push(chance.choice(list(position.legal_moves)))


def test_a_task_keeps_pieces_in_the_target_as_the_rules_do():
    record = record_of(next(par for par in pars() if par.id == "star-highscore-6"))
    assert record is not None
    for position in record.positions():
        task = Task.of(position)
        legal = {(one.origin, one.target) for one in position.state.legal()}
        if not position.is_over:
            assert set(task.moves(task.start)) == set(compiled_task(task).moves()) == legal
    assert task.keep & task.start == task.keep


def test_only_games_of_steps_and_plain_hops_are_compiled():
    game = native().Game
    for other in ("solitaire", "star-super", "rakado"):
        with pytest.raises(ValueError, match="plain hops"):
            game(compiled(Position(other).rules))
    numbers = compiled(Position("highscore").rules)
    for spoilt in (b"", numbers[:-4], numbers[:-1], b"\0" * len(numbers)):
        with pytest.raises(ValueError, match="halma: "):
            game(spoilt)
    with pytest.raises(ValueError, match="solitaire"):
        native().Solitaire(numbers)


def test_a_compiled_task_refuses_what_is_not_on_its_board():
    task = Task.of(Position("star-highscore", pieces=6))
    whole, board = compiled_task(task), range(len(task.board))
    game = native().Game(compiled(task.rules))
    goal = sorted(task.goals[0])
    with pytest.raises(ValueError, match="no such cell"):
        native().Task(game, [len(task.board)], -1, [goal], -1, [], [], [], 1)
    with pytest.raises(ValueError, match="goal"):
        native().Task(game, [0], -1, [], -1, [], [], [], 1)
    with pytest.raises(ValueError, match="marked"):
        native().Task(game, [0], 0, [[1]], -1, [], [], [], 1)
    with pytest.raises(ValueError, match="more or fewer cells"):
        native().Task(game, [0], -1, [[1]], -1, [], [], [1, 2], 1)
    weights = [0] * len(task.board)
    for mirror, words in ((board[:-1], "more or fewer"), ([0] * len(board), "same image")):
        with pytest.raises(ValueError, match=words):
            native().Prices(whole, weights, weights, 0, 0, 0, list(mirror))
        with pytest.raises(ValueError, match=words):
            native().CensusMoves(whole, list(mirror), list(board), weights, 0, 1, 10)
    with pytest.raises(ValueError, match="outside"):
        native().Placements(whole, goal)


@pytest.mark.parametrize("game", ["halma", "solitaire", "retour", "gobang"])
def test_what_is_no_puzzle_of_this_kind_is_refused(game):
    with pytest.raises(NoPuzzleError):
        Task.of(Position(game))


def test_the_puzzle_read_backwards_is_the_same_puzzle_turned():
    for game, pieces in (("highscore", 19), ("highscore", 13), ("highscore", 15), ("star-highscore", 6)):
        task = Task.of(Position(game, pieces=pieces))
        assert len(task.turns) == len(task.mirrors) == 2


@pytest.mark.parametrize(("size", "rows"), [(4, (2, 1)), (5, (2, 1)), (6, (1,)), (5, (2,))])
def test_every_placement_is_counted_by_its_distance(size, rows):
    task = corner_task(size, rows, keeps=False)
    level, seen, counts = {task.start}, {task.start}, [1]
    while level := {after for pieces in level for after in naive_moves(task, pieces)} - seen:
        seen |= level
        counts.append(len(level))
    search = native().Placements(compiled_task(task), range(len(task.board)))
    while search.extend(never):
        pass
    assert search.counts == counts and search.goal_depth == brute_force(task)
    assert search.total == comb(size * size, len(task.start))


def test_six_pieces_on_the_star_have_as_many_placements_as_six_of_81_points():
    told: list[int] = []
    found = complete(Position("star-highscore", pieces=6), lambda: len(told) > 4, lambda _, count: told.append(count))
    assert found.total == comb(81, 6) == 324_540_216 and not found.finished and found.goal is None
    # The first level is also the number of legal moves.
    assert told[:2] == [1, len(Position("star-highscore", pieces=6).legal_moves)]
    with pytest.raises(TooManyPlacementsError):
        complete(Position("star-highscore"), never, lambda *_: None)


def mixed(value: int) -> int:
    """The digest of one position, as certificates have it."""
    for _ in range(2):
        value = (value ^ value >> 32) * 0xD6E8FEB86659FD93 % 2**64
    return value ^ value >> 32


def test_a_census_lists_every_position_once_with_its_mirror_image():
    """Levels and digests by trying everything: what certificates of earlier versions say stays true."""
    task = Task.of(Position("star-highscore", pieces=6)).free()
    mirror, turn = task.mirror, task.turns[0]
    assert mirror is not None

    def number(pieces: frozenset[int]) -> int:
        images = (sorted(pieces), sorted(mirror[cell] for cell in pieces))
        return min(int("".join(f"{cell + 1:07b}" for cell in image), 2) for image in images)

    cells = range(len(task.board))
    moves = native().CensusMoves(compiled_task(task), mirror, turn, [0] * len(cells), 0, 1, 100)
    census = native().Census(moves, 2)
    level, seen = {number(task.start): task.start}, set[int]()
    for depth in range(4):
        assert census.size(depth) == len(level) and census.digest(depth) == sum(map(mixed, level)) % 2**64
        seen |= set(level)
        following = {number(after): after for pieces in level.values() for after in naive_moves(task, pieces)}
        level = {key: pieces for key, pieces in following.items() if key not in seen}
        assert census.extend(never) and census.depth == depth + 1
    assert not census.meets(3)
