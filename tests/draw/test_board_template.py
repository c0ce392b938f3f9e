"""Boards for a page that moves the pieces itself."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from halma.draw import board_template, emblem, sprite, svg, thumbnail
from halma.draw.board_template import LAYERS, PREFIX
from halma.games import games
from halma.play import Position

SVG = "{http://www.w3.org/2000/svg}"


def ids(text: str) -> set[str]:
    return {element.attrib["id"] for element in ElementTree.fromstring(text).iter() if "id" in element.attrib}


@pytest.mark.parametrize("game", games())
def test_a_stage_has_every_cell_where_the_picture_has_it(game: str) -> None:
    position = Position(game, dice=None)
    found = board_template(position.rules)
    assert set(found.cells) == set(position.board.names)
    assert {f"{PREFIX}cell-{name}" for name in position.board.names} <= ids(found.svg)
    drawn = ElementTree.fromstring(svg(position, last_move=False))
    for piece in drawn.iter(f"{SVG}use"):
        cell = piece.attrib.get("data-cell")
        if cell is not None:
            place = float(piece.attrib["x"]), float(piece.attrib["y"])
            assert place == pytest.approx(found.cells[cell])


def test_a_stage_is_turned_to_a_seat() -> None:
    rules = Position("halma").rules
    straight, turned = board_template(rules), board_template(rules, turned="B")
    assert straight.cells["a1"] == pytest.approx(turned.cells["p16"])


def test_layers_lie_in_order_and_are_empty() -> None:
    drawing = ElementTree.fromstring(board_template(Position("star").rules).svg)
    layers = [group for group in drawing if group.attrib.get("class", "").startswith("layer ")]
    assert [group.attrib["class"].split()[1] for group in layers] == list(LAYERS)
    assert all(len(group) == 0 for group in layers)


def test_the_sprite_has_every_piece_of_every_game() -> None:
    letters = {kind.letter for game in games() for kind in Position(game, dice=None).rules.kinds}
    assert {f"kind-{letter}" for letter in letters} <= ids(sprite())
    assert {"halo", "mark", "taken", "reach-A", "meet-F", "way-o", *(f"die-{value}" for value in range(1, 7))} <= ids(
        sprite()
    )


@pytest.mark.parametrize("text", [sprite(), board_template(Position("le-zug").rules).svg, emblem()])
def test_nothing_needs_an_exception_from_a_strict_policy(text: str) -> None:
    for element in ElementTree.fromstring(text).iter():
        assert not {"style", "onload", "onclick"} & set(element.attrib)
        assert element.tag not in (f"{SVG}style", f"{SVG}script")


@pytest.mark.parametrize("game", games())
def test_a_thumbnail_shows_the_same_pieces_and_is_small(game: str) -> None:
    position = Position(game, dice=None)
    small = ElementTree.fromstring(thumbnail(position))
    assert len(list(small.iter(f"{SVG}use"))) == len(position.pieces)
    assert len(thumbnail(position)) < 30_000
    full = svg(position, coordinates=False, info_bar=False)
    assert small.attrib["viewBox"] == ElementTree.fromstring(full).attrib["viewBox"]
