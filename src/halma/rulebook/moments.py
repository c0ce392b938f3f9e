"""The moment that makes a game what it is: one diagram of its rule page, for who chooses among all games."""

from __future__ import annotations

from functools import cache

from halma.play import Position
from halma.rulebook.library import page
from halma.rulebook.playing import end_of

# The diagram of each game's page; every one of them makes a move.
MOMENTS = {
    "halma": "a-chain",
    "quick": "a-chain",
    "dutch": "a-chain",
    "colour": "helping",
    "marked": "the-mark-hops",
    "le-zug": "hop-and-step",
    "super": "a-long-hop",
    "dice": "one-step-two-hops",
    "two-colour": "sorting",
    "top-secret": "hop-off",
    "highscore": "a-chain",
    "meeting-point": "the-heart",
    "solitaire": "a-chain",
    "retour": "second-move",
    "star": "a-chain",
    "star-team": "helping",
    "star-super": "a-long-hop",
    "captive-1": "caught",
    "captive-2": "out-and-in",
    "connection": "the-end",
    "connection-solo": "the-end",
    "star-highscore": "a-chain",
    "gobang": "five-by-moving",
    "tippy": "two-at-once",
    "cat-and-mouse": "a-chain",
    "rakado": "a-capture",
    "star-rakado": "a-capture",
}


@cache
def moment_of(game: str) -> Position:
    """The position after the move of that diagram."""
    (diagram,) = (each for each in page(game, "en").diagrams if each.name == MOMENTS[game])
    return end_of(diagram)
