"""Hints from any position, par with its records, and new puzzles."""

import random

import pytest

from halma.games import choose
from halma.messages import HalmaError
from halma.play import Position
from halma.puzzles.hints import NoHintError, hint
from halma.puzzles.make import KINDS, make
from halma.puzzles.par import TEXTS, pars, record_of
from halma.puzzles.search import exact
from halma.puzzles.solve import SolveLimits, Solver
from halma.puzzles.task import Task
from halma.puzzles.verify import check_record
from tests.puzzles.conftest import needs_compiler

PUZZLES = [
    ("highscore", {}),
    ("highscore", {"pieces": 13}),
    ("star-highscore", {}),
    ("star-highscore", {"pieces": 6}),
    ("marked", {"players": 1}),
    ("meeting-point", {"figure": "heart"}),
    ("connection-solo", {}),
]


@needs_compiler
@pytest.mark.parametrize(("game", "options"), PUZZLES)
def test_a_hint_comes_from_anywhere_even_without_time(game, options):
    position = Position(game, **options)
    chance = random.Random(game)
    for _ in range(20):
        position.push(chance.choice(list(position.legal_moves)))
    advice = hint(position, seconds=0)
    assert advice.move in position.legal_moves
    assert 0 < advice.at_least <= advice.at_most


@needs_compiler
def test_following_the_hints_from_the_start_keeps_to_par():
    position = Position("star-highscore", pieces=10)
    (par,) = (entry for entry in pars() if entry.id == "star-highscore-10")
    for made in range(5):
        advice = hint(position)
        assert advice.at_most == par.moves - made
        position.push(advice.move)


@needs_compiler
def test_what_is_over_has_no_hint():
    solved = Position.from_board_text("1/2/3/4/13/12/11/10/9/10/11/12/13/1A2/1AA/AA/A A 1", "star-highscore", pieces=6)
    solved.push("n2-o1")
    assert solved.is_over
    with pytest.raises(NoHintError):
        hint(solved)


@pytest.mark.parametrize("par", [par for par in pars() if par.record], ids=lambda par: par.id)
def test_a_shipped_record_solves_its_puzzle_in_par(par):
    record = record_of(par)
    assert record is not None
    assert record.start is None and record.choice == choose(par.game, **par.options)
    assert check_record(record).moves == par.moves


@pytest.mark.parametrize("par", pars(), ids=lambda par: par.id)
def test_par_claims_no_more_than_is_proven(par):
    assert par.source and par.holder
    assert par.at_least <= par.moves
    if par.proof == "counting":
        position = Position(par.game, **par.options)
        assert Solver(position, SolveLimits(seconds=0)).found.bound == par.at_least


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("par", [par for par in pars() if par.proof.startswith("search")], ids=lambda par: par.id)
def test_nothing_is_shorter_than_a_bound_by_search(par):
    task = Task.of(Position(par.game, **par.options))
    found = exact(task, par.at_least - 1, most=4_000_000)
    assert found.line is None and found.bound == par.at_least


def test_what_par_says_in_words_is_translated():
    said = {text for par in pars() for text in (par.holder, par.source, par.note) if text}
    assert said >= TEXTS
    # Everything else is a name with a year or a place to read it.
    assert all(text[0].isupper() for text in said - TEXTS)


def test_every_puzzle_has_par():
    assert {par.game for par in pars()} >= {
        "highscore",
        "star-highscore",
        "marked",
        "meeting-point",
        "connection-solo",
        "solitaire",
        "retour",
    }


@needs_compiler
@pytest.mark.parametrize("kind", ["home", "chain", pytest.param("first-hop", marks=pytest.mark.slow)])
def test_the_same_seed_makes_the_same_puzzle_and_its_solution_solves_it(kind):
    made, again, other = make(kind, "7"), make(kind, "7"), make(kind, "8")
    assert made.position == again.position != other.position
    assert made.solution == again.solution and 1 <= made.difficulty <= 5
    position = made.position.copy()
    for move in made.solution:
        position.push(move if "-" in move and kind != "first-hop" else _captured(position, move))
    outcome = position.outcome()
    assert outcome is not None and outcome.winners[:1] == ("A",)
    assert len(made.solution) == made.moves


def _captured(position: Position, text: str):
    """The move of a chain, which may be one of several between the same cells."""
    cells = text.split("-")
    if len(cells) > 2:
        return position.parse(text)
    board = position.board
    over = board.names[board.between(board.index[cells[0]], board.index[cells[1]])] if len(cells) == 2 else ""
    return position.parse(f"{text}x{over}")


@needs_compiler
@pytest.mark.parametrize("moves", [1, 2, 5])
def test_home_puzzles_take_exactly_as_many_moves_as_asked(moves):
    made = make("home", "x", moves=moves)
    solver = Solver(made.position, SolveLimits(seconds=3600))
    assert solver.run().optimal and solver.found.bound == moves


def test_what_cannot_be_made_is_refused():
    assert KINDS == ("home", "chain", "first-hop")
    for arguments in ({"kind": "x"}, {"kind": "home", "moves": 99}, {"kind": "home", "game": "marked"}):
        with pytest.raises(HalmaError):
            make(**{"seed": "1", "moves": 3, **arguments})
