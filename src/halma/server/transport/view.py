"""What viewers see of a table: everything is worked out from its position, in the viewer's language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from halma.draw.palette import paint
from halma.draw.scene import letter_of
from halma.games import find_game
from halma.kernel import Action, ActionKind
from halma.messages import mark
from halma.play import Event, Outcome, Position, Refusal
from halma.play.notation import OFF
from halma.rulebook.labels import choice_label
from halma.rules import SEATS, TERMINATION_TEXTS
from halma.server import clocks, wire
from halma.server.acts import has_link
from halma.server.transport.labels import rule_view
from halma.server.domain.model import Ending
from halma.server.table import Table
from halma.server.domain.timeout_policy import can_come_back
from halma.words import Words

# A position with more moves than this has only its origins listed; a page asks for those of a piece.
MOST_MOVES = 4000
MOST_CHAT = 200
KINDS = {kind: kind.name.lower() for kind in ActionKind}

ENDINGS = {
    "agreed": mark("The players agreed to a draw."),
    "resigned": mark("A player has resigned."),
    "abandoned": mark("A player has left."),
    "time": mark("A player has run out of time."),
}


class Snapshot:
    """What is shown of a table at one moment, worked out once for all viewers and languages."""

    def __init__(self, table: Table, before: Snapshot | None) -> None:
        position = table.position
        self.version = table.version
        # Moves that were made stay as they were, so only new ones are worked out.
        known: list[wire.EntryView] = before.entries[: table.unchanged] if before is not None else []
        seconds = [played.seconds for played in table.moves]
        self.entries: list[wire.EntryView] = known + entries(position, seconds, len(known))
        table.unchanged = table.ply
        self.start = position.beginning().pieces if before is None else before.start
        self.lapsed = _rolls_since(position)
        self.pieces = position.pieces
        self.hands = position.hands
        self.captured = position.captured
        self.text = position.board_text()
        self.duty = None if table.is_over else position.duty()
        self.homes = [position.pieces_home(seat) for seat in position.seats]
        self.advances = position.state.totals()
        self._moves: list[wire.MoveView] | None = None
        self._table = table

    def moves(self) -> list[wire.MoveView] | None:
        """All legal moves; None if there are too many."""
        if self._moves is None:
            legal = self._table.position.state.legal()
            if len(legal) > MOST_MOVES:
                return None
            self._moves = move_views(self._table.position, legal)
        return self._moves

    def origins(self) -> list[str]:
        """The cells from which something can be moved."""
        position = self._table.position
        cells = {action.origin for action in position.state.legal() if action.origin >= 0}
        return [position.board.names[cell] for cell in sorted(cells)]


def snapshot_of(table: Table) -> Snapshot:
    """The snapshot of a table as it is now, taken once for each version of it."""
    snapshot: Snapshot | None = table.snapshot
    if snapshot is None or snapshot.version != table.version:
        snapshot = Snapshot(table, snapshot)
        table.snapshot = snapshot
    return snapshot


def move_views(position: Position, actions: Iterable[Action]) -> list[wire.MoveView]:
    """Legal moves, each with the way it takes."""
    # The number after the last cell means off the board, and -1 no cell at all.
    names: tuple[str | None, ...] = (*position.board.names, OFF, None)
    way = position.state.path
    return [
        wire.MoveView(
            text=position.spell(action),
            origin=names[action.origin],
            target=names[action.target],
            path=tuple([names[cell] or "" for cell in way(action)]),
            captured=tuple([names[cell] or "" for cell in action.captured]),
            kind=KINDS[action.kind],
        )
        for action in actions
    ]


def moves_from(position: Position, origin: str) -> list[wire.MoveView]:
    """The moves of one piece."""
    cell = position.board.index.get(origin)
    return move_views(position, [action for action in position.state.legal() if action.origin == cell][:MOST_MOVES])


def entries(position: Position, seconds: Sequence[float] = (), skip: int = 0) -> list[wire.EntryView]:
    """Everything that was done after the first moves, each move with the roll it used."""
    listed: list[wire.EntryView] = []
    rolls: list[Event] = []
    past = _past(position, skip)
    ply = 0
    for event in position.history:
        if event.action is None:
            rolls.append(event)
            continue
        ply += 1
        if ply > skip:
            board, used = past[ply - skip - 1]
            listed.append(
                wire.EntryView(
                    ply=ply,
                    seat=event.seat,
                    turn=event.turn_number,
                    text=event.text,
                    kind=KINDS[event.action.kind],
                    path=event.path,
                    roll=used,
                    captured=tuple(position.board.names[cell] for cell in event.action.captured),
                    seconds=seconds[ply - 1] if seconds else 0.0,
                    changes=_changes(position, board, past[ply - skip][0]),
                    lapsed=_lapsed(rolls[:-1] if used else rolls),
                )
            )
        rolls = []
    return listed


def _past(position: Position, skip: int) -> list[tuple[bytes, tuple[int, ...]]]:
    """What stood on the cells and which roll was to be used, after the first moves and after every move since."""
    back = position.copy()
    past = [(back.state.contents(), back.roll)]
    for _ in range(sum(event.move is not None for event in position.history) - skip):
        back.pop()
        past.append((back.state.contents(), back.roll))
    return past[::-1]


def _changes(position: Position, before: bytes, after: bytes) -> dict[str, str | None]:
    letters = (None, *(kind.letter for kind in position.rules.kinds))
    names = position.board.names
    return {names[cell]: letters[code] for cell, code in enumerate(after) if code != before[cell]}


def _lapsed(events: Iterable[Event]) -> tuple[wire.RollView, ...]:
    return tuple(wire.RollView(event.seat, event.roll) for event in events if event.roll)


def _rolls_since(position: Position) -> tuple[wire.RollView, ...]:
    """Rolls after the last move that could not be used."""
    rolls: list[Event] = []
    for event in reversed(position.history):
        if event.move is not None:
            break
        rolls.insert(0, event)
    return _lapsed(rolls[:-1] if position.roll else rolls)


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


def options_of(table: Table) -> dict[str, str | int | bool]:
    """The options in use."""
    return table.choice.options


class Presence:
    """Who is looking at a table."""

    def __init__(self, seats: Collection[str] = (), spectators: int = 0) -> None:
        self.seats = frozenset(seats)
        self.spectators = spectators


def seat_views(table: Table, words: Words, held: str, presence: Presence, now: float) -> list[wire.SeatView]:
    """Everybody at the table."""
    position, state = table.position, table.position.state.now
    ending, outcome = table.state.ending, position.outcome()
    places = ending.places if ending else outcome.places if outcome else {}
    out = {SEATS[seat] for seat in (*state.out, *state.finished)}
    snapshot = snapshot_of(table)
    running = position.seat if clocks.deadline(table) is not None and not table.is_over else None
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
            invited=not seat.joined and has_link(table, seat.seat),
            connected=seat.seat in presence.seats,
            gone=seat.gone,
            stand_in=seat.stand_in,
            out=seat.seat in out,
            place=places.get(seat.seat),
            home=snapshot.homes[number],
            advance=snapshot.advances[number],
            score=position.score(seat.seat),
            clock_left=clocks.seconds_left(table, seat.seat, now),
            clock_runs=seat.seat == running,
            part=parts[number],
        )
        for number, seat in enumerate(table.state.seats)
        for letter in (letter_of(position.rules, seat.seat),)
    ]


def view_of(
    table: Table,
    words: Words,
    now: float,
    *,
    held: str = "",
    owner: bool = False,
    presence: Presence | None = None,
    full: bool = True,
) -> wire.TableView:
    """A table as somebody sees it who holds some seats."""
    position, state = table.position, table.state
    presence = presence or Presence()
    snapshot = snapshot_of(table)
    over = table.is_over
    acting = not over and position.seat in held and table.machine() is None
    alone = table.is_alone(held)
    return wire.TableView(
        table=table.id,
        game=table.choice.game,
        name=find_game(table.choice.game).title(words.language),
        board=position.board.id,
        options=options_of(table),
        choice_text=choice_label(words, table.choice),
        seats=seat_views(table, words, held, presence, now),
        teams=position.rules.teams,
        ply=table.ply,
        turn=position.turn_number,
        to_act=None if over else position.seat,
        phase=table.phase,
        roll=position.roll,
        roll_left=[wire.RollLeftView(steps, hops) for steps, hops in position.roll_left],
        lapsed=snapshot.lapsed,
        dice=position.dice_count,
        pieces=snapshot.pieces,
        hands=snapshot.hands,
        captured=snapshot.captured,
        moves=snapshot.moves() if acting else None,
        origins=snapshot.origins() if acting else [],
        open_turn=bool(position.state.now.used) and not over,
        duty=refusal_view(words, snapshot.duty),
        outcome=outcome_view(words, position, state.ending),
        offer=offer_view(table),
        declined=declined_views(table),
        clock=table.setup.clock,
        fate=table.setup.fate,
        public=table.setup.public,
        chat_on=table.setup.chat,
        hints=table.setup.hints,
        owner=owner,
        can_undo=alone and table.can_undo,
        can_redo=alone and bool(state.undone),
        can_take_back=not over and not alone and bool(table.takes_back(held)),
        can_draw=not over and table.can_draw(held),
        can_come_back=any(can_come_back(table, seat) for seat in held),
        thinking=table.machine() is not None,
        waiting=not table.started,
        spectators=presence.spectators,
        seed=table.setup.seed if over else None,
        puzzle=puzzle_view(table, words),
        rematch=state.rematch if held or owner else None,
        position=snapshot.text,
        now=now,
        history=snapshot.entries if full else None,
        start=snapshot.start if full else None,
        chat=[chat_line(table, number) for number in range(len(table.chat))][-MOST_CHAT:] if full else None,
    )


def offer_view(table: Table) -> wire.OfferView | None:
    """What is offered now."""
    offer = table.state.offer
    return None if offer is None else wire.OfferView(offer.what, offer.seat, tuple(offer.agreed))


def declined_views(table: Table) -> list[wire.DeclinedView]:
    """What was turned down since the last move."""
    return [wire.DeclinedView(found.what, found.seat, found.by) for found in table.state.declined]


def puzzle_view(table: Table, words: Words) -> wire.PuzzleView | None:
    """The puzzle that a table is about."""
    from halma.server.service.puzzles import find_puzzle  # noqa: PLC0415 - puzzles take their time to load

    if table.setup.puzzle is None:
        return None
    found = find_puzzle(table.setup.puzzle)
    if found is None:
        return wire.PuzzleView(table.setup.puzzle, None, None, "")
    return wire.PuzzleView(found.id, found.moves, found.at_least, found.task(words))


def chat_line(table: Table, number: int) -> wire.ChatLine:
    """A line of the chat."""
    said = table.chat[number]
    return wire.ChatLine(said.number, said.seat, said.name, said.text, said.at)


def summary_of(table: Table, words: Words, now: float, held: str = "") -> wire.Summary:
    """A table in a list."""
    outcome = outcome_view(words, table.position, table.state.ending)
    return wire.Summary(
        table=table.id,
        game=table.choice.game,
        name=find_game(table.choice.game).title(words.language),
        choice_text=choice_label(words, table.choice),
        seats=seat_views(table, words, held, Presence(), now),
        ply=table.ply,
        turn=table.position.turn_number,
        to_act=None if table.is_over else table.position.seat,
        over=table.is_over,
        outcome=outcome.text if outcome else None,
        public=table.setup.public,
        puzzle=table.setup.puzzle,
        created=table.setup.created,
        updated=table.moves[-1].at if table.moves else table.setup.created,
    )
