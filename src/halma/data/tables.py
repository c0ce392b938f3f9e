"""Tables of games and plies, in memory through Arrow and in files."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from halma.data.columns import GAME_COLUMNS, PLY_COLUMNS, Column
from halma.data.rows import Row, game_rows, ply_rows
from halma.engine.referee import Played
from halma.extras import requires_extra
from halma.play import Record

__all__ = ["games_table", "plies_table", "write_csv", "write_parquet"]

Rows = Literal["games", "plies"]
Games = Iterable[Record | Played]
# As many rows are held at a time when a file is written.
BATCH = 10_000

_ROWS: dict[str, tuple[Callable[[Games], Iterator[Row]], tuple[Column, ...]]] = {
    "games": (game_rows, GAME_COLUMNS),
    "plies": (ply_rows, PLY_COLUMNS),
}


def needed(package: str) -> Any:
    """A package of the extra `data`. Raises MissingExtraError if it is not installed."""
    with requires_extra("data"):
        return import_module(package)


def games_table(games: Games) -> Any:
    """One row for each game, from records or from the games of a match.

    The table is a `pyarrow.Table`: `polars.from_arrow(table)` and `table.to_pandas()` take it, as does everything that
    understands `__arrow_c_stream__`. Where a value does not exist it is null. Needs `halma[data]`.

    >>> from halma.play import Position, Record
    >>> table = games_table([Record.of(Position("quick")), Record.of(Position("star", players=3))])
    >>> table.column("game").to_pylist(), table.column("players").to_pylist()
    (['quick', 'star'], [2, 3])

    {columns}
    """
    return _table(game_rows(games), GAME_COLUMNS)


def plies_table(games: Games) -> Any:
    """One row for each action of a seat; rolls and lots stand in the row of the action that follows them.

    Every game is played through. Raises RecordError where one breaks. Otherwise like `games_table`.

    >>> from halma.play import read_records
    >>> table = plies_table(read_records('[Game "quick"]\\n1. e2-f3 2. l15-k14 *'))
    >>> table.column("advance_after_a").to_pylist() == table.column("advance_before_a").to_pylist()
    False

    {columns}
    """
    return _table(ply_rows(games), PLY_COLUMNS)


def write_csv(games: Games, path: str | PathLike[str], rows: Rows = "games") -> int:
    """Write one row for each game, or with `rows="plies"` for each ply, and return how many. Needs no further package.

    Games are read as they are written, so that a stream of any length fits. An existing file is replaced.
    """
    make, columns = _kind(rows)
    return write_rows_csv(make(games), columns, path)


def write_parquet(games: Games, path: str | PathLike[str], rows: Rows = "games") -> int:
    """Write one row for each game, or with `rows="plies"` for each ply, and return how many. Needs `halma[data]`.

    Games are read as they are written, so that a stream of any length fits. An existing file is replaced.
    """
    make, columns = _kind(rows)
    return write_rows_parquet(make(games), columns, path)


def _kind(rows: str) -> tuple[Callable[[Games], Iterator[Row]], tuple[Column, ...]]:
    if rows not in _ROWS:
        raise ValueError(f'rows is "games" or "plies", not {rows!r}')
    return _ROWS[rows]


def write_rows_csv(rows: Iterable[Row], columns: Sequence[Column], path: str | PathLike[str]) -> int:
    """Write rows that have been made already."""
    count = 0
    with Path(path).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, [column.name for column in columns])
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _plain(value) for name, value in row.items()})
            count += 1
    return count


def _plain(value: object) -> object:
    """Truth as most readers of CSV expect it."""
    return str(value).lower() if isinstance(value, bool) else value


def write_rows_parquet(rows: Iterable[Row], columns: Sequence[Column], path: str | PathLike[str]) -> int:
    """Write rows that have been made already, some at a time."""
    parquet = needed("pyarrow.parquet")
    rest, count = iter(rows), 0
    with Path(path).open("wb") as stream, parquet.ParquetWriter(stream, _schema(columns)) as writer:
        while batch := list(islice(rest, BATCH)):
            writer.write_table(_table(batch, columns))
            count += len(batch)
    return count


def _schema(columns: Sequence[Column]) -> Any:
    arrow = needed("pyarrow")
    return arrow.schema(
        [
            arrow.field(column.name, arrow.type_for_alias(column.type), metadata={"meaning": column.meaning})
            for column in columns
        ]
    )


def _table(rows: Iterable[Row], columns: Sequence[Column]) -> Any:
    arrow = needed("pyarrow")
    schema = _schema(columns)
    names = [column.name for column in columns]
    gathered: dict[str, list[Any]] = {name: [] for name in names}
    lists = [(name, gathered[name].append) for name in names]
    for row in rows:
        for name, append in lists:
            append(row[name])
    return arrow.table(gathered, schema=schema)


def _with_columns(function: Callable[..., Any], columns: Sequence[Column]) -> None:
    """Put the list of columns into a docstring, so that they are described in one place."""
    if function.__doc__ is not None:
        listed = [f"- `{column.name}` ({column.type}): {column.meaning}" for column in columns]
        function.__doc__ = function.__doc__.replace("{columns}", "\n    ".join(("Columns:", "", *listed)))


_with_columns(games_table, GAME_COLUMNS)
_with_columns(plies_table, PLY_COLUMNS)
