"""What Python writes for the C++ kernel is what C++ reads, and no number of it is trusted."""

from __future__ import annotations

import random
from array import array
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from halma.games import choose, games
from halma.kernel import fast
from halma.kernel.actions import Result
from halma.kernel.fast.compile import MAGIC, compiled, spelled
from halma.kernel.fast.schema import __main__ as command
from halma.kernel.fast.schema.description import SCHEMA
from halma.kernel.fast.schema.headers import headers
from halma.kernel.fast.schema.rules import RULES
from halma.kernel.fast.schema.situation import SITUATION
from halma.kernel.reference import State
from halma.rules import Hop, Ruleset, Run, SplitDice
from tests.kernel.decode import Decoder, Place

if fast.available:
    from halma.kernel.fast import _native  # pyright: ignore[reportMissingModuleSource]

needs_kernel = pytest.mark.skipif(not fast.available, reason=f"the fast kernel is not built: {fast.reason}")
GENERATED = Path(__file__).parents[2] / "src/halma/kernel/fast/include/halma/generated"
HEADING = 2  # the mark of compiled rules and the digest of the schema


def rules_of(game: str) -> Ruleset:
    choice = choose(game)
    return games()[choice.game].ruleset(choice)


def sizes_of(rules: Ruleset) -> dict[str, int]:
    return {"cells": len(rules.board), "seats": rules.seats, "kinds": len(rules.kinds)}


def situations(rules: Ruleset) -> Iterator[State]:
    """Some states of a game, in Python's own kernel."""
    dice = random.Random(11)
    state = State(rules)
    for ply in range(40):
        if ply % 13 == 0 or state.is_over:
            yield state
        if state.is_over:
            return
        if not state.needs_roll:
            state.apply(dice.choice(state.legal()))
        elif rules.dice is None:
            return  # a lot
        else:
            state.roll(tuple(dice.randint(1, 6) for _ in range(2 if isinstance(rules.dice, SplitDice) else 1)))


# ---- both sides come from one description ---------------------------------------------------------------


def test_the_headers_are_those_of_the_schema() -> None:
    for name, text in headers(SCHEMA).items():
        assert (GENERATED / name).read_bytes() == text.encode(), (
            f"{name} is not what the schema says: run `python -m halma.kernel.fast.schema` and install halma again"
        )
    assert {path.name for path in GENERATED.iterdir()} == set(headers(SCHEMA))


def test_the_command_writes_what_is_outdated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "GENERATED", tmp_path)
    monkeypatch.setattr("sys.argv", ["schema", "--check"])
    assert command.main() == 1 and not list(tmp_path.iterdir())
    monkeypatch.setattr("sys.argv", ["schema"])
    assert command.main() == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == headers(SCHEMA)
    monkeypatch.setattr("sys.argv", ["schema", "--check"])
    assert command.main() == 0
    monkeypatch.setattr(command, "GENERATED", tmp_path / "nowhere")
    with pytest.raises(SystemExit):
        command.main()


@pytest.mark.parametrize("game", list(games()))
def test_the_numbers_say_what_the_rules_say(game: str) -> None:
    rules = rules_of(game)
    numbers = compiled(rules)
    assert list(array("i", numbers)[:HEADING]) == [MAGIC, SCHEMA.digest]
    found = Decoder(numbers, start=HEADING).decode(RULES)
    board = rules.board
    assert (found["cells"], found["seats"], len(found["kinds"])) == (len(board), rules.seats, len(rules.kinds))
    for kind, given in zip(rules.kinds, found["kinds"], strict=True):
        assert (set(given["home"]), set(given["target"])) == (kind.home, kind.target)
        assert (tuple(given["owners"]), tuple(given["advance"])) == (kind.seats, kind.advance)
        assert [(set(part["cells"]), part["most"]) for part in given["goal"]] == [
            (part.cells, part.most) for part in kind.goal
        ]
        assert [mover["word"] for mover in given["movers"]] == [type(word) for word in kind.movement]
        assert [mover["captures"] for mover in given["movers"]] == [
            isinstance(word, Run) or (isinstance(word, Hop) and word.captures) for word in kind.movement
        ]
    assert found["start"] == [rules.start[cell] + 1 if cell in rules.start else 0 for cell in range(len(board))]
    assert [tuple(near) for near in found["neighbours"]] == [board.neighbours(cell) for cell in range(len(board))]
    assert found["goal"]["word"] is type(rules.goal)
    assert [restriction["word"] for restriction in found["restrictions"]] == [type(one) for one in rules.restrictions]
    assert (found["duty"], found["fill"], found["swap"]) == (
        rules.blocking.duty,
        rules.blocking.fill,
        rules.blocking.swap is not None,
    )
    assert (found["placing"] is None, found["stall"] is None) == (rules.placing is None, rules.stall is None)
    assert (found["dice"], found["no_move"], found["count"]) == (type(rules.dice), rules.no_move, rules.count)
    assert (tuple(found["teams"]), found["lends"], found["play_on"]) == (rules.teams, rules.lends, rules.play_on)


@pytest.mark.parametrize("game", list(games()))
def test_the_numbers_say_what_the_situation_says(game: str) -> None:
    rules = rules_of(game)
    for state in situations(rules):
        found = Decoder(spelled(state.now), sizes_of(rules)).decode(SITUATION)
        for name, value in state.now._asdict().items():
            given: Any = found[name]
            if name == "divisions":
                given = [(division["steps"], division["hops"]) for division in given]
            if name == "result" and given is not None:
                given = Result(given["termination"], tuple(given["places"]), given["drawn"])
            assert (tuple(given) if isinstance(given, list) else given) == value, name


# ---- no number is trusted -------------------------------------------------------------------------------


def chosen(places: list[Place], each: int) -> Iterator[Place]:
    """Some of the numbers of each name: the first, the last and others in between."""
    named: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        named[place.name].append(place)
    dice = random.Random(12)
    for same in named.values():
        yield from {same[0], same[-1], *dice.sample(same, min(each, len(same)))}


def with_number(numbers: bytes, at: int, value: int) -> bytes:
    changed = array("i", numbers)
    changed[at] = value
    return changed.tobytes()


def outside(place: Place) -> list[int]:
    """The nearest values on both sides of what is allowed, as far as 32 bits go."""
    return [value for value in (place.least - 1, place.most + 1) if -(2**31) <= value < 2**31]


def inside(place: Place, now: int) -> set[int]:
    """Other values that are allowed."""
    values = {place.least, place.most, now - 1, now + 1, (place.least + place.most) // 2}
    return {value for value in values if place.least <= value <= place.most} - {now}


@needs_kernel
@pytest.mark.parametrize("game", list(games()))
def test_a_number_out_of_its_bounds_is_refused_by_name(game: str) -> None:
    numbers = compiled(rules_of(game))
    decoder = Decoder(numbers, start=HEADING)
    decoder.decode(RULES)
    for place in chosen(decoder.places, 2):
        for value in outside(place):
            with pytest.raises(ValueError, match=place.name.split()[0]):
                _native.Rules(with_number(numbers, place.at, value))


@needs_kernel
@pytest.mark.parametrize("game", list(games()))
def test_a_changed_number_is_refused_or_harmless(game: str) -> None:
    numbers = compiled(rules_of(game))
    decoder = Decoder(numbers, start=HEADING)
    decoder.decode(RULES)
    # Every single number of small boards, some of each name of large ones.
    every = len(decoder.places) < 2500
    for place in decoder.places if every else chosen(decoder.places, 3):
        for value in inside(place, decoder.numbers[place.at]):
            with suppress(ValueError, IndexError):
                rules = _native.Rules(with_number(numbers, place.at, value))
                _native.State(rules, 0).random_turns(1, 10)


@needs_kernel
@pytest.mark.parametrize("game", list(games()))
def test_a_changed_situation_is_refused_or_harmless(game: str) -> None:
    rules = rules_of(game)
    native = _native.Rules(compiled(rules))
    for state in situations(rules):
        numbers = spelled(state.now)
        board = bytes(state.board[: len(rules.board)])
        decoder = Decoder(numbers, sizes_of(rules))
        decoder.decode(SITUATION)
        for place in decoder.places:
            for value in outside(place):
                with pytest.raises(ValueError, match=place.name.split()[0]):
                    _native.State(native, board, with_number(numbers, place.at, value))
            for value in inside(place, decoder.numbers[place.at]):
                with suppress(ValueError, IndexError):
                    _native.State(native, board, with_number(numbers, place.at, value)).random_turns(1, 10)


@needs_kernel
@pytest.mark.parametrize("game", ["solitaire", "dice"])
def test_too_few_and_too_many_numbers_are_refused(game: str) -> None:
    numbers = compiled(rules_of(game))
    for count in range(0, len(numbers), 4 * 7):
        with pytest.raises(ValueError, match="halma"):
            _native.Rules(numbers[:count])
    with pytest.raises(ValueError, match="after its end"):
        _native.Rules(numbers + bytes(4))
    with pytest.raises(ValueError, match="cut off"):
        _native.Rules(numbers[:-1])


@needs_kernel
def test_rules_of_another_schema_are_refused() -> None:
    numbers = compiled(rules_of("star"))
    with pytest.raises(ValueError, match="another schema"):
        _native.Rules(with_number(numbers, 1, SCHEMA.digest ^ 1))
    with pytest.raises(ValueError, match="no compiled rules"):
        _native.Rules(with_number(numbers, 0, MAGIC + 1))


@pytest.mark.parametrize("value", ["move", 7, None])
def test_what_is_no_word_is_not_written(value: Any) -> None:
    now = State(rules_of("halma")).now._replace(phase=value)
    with pytest.raises(ValueError, match="Phase"):
        spelled(now)
