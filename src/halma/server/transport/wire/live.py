"""Live messages: what goes both ways over a socket.

Events are codes and data: the page words them. A message about an event is encoded once and is the same for everybody,
but for `legal` or `origins` (only for who has to act), `you` (when what somebody holds has changed) and `done` (for
who asked for it).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from halma.server.domain.commands import (
    AnswerOffer,
    Back,
    Chat,
    Leave,
    MakeMove,
    MakeOffer,
    MoveText,
    Ply,
    Redo,
    Rename,
    Request,
    Resign,
    Undo,
)
from halma.server.domain.model import ClockSetting, Declined, Offer, Said
from halma.server.service.facts import EntryFact, MoveFact, PuzzleFact, RollFact
from halma.server.transport.wire.base import Answer, Language, Problem, Token
from halma.server.transport.wire.tables import Explained, MoveView

Version = Annotated[int, Meta(ge=0)]


class Hello(Request, tag="hello", tag_field="type"):
    """The first message: the version of the protocol, what one holds, and after how many events one knows the table."""

    protocol: int = 1
    tokens: Annotated[list[Token], Meta(max_length=20)] = field(default_factory=list[str])
    lang: Language = "en"
    version: Version = 0
    # Sent by pages of the first version, which are told to load themselves anew.
    ply: Ply = 0


class AskHint(Request, tag="hint", tag_field="type"):
    pass


class Explain(Request, tag="explain", tag_field="type"):
    """Why is this not allowed? A move as text, or its ends."""

    text: MoveText | None = None
    origin: Annotated[str, Meta(max_length=4)] | None = None
    target: Annotated[str, Meta(max_length=4)] | None = None


class Reach(Request, tag="reach", tag_field="type"):
    """Where can this piece go? For positions with so many moves that they are not listed."""

    origin: Annotated[str, Meta(max_length=4)]


class Ping(Request, tag="ping", tag_field="type"):
    pass


ClientMessage = (
    Hello
    | MakeMove
    | Undo
    | Redo
    | MakeOffer
    | AnswerOffer
    | Resign
    | Back
    | Chat
    | AskHint
    | Explain
    | Reach
    | Rename
    | Leave
    | Ping
)


class Fact(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a live message; what is not there is as by default, or as before."""


class SeatFact(Fact):
    kind: Literal["here", "link", "computer"]
    level: int | None
    name: str
    joined: bool
    # Whether a link opens it that nobody has used yet.
    invited: bool
    gone: Literal["left", "resigned", "time"] | None
    stand_in: int | None


class RuleFact(Fact):
    """A clause of the law, and the page of the rulebook that explains it best in the game."""

    clause: str
    page: str


class DutyFact(Fact):
    """What has to be done first: a reason as for a refusal, and the cells it concerns."""

    reason: str
    cells: list[str]
    rule: RuleFact | UnsetType = UNSET


class OutcomeFact(Fact):
    termination: str
    places: dict[str, int]
    drawn: bool
    # Of a game played alone.
    moves: int
    steps: int


class StateFact(Fact):
    """How a table stands. Lists have a number for every seat, in order; in an event only what has changed is told."""

    seats: list[SeatFact] | UnsetType = UNSET
    to_act: str | UnsetType | None = UNSET
    phase: Literal["move", "roll", "huff", "over"] | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    # Pieces in the target, advance, pieces to be placed, pieces captured, points (in games that count them).
    homes: list[int] | UnsetType = UNSET
    advances: list[int] | UnsetType = UNSET
    hands: list[int] | UnsetType = UNSET
    captured: list[int] | UnsetType = UNSET
    scores: list[int | None] | UnsetType | None = UNSET
    # The seats that are out by the rules, or finished.
    out: str | UnsetType = UNSET
    roll: list[int] | UnsetType = UNSET
    # What is left of a roll, for each way to divide it: steps and hops.
    roll_left: list[tuple[int, int]] | UnsetType = UNSET
    lapsed: list[RollFact] | UnsetType = UNSET
    # Actions of this turn are made, and it can be ended.
    open_turn: bool | UnsetType = UNSET
    duty: DutyFact | UnsetType | None = UNSET
    outcome: OutcomeFact | UnsetType | None = UNSET
    offer: Offer | UnsetType | None = UNSET
    declined: list[Declined] | UnsetType = UNSET
    # How many moves that were taken back can be made again.
    redo: int | UnsetType = UNSET
    # A computer has to act; not everybody who was invited has come.
    thinking: bool | UnsetType = UNSET
    waiting: bool | UnsetType = UNSET
    # What the dice depended on, once the game is over.
    seed: str | UnsetType | None = UNSET
    # A hint was given for the puzzle.
    hinted: bool | UnsetType = UNSET


class ClockFact(Fact):
    """The server's time in seconds, what the clocks showed then, and which of them is running."""

    now: float
    left: dict[str, float] | UnsetType = UNSET
    runs: str | UnsetType = UNSET


class EventFact(Fact):
    """What happened. Which of the fields are there depends on `type`."""

    type: Literal[
        "begun",
        "imported",
        "played",
        "taken-back",
        "offered",
        "agreed",
        "declined",
        "ended",
        "gone",
        "time",
        "back",
        "arrived",
        "freed",
        "left",
        "named",
        "said",
        "rematch",
        "hinted",
    ]
    at: float
    # Of `played`: the moves that were made.
    entries: list[EntryFact] | UnsetType = UNSET
    # Of `taken-back`: how many moves are left.
    ply: int | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    seats: str | UnsetType = UNSET
    how: Literal["left", "resigned", "time"] | UnsetType = UNSET
    # Of `said`.
    line: Said | UnsetType = UNSET
    # How the table stands now, as far as it is otherwise than before.
    changed: StateFact | UnsetType = UNSET


class YouFact(Fact):
    """What a viewer holds: seats, and whether they set the table up; and for who plays, the table of the rematch."""

    held: str
    owner: bool
    rematch: str | UnsetType = UNSET


class PresenceFact(Fact):
    connected: list[str]
    spectators: int


class TableFact(Fact):
    """All there is to know of a table."""

    table: str
    game: str
    board: str
    options: dict[str, str | int | bool]
    letters: list[str]
    marks: list[str]
    colours: list[str]
    teams: list[int]
    dice: int
    clock: ClockSetting | None
    fate: Literal["computer", "skip", "forfeit"]
    public: bool
    chat_on: bool
    hints: bool
    puzzle: PuzzleFact | None
    # The pieces before the first move.
    start: dict[str, str]
    state: StateFact
    history: list[EntryFact]
    chat: list[Said]


class EventMessage(Fact, tag="event", tag_field="type"):
    """Something happened: `n` is the number of the event, `ply` how many moves there are after it."""

    n: int
    ply: int
    event: EventFact
    clocks: ClockFact
    # Only for who has to act: the moves that may be made, most as the way they take, or where too many begin.
    legal: list[str | MoveFact] | UnsetType = UNSET
    origins: list[str] | UnsetType = UNSET
    # Only for whom it has changed.
    you: YouFact | UnsetType = UNSET
    # Only for who has asked for it: the type of their message, which is done.
    done: str | UnsetType = UNSET


class WelcomeMessage(Fact, tag="welcome", tag_field="type"):
    """The answer to a hello: what happened since, as it was told then, or the whole table as it is after event `n`."""

    protocol: int
    n: int
    ply: int
    clocks: ClockFact
    presence: PresenceFact
    you: YouFact
    table: TableFact | UnsetType = UNSET
    events: list[EventMessage] | UnsetType = UNSET
    legal: list[str | MoveFact] | UnsetType = UNSET
    origins: list[str] | UnsetType = UNSET


class PresenceMessage(PresenceFact, tag="presence", tag_field="type"):
    """Who is there has changed."""


class HintView(Answer):
    """A move to make, with the reason for it in words."""

    move: MoveView
    text: str


class HintMessage(Answer, tag="hint", tag_field="type"):
    ply: int
    hint: HintView


class ExplainMessage(Answer, tag="explain", tag_field="type"):
    """Why a move is not allowed; nothing if it is."""

    refusal: Explained | None


class ReachMessage(Answer, tag="reach", tag_field="type"):
    ply: int
    origin: str
    moves: list[MoveView]


class DoneMessage(Answer, tag="done", tag_field="type"):
    """What was asked for is done, or had been done before: `what` is the type of the message."""

    what: str
    ply: int


class PongMessage(Answer, tag="pong", tag_field="type"):
    now: float


class ErrorMessage(Answer, tag="error", tag_field="type"):
    error: Problem
    # The type of the message that was refused.
    what: str = ""


class DeletedMessage(Answer, tag="deleted", tag_field="type"):
    """Somebody who holds a seat has deleted the table, or it has expired: it is gone, and nothing more comes."""


class ByeMessage(Answer, tag="bye", tag_field="type"):
    """The server closes; a page comes back by itself."""

    text: str


ServerMessage = (
    WelcomeMessage
    | EventMessage
    | PresenceMessage
    | HintMessage
    | ExplainMessage
    | ReachMessage
    | DoneMessage
    | PongMessage
    | ErrorMessage
    | DeletedMessage
    | ByeMessage
)
