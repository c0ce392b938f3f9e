"""The columns of the tables: what they are called, their types and what they mean."""

from __future__ import annotations

from dataclasses import dataclass

from halma.rules import SEATS

__all__ = ["GAME_COLUMNS", "PLY_COLUMNS", "Column"]


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    # A type of Arrow, by its name there.
    type: str
    meaning: str


def _by_seat(name: str, kind: str, meaning: str) -> tuple[Column, ...]:
    """One column for each of the six seats; those that a game does not have are empty."""
    return tuple(Column(f"{name}_{seat.lower()}", kind, meaning.format(seat=seat)) for seat in SEATS)


#: The columns of a table of games.
GAME_COLUMNS = (
    Column("game_number", "int32", "the game among those given, or its number in a match, from 1"),
    Column("game", "string", "the id of the game"),
    Column("players", "int8", "how many seats there are"),
    Column("pieces", "int16", "how many pieces each seat has"),
    Column("options", "string", "all settled options, as JSON"),
    *_by_seat("name", "string", "who played seat {seat}"),
    Column("result", "string", "the result as the record has it; * for an unfinished game"),
    Column("winners", "string", "the seats that won, such as B or AC; nothing in a draw; empty if unfinished"),
    Column("drawn", "bool", "whether the game was drawn; empty if unfinished"),
    Column("termination", "string", "how it ended: goal, stall, …, time, abandoned; empty if unfinished"),
    *_by_seat("place", "int8", "the place of seat {seat}"),
    Column("turns", "int32", "turns played"),
    *_by_seat("seconds", "float64", "time that seat {seat} took in a match"),
    Column("start", "string", "the position it starts from, where that is not the beginning"),
)

#: The columns of a table of plies.
PLY_COLUMNS = (
    Column("game_number", "int32", "as in the table of games"),
    Column("ply", "int32", "the action within the game, from 1"),
    Column("turn", "int32", "the turn it belongs to; with dice a turn can have several actions"),
    Column("seat", "string", "who acted"),
    Column("chance", "string", "the roll or the lot just before it; empty if there was none"),
    Column("move", "string", "the move with its whole path"),
    Column("kind", "string", "step, hop, run, retrace, place, swap, huff, pass or done"),
    Column("path_length", "int16", "the single steps and hops of the move; 0 where nothing moves"),
    Column("captures", "int16", "how many pieces it captures"),
    Column("legal_moves", "int32", "how many moves were legal before it"),
    *_by_seat("advance_before", "int32", "the advance of all pieces of seat {seat} before it, added up"),
    *_by_seat("advance_after", "int32", "the same after it"),
)
