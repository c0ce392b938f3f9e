"""Whole solutions, their records, proofs and checks."""

import json
from pathlib import Path

import pytest

from halma.play import Position, Record
from halma.puzzles.proof import proof_text
from halma.puzzles.search import BeamSettings, beam
from halma.puzzles.solve import SolveLimits, Solver, checkpoint_of, solve
from halma.puzzles.task import Task
from halma.puzzles.verify import ProofError, check_proof, check_record
from tests.puzzles.conftest import needs_compiler

pytestmark = needs_compiler
# Six pieces of the star, a few moves from their target.
NEARLY = "1/2/3/4/13/12/11/10/9/10/4A1A4/5A6/13/4/AA1/1A/1 A 1"


def played(position: Position, line) -> Position:
    names = position.board.names
    for origin, target in line:
        position.push(f"{names[origin]}-{names[target]}")
    return position


def nearly() -> Position:
    return Position.from_board_text(NEARLY, "star-highscore", pieces=6)


def test_a_small_position_is_solved_and_proven():
    solution = solve(nearly(), SolveLimits(seconds=3600))
    assert solution.optimal and solution.line is not None
    solved = played(nearly(), solution.line)
    assert str(solved.outcome()) == "A=1 solved"
    verdict = check_record(Record.of(solved))
    assert (verdict.moves, verdict.is_bound) == (solution.bound, False)
    assert check_proof(proof_text(nearly(), solution), full=True).checked


def test_a_proof_that_claims_too_much_is_refused():
    solution = solve(nearly(), SolveLimits(seconds=3600))
    for method in ("search", "counting"):
        claim = json.loads(proof_text(nearly(), solution))
        claim |= {"at-least": solution.bound + 1, "method": method}
        claim.setdefault("goals", [])
        with pytest.raises(ProofError):
            check_proof(json.dumps(claim), full=True)
    with pytest.raises(ProofError):
        check_proof("{}")


@pytest.mark.parametrize(
    ("game", "options", "bound"),
    [
        ("highscore", {}, 28),
        ("highscore", {"pieces": 13}, 23),
        ("star-highscore", {}, 22),
        ("star-highscore", {"pieces": 10}, 19),
        ("marked", {"players": 1}, 28),
        ("meeting-point", {}, 23),
        ("meeting-point", {"figure": "t"}, 24),
        ("connection-solo", {}, 14),
    ],
)
def test_bounds_by_counting_are_checked_and_wrong_numbers_found(game, options, bound):
    position = Position(game, **options)
    solution = Solver(position, SolveLimits(seconds=0)).found
    text = proof_text(position, solution)
    assert check_proof(text).moves == solution.bound == bound
    for change in ({"at-least": bound + 1}, {"goals": json.loads(text)["goals"][:-1]}):
        with pytest.raises(ProofError):
            check_proof(json.dumps(json.loads(text) | change))
    wrong = json.loads(text)
    first = wrong["goals"][0]
    if "waits" in first:
        first["waits"] += 1
    else:
        first["pieces"][0] += 1
    with pytest.raises(ProofError):
        check_proof(json.dumps(wrong))


def test_a_search_that_takes_long_is_not_called_checked():
    claim = {
        "format": "halma-proof-1",
        "game": "star-highscore",
        "options": {"pieces": 6},
        "position": Position("star-highscore", pieces=6).board_text(),
        "at-least": 23,
        "method": "census",
    }
    assert not check_proof(json.dumps(claim)).checked


def test_an_unsolved_record_is_refused():
    position = nearly()
    position.push(position.legal_moves[0])
    with pytest.raises(ProofError):
        check_record(Record.of(position))


def test_a_search_goes_on_from_its_checkpoint(tmp_path: Path):
    position = Position("star-highscore", pieces=6)
    file = tmp_path / "checkpoint.json"
    first = solve(position, SolveLimits(seconds=0, checkpoint=file))
    assert first.line is not None and file.exists()
    again = Solver(position, SolveLimits(seconds=0, checkpoint=file))
    assert again.found.line == first.line and again.rounds > 0
    file.write_text(json.dumps({"line": [[0, 120]], "rounds": 9}), encoding="utf-8")
    assert Solver(position, SolveLimits(seconds=0, checkpoint=file)).found.line is None
    assert checkpoint_of(position) != checkpoint_of(Position("star-highscore", pieces=10))


def test_ten_pieces_on_the_star_take_27_moves():
    # What `solve` does in its second round, without a clock.
    line = beam(Task.of(Position("star-highscore", pieces=10)), BeamSettings(4_000, meets=True), 32, lambda: False)
    assert line is not None and len(line) == 27
    assert str(played(Position("star-highscore", pieces=10), line).outcome()) == "A=1 solved"
