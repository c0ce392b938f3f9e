"""How long a server takes to start with many stored tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import median

from processes import ServerProcess, load_of_machine, scripts

EVENTS = 12
STARTS = 5


def start(folder: Path, tables: int) -> None:
    """From the start of the process to its first answer; copies of one table stand for all of them."""
    file = folder / "tables.sqlite"
    found = ServerProcess(str(file))
    (table,) = found.tables(1)
    for ply, text in enumerate(scripts(1, EVENTS)[0]):
        body, token = {"ply": ply, "text": text}, table["links"][ply % 2]["token"]
        found.request("POST", f"/api/tables/{table['table']}/moves", body, token)
    found.end()
    with closing(sqlite3.connect(file)) as database, database:
        numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
        for name, key in (("tables", "id"), ("events", "table_id"), ("tokens", "table_id")):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            chosen = [f"{column} || '-' || n" if column == key else column for column in columns]
            rows = f"SELECT {', '.join(chosen)} FROM {name}, numbers WHERE {key} = ?"
            database.execute(f"INSERT INTO {name} {numbers} {rows}", (tables, table["table"]))
    size = file.stat().st_size / 2**20
    seconds: list[float] = []
    for _ in range(STARTS):
        found.process.wait()
        seconds.append(found.start())
        assert found.request("GET", f"/api/tables/{table['table']}-{tables}")[0] == 200
        found.end()
    print(f"{tables} stored tables ({size:.0f} MB): answers after {median(seconds):.2f} s,", end=" ")
    print(f"at most {max(seconds):.2f} s of {STARTS} starts ({load_of_machine()})")
