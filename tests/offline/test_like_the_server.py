"""A table of the page's own tells what a table of the server tells: in every variant, move by move."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from halma.engine import Limits, think
from halma.engine.analysis import chances
from halma.games import LOT, Choice, choose
from halma.play import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Position, Record
from halma.rules import SEATS
from halma.server.domain.commands import MakeMove, NewTable
from halma.server.domain.decide import decide
from halma.server.domain.evolve import folded
from halma.server.domain.setting_up import set_up
from halma.server.domain.table import Table
from halma.server.service.facts import entries_of, facts_of, legal_of
from halma.server.tokens import Secrets, hashed
from halma.server.transport.view import refusal_view
from halma.words import translator
from tests.nodejs import node
from tests.offline.made import made_site
from tests.variants import DRAWN_FIGURE, all_choices, label

pytestmark = pytest.mark.slow
WORDS = translator("en")
NOW = 1000.0
PLIES = 5


def settled(choice: Choice) -> Choice:
    """With somebody in particular to begin, as tables have it."""
    return choice.starting(SEATS[0]) if choice.first == LOT else choice


def chance_of(position: Position) -> list[int]:
    """What chance has decided in a game, value by value."""
    found: list[int] = []
    for event in position.history:
        found += event.roll or sorted(position.board.index[name] for name in event.scattered)
    return found


def facts(table: Table) -> dict[str, Any]:
    """How a server tells a table stands; the seed of its dice is its own."""
    told = msgspec.to_builtins(facts_of(table))
    return told | {"seed": None}


def legal(table: Table) -> Any:
    return None if table.is_over else msgspec.to_builtins(legal_of(table.position))


def refused(table: Table, chance: random.Random) -> list[dict[str, Any]]:
    """Why some attempts are refused, or nothing where they are legal."""
    if table.is_over:
        return []
    cells = table.position.board.names
    own = [cell for cell, letter in table.position.pieces.items() if letter.upper() == table.position.seat] or cells
    attempts = [f"{chance.choice(own)}-{chance.choice(cells)}", f"@{chance.choice(cells)}", "z9-a1", "not a move"]
    found: list[dict[str, Any]] = []
    for attempt in attempts:
        told: Any = None
        try:
            table.position.action_of(attempt)
        except IllegalMoveError as error:
            told = msgspec.to_builtins(refusal_view(WORDS, error.refusal))
        except AmbiguousMoveError:
            told = "ambiguous"
        except InvalidMoveError as error:
            told = "no-cell" if "no cell" in error.template else "no-move"
        found.append({"attempt": attempt, "refusal": told})
    return found


class KnownDice(Secrets):
    """The dice of a table fall alike in every run."""

    def seed(self) -> str:
        return "offline"


def played(choice: Choice) -> dict[str, Any]:
    """A random game on a server's table, with everything it tells."""
    chance = random.Random(f"offline {choice}")
    made = set_up(NewTable(choice.game, dict(choice.options)), NOW, KnownDice())
    table, who = made.table, (hashed(made.token),)
    first = {"start": table.position.beginning().pieces, "facts": facts(table), "legal": legal(table)}
    plies: list[dict[str, Any]] = []
    while len(plies) < PLIES and not table.is_over:
        before = table
        attempts = refused(table, chance)
        text = str(chance.choice(list(table.position.legal_moves)))
        table = folded(table, decide(table, MakeMove(table.ply, text), who, NOW).events)
        texts = [move.text for move in table.moves[before.ply :]]
        entries = entries_of(before.position.copy(), texts, before.ply, [0.0] * len(texts))
        plies.append(
            {
                "ply": before.ply,
                "text": text,
                "refused": attempts,
                "facts": facts(table),
                "entries": msgspec.to_builtins(entries),
                "legal": legal(table),
            }
        )
    return {
        "name": label(choice),
        "game": choice.game,
        "options": choice.options,
        "chance": chance_of(table.position),
        "first": first,
        "plies": plies,
        "record": Record.of(table.position).to_json() + "\n",
    }


def thought(game: str, level: int, turns: int, **options: Any) -> dict[str, Any]:
    """What a level plays natively after some random moves."""
    choice = settled(choose(game, **options))
    chance, position = random.Random(f"{game} {level}"), Position(choice, seed="offline")
    while len(position.move_stack) < turns:
        position.push(chance.choice(list(position.legal_moves)))
    asked = position.copy()
    asked.dice = None
    seed = len(position.move_stack)
    # No limit of time: a slow machine plays the same, and only needs longer.
    found = think(asked, Limits(level=level, movetime=1e6), seed=seed)
    return {
        "name": f"{game} {level}",
        "game": game,
        "options": choice.options,
        "chance": chance_of(position),
        "moves": [event.text for event in position.history if event.move is not None],
        "level": level,
        "seed": seed,
        "expected": {
            "move": asked.spell(found.action, path=True),
            "nodes": found.nodes,
            "chances": chances(asked, found.scores, found.remaining),
        },
    }


def told_by_node(folder: Path, games: list[dict[str, Any]], thoughts: list[dict[str, Any]]) -> dict[str, Any]:
    program = node()
    assert program is not None, "Node.js is missing"
    script = folder / "script.json"
    script.write_text(json.dumps({"games": games, "thoughts": thoughts}), encoding="utf-8")
    command = [program, Path(__file__).parent / "local.mjs", made_site(), script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


def test_every_variant_is_told_as_a_server_tells_it(tmp_path: Path) -> None:
    made_site()
    choices = [settled(choice) for choice in all_choices() if DRAWN_FIGURE not in choice.options.values()]
    games = [played(choice) for choice in choices]
    told = told_by_node(tmp_path, games, [])
    assert told["differences"] == []
    assert told["games"] == len(games) > 300


def test_levels_play_the_same_moves_as_natively(tmp_path: Path) -> None:
    made_site()
    thoughts = [thought(game, level, turns=6) for game in ("halma", "star", "dice", "tippy") for level in (1, 2, 3, 4)]
    thoughts += [thought("halma", 5, turns=9), thought("star", 5, turns=8, players=3), thought("solitaire", 3, turns=4)]
    told = told_by_node(tmp_path, [], thoughts)
    assert told["differences"] == []
    assert told["thoughts"] == len(thoughts)
