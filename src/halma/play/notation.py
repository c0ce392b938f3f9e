"""Moves as text: `c3-e5-g7`, `@e5`, `e1-off`, `c3~d4`, `xe5`, `--`, `.`; see docs/notation.md.

What chance decides is written as `[3,5]` (a roll) or `scatter a1,b5` (pieces put on the board by lot).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from halma.boards import Board
from halma.kernel import Action, ActionKind
from halma.messages import mark
from halma.play.errors import InvalidMoveError

OFF = "off"
PASS_TEXT = "--"
DONE_TEXT = "."
CELL = r"[a-z][0-9]{1,2}"
_CELL = re.compile(CELL)
MOVE = re.compile(rf"(?P<way>{CELL}(?:-{CELL})*-(?:{CELL}|{OFF}))(?P<captured>(?:x{CELL})*)")
SWAP = re.compile(rf"({CELL})~({CELL})")
PLACE = re.compile(rf"@({CELL})")
HUFF = re.compile(rf"x({CELL})")
ROLL = re.compile(r"\[([1-6](?:,[1-6])*)\]")
SCATTER = re.compile(rf"scatter ({CELL}(?:,{CELL})*)")
LONGEST = 400
NO_CELL = mark("There is no cell {cell} on this board. Cells go from {first} to {last}.")


class MoveKind(StrEnum):
    """What a move does, as far as its notation tells."""

    MOVE = "move"
    PLACE = "place"
    SWAP = "swap"
    HUFF = "huff"
    PASS = "pass"
    DONE = "done"


_KINDS = {
    ActionKind.PLACE: MoveKind.PLACE,
    ActionKind.SWAP: MoveKind.SWAP,
    ActionKind.HUFF: MoveKind.HUFF,
    ActionKind.PASS: MoveKind.PASS,
    ActionKind.DONE: MoveKind.DONE,
}


def kind_of(action: Action) -> MoveKind:
    """The kind of move that an action is."""
    return _KINDS.get(action.kind, MoveKind.MOVE)


def spell(kind: MoveKind, way: Sequence[str | None], captured: Sequence[str] = ()) -> str:
    """A move as text: by its ends or by its whole way, with the captured cells that have to be named."""
    match kind:
        case MoveKind.PASS:
            return PASS_TEXT
        case MoveKind.DONE:
            return DONE_TEXT
        case MoveKind.PLACE:
            return f"@{way[-1]}"
        case MoveKind.HUFF:
            return f"x{way[-1]}"
        case MoveKind.SWAP:
            return f"{way[0]}~{way[-1]}"
        case MoveKind.MOVE:
            return "x".join(("-".join([name or "" for name in way]), *captured))


def read(board: Board, text: str) -> tuple[Action, tuple[int, ...]]:
    """What a text means: an attempted action and, for a move, the way as it is written.

    Of a move the kind and the captured cells (where none are written) stay open.
    """
    text = text.strip()
    if text == PASS_TEXT:
        return Action(ActionKind.PASS), ()
    if text == DONE_TEXT:
        return Action(ActionKind.DONE), ()
    if len(text) <= LONGEST:
        if found := PLACE.fullmatch(text):
            return Action(ActionKind.PLACE, target=_cell(board, found[1])), ()
        if found := HUFF.fullmatch(text):
            return Action(ActionKind.HUFF, target=_cell(board, found[1])), ()
        if found := SWAP.fullmatch(text):
            return Action(ActionKind.SWAP, _cell(board, found[1]), _cell(board, found[2])), ()
        if found := MOVE.fullmatch(text):
            way = tuple(len(board) if name == OFF else _cell(board, name) for name in found["way"].split("-"))
            captured = tuple(sorted(_cell(board, name) for name in found["captured"].split("x")[1:]))
            return Action(ActionKind.HOP, way[0], way[-1], captured), way
    raise not_a_move(text)


def not_a_move(text: str) -> InvalidMoveError:
    """What to say of a text that cannot be read as a move."""
    return InvalidMoveError(
        mark(
            "“{text}” is not a move. Write a move as c3-e5 or c3-e5-g7, placing a piece as @e5, leaving the "
            "board as e1-off, swapping places as c3~d4, removing a piece that missed its capture as xe5, and "
            "passing as --."
        ),
        text=_short(text),
    )


def check_text(text: object) -> None:
    """Refuse what is no text at all. Raises TypeError."""
    if not isinstance(text, str):
        raise TypeError(f"the text must be a str, not {type(text).__name__}")


def read_way(board: Board, text: str) -> list[int] | None:
    """The cells of a move that is written as nothing but its way, which is how records have nearly all of them.

    None for every other text, legal or not: `read` says what it means.
    """
    index = board.index
    try:
        return [index[name] for name in text.split("-")] if len(text) <= LONGEST else None
    except KeyError:
        return None


def is_cell(name: str) -> bool:
    """Whether some board may have a cell of that name."""
    return _CELL.fullmatch(name) is not None


def read_roll(text: str) -> tuple[int, ...]:
    """The values of a roll such as [3,5]."""
    found = ROLL.fullmatch(text.strip())
    if found is None:
        raise InvalidMoveError(mark("“{text}” is not a roll. A roll is written as [4] or [3,5]."), text=_short(text))
    return tuple(int(value) for value in found[1].split(","))


def spell_roll(values: Sequence[int]) -> str:
    """A roll as text."""
    return f"[{','.join(str(value) for value in values)}]"


def read_scatter(board: Board, text: str) -> tuple[int, ...]:
    """The cells on which a lot puts pieces, such as scatter a1,b5."""
    found = SCATTER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None:
        raise InvalidMoveError(
            mark("“{text}” does not name the fields drawn by lot. They are written as scatter a1,b5."),
            text=_short(text),
        )
    return tuple(_cell(board, name) for name in found[1].split(","))


def spell_scatter(board: Board, cells: Sequence[int]) -> str:
    """A lot as text: its cells by letter, then number."""
    return f"scatter {','.join(by_letter(board.names[cell] for cell in cells))}"


def by_letter(names: Iterable[str]) -> list[str]:
    """Names of cells by letter, then number."""
    return sorted(names, key=lambda name: (name[0], int(name[1:])))


def is_chance(text: str) -> bool:
    """Whether an entry of a game is a roll or a lot: nobody's move."""
    return text.startswith(("[", "scatter"))


def entries(line: str) -> Iterator[str]:
    """The turns, rolls and lots of a line; turn numbers are left out, and blanks after commas are forgiven."""
    for found in re.finditer(r"scatter\s+\S+|\S+", re.sub(r",\s+", ",", line)):
        if not re.fullmatch(r"[0-9]+\.", found[0]):
            yield " ".join(found[0].split())


def _short(text: str, longest: int = 40) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _cell(board: Board, name: str) -> int:
    cell = board.index.get(name)
    if cell is None:
        raise InvalidMoveError(
            NO_CELL,
            cell=name,
            first=board.names[0],
            last=board.names[-1],
        )
    return cell
