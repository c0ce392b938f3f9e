"""Nets: what they say, in every game that can be learnt, and files that cannot be used."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from halma.engine import Limits, think
from halma.engine.learn.cards import checksum, read_card
from halma.engine.learn.errors import LearnError
from halma.engine.learn.games import layout_of, rules_of
from halma.engine.learn.layout import views_of
from halma.engine.learn.net_file import blank, encoded
from halma.engine.nets import NETS, NetError, load_net, shipped_net
from halma.engine.think import net_fault
from halma.games import choose, games
from halma.play import Position
from tests.engine.nets import corrections, random_parts

_native = pytest.importorskip("halma.engine._native")

# The formats that nets are made for.
FORMATS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("halma", {"players": 2, "pieces": 19}),
    ("halma", {"players": 2, "pieces": 13}),
    ("halma", {"players": 2, "pieces": 15}),
    ("halma", {"players": 4, "pieces": 13}),
    ("star", {"players": 2, "pieces": 15}),
    ("star", {"players": 2, "pieces": 10}),
    ("star", {"players": 3, "pieces": 15}),
    ("star", {"players": 4, "pieces": 10}),
    ("star", {"players": 6, "pieces": 10}),
    ("quick", {}),
    ("super", {}),
    ("star-super", {}),
)
QUICK = choose("quick")
QUICK_NET = encoded(random_parts(QUICK, 1))
MAGIC_AND_SIZES = 20


def sealed(body: bytes, version: int = 1) -> bytes:
    return struct.pack("<8sIII", b"HALMANET", version, MAGIC_AND_SIZES + len(body), zlib.crc32(body)) + body


def walk(choice: Any, seed: int, turns: int) -> Position:
    lot = random.Random(f"walk {seed}")
    position = Position(choice)
    for _ in range(turns):
        if position.is_over:
            break
        position.push_action(lot.choice(list(position.state.legal())))
    return position


@pytest.mark.parametrize(("game", "options"), FORMATS)
def test_a_net_adds_what_the_description_of_its_file_says(game: str, options: dict[str, Any]) -> None:
    choice = choose(game, **options)
    for seed in range(3):
        parts = random_parts(choice, seed)
        net, fault = _native.read_net(encoded(parts))
        assert not fault
        position = walk(choice, seed, 7 + 20 * seed)
        written = _native.evaluate(position.state)
        expected = tuple(one + more for one, more in zip(written, corrections(parts, position), strict=True))
        assert _native.evaluate(position.state, {}, net) == expected
        assert _native.evaluate(position.state, {}, net.without_wide()) == expected
        told = _native.terms(position.state, {}, net)
        assert tuple(map(sum, zip(*told.values(), strict=True))) == expected
        assert told["net"] == corrections(parts, position)


@pytest.mark.parametrize(("game", "options"), FORMATS)
def test_every_seat_begins_alike_in_its_own_view(game: str, options: dict[str, Any]) -> None:
    """At the start all seats see the same, but for whose turn it is."""
    choice = choose(game, **options)
    rules = rules_of(choice)
    start = {cell: kind + 1 for cell, kind in rules.start.items()}
    for seat, view in enumerate(views_of(rules)):
        assert view.seats[seat] == 0
        assert sorted(view.cells) == list(range(len(rules.board)))
        assert {view.cells[cell]: view.kinds[kind - 1] for cell, kind in start.items()} == start
        for cell in range(len(rules.board)):
            near = {view.cells[other] for other in rules.board.neighbours(cell)}
            assert near == set(rules.board.neighbours(view.cells[cell]))


def test_the_race_is_the_base_where_the_file_says_so() -> None:
    choice = choose("star", players=3, pieces=15)
    net, _ = _native.read_net(blank(layout_of(choice), views_of(rules_of(choice)), "x", "race"))
    position = walk(choice, 1, 30)
    told = _native.terms(position.state, {}, net)
    assert set(told) <= {"race_way", "race_lagging", "race_lonely", "race_last", "race_duty", "net"}
    assert "crowded_way" in _native.terms(position.state)


def test_a_search_listens_to_its_net() -> None:
    position = walk(QUICK, 3, 12)
    net, _ = _native.read_net(QUICK_NET)
    plain = _native.think(position.state, 5000, 0.0, 4, 1, 1, 0, [0] * 6, None, None)

    def with_net(given: Any, weights: dict[str, float]) -> Any:
        return _native.think(position.state, 5000, 0.0, 4, 1, 1, 0, [0] * 6, None, None, weights, net=given)

    found = with_net(net, {})
    assert found[:3] == with_net(net, {})[:3] == with_net(net.without_wide(), {})[:3]
    assert found[0] != plain[0]
    assert with_net(net, {"net_share": 0})[0] != found[0]
    # Nothing is left out where everything is asked about, and then other values may come up.
    assert with_net(net, {"net_margin": 0})[:3] != with_net(net, {"net_margin": 5000})[:3]


def test_a_depth_of_two_gives_the_best_of_all_replies() -> None:
    """What the search says of the last turn, which it does not play, is what playing it gives."""
    parts = random_parts(QUICK, 4, most=300)
    net, _ = _native.read_net(encoded(parts))
    position = walk(QUICK, 5, 16)
    seat = position.state.now.actor
    weights = {"net_margin": 100_000, "race_lagging": 0, "race_lonely": 0, "search_fewest": 1000}
    best = -(10**9)
    for action in list(position.state.legal()):
        position.push_action(action)
        worst = 10**9
        for reply in list(position.state.legal()):
            position.push_action(reply)
            assert not position.is_over
            values = _native.evaluate(position.state, weights, net)
            worst = min(worst, values[seat] - values[1 - seat])
            position.pop()
        best = max(best, worst)
        position.pop()
    lines = _native.think(position.state, 10**6, 0.0, 2, 1, 1, 0, [0] * 6, None, None, weights, net=net)[0]
    # Whoever is to move is half a turn better off than the value says.
    assert lines[0][0][seat] == best + 50


def broken_files() -> dict[str, tuple[bytes, str]]:
    body = QUICK_NET[MAGIC_AND_SIZES:]
    middle = len(QUICK_NET) // 2
    return {
        "empty": (b"", "is not a net"),
        "foreign": (b"PNG" + QUICK_NET[3:], "is not a net"),
        "huge": (bytes(5 << 20), "is not a net"),
        "head": (QUICK_NET[:15], "cut off"),
        "half": (QUICK_NET[:middle], "cut off"),
        "longer": (QUICK_NET + b"\0", "damaged"),
        "flipped": (QUICK_NET[:middle] + bytes([QUICK_NET[middle] ^ 4]) + QUICK_NET[middle + 1 :], "damaged"),
        "newer": (sealed(body, version=2), "another version"),
        "hidden": (sealed(body[:54] + b"\x07\x00" + body[56:]), "make no sense"),
        "short": (sealed(body[:-3]), "make no sense"),
        "other": (encoded(random_parts(choose("star", players=2, pieces=10), 1)), "another game: random"),
    }


@pytest.mark.parametrize("name", broken_files())
def test_a_file_that_cannot_be_used_is_told_and_the_written_evaluation_plays(name: str, tmp_path: Path) -> None:
    content, reason = broken_files()[name]
    file = tmp_path / "some.net"
    file.write_bytes(content)
    position = walk(QUICK, 6, 10)
    limits = Limits(nodes=2000, net=str(file))
    thought = think(position, limits)
    assert isinstance(thought.fault, NetError) and reason in str(thought.fault)
    assert str(net_fault(position, limits)) == str(thought.fault)
    plain = think(position, Limits(nodes=2000, net="none"))
    assert (thought.lines, thought.nodes) == (plain.lines, plain.nodes)
    assert plain.fault is None


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for file in (tmp_path / "none.net", tmp_path, "a\0b"):
        with pytest.raises(NetError):
            load_net(file)
        assert think(Position(QUICK), Limits(nodes=100, net=str(file))).fault is not None


def test_a_net_that_can_be_used_is_used(tmp_path: Path) -> None:
    file = tmp_path / "quick.net"
    file.write_bytes(QUICK_NET)
    position = walk(QUICK, 3, 12)
    thought = think(position, Limits(nodes=5000, net=str(file)))
    assert thought.fault is None
    assert thought.lines != think(position, Limits(nodes=5000, net="none")).lines
    # A level of children does not use what was learnt unless it is told to.
    assert think(position, Limits(level=5)).lines == think(position, Limits(level=5, net="none")).lines


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "quick.net"
    file.write_bytes(QUICK_NET)
    assert load_net(file).family == "random"
    file.write_bytes(QUICK_NET[:-1])
    with pytest.raises(NetError):
        load_net(file)


def test_only_races_without_luck_can_be_learnt() -> None:
    can: set[str] = set()
    for game in games().values():
        for form in game.formats:
            try:
                layout_of(
                    game.choose(players=form.players, pieces=form.pieces, teams=form.teams, edition=form.editions[0])
                )
            except LearnError:
                continue
            can.add(game.id)
    assert {"halma", "quick", "super", "star", "star-super", "star-team"} <= can
    assert not can & {"dice", "top-secret", "captive-2", "gobang", "tippy", "cat-and-mouse", "solitaire", "rakado"}


@pytest.mark.parametrize("file", sorted(NETS.glob("*.net")), ids=lambda file: file.stem)
def test_a_net_that_is_shipped_has_its_card_and_belongs_to_its_game(file: Path) -> None:
    data = file.read_bytes()
    assert len(data) <= 2 * 1024 * 1024
    card = read_card(file.with_suffix(".toml"))
    assert card["crc32"] == checksum(data)
    choice = choose(card["game"], players=card["players"], pieces=card["pieces"])
    net = shipped_net(Position(choice).state)  # pyright: ignore[reportArgumentType]
    assert net is not None and net.digest == layout_of(choice).digest
    won = [match for match in card["match"] if match["better"] == "yes" or match["games"] >= 400]
    assert won and won[-1]["low"] > won[-1]["fair_share"]
    assert {"commit", "positions", "command"} <= set(card) and card["loss"]
