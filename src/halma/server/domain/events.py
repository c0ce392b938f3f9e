"""What can happen at a table. A table is what its events make of it; they are stored, and nothing else of it is.

Events are codes and data, small, and say when they happened. Hashes of tokens are in some of them, so they never go to
viewers as they are: `halma.server.service.telling` says what viewers are told.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from halma.server.domain.model import Declined, Ending, Gone, OfferKind, PlayedMove, Said, Seat, TableState
from halma.server.tokens import SeatToken


class TableEvent(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Something that happened at a table; `at` is the time of the storage."""

    at: float


class TableBegun(TableEvent, frozen=True, tag="begun"):
    """A table is there: who sits where, and the moves it begins with (of a record, and passes nobody chose)."""

    seats: tuple[Seat, ...]
    moves: tuple[str, ...] = ()
    # What chance decided; it follows from the secret seed of the table, and is noted so that it can be checked.
    rolls: tuple[str, ...] = ()


class TableImported(TableEvent, frozen=True, tag="imported"):
    """All that an earlier version had stored of a table."""

    state: TableState
    moves: tuple[PlayedMove, ...] = ()
    chat: tuple[Said, ...] = ()


class MovePlayed(TableEvent, frozen=True, tag="played"):
    """The actions of one message, with the passes after them that nobody chose."""

    moves: tuple[str, ...]
    # As the player wrote it, where that is not the first move.
    typed: str = ""
    rolls: tuple[str, ...] = ()
    # How many of the moves that were taken back can still be made again.
    redo: int = 0


class MovesTakenBack(TableEvent, frozen=True, tag="taken-back"):
    """Only so many moves stand."""

    ply: int
    # Whether they can be made again.
    redo: bool = False


class OfferMade(TableEvent, frozen=True, tag="offered"):
    what: OfferKind
    seat: str
    agreed: tuple[str, ...]


class OfferAgreed(TableEvent, frozen=True, tag="agreed"):
    agreed: tuple[str, ...]


class OfferDeclined(TableEvent, frozen=True, tag="declined"):
    declined: Declined


class GameEnded(TableEvent, frozen=True, tag="ended"):
    """The game ended without its rules having brought that about."""

    ending: Ending


class SeatGone(TableEvent, frozen=True, tag="gone"):
    """Somebody stopped playing a seat: a computer plays on, or the game is over."""

    seat: str
    how: Gone
    stand_in: int | None = None
    ending: Ending | None = None


class TimeRanOut(TableEvent, frozen=True, tag="time"):
    """The clock of a seat ran out. A computer takes it over, or plays this one turn."""

    seat: str
    stand_in: int | None = None
    ending: Ending | None = None


class SeatTakenBack(TableEvent, frozen=True, tag="back"):
    """Somebody whose time had run out plays again."""

    seat: str


class SeatsTaken(TableEvent, frozen=True, tag="arrived"):
    """Somebody came to seats that had waited."""

    seats: str
    name: str = ""
    granted: tuple[SeatToken, ...] = ()
    revoked: tuple[str, ...] = ()


class SeatFreed(TableEvent, frozen=True, tag="freed"):
    """A seat waits for somebody again; with a new link, where one was made."""

    seat: str
    granted: tuple[SeatToken, ...] = ()
    revoked: tuple[str, ...] = ()


class TokensGivenBack(TableEvent, frozen=True, tag="left"):
    """Somebody gave tokens back."""

    revoked: tuple[str, ...] = ()


class SeatsNamed(TableEvent, frozen=True, tag="named"):
    seats: str
    name: str


class LineSaid(TableEvent, frozen=True, tag="said"):
    text: str
    seat: str | None = None
    name: str = ""


class RematchMade(TableEvent, frozen=True, tag="rematch"):
    table: str


class HintGiven(TableEvent, frozen=True, tag="hinted"):
    """Somebody was given a hint for a puzzle, for the first time."""


AnyEvent = (
    TableBegun
    | TableImported
    | MovePlayed
    | MovesTakenBack
    | OfferMade
    | OfferAgreed
    | OfferDeclined
    | GameEnded
    | SeatGone
    | TimeRanOut
    | SeatTakenBack
    | SeatsTaken
    | SeatFreed
    | TokensGivenBack
    | SeatsNamed
    | LineSaid
    | RematchMade
    | HintGiven
)
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encoded_event(event: TableEvent) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def decoded_event(data: bytes) -> AnyEvent:
    """A stored event. Raises msgspec.DecodeError."""
    return _decoder.decode(data)
