"""What there is to see of a table, as codes and data: the same for everybody who looks, in whatever language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from halma.draw.palette import paint
from halma.draw.scene import letter_of
from halma.kernel import Action, ActionKind
from halma.play import Event, Position, Refusal
from halma.play.notation import OFF
from halma.rulebook import page_of_clause
from halma.rules import SEATS, Count
from halma.server.domain import clocks
from halma.server.domain.table import Table

# A position with more moves than this has only its origins listed; a page asks for those of a piece.
MOST_MOVES = 4000
MOST_CHAT = 200
# Ways that are kept as texts, on each board.
MOST_SPELLED = 20_000
KINDS = {kind: kind.name.lower() for kind in ActionKind}


class RollFact(Struct, frozen=True):
    seat: str
    values: tuple[int, ...]


class MoveFact(Struct, frozen=True, omit_defaults=True):
    """A legal move that a way alone does not tell."""

    text: str
    kind: str
    origin: str | None = None
    target: str | None = None
    path: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()


class EntryFact(Struct, frozen=True, omit_defaults=True):
    """A move that was made. `roll` is the roll it used; rolls before it that lapsed are in `lapsed`."""

    ply: int
    seat: str
    turn: int
    text: str
    # Where it is not the cells of the text.
    path: tuple[str, ...] | None = None
    kind: str = "step"
    roll: tuple[int, ...] = ()
    captured: tuple[str, ...] = ()
    seconds: float = 0.0
    # How the pieces on the board changed: the letter on a cell afterwards, or nothing there.
    changes: dict[str, str | None] = {}
    lapsed: tuple[RollFact, ...] = ()

    @property
    def way(self) -> tuple[str, ...]:
        """The cells it touched."""
        return tuple(self.text.split("-")) if self.path is None else self.path


class PuzzleFact(Struct, frozen=True):
    """The puzzle that a table is about."""

    id: str
    par: int | None = None
    at_least: int | None = None


# ---- moves ----------------------------------------------------------------------------------------------


def names_of(position: Position) -> tuple[str, ...]:
    """The names of the cells; the number after the last one means off the board, and -1 no cell at all."""
    return (*position.board.names, OFF, "")


def legal_of(position: Position) -> list[str | MoveFact] | None:
    """All legal moves: most by the way they take. None if there are too many."""
    # Most of the time that a move takes goes by here, so nothing is asked or spelled twice.
    legal = position.state.legal_sequence()
    if len(legal) > MOST_MOVES:
        return None
    path, spelled = position.state.path, _spelled_on(position.board.id)
    found: list[str | MoveFact] = []
    for action in legal:
        kind, origin, target, captured = action
        way: tuple[int, ...] = (origin, target) if kind is ActionKind.STEP and origin >= 0 else path(action)
        plain = kind is ActionKind.STEP or kind is ActionKind.HOP or kind is ActionKind.RUN
        if captured or not plain or len(way) < 2:
            found.append(_move_fact(position, names_of(position), action, way))
            continue
        text = spelled.get(way)
        if text is None:
            names = names_of(position)
            text = spelled[way] = "-".join([names[cell] for cell in way])
        found.append(text)
    return found


@cache
def _spelled_on(_board: str) -> dict[tuple[int, ...], str]:
    """Ways on a board as they are written; there are some thousands of them that people take."""
    return BoundedTexts()


class BoundedTexts(dict[tuple[int, ...], str]):
    """So many texts; then it begins again."""

    def __setitem__(self, way: tuple[int, ...], text: str) -> None:
        if len(self) >= MOST_SPELLED:
            self.clear()
        super().__setitem__(way, text)


def _move_fact(position: Position, names: tuple[str, ...], action: Action, way: Iterable[int]) -> MoveFact:
    return MoveFact(
        text=position.spell(action),
        kind=KINDS[action.kind],
        origin=names[action.origin] or None,
        target=names[action.target] or None,
        path=tuple([names[cell] for cell in way]),
        captured=tuple([names[cell] for cell in action.captured]),
    )


def origins_of(position: Position) -> list[str]:
    """The cells from which something can be moved."""
    cells = {action.origin for action in position.state.legal_sequence() if action.origin >= 0}
    return [position.board.names[cell] for cell in sorted(cells)]


# ---- what was done --------------------------------------------------------------------------------------


def entries_of(position: Position, texts: Iterable[str], ply: int, seconds: Sequence[float]) -> list[EntryFact]:
    """Moves as they are made one after the other in a position, which is as it is after them then."""
    found: list[EntryFact] = []
    for number, text in enumerate(texts):
        action, contents = position.action_of(text), position.state.contents()
        entry = _entry(position, action, text, ply + number + 1, seconds[number])
        position.push_action(action)
        found.append(replace(entry, changes=_changes(position, contents, position.state.contents())))
    return found


def entry_of(before: Position, text: str, after: Position, ply: int, seconds: float) -> EntryFact:
    """A move that led from one position to another."""
    entry = _entry(before, before.action_of(text), text, ply, seconds)
    return replace(entry, changes=_changes(before, before.state.contents(), after.state.contents()))


def _entry(before: Position, action: Action, text: str, ply: int, seconds: float) -> EntryFact:
    """A move in the position before it, but for what it changes."""
    names = before.board.names
    roll, rolls = before.roll, pending_rolls(before)
    path = tuple([names[cell] if cell < len(names) else OFF for cell in before.state.path(action)])
    return EntryFact(
        ply=ply,
        seat=before.seat,
        turn=before.turn_number,
        text=text,
        path=None if "-".join(path) == text and path else path,
        kind=KINDS[action.kind],
        roll=roll,
        captured=tuple([names[cell] for cell in action.captured]),
        seconds=seconds,
        lapsed=tuple(rolls[:-1] if roll else rolls),
    )


def _changes(position: Position, before: bytes, after: bytes) -> dict[str, str | None]:
    kinds, names = position.rules.kinds, position.board.names
    return {
        names[cell]: kinds[code - 1].letter if code else None
        for cell, (code, was) in enumerate(zip(after, before, strict=True))
        if code != was
    }


def pending_rolls(position: Position) -> list[RollFact]:
    """The rolls after the last move, the one that is to be used last."""
    if not position.rules.has_chance:
        return []
    rolls: list[Event] = []
    for event in reversed(position.history):
        if event.action is not None:
            break
        if event.roll:
            rolls.insert(0, event)
    return [RollFact(event.seat, event.roll) for event in rolls]


# ---- how it stands --------------------------------------------------------------------------------------


def facts_of(table: Table) -> dict[str, Any]:
    """How a table stands, by name of the fact; an event tells those that are others after it."""
    position, over = table.position, table.is_over
    state, now = position.state, position.state.now
    rolls = pending_rolls(position)
    machine = table.machine()
    facts: dict[str, Any] = {
        "seats": [
            {
                "kind": seat.kind,
                "level": seat.level,
                "name": seat.name,
                "joined": seat.joined,
                "invited": not seat.joined and table.has_link(seat.seat),
                "gone": seat.gone,
                "stand_in": seat.stand_in,
            }
            for seat in table.seats
        ],
        "to_act": None if over else position.seat,
        "phase": table.phase,
        "turn": state.turn,
        "homes": [state.pieces_home(number) for number in range(position.rules.seats)],
        "advances": list(state.totals()),
        "hands": list(now.hands),
        "captured": list(now.captured),
        "scores": None if position.rules.count is Count.NOTHING else [position.score(seat) for seat in position.seats],
        "out": "".join(SEATS[seat] for seat in (*now.out, *now.finished)),
        "roll": list(position.roll),
        "roll_left": [list(left) for left in position.roll_left] if position.roll else [],
        "lapsed": rolls[:-1] if position.roll else rolls,
        "open_turn": bool(now.used) and not over,
        "duty": None if over else duty_fact(position.duty()),
        "outcome": outcome_fact(table),
        "offer": table.offer,
        "declined": list(table.declined),
        "redo": len(table.undone),
        "thinking": machine is not None,
        "waiting": not table.started,
    }
    if over:
        facts["seed"] = table.setup.seed
    return facts


def duty_fact(refusal: Refusal | None) -> dict[str, Any] | None:
    """What has to be done first."""
    if refusal is None:
        return None
    fact: dict[str, Any] = {"reason": refusal.code, "cells": list(refusal.cells)}
    if refusal.clause:
        fact["rule"] = {"clause": refusal.clause, "page": page_of_clause(refusal.clause, refusal.game)}
    return fact


def outcome_fact(table: Table) -> dict[str, Any] | None:
    """How the game ended, by its rules or without them."""
    position, ending, outcome = table.position, table.ending, table.position.outcome()
    if ending is None and outcome is None:
        return None
    moves, steps = position.tally
    if ending is not None:
        termination, places, drawn = str(ending.termination), ending.places, ending.drawn
    else:
        assert outcome is not None
        termination, places, drawn = outcome.termination.value, dict(outcome.places), outcome.drawn
    return {"termination": termination, "places": places, "drawn": drawn, "moves": moves, "steps": steps}


def told_time(now: float) -> float:
    """The server's time as viewers are told it: the same everywhere, so that it never seems to go back."""
    return round(now, 3)


def clocks_fact(table: Table, now: float) -> dict[str, Any]:
    """What the clocks show, and when they do."""
    fact: dict[str, Any] = {"now": told_time(now)}
    if table.setup.clock is not None:
        left = {seat.seat: clocks.seconds_left(table, seat.seat, now) for seat in table.seats}
        fact["left"] = {seat: seconds for seat, seconds in left.items() if seconds is not None}
        if clocks.deadline(table) is not None and not table.is_over:
            fact["runs"] = table.position.seat
    return fact


def setup_fact(table: Table, puzzle: PuzzleFact | None) -> dict[str, Any]:
    """What never changes at a table."""
    setup, position = table.setup, table.position
    letters = [letter_of(position.rules, seat) for seat in position.seats]
    return {
        "table": table.id,
        "game": setup.game,
        "board": position.board.id,
        "options": table.choice.options,
        "letters": letters,
        "marks": [paint(letter).mark for letter in letters],
        "colours": [paint(letter).body for letter in letters],
        "teams": list(position.rules.teams),
        "dice": position.dice_count,
        "clock": setup.clock,
        "fate": setup.fate,
        "public": setup.public,
        "chat_on": setup.chat,
        "hints": setup.hints,
        "puzzle": puzzle,
        "start": position.beginning().pieces,
    }
