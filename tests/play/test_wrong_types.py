"""What a program gives the library by mistake is refused with what was expected, at once and in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from halma import Position, Record, choose, draw, perft, read_records
from halma.engine import Limits, analyse, hint, think

QUICK = Position("quick")
# Whatever the types say.
ANY: Any = None


def wrong(value: Any) -> Any:
    """A value whose type the checker does not look at."""
    return value


@pytest.mark.parametrize("move", [None, 3, ("c3", "e3"), b"c3-e3"])
@pytest.mark.parametrize("ask", [Position.push, Position.is_legal, Position.parse, Position.refusal])
def test_what_is_no_move(ask: Callable[[Position, Any], Any], move: Any) -> None:
    with pytest.raises(TypeError, match=r"^a move is (a Move or its text|read from a str)"):
        ask(Position("quick"), move)


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda: choose(ANY), TypeError, "found by its id or name, not by NoneType"),
        (lambda: perft(ANY, 2), TypeError, "counted from a Position, not from NoneType"),
        (lambda: perft(QUICK, ANY), TypeError, "the depth is a whole number of turns, not NoneType"),
        (lambda: perft(QUICK, -1), ValueError, "the depth is 0 or more, not -1"),
        (lambda: Position("dice", dice="six"), TypeError, "dice are 'seed', None or a DiceSource .*, not 'six'"),
        (lambda: Position("quick", dice=wrong(3)), TypeError, "dice are 'seed', None or a DiceSource .*, not 3"),
        (lambda: draw.svg(ANY), TypeError, "a Position is drawn, not NoneType"),
        (lambda: draw.text(ANY, colour=False), TypeError, "a Position is drawn, not NoneType"),
        (lambda: draw.svg(QUICK, turned="Z"), ValueError, "turned to a seat, one of A, B, .*, not to 'Z'"),
        (lambda: draw.svg(QUICK, turned=""), ValueError, "turned to a seat"),
        (lambda: Record.of(ANY), TypeError, "made of a Position, not of NoneType"),
        (lambda: Record.of(QUICK, names=wrong(["Anna"])), TypeError, "names are given by seat"),
        (lambda: Record.of(QUICK, names={"C": "Anna"}), ValueError, "seats of this game are A, B, not 'C'"),
        (lambda: Record.of(QUICK, names=wrong({"A": 3})), TypeError, "name of a player is a str, not int"),
        (lambda: read_records("", visitor=wrong(3)), TypeError, "visitor is called"),
        (lambda: read_records("", on_error=wrong("x")), TypeError, "on_error is called"),
    ],
)
def test_wrong_types_and_values(call: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        call()


@pytest.mark.parametrize("ask", [think, analyse, hint])
def test_a_search_without_position_or_limits(ask: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="a position is needed, not str"):
        ask("quick", Limits(nodes=1))
    with pytest.raises(TypeError, match=r"limits are given as Limits\(…\), not as int"):
        ask(QUICK, 3)
    with pytest.raises(ValueError, match="a search needs a limit"):
        ask(QUICK, Limits())


@pytest.mark.parametrize("name", ["level", "nodes", "depth", "threads", "lines", "hash_megabytes"])
@pytest.mark.parametrize("value", ["3", 2.5, True])
def test_limits_are_whole_numbers(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{name} is a whole number, not "):
        think(QUICK, Limits(**{"nodes": 1, name: value}))


def test_the_time_limit_is_a_number() -> None:
    with pytest.raises(TypeError, match="movetime is a number of seconds, not '1s'"):
        think(QUICK, Limits(movetime="1s"))  # type: ignore[arg-type]


def test_a_search_that_something_stops_needs_no_limit() -> None:
    assert think(QUICK, Limits(), stop=lambda: True).move in QUICK.legal_moves
