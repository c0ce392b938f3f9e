"""The games: one short page of data each, and the catalogue that finds them."""

from halma.games.catalogue import (
    BOARD_TEXTS,
    UnknownGameError,
    all_options,
    choose,
    find_game,
    games,
    joint_option,
    restore,
)
from halma.games.choice import RULES_VERSION, Choice
from halma.games.formats import EDITIONS, SCHMIDT, Format
from halma.games.game import LUCK_TEXTS, Game, Luck
from halma.games.options import FORMAT_OPTIONS, LOT, Option, OptionError, OptionKind, OptionValue, Value

__all__ = [
    "BOARD_TEXTS",
    "EDITIONS",
    "FORMAT_OPTIONS",
    "LOT",
    "LUCK_TEXTS",
    "RULES_VERSION",
    "SCHMIDT",
    "Choice",
    "Format",
    "Game",
    "Luck",
    "Option",
    "OptionError",
    "OptionKind",
    "OptionValue",
    "UnknownGameError",
    "Value",
    "all_options",
    "choose",
    "find_game",
    "games",
    "joint_option",
    "restore",
]
