"""Live messages: what goes both ways over a socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from halma.server.wire.base import Answer, Language, MoveText, Name, Ply, Problem, Request, SeatLetter, Token
from halma.server.wire.tables import ChatLine, DeclinedView, EntryView, Explained, MoveView, OfferView, TableView


class Hello(Request, tag="hello", tag_field="type"):
    """The first message: what one holds, and how many moves one has seen."""

    tokens: Annotated[list[Token], Meta(max_length=20)] = field(default_factory=list[str])
    lang: Language = "en"
    ply: Ply = 0


class MakeMove(Request, tag="move", tag_field="type"):
    ply: Ply
    text: MoveText


class Undo(Request, tag="undo", tag_field="type"):
    ply: Ply


class Redo(Request, tag="redo", tag_field="type"):
    ply: Ply


class MakeOffer(Request, tag="offer", tag_field="type"):
    what: Literal["draw", "takeback"]


class AnswerOffer(Request, tag="answer", tag_field="type"):
    what: Literal["draw", "takeback"]
    accept: bool


class Resign(Request, tag="resign", tag_field="type"):
    seat: SeatLetter | None = None


class Back(Request, tag="back", tag_field="type"):
    """Take a seat over again from the computer that played it while time had run out."""

    seat: SeatLetter | None = None


class Chat(Request, tag="chat", tag_field="type"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""


class AskHint(Request, tag="hint", tag_field="type"):
    pass


class Explain(Request, tag="explain", tag_field="type"):
    """Why is this not allowed? A move as text, or its ends."""

    text: MoveText | None = None
    origin: Annotated[str, Meta(max_length=4)] | None = None
    target: Annotated[str, Meta(max_length=4)] | None = None


class Reach(Request, tag="reach", tag_field="type"):
    """Where can this piece go? For positions with so many moves that a view does not list them."""

    origin: Annotated[str, Meta(max_length=4)]


class Rename(Request, tag="name", tag_field="type"):
    name: Name
    seat: SeatLetter | None = None


class Leave(Request, tag="leave", tag_field="type"):
    pass


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


class ViewMessage(Answer, tag="view", tag_field="type"):
    """Everything, at the beginning and whenever moves were taken back. `since` echoes the hello's ply."""

    view: TableView
    since: int = 0


class MoveMessage(Answer, tag="move", tag_field="type"):
    """Moves were made: they, and how the table looks now. `ply` is how many moves came before the first of them."""

    ply: int
    entries: list[EntryView]
    view: TableView


class ChatMessage(Answer, tag="chat", tag_field="type"):
    line: ChatLine


class OfferMessage(Answer, tag="offer", tag_field="type"):
    offer: OfferView | None
    # What was turned down since the last move.
    declined: list[DeclinedView] = field(default_factory=list[DeclinedView])


class PresenceMessage(Answer, tag="presence", tag_field="type"):
    connected: list[str]
    spectators: int


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
    """What was asked for is done: `what` is the type of the message, `ply` how many moves there are now."""

    what: str
    ply: int


class PongMessage(Answer, tag="pong", tag_field="type"):
    now: float


class ErrorMessage(Answer, tag="error", tag_field="type"):
    error: Problem
    # For a move that came too late: how the table looks now.
    view: TableView | None = None
    # The type of the message that was refused.
    what: str = ""


class ByeMessage(Answer, tag="bye", tag_field="type"):
    """The server closes; a page comes back by itself."""

    text: str


ServerMessage = (
    ViewMessage
    | MoveMessage
    | ChatMessage
    | OfferMessage
    | PresenceMessage
    | HintMessage
    | ExplainMessage
    | ReachMessage
    | DoneMessage
    | PongMessage
    | ErrorMessage
    | ByeMessage
)
