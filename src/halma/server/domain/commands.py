"""What can be asked of a table. Those that people send have the form in which they come over the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from halma.server.domain.model import ClockSetting, Level, OfferKind, TimeoutPolicy

SeatLetter = Annotated[str, Meta(pattern="^[A-F]$")]
Name = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
LongText = Annotated[str, Meta(max_length=200_000)]
OptionValues = Annotated[dict[str, str | int | bool], Meta(max_length=30)]


class Request(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody sends."""


class SeatWish(Request):
    """Who is to sit on a seat. Empty seats are left out, so that the rest must be a number of players of the game."""

    kind: Literal["here", "link", "computer", "empty"]
    level: Level | None = None
    name: Name = ""


class NewTable(Request):
    """A table to be set up. Without seats everybody is here."""

    game: Annotated[str, Meta(max_length=60)]
    options: OptionValues = field(default_factory=dict[str, str | int | bool])
    seats: Annotated[list[SeatWish], Meta(max_length=6)] = field(default_factory=list[SeatWish])
    public: bool = False
    chat: bool = True
    # Without a word there are hints, except by the clock between people on several screens.
    hints: bool | None = None
    clock: ClockSetting | None = None
    fate: TimeoutPolicy = "computer"
    position: Annotated[str, Meta(max_length=2000)] | None = None
    record: LongText | None = None
    puzzle: Annotated[str, Meta(max_length=80)] | None = None


class MakeMove(Request, tag="move", tag_field="type"):
    ply: Ply
    text: MoveText


class Undo(Request, tag="undo", tag_field="type"):
    ply: Ply


class Redo(Request, tag="redo", tag_field="type"):
    ply: Ply


class MakeOffer(Request, tag="offer", tag_field="type"):
    what: OfferKind


class AnswerOffer(Request, tag="answer", tag_field="type"):
    what: OfferKind
    accept: bool


class Resign(Request, tag="resign", tag_field="type"):
    seat: SeatLetter | None = None


class Back(Request, tag="back", tag_field="type"):
    """Take a seat over again from the computer that played it while time had run out."""

    seat: SeatLetter | None = None


class Chat(Request, tag="chat", tag_field="type"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""


class Rename(Request, tag="name", tag_field="type"):
    name: Name
    seat: SeatLetter | None = None


class Leave(Request, tag="leave", tag_field="type"):
    pass


# ---- what the server asks for itself --------------------------------------------------------------------


class Arrive(Struct, frozen=True):
    """Somebody is there with tokens: the seats that waited for them are taken."""


class TakeSeat(Struct, frozen=True):
    """Take a seat with a new token (its hash): the one that a link opens, or a free one."""

    token: str
    seat: str | None = None
    name: str = ""


class InviteGuest(Struct, frozen=True):
    """A new link (the hash of its token) for a seat nobody plays yet; `present` are the seats that are there."""

    seat: str
    token: str
    present: str = ""


class NoteRematch(Struct, frozen=True):
    """The rematch is played at another table."""

    table: str


class NoteHint(Struct, frozen=True):
    """A hint is about to be given: a puzzle that is solved with hints is listed apart."""


class MakeComputerMove(Struct, frozen=True):
    """The move of a computer that was asked at a turn (see Table.turn)."""

    turn: int
    text: str


class JudgeTime(Struct, frozen=True):
    """See whether the running clock had run out at some time."""

    asked: float


Command = (
    MakeMove
    | Undo
    | Redo
    | MakeOffer
    | AnswerOffer
    | Resign
    | Back
    | Chat
    | Rename
    | Leave
    | Arrive
    | TakeSeat
    | InviteGuest
    | NoteRematch
    | NoteHint
    | MakeComputerMove
    | JudgeTime
)
