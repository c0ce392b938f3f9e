"""Games as tables: one row for each game, one for each ply, in memory and in files."""

import csv
import json
import random
import sys
from itertools import pairwise

import polars
import pyarrow
import pyarrow.parquet
import pytest

from halma import data
from halma.data import GAME_COLUMNS, PLY_COLUMNS, games_table, plies_table, write_csv, write_parquet
from halma.engine import Limits
from halma.engine.match import make_match, played_games
from halma.engine.referee import Setting
from halma.extras import MissingExtraError
from halma.games import choose, games
from halma.play import Position, Record, read_records
from halma.play.errors import RecordError

TWO = """\
[Game "quick"]
[SeatA "Ann"]
[SeatB "Ben"]
[Result "A=1 B=2 resigned"]
1. e2-f3 2. l15-k14 #

[Game "star"]
[Players "3"]
[Result "*"]
1. d2-f5 *
"""


def walk(game: str, seed: int, turns: int = 60, **options) -> Position:
    """A random game, as far as it goes."""
    position, chance = Position(game, seed=seed, **options), random.Random(seed)
    while not position.is_over and position.turn_number <= turns:
        position.push(chance.choice(list(position.legal_moves)))
    return position


@pytest.fixture(scope="module")
def played():
    setting = Setting(choose("quick", players=2))
    return sorted(played_games(make_match(["greedy", "random"], setting, Limits(), 4)), key=lambda game: game.number)


# ---- games ----------------------------------------------------------------------------------------------


def test_a_row_for_each_record():
    first, second = games_table(list(read_records(TWO))).to_pylist()
    assert (first["game_number"], first["game"], first["players"], first["turns"]) == (1, "quick", 2, 2)
    assert (first["name_a"], first["name_b"], first["name_c"]) == ("Ann", "Ben", None)
    assert (first["place_a"], first["place_b"], first["place_c"]) == (1, 2, None)
    assert (first["winners"], first["drawn"], first["termination"]) == ("A", False, "resigned")
    assert json.loads(first["options"])["players"] == 2
    assert (second["game_number"], second["players"], second["result"], second["turns"]) == (2, 3, "*", 1)
    assert second["winners"] is second["drawn"] is second["termination"] is second["place_a"] is None


@pytest.mark.parametrize(
    ("result", "winners", "drawn", "termination"),
    [
        ("A=1 B=1 agreed drawn", "", True, "agreed"),
        ("A=1 B=2 C=1 D=2 time", "AC", False, "time"),
        ("- exhausted", "", False, "exhausted"),
        ("*", None, None, None),
    ],
)
def test_what_a_result_says(result, winners, drawn, termination):
    (row,) = data.game_rows([Record(choose("quick"), result=result)])
    assert (row["winners"], row["drawn"], row["termination"]) == (winners, drawn, termination)


def test_a_row_for_each_game_of_a_match(played):
    table = games_table(played)
    assert table.column("game_number").to_pylist() == [1, 2, 3, 4]
    assert table.column("turns").to_pylist() == [game.turns for game in played]
    assert table.column("termination").to_pylist() == [game.termination for game in played]
    assert table.column("seconds_b").to_pylist() == [game.clocks[1].seconds for game in played]
    assert table.column("name_a").to_pylist() == ["greedy", "random", "greedy", "random"]
    for row, game in zip(table.to_pylist(), played, strict=True):
        assert (row["place_a"], row["place_b"]) == game.places


# ---- plies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*games()])
def test_plies_are_those_of_the_game(game):
    """Every column of a walk against what a position says that is played on by hand."""
    final = walk(game, 3)
    rows = plies_table([Record.of(final)]).to_pylist()
    position = final.beginning()
    events = [event for event in final.history if event.move is not None]
    assert [row["move"] for row in rows] == [event.text for event in events]
    assert [row["ply"] for row in rows] == list(range(1, len(rows) + 1))
    actions = iter(rows)
    for event in final.history:
        if event.move is None:
            position.give_chance(event.text)
            continue
        row = next(actions)
        assert (row["seat"], row["turn"]) == (position.seat, position.turn_number)
        assert row["legal_moves"] == len(position.legal_moves)
        captured = sum(position.captured.values())
        before = [position.total_advance(seat) for seat in position.seats]
        position.push(event.text)
        after = [position.total_advance(seat) for seat in position.seats]
        for seat, one, other in zip(position.seats, before, after, strict=True):
            assert row[f"advance_before_{seat.lower()}"] == one
            assert row[f"advance_after_{seat.lower()}"] == other
        if row["kind"] in ("step", "hop", "run"):
            assert sum(position.captured.values()) - captured == row["captures"]
            assert row["path_length"] == row["move"].partition("x")[0].count("-")
    assert {row[f"advance_after_{seat}"] for row in rows for seat in "abcdef"[len(final.seats) :]} <= {None}


def test_rolls_stand_beside_the_action_they_lead_to():
    final = walk("dice", 1, 8)
    rows = list(data.ply_rows([Record.of(final)]))
    rolls = [event.text for event in final.history if event.move is None]
    told = " ".join(row["chance"] for row in rows if row["chance"])
    assert rolls[0] == rows[0]["chance"]
    assert told.split() == rolls[: len(told.split())]
    assert any(one["turn"] == other["turn"] for one, other in pairwise(rows)), "a turn with several actions"


def test_a_game_that_breaks_is_told():
    (record,) = read_records('[Game "quick"]\n1. e2-f3 2. e2-f3 *')
    with pytest.raises(RecordError, match="Turn 2"):
        plies_table([record])


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="Record or a Played game of a match, not str"):
        games_table(["star"])  # type: ignore[list-item]


# ---- types, other libraries and files -------------------------------------------------------------------


def test_no_games_are_a_table_with_the_same_columns():
    for make, columns in ((games_table, GAME_COLUMNS), (plies_table, PLY_COLUMNS)):
        table = make([])
        assert table.num_rows == 0
        assert [(field.name, field.type) for field in table.schema] == [
            (column.name, pyarrow.type_for_alias(column.type)) for column in columns
        ]
        assert make.__doc__ is not None and all(
            f"`{column.name}` ({column.type})" in make.__doc__ for column in columns
        )


def test_polars_takes_a_table(played):
    frame = polars.from_arrow(games_table(played))
    assert isinstance(frame, polars.DataFrame)
    assert frame["turns"].sum() == sum(game.turns for game in played)
    # Without pyarrow in between, as any library can.
    assert polars.DataFrame(games_table(played)).equals(frame)


@pytest.mark.parametrize("rows", ["games", "plies"])
def test_files_hold_the_same_as_the_table(tmp_path, played, rows):
    table = {"games": games_table, "plies": plies_table}[rows](played)
    assert write_parquet(iter(played), tmp_path / "table.parquet", rows) == table.num_rows
    assert pyarrow.parquet.read_table(tmp_path / "table.parquet").equals(table)
    assert write_csv(iter(played), tmp_path / "table.csv", rows) == table.num_rows
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    spelled = {None: "", True: "true", False: "false"}
    expected = [
        {
            name: spelled[value] if value is None or isinstance(value, bool) else str(value)
            for name, value in row.items()
        }
        for row in table.to_pylist()
    ]
    assert found == expected


def test_large_files_are_written_some_rows_at_a_time(tmp_path, played, monkeypatch):
    monkeypatch.setattr("halma.data.tables.BATCH", 3)
    write_parquet(played, tmp_path / "table.parquet")
    file = pyarrow.parquet.ParquetFile(tmp_path / "table.parquet")
    assert [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)] == [3, 1]
    assert file.read().equals(games_table(played))


def test_rows_of_what_is_refused(tmp_path):
    with pytest.raises(ValueError, match='"games" or "plies", not \'moves\''):
        write_csv([], tmp_path / "x", "moves")  # type: ignore[arg-type]
    assert not (tmp_path / "x").exists()


def test_a_missing_package_is_named(monkeypatch, tmp_path, played):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    for use in (lambda: games_table(played), lambda: write_parquet(played, tmp_path / "x")):
        with pytest.raises(MissingExtraError, match=r'“pyarrow”.*pip install "halma\[data\]"'):
            use()
    assert len(list(data.game_rows(played))) == write_csv(played, tmp_path / "y") == 4, "these need nothing"
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match="needs the package “matplotlib”"):
        data.plot_lengths([1, 2])
