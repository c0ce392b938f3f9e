"""The games: one short page of data each, the catalogue that finds them, and what a new page is written with.

`find_game` finds a game by its id or by a name from any booklet; `choose` settles its options; `games` lists them all.

>>> from halma.games import choose, find_game, games
>>> len(games())
27
>>> find_game("Dames chinoises").id
'star'
>>> choice = choose("star", players=3)
>>> choice.pieces, choice.options["blocking"]
(15, 'vacate')
"""

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
from halma.games.clauses import GAME_CLAUSES
from halma.games.formats import EDITIONS, SCHMIDT, Format
from halma.games.game import LUCK_TEXTS, Game, Luck
from halma.games.options import (
    BASE_OPTIONS,
    BLOCKING,
    EDITION,
    FIRST,
    FORMAT_OPTIONS,
    LOT,
    PIECES,
    PLAY_ON,
    PLAYERS,
    STALL,
    TEAMS,
    Condition,
    Option,
    OptionError,
    OptionKind,
    OptionValue,
    Value,
)
from halma.games.race import (
    Camp,
    armies,
    army,
    base_movement,
    blocking,
    corner_camps,
    court_camps,
    may_leave_target,
    opposite_teams,
    race,
    stall,
    star_race,
    start_of,
    tip_camp,
    tip_camps,
)

__all__ = [
    "BASE_OPTIONS",
    "BLOCKING",
    "BOARD_TEXTS",
    "EDITION",
    "EDITIONS",
    "FIRST",
    "FORMAT_OPTIONS",
    "GAME_CLAUSES",
    "LOT",
    "LUCK_TEXTS",
    "PIECES",
    "PLAYERS",
    "PLAY_ON",
    "RULES_VERSION",
    "SCHMIDT",
    "STALL",
    "TEAMS",
    "Camp",
    "Choice",
    "Condition",
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
    "armies",
    "army",
    "base_movement",
    "blocking",
    "choose",
    "corner_camps",
    "court_camps",
    "find_game",
    "games",
    "joint_option",
    "may_leave_target",
    "opposite_teams",
    "race",
    "restore",
    "stall",
    "star_race",
    "start_of",
    "tip_camp",
    "tip_camps",
]
