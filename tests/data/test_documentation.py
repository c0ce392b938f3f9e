"""What docs/data.md and the docstrings say about data is true."""

import doctest
from pathlib import Path

import pytest

import halma.data.plots
import halma.data.rows
import halma.data.tables
import halma.engine.match
from halma.data import GAME_COLUMNS, PLY_COLUMNS

PAGE = Path(__file__).parents[2] / "docs/data.md"


def test_the_examples_of_the_page():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5 and not failed


@pytest.mark.parametrize("module", [halma.data.plots, halma.data.rows, halma.data.tables, halma.engine.match])
def test_the_examples_in_docstrings(module):
    failed, tried = doctest.testmod(module)
    assert tried and not failed


@pytest.mark.parametrize(("table", "columns"), [("games_table", GAME_COLUMNS), ("plies_table", PLY_COLUMNS)])
def test_the_page_lists_every_column_with_its_type(table, columns):
    listed = (
        PAGE.read_text(encoding="utf-8").split(f"| `{table}` | type | meaning |\n")[1].split("\n\n")[0].splitlines()
    )
    found = [[cell.strip() for cell in line.strip("| ").split(" | ")][:2] for line in listed[1:]]
    named = [column for column in columns if column.name[-2:] not in ("_b", "_c", "_d", "_e", "_f")]
    assert found == [
        [
            f"`{column.name}` … `{column.name[:-1]}f`" if column.name.endswith("_a") else f"`{column.name}`",
            column.type,
        ]
        for column in named
    ]
