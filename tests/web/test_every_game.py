"""Every game in the browser: started, played for some turns, and finished."""

from __future__ import annotations

import random

import pytest

from halma.games import games
from halma.rulebook.library import page
from halma.rulebook.model import Diagram
from halma.rulebook.playing import base_of
from tests.web.hands import Hands
from tests.web.serving import Server

TURNS = 4
# The rulebook shows how every game ends; the names of those diagrams.
ENDS = ("the-end", "five-by-placing", "too-few")


def last_turn(game: str) -> Diagram:
    found = [diagram for diagram in page(game, "en").diagrams if diagram.name in ENDS]
    return found[0]


@pytest.mark.parametrize("game", games())
def test_a_game_is_started_and_played(game: str, player: Hands) -> None:
    player.remember("manner", "here")
    player.begin(game)
    dice = random.Random(game)
    for _ in range(TURNS):
        player.some_move(dice)
    assert player.ply >= TURNS
    assert player.page.locator(".moves li").count() > 0


@pytest.mark.parametrize("game", games())
def test_a_game_is_played_to_its_end(game: str, player: Hands, server: Server) -> None:
    diagram = last_turn(game)
    start = base_of(diagram)
    options = {name: value for name, value in start.choice.options.items() if name != "first"}
    player.sit(server.table(game, options=options, position=start.board_text()))
    for action in diagram.play[0].split(","):
        player.move(action)
    if not player.over and player.page.is_visible("[data-action=done]"):
        player.act("done")
    player.wait_until_over()
    assert player.page.is_visible("[data-action=rematch]")
