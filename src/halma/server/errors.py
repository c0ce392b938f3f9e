"""What a server refuses: a code for programs, a status, and a text for people."""

from __future__ import annotations

import re

from halma.games import UnknownGameError
from halma.messages import HalmaError, mark
from halma.play import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Refusal
from halma.rulebook import UnknownPageError

CODES: dict[type[HalmaError], tuple[str, int]] = {
    UnknownGameError: ("unknown-game", 404),
    UnknownPageError: ("unknown-page", 404),
    InvalidMoveError: ("invalid-move", 422),
    AmbiguousMoveError: ("ambiguous-move", 422),
}


class RefusedError(HalmaError):
    """Something that is not done for whoever asked."""

    def __init__(self, code: str, status: int, template: str, **data: object) -> None:
        self.code = code
        self.status = status
        super().__init__(template, **data)


class UnreadableTableError(RefusedError):
    """A stored table that cannot be read or played through; `reason` is for the log."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            "table-unreadable",
            500,
            mark(
                "This table cannot be opened: its stored data is damaged or does not fit this version’s rules. "
                "It has been kept unchanged, and the server’s log has more details."
            ),
        )


class StorageError(RefusedError):
    """The storage does not answer, is full or is locked: nobody's fault at a table, and it may pass."""

    def __init__(self) -> None:
        super().__init__(
            "storage-failed",
            503,
            mark("The server cannot reach its storage right now. Nothing has changed; try again in a moment."),
        )


def code_of(error: HalmaError) -> tuple[str, int]:
    """The code of an error, and the status it is answered with."""
    if isinstance(error, RefusedError):
        return error.code, error.status
    if isinstance(error, IllegalMoveError):
        return error.refusal.code, 422
    for kind, answer in CODES.items():
        if isinstance(error, kind):
            return answer
    # OptionError becomes option, RecordError record.
    name = type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(), 422


def cells_of(error: HalmaError) -> tuple[str, ...]:
    """The cells a refused move concerns."""
    return error.refusal.cells if isinstance(error, IllegalMoveError) else ()


def refusal_of(error: HalmaError) -> Refusal | None:
    """Why a move is refused, where that is the error."""
    return error.refusal if isinstance(error, IllegalMoveError) else None


class TableGoneError(RefusedError):
    """A table that is not there, or not any more."""

    def __init__(self) -> None:
        super().__init__("unknown-table", 404, mark("There is no such table."))


def no_table() -> RefusedError:
    """For tables that are not there, and for those somebody must not know of: both look the same."""
    return TableGoneError()


def no_seat() -> RefusedError:
    """For somebody who holds no seat, or not the one it takes."""
    return RefusedError("not-your-seat", 403, mark("Only the player in that seat can do this."))


def no_token() -> RefusedError:
    """For something that takes a token where none was given, or one that is not (or no longer) valid."""
    return RefusedError("token-needed", 401, mark("You need the link to a seat at this table for this."))


def failed() -> RefusedError:
    """For what the server itself got wrong; the log has more."""
    return RefusedError("failed", 500, mark("Something went wrong on the server; the error has been logged."))


def too_fast() -> RefusedError:
    """For more at once than anybody may ask for."""
    return RefusedError("too-fast", 429, mark("Too many requests at once; wait a moment."))


def too_large(most: int) -> RefusedError:
    """For a request or a message of more bytes than are read."""
    return RefusedError(
        "too-large", 413, mark("The request is too large; at most {most} bytes are allowed."), most=most
    )


def stale(ply: int) -> RefusedError:
    """For a move that answers a position which is gone."""
    return RefusedError("stale", 409, mark("The game has moved on: {count} moves have been made."), count=ply)
