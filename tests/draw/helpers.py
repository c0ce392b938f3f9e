"""Positions to draw, and what is in a picture."""

from __future__ import annotations

import random
from xml.etree import ElementTree

from halma.games import Format, games
from halma.play import Position

NAMESPACE = "{http://www.w3.org/2000/svg}"
FORMATS = [(game.id, form) for game in games().values() for form in game.formats]


def started(game: str, form: Format) -> Position:
    return Position(
        game,
        seed=1,
        edition=form.editions[0],
        players=form.players,
        pieces=form.pieces,
        teams=form.teams,
    )


def played(position: Position, plies: int, seed: int = 1) -> Position:
    choice = random.Random(seed)
    for _ in range(plies):
        if position.is_over:
            break
        position.push(choice.choice(position.legal_moves))
    return position


def parsed(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter())


def with_class(elements: list[ElementTree.Element], name: str) -> list[ElementTree.Element]:
    return [element for element in elements if name in element.get("class", "").split()]
