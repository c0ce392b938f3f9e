"""Puzzles where nothing was compiled: small cases work, and for the others it is said what is missing."""

import pytest

from halma.kernel import REFERENCE, use_kernel
from halma.play import Position
from halma.puzzles import compiled, hint, make, solitaire
from halma.puzzles.compiled import NotCompiledError
from halma.puzzles.par import pars, record_of
from halma.puzzles.solve import SolveLimits, Solver
from halma.server.service import puzzles as server_puzzles
from tests.cli.conftest import lines, refused, run  # noqa: F401 - fixtures
from tests.puzzles.test_solving import NEARLY, played

NEEDED = "needs the compiled part of halma"


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setattr(compiled, "_native", None)
    # No tablebase that another test has built.
    monkeypatch.setenv("HALMA_CACHE", str(tmp_path / "cache"))
    kept = (solitaire.tablebase, solitaire.compiled_solitaire)
    for one in kept:
        one.cache_clear()
    use_kernel(REFERENCE)
    yield
    use_kernel(None)
    for one in kept:
        one.cache_clear()


def test_a_small_position_is_solved_and_checked(lines, tmp_path):  # noqa: F811
    record, proof = str(tmp_path / "solution.txt"), str(tmp_path / "proof.json")
    call = ("solve", "star-highscore", "--pieces", "6", "--position", NEARLY)
    shown = lines(*call, "--record", record, "--proof", proof)
    assert shown[-1] == "moves 7, optimal"
    assert lines("verify", record)[0].startswith("checked: solved in 7 moves")
    assert lines("verify", "--full", proof) == ["checked: at least 7"]


@pytest.mark.parametrize(
    "call",
    [
        "solve highscore --budget 1",
        "solve star-highscore --budget 1 --prove",
        "solve star-highscore --pieces 6 --complete",
        "solve marked --players 1 --budget 1",
        "solve meeting-point --budget 1",
        "solve connection-solo --budget 1",
        "solve solitaire",
        "solve retour",
        "puzzle make --kind first-hop --seed 7",
    ],
)
def test_what_needs_the_compiled_part_says_so(call, refused):  # noqa: F811
    assert NEEDED in refused(*call.split())


@pytest.mark.parametrize("call", ["par", "par solitaire", "puzzle make --kind chain", "puzzle make --moves 3 --seed 7"])
def test_the_rest_works(call, lines):  # noqa: F811
    assert lines(*call.split())


def test_what_was_found_before_is_given_again(tmp_path):
    position, file = Position("star-highscore", pieces=6), tmp_path / "checkpoint.json"
    line = _shipped("star-highscore-6")
    file.write_text(f'{{"line": {[list(move) for move in line]}, "rounds": 4}}', encoding="utf-8")
    found = Solver(position, SolveLimits(seconds=5, checkpoint=file)).run()
    assert found.line == line and 0 < found.bound <= 23
    assert str(played(position, found.line).outcome()) == "A=1 solved"


def _shipped(name: str) -> tuple[tuple[int, int], ...]:
    record = record_of(next(par for par in pars() if par.id == name))
    assert record is not None
    return tuple((event.action.origin, event.action.target) for event in record.position().history if event.action)


def test_hints_come_from_shipped_solutions_and_small_searches(run):  # noqa: F811
    assert hint(Position("star-highscore", pieces=6)).at_most == 23
    position = Position.from_board_text(NEARLY, "star-highscore", pieces=6)
    for move in ("k5-m7", "k7-k6", "k6-m8"):
        position.push(move)
    advice = hint(position)
    assert advice.at_least == advice.at_most == 4
    with pytest.raises(NotCompiledError):
        hint(Position("solitaire"))
    shown = run("play", "--terminal", "solitaire", typed="hint\nquit\n").stdout
    assert NEEDED in shown and "Traceback" not in shown


def test_there_is_a_puzzle_for_every_day():
    server_puzzles.daily.cache_clear()
    kinds = {server_puzzles.daily(server_puzzles.FIRST_DAY.replace(day=day)).kind for day in (1, 2, 3)}
    server_puzzles.daily.cache_clear()
    assert kinds == {"home", "chain"}
    with pytest.raises(NotCompiledError):
        make("first-hop", "1")
