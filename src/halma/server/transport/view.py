"""A table as somebody sees it who asks for all of it: facts put into words, in the viewer's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict

from halma.draw.palette import paint
from halma.draw.scene import letter_of
from halma.games import find_game
from halma.kernel import Action
from halma.play import Outcome, Position, Refusal
from halma.rulebook import page
from halma.rulebook.labels import choice_label
from halma.rules import TERMINATION_TEXTS, Count, Home
from halma.server.domain import clocks
from halma.server.domain.model import Ending
from halma.server.domain.table import Table
from halma.server.hub.interface import Present
from halma.server.service.facts import (
    KINDS,
    MOST_MOVES,
    EntryFact,
    entries_of,
    facts_of,
    names_of,
    origins_of,
)
from halma.server.service.puzzles import find_puzzle
from halma.server.service.telling import chat_of
from halma.server.transport import wire
from halma.server.transport.labels import rule_view
from halma.web.texts import ENDINGS
from halma.words import Words


def move_views(position: Position, actions: Iterable[Action]) -> list[wire.MoveView]:
    """Legal moves, each with the way it takes."""
    names = names_of(position)
    way = position.state.path
    return [
        wire.MoveView(
            text=position.spell(action),
            origin=names[action.origin] or None,
            target=names[action.target] or None,
            path=tuple([names[cell] for cell in way(action)]),
            captured=tuple([names[cell] for cell in action.captured]),
            kind=KINDS[action.kind],
        )
        for action in actions
    ]


def moves_from(position: Position, origin: str) -> list[wire.MoveView]:
    """The moves of one piece."""
    cell = position.board.index.get(origin)
    return move_views(position, [action for action in position.state.legal() if action.origin == cell][:MOST_MOVES])


def entry_views(entries: Iterable[EntryFact]) -> list[wire.EntryView]:
    """Moves that were made, with everything told of them."""
    return [
        wire.EntryView(
            ply=entry.ply,
            seat=entry.seat,
            turn=entry.turn,
            text=entry.text,
            kind=entry.kind,
            path=entry.way,
            roll=entry.roll,
            captured=entry.captured,
            seconds=entry.seconds,
            changes=entry.changes,
            lapsed=tuple(wire.RollView(lapsed.seat, lapsed.values) for lapsed in entry.lapsed),
        )
        for entry in entries
    ]


def entries(position: Position, skip: int = 0) -> list[wire.EntryView]:
    """What was done in a position after the first moves."""
    texts = [event.text for event in position.history if event.move is not None]
    again = position.beginning()
    for event in position.history:
        if event.action is not None:
            break
        again.give_chance(event.text)
    found: list[EntryFact] = []
    for number, text in enumerate(texts):
        found += entries_of(again, [text], number, [0.0])
    return entry_views(found[skip:])


def refusal_view(words: Words, refusal: Refusal | None) -> wire.Explained | None:
    """Why a move may not be played, or what has to be done first."""
    if refusal is None:
        return None
    return wire.Explained(refusal.code, words.refusal(refusal), refusal.cells, rule_view(words, refusal))


def outcome_view(words: Words, position: Position, ending: Ending | None = None) -> wire.OutcomeView | None:
    """How the game ended, by its rules or without them."""
    outcome: Outcome | None = position.outcome()
    moves, steps = position.tally if ending is not None or outcome is not None else (0, 0)
    if ending is not None:
        text = words.text(ENDINGS[ending.termination])
        return wire.OutcomeView(ending.termination, text, ending.places, ending.drawn, moves, steps)
    if outcome is None:
        return None
    text = words.text(TERMINATION_TEXTS[outcome.termination])
    return wire.OutcomeView(outcome.termination.value, text, dict(outcome.places), outcome.drawn, moves, steps)


def seat_views(
    table: Table, words: Words, facts: dict[str, Any], held: str, present: Present, now: float
) -> list[wire.SeatView]:
    """Everybody at the table."""
    position = table.position
    ending, outcome = table.ending, position.outcome()
    places = ending.places if ending else outcome.places if outcome else {}
    running = position.seat if clocks.deadline(table) is not None and not table.is_over else None
    aims = aims_of(position)
    parts = [words.text(part) for part in find_game(table.choice.game).parts] or [""] * len(position.seats)
    return [
        wire.SeatView(
            seat=seat.seat,
            kind=seat.kind,
            level=seat.level,
            name=seat.name,
            letter=letter,
            mark=paint(letter).mark,
            colour=paint(letter).body,
            yours=seat.seat in held,
            joined=seat.joined,
            invited=facts["seats"][number]["invited"],
            connected=seat.seat in present.seats,
            gone=seat.gone,
            stand_in=seat.stand_in,
            out=seat.seat in facts["out"],
            place=places.get(seat.seat),
            home=facts["homes"][number],
            advance=facts["advances"][number],
            score=facts["scores"][number] if facts["scores"] else None,
            clock_left=clocks.seconds_left(table, seat.seat, now),
            clock_runs=seat.seat == running,
            part=parts[number],
            aim=aims[number],
        )
        for number, seat in enumerate(table.seats)
        for letter in (letter_of(position.rules, seat.seat),)
    ]


def aims_of(position: Position) -> list[int]:
    """How many pieces each seat has to bring home; none where the game is about something else."""
    rules = position.rules
    if not isinstance(rules.goal, Home) and rules.count is not Count.HOME:
        return [0] * rules.seats
    start = list(position.beginning().pieces.values())
    kinds = [[rules.kinds[code - 1] for code in rules.kind_codes(number)] for number in range(rules.seats)]
    return [sum(start.count(kind.letter) for kind in own if kind.target) for own in kinds]


def view_of(
    table: Table,
    words: Words,
    now: float,
    *,
    history: Iterable[EntryFact],
    hashes: Iterable[str] = (),
    present: Present | None = None,
) -> wire.TableView:
    """A table as somebody sees it who has tokens with these hashes."""
    position, hashes = table.position, list(hashes)
    held, owner = table.held(hashes), table.is_owner(hashes)
    facts, over = facts_of(table), table.is_over
    acting = not over and position.seat in held and table.machine() is None
    alone = table.is_alone(held)
    legal = position.state.legal() if acting else ()
    return wire.TableView(
        table=table.id,
        version=table.version,
        game=table.choice.game,
        name=find_game(table.choice.game).title(words.language),
        board=position.board.id,
        options=table.choice.options,
        choice_text=choice_label(words, table.choice),
        seats=seat_views(table, words, facts, held, present or Present(), now),
        teams=position.rules.teams,
        ply=table.ply,
        turn=position.turn_number,
        to_act=facts["to_act"],
        phase=facts["phase"],
        roll=position.roll,
        roll_left=[wire.RollLeftView(steps, hops) for steps, hops in position.roll_left],
        lapsed=tuple(wire.RollView(lapsed.seat, lapsed.values) for lapsed in facts["lapsed"]),
        dice=position.dice_count,
        pieces=position.pieces,
        hands=position.hands,
        captured=position.captured,
        moves=move_views(position, legal) if acting and len(legal) <= MOST_MOVES else None,
        origins=origins_of(position) if acting else [],
        redo=len(table.undone),
        open_turn=facts["open_turn"],
        duty=None if over else refusal_view(words, position.duty()),
        outcome=outcome_view(words, position, table.ending),
        offer=None if table.offer is None else wire.OfferView(**asdict(table.offer)),
        declined=[wire.DeclinedView(**asdict(found)) for found in table.declined],
        clock=table.setup.clock,
        fate=table.setup.fate,
        public=table.setup.public,
        chat_on=table.setup.chat,
        hints=table.setup.hints,
        owner=owner,
        can_undo=alone and table.can_undo,
        can_redo=alone and bool(table.undone),
        can_take_back=not over and not alone and bool(table.takes_back(held)),
        can_draw=not over and table.can_draw(held),
        can_come_back=any(table.can_come_back(seat) for seat in held),
        thinking=table.machine() is not None,
        waiting=not table.started,
        spectators=present.spectators if present else 0,
        seed=table.setup.seed if over else None,
        puzzle=puzzle_view(table, words),
        hinted=table.hinted,
        rematch=table.rematch if held or owner else None,
        position=position.board_text(),
        now=now,
        history=entry_views(history),
        start=position.beginning().pieces,
        chat=[wire.ChatLine(**asdict(said)) for said in chat_of(table)],
        goal=page(table.choice.game, words.language).summary,
    )


def puzzle_view(table: Table, words: Words) -> wire.PuzzleView | None:
    """The puzzle that a table is about."""
    if table.setup.puzzle is None:
        return None
    found = find_puzzle(table.setup.puzzle)
    if found is None:
        return wire.PuzzleView(table.setup.puzzle, None, None, "")
    return wire.PuzzleView(found.id, found.moves, found.at_least, found.task(words))


def summary_of(table: Table, words: Words, now: float, held: str, created: float, updated: float) -> wire.Summary:
    """A table in a list; `created` and `updated` are times of day."""
    outcome = outcome_view(words, table.position, table.ending)
    return wire.Summary(
        table=table.id,
        game=table.choice.game,
        name=find_game(table.choice.game).title(words.language),
        choice_text=choice_label(words, table.choice),
        seats=seat_views(table, words, facts_of(table), held, Present(), now),
        ply=table.ply,
        turn=table.position.turn_number,
        to_act=None if table.is_over else table.position.seat,
        over=table.is_over,
        outcome=outcome.text if outcome else None,
        public=table.setup.public,
        puzzle=table.setup.puzzle,
        created=created,
        updated=updated,
    )
