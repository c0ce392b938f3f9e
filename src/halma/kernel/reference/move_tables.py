"""A ruleset laid out for quick look-up: for each kind of piece, what it can do from each cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from halma.boards import ORTHOGONALS, Board, Vector
from halma.rules import Cells, Hop, Kind, Retrace, Ruleset, Run, Step

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Mover:
    """One word of a kind's movement. `off` (the number after the last cell) is where leaving pieces land."""

    word: Step | Hop | Run | Retrace
    steps: tuple[tuple[int, ...], ...] = ()
    # Over which cell to which cell.
    hops: tuple[Pairs, ...] = ()
    rays: tuple[tuple[tuple[int, ...], ...], ...] = ()
    # For each content of a cell: can it be hopped over?
    hoppable: bytes = b""
    origins: Cells | None = None
    within: Cells | None = None


@dataclass(frozen=True, eq=False)
class MoveTables:
    """What the reference kernel looks up instead of computing it again."""

    rules: Ruleset
    off: int
    # The movers and owners of each content of a cell; content 0 is empty.
    movers: tuple[tuple[Mover, ...], ...]
    owners: tuple[tuple[int, ...], ...]
    home: tuple[Cells, ...]
    target: tuple[Cells, ...]
    advance: tuple[tuple[int, ...], ...]
    # The cells on which a piece of the kind counts when a stalled game is ranked.
    ranking: tuple[Cells, ...]
    # Whether the kind steps or runs, but not in all directions: asked for another one, it is told that it goes forward.
    forward_only: tuple[bool, ...]
    neighbours: tuple[tuple[int, ...], ...]
    orthogonal: tuple[tuple[int, ...], ...]
    partner: tuple[int | None, ...]


def _steps(board: Board, directions: tuple[Vector, ...], leaves: bool) -> tuple[tuple[int, ...], ...]:
    off = len(board)
    lands = [tuple(board.shift(cell, vector) for vector in directions) for cell in range(off)]
    table = [
        tuple(dict.fromkeys(off if land is None else land for land in row if leaves or land is not None))
        for row in lands
    ]
    return (*table, ())


def _hops(board: Board, word: Hop) -> tuple[Pairs, ...]:
    off = len(board)
    table: list[Pairs] = []
    for cell in range(off):
        pairs = ((board.shift(cell, leap.over), board.shift(cell, leap.land)) for leap in word.leaps)
        table.append(
            tuple(
                (over, off if land is None else land)
                for over, land in pairs
                if over is not None and (land is not None or word.leaves)
            )
        )
    return (*table, ())


def _rays(board: Board, directions: tuple[Vector, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(ray for vector in directions if (ray := board.ray(cell, vector))) for cell in range(len(board)))


def _mover(rules: Ruleset, kind_index: int, word: Step | Hop | Run | Retrace) -> Mover:
    board = rules.board
    if isinstance(word, Step):
        return Mover(word, steps=_steps(board, word.directions, word.leaves), origins=word.origins, within=word.within)
    if isinstance(word, Hop):
        own = set(rules.kinds[kind_index].seats)
        opponent = [not word.opponents_only or not own & set(kind.seats) for kind in rules.kinds]
        return Mover(
            word,
            steps=_steps(board, word.then_step, leaves=False) if word.then_step else (),
            hops=_hops(board, word),
            rays=_rays(board, tuple(leap.over for leap in word.leaps)) if word.long else (),
            hoppable=bytes((0, *opponent)),
            origins=word.origins,
            within=word.within,
        )
    return Mover(word, rays=_rays(board, word.directions))


def _forward_only(board: Board, kind: Kind) -> bool:
    vectors = [vector for word in kind.movement if isinstance(word, Step | Run) for vector in word.directions]
    return 0 < len(vectors) < len(board.directions)


@lru_cache(maxsize=64)
def move_tables_for(rules: Ruleset) -> MoveTables:
    """The move tables of a ruleset, made once."""
    board = rules.board
    nothing: Cells = frozenset()
    level = (0,) * (len(board) + 1)
    kinds = rules.kinds
    return MoveTables(
        rules=rules,
        off=len(board),
        movers=((), *(tuple(_mover(rules, index, word) for word in kind.movement) for index, kind in enumerate(kinds))),
        owners=((), *(kind.seats for kind in kinds)),
        home=(nothing, *(kind.home for kind in kinds)),
        target=(nothing, *(kind.target for kind in kinds)),
        advance=(level, *((*kind.advance, 0) if kind.advance else level for kind in kinds)),
        ranking=(nothing, *(nothing.union(*(part.cells for part in kind.ranking)) for kind in kinds)),
        forward_only=(False, *(_forward_only(board, kind) for kind in kinds)),
        neighbours=tuple(board.neighbours(cell) for cell in range(len(board))),
        orthogonal=tuple(
            tuple(near for vector in ORTHOGONALS if (near := board.shift(cell, vector)) is not None)
            for cell in range(len(board))
        ),
        partner=tuple(
            next(
                (other for other in range(rules.seats) if other != seat and rules.teams[other] == rules.teams[seat]),
                None,
            )
            for seat in range(rules.seats)
        ),
    )
