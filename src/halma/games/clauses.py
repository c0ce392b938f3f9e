"""Where the law speaks of each game: the number of the clause that bears its name."""

from __future__ import annotations

#: The clause of the law that bears the name of each game.
GAME_CLAUSES = {
    "halma": "3.1",
    "quick": "3.3",
    "dutch": "3.4",
    "colour": "3.5",
    "marked": "3.10",
    "le-zug": "3.11",
    "super": "3.15",
    "dice": "3.16",
    "two-colour": "3.19",
    "top-secret": "3.21",
    "highscore": "3.22",
    "meeting-point": "3.23",
    "solitaire": "3.24",
    "retour": "3.25",
    "star": "4.1",
    "star-team": "4.3",
    "star-super": "4.4",
    "captive-1": "4.5",
    "captive-2": "4.6",
    "connection": "4.8",
    "connection-solo": "4.8",
    "star-highscore": "3.22",
    "gobang": "5.1",
    "tippy": "5.3",
    "cat-and-mouse": "5.7",
    "rakado": "5.10",
    "star-rakado": "5.14",
}
