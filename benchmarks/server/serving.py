"""A server of whichever version of halma the interpreter has, for the scenes; it needs nothing but that.

python serving.py --port PORT --database FILE-OR-ADDRESS [--hub ADDRESS] [--limits usual]
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

from halma.server.settings import ServerLimits, Settings

try:
    from halma.server.app.run import serve
except ImportError:
    # A version before rooms.
    from halma.server.run import serve  # type: ignore

GENEROUS = {
    "requests_per_second": 1e6,
    "requests_at_once": 10**6,
    "messages_per_second": 1e6,
    "messages_at_once": 10**6,
    "tables_per_hour": 10**6,
    "connections": 10**6,
    "http_connections": 10**6,
    "address_messages_per_second": 1e6,
    "address_messages_at_once": 10**6,
}
USUAL = {"requests_per_second": 1e6, "requests_at_once": 10**6}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--hub")
    parser.add_argument("--limits", choices=("generous", "usual"), default="generous")
    given = parser.parse_args()
    # An earlier version knows fewer of them.
    wanted = GENEROUS if given.limits == "generous" else USUAL
    limits = ServerLimits(**{field.name: wanted[field.name] for field in fields(ServerLimits) if field.name in wanted})
    shared = "://" in given.database
    more = {"hub": given.hub, "takes_turns": False} if shared else {}
    database = given.database if shared else Path(given.database)
    serve(Settings(database, port=given.port, limits=limits, **more), quiet=True)


if __name__ == "__main__":
    main()
