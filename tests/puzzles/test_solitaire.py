"""Solitaire: the tablebase of the winnable positions, and retour as the same read backwards."""

import random

import pytest

from halma.play import Position
from halma.puzzles import solitaire
from halma.puzzles.hints import hint
from tests.cli.conftest import lines, refused, run  # noqa: F401 - fixtures
from tests.puzzles.conftest import needs_compiler

pytestmark = needs_compiler


def bits_of(position: Position) -> int:
    return sum(1 << cell for cell, code in enumerate(position.state.contents()) if code)


def test_the_first_levels_have_the_published_sizes():
    counts = solitaire.compiled_solitaire().reachable(11, lambda: False)
    assert [classes for classes, _ in counts] == [1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927]
    assert [positions for _, positions in counts][:4] == [1, 4, 12, 60]


@pytest.mark.slow
def test_the_winnable_positions_are_as_many_as_published():
    tablebase = solitaire.tablebase()
    assert sum(tablebase.counts) == 1_679_072
    images = sum(solitaire.compiled_solitaire().images(tablebase.classes(pieces).tolist()) for pieces in range(33))
    assert images == 13_428_122


@pytest.mark.slow
def test_the_start_takes_eighteen_moves_and_random_hops_win_once_in_74_million_games():
    found = solitaire.known(solitaire.START)
    assert found.winnable and found.moves == 18 and found.chance is not None
    assert round(1 / found.chance) == 74_135_472


@pytest.mark.slow
def test_the_eighteen_moves_are_legal_and_win():
    position = Position("solitaire")
    while not position.is_over:
        position.push(hint(position).move)
    assert str(position.outcome()) == "A=1 solved" and position.tally[0] == 18


@pytest.mark.slow
def test_few_pieces_agree_with_trying_everything():
    def wins(position: int) -> bool:
        return position == solitaire.CENTRE or any(
            wins(position ^ hop.cells) for hop in solitaire.hops() if hop.fits(position)
        )

    def fewest(position: int) -> int:
        if position == solitaire.CENTRE:
            return 0
        return 1 + min((fewest(after) for _, after in solitaire.chains(position) if wins(after)), default=99)

    chance = random.Random(5)
    for pieces in (2, 3, 4, 5, 6):
        classes = solitaire.tablebase().classes(pieces)
        for position in chance.sample(classes.tolist(), min(4, len(classes))):
            assert wins(position) and solitaire.known(position).moves == fewest(position)
            good = {hop for hop, _ in solitaire.good_hops(position)}
            assert good == {hop for hop in solitaire.hops() if hop.fits(position) and wins(position ^ hop.cells)}


@pytest.mark.slow
def test_the_chance_is_the_mean_over_all_hops():
    chance = random.Random(6)
    for pieces in (5, 12, 20):
        position = chance.choice(solitaire.tablebase().classes(pieces).tolist())
        after = [solitaire.tablebase().find(position ^ hop.cells) for hop in solitaire.hops() if hop.fits(position)]
        mean = sum((found.chance or 0.0) for found in after if found is not None) / len(after)
        assert solitaire.known(position).chance == pytest.approx(mean, rel=1e-12)


def test_positions_outside_the_table_are_searched():
    assert solitaire.compiled_solitaire().search(solitaire.CENTRE, 10) == 1
    assert solitaire.compiled_solitaire().search(1, 10) == 0


@pytest.mark.slow
def test_retour_is_the_same_table_read_backwards():
    position = Position("retour")
    for _ in range(31):
        advice = hint(position)
        assert advice.at_least == advice.at_most == 32 - len(position.pieces)
        position.push(advice.move)
    assert str(position.outcome()) == "A=1 solved"


@pytest.mark.slow
def test_solving_claims_no_more_than_the_table_knows(lines, refused):  # noqa: F811
    assert lines("solve", "solitaire")[-1] == "moves 18, optimal"
    assert lines("solve", "retour")[-1] == "moves 31, optimal"
    # One hop from the goal, and two pieces that cannot meet.
    assert lines("solve", "solitaire", "--position", "3/3/7/1AA4/7/3/3 A 1")[-1] == "moves 1, optimal"
    assert "lost" in refused("solve", "solitaire", "--position", "A2/3/7/7/7/3/2A A 1")


def test_the_symmetries_keep_the_board():
    chance = random.Random(7)
    for _ in range(20):
        position = chance.getrandbits(33)
        assert solitaire.canonical(position).bit_count() == position.bit_count()
        assert solitaire.canonical(solitaire.canonical(position)) == solitaire.canonical(position)
