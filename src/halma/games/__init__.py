"""The games: one short page of data each, and the catalogue that finds them."""

from halma.games.catalogue import BOARD_TEXTS, AmbiguousGameError, UnknownGameError, choose, find_game, games
from halma.games.game import EDITIONS, LOT, Choice, Format, Game, Option, OptionError
from halma.games.settled import RULES_VERSION, restored_choice, settled_options

__all__ = [
    "BOARD_TEXTS",
    "EDITIONS",
    "LOT",
    "RULES_VERSION",
    "AmbiguousGameError",
    "Choice",
    "Format",
    "Game",
    "Option",
    "OptionError",
    "UnknownGameError",
    "choose",
    "find_game",
    "games",
    "restored_choice",
    "settled_options",
]
