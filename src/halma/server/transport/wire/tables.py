"""Setting up tables, and what a table looks like."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from halma.server.domain.commands import MoveText, Name, Ply, Request, SeatLetter
from halma.server.domain.model import ClockSetting, Gone, OfferKind, SeatKind, TimeoutPolicy
from halma.server.transport.wire.base import Answer, RuleView, Token


class SeatLink(Answer):
    """The secret of a seat; the address opens it in a browser."""

    seat: str
    token: str
    url: str


class NewTableAnswer(Answer):
    table: str
    token: str
    links: list[SeatLink]


class Tokens(Request):
    tokens: Annotated[list[Token], Meta(max_length=500)]


class Join(Request):
    """A free seat of a public table, or the seat of the link whose token is sent along, which is replaced."""

    seat: SeatLetter | None = None
    name: Name = ""
    # A random secret of the caller's. Whoever sends it again, because the answer got lost, gets the same answer.
    claim: Annotated[str, Meta(min_length=32, max_length=100)] | None = None


class Invite(Request):
    """A seat that is to have a new link."""

    seat: SeatLetter


class JoinAnswer(Answer):
    table: str
    seat: str
    token: str


class MoveRequest(Request):
    """A move: how many moves had been made when it was chosen, and the move as it is written."""

    ply: Ply
    text: MoveText


class Done(Answer):
    done: bool = True


class SeatView(Answer):
    seat: str
    kind: SeatKind
    level: int | None
    name: str
    # The letter of its pieces, the mark on them and their colour.
    letter: str
    mark: str
    colour: str
    yours: bool
    joined: bool
    # Whether a link opens it that nobody has used yet.
    invited: bool
    connected: bool
    # Played by a computer for somebody who left, resigned or ran out of time.
    gone: Gone | None
    stand_in: int | None
    # Out by the rules, or finished.
    out: bool
    place: int | None
    home: int
    advance: int
    # What has been counted so far, in games in which something is.
    score: int | None
    # What the clock showed at the view's `now`, and whether it is running.
    clock_left: float | None
    clock_runs: bool
    # What the seat is called where each plays a part of its own, such as cats and mice.
    part: str = ""
    # How many pieces it has to bring home; none where that is not what the game is about.
    aim: int = 0


class MoveView(Answer):
    """A legal move; `path` is the whole chain."""

    text: str
    origin: str | None
    target: str | None
    path: tuple[str, ...]
    captured: tuple[str, ...]
    kind: str


class RollView(Answer):
    seat: str
    values: tuple[int, ...]


class RollLeftView(Answer):
    """What is left of a roll of steps and hops under one way to divide it."""

    steps: int
    hops: int


class EntryView(Answer):
    """A move that was made. `roll` is the roll it used; rolls before it that lapsed are in `lapsed`."""

    ply: int
    seat: str
    turn: int
    text: str
    kind: str
    path: tuple[str, ...]
    roll: tuple[int, ...]
    captured: tuple[str, ...]
    seconds: float
    # How the pieces on the board changed: the letter on a cell afterwards, or nothing there.
    changes: dict[str, str | None]
    lapsed: tuple[RollView, ...] = ()


class Explained(Answer):
    """Why a move is refused, or what has to be done first; `rule` is the rule it follows from."""

    reason: str
    text: str
    cells: tuple[str, ...] = ()
    rule: RuleView | None = None


class OutcomeView(Answer):
    termination: str
    text: str
    places: dict[str, int]
    drawn: bool
    # Of a game played alone.
    moves: int
    steps: int


class OfferView(Answer):
    what: OfferKind
    seat: str
    agreed: tuple[str, ...]


class DeclinedView(Answer):
    """An offer of a seat that somebody turned down since the last move; by the same seat, it was taken back."""

    what: OfferKind
    seat: str
    by: str


class ChatLine(Answer):
    number: int
    seat: str | None
    name: str
    text: str
    at: float


class PuzzleView(Answer):
    id: str
    par: int | None
    at_least: int | None
    task: str


class TableView(Answer):
    """A table as one viewer sees it."""

    table: str
    # How many events have made it what it is; live play goes on from there.
    version: int
    game: str
    name: str
    board: str
    options: dict[str, str | int | bool]
    choice_text: str
    seats: list[SeatView]
    teams: tuple[int, ...]
    ply: int
    turn: int
    to_act: str | None
    phase: str
    roll: tuple[int, ...]
    roll_left: list[RollLeftView]
    lapsed: tuple[RollView, ...]
    dice: int
    pieces: dict[str, str]
    hands: dict[str, int]
    captured: dict[str, int]
    # Moves of who has to act, only for who holds that seat; without them `origins` has the cells to ask `reach` for.
    moves: list[MoveView] | None
    origins: list[str]
    # How many moves that were taken back can be made again.
    redo: int
    # Actions of this turn are made, and it can be ended.
    open_turn: bool
    duty: Explained | None
    outcome: OutcomeView | None
    offer: OfferView | None
    declined: list[DeclinedView]
    clock: ClockSetting | None
    fate: TimeoutPolicy
    public: bool
    chat_on: bool
    hints: bool
    owner: bool
    can_undo: bool
    can_redo: bool
    can_take_back: bool
    can_draw: bool
    # A computer plays for this viewer, who may take the seat over again.
    can_come_back: bool
    thinking: bool
    waiting: bool
    spectators: int
    # What the dice depended on, once the game is over.
    seed: str | None
    puzzle: PuzzleView | None
    # A hint was given for the puzzle.
    hinted: bool
    rematch: str | None
    position: str
    # The server's time when the clocks were read, in seconds; `pong` tells it too.
    now: float
    history: list[EntryView]
    # The pieces before the first move.
    start: dict[str, str]
    chat: list[ChatLine]
    # What the game is about, in one line.
    goal: str = ""


class Summary(Answer):
    """A table in a list."""

    table: str
    game: str
    name: str
    choice_text: str
    seats: list[SeatView]
    ply: int
    turn: int
    to_act: str | None
    over: bool
    outcome: str | None
    public: bool
    puzzle: str | None
    created: float
    updated: float


class TableList(Answer):
    tables: list[Summary]
