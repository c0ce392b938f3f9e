"""What training reads: the positions of all games of a run as arrays, with what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from halma.engine.learn.errors import LearnError
from halma.engine.learn.games import ADJUDICATED, DROPPED, GONE, STRAY, SampledGames, read_games
from halma.engine.learn.layout import Layout, View
from halma.extras import requires_extra
from halma.messages import mark, reason_of

with requires_extra("learn"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# One game of so many is not trained on, but shows what was learnt.
UNSEEN = 20
# What the search counts for being to move where two race (`tempo` in native/search/alpha_beta.cpp), in turns: a net is
# not to learn it once more.
TEMPO = 0.5
# How sure a result is by its margin, in logits for each turn.
MARGIN_LOGIT = 0.35


@dataclass(frozen=True)
class Data:
    """Positions, one row each. Seats are those of the game, not of a view."""

    cells: NDArray[np.int16]  # of all pieces by kind; one beyond the last for a piece that is gone
    actor: NDArray[np.int64]
    phase: NDArray[np.float32]  # how much of the way of all seats is gone, 0 to 1
    written: NDArray[np.float32]  # by seat, in turns
    score: NDArray[np.float32]  # of the search, to the actor, in turns
    result: NDArray[np.float32]  # by seat, what the game gave it; shares that add up to 1
    margin: NDArray[np.float32]  # the same by how clear the game was
    known: NDArray[np.bool_]  # whether the game says anything about the position

    def __len__(self) -> int:
        return len(self.actor)


def load(
    files: Iterable[Path],
    layout: Layout,
    advance: NDArray[np.int64],
    teams: tuple[int, ...],
    progress: Callable[[int], None] | None = None,
) -> tuple[Data, Data, int]:
    """The positions to train on, those of unseen games, and the number of games. Raises LearnError.

    `advance` are the advances of every cell by piece, those of GONE last, as `advances` gives them.
    """
    seen: list[Data] = []
    unseen: list[Data] = []
    count = 0
    for file in files:
        try:
            games = read_games(file.read_bytes(), str(file))
        except OSError as error:
            raise LearnError(mark("Cannot read {file}: {reason}"), file=str(file), reason=reason_of(error)) from None
        if games.layout != layout:
            raise LearnError(mark("{file} has games of other rules."), file=str(file))
        count += len(games.games)
        if progress is not None:
            progress(count)
        whose = np.repeat(np.arange(len(games.games)), games.games["samples"])
        apart = games.games["number"][whose] % UNSEEN == 0
        data = _data(games, whose, advance, teams)
        seen.append(_rows(data, ~apart))
        unseen.append(_rows(data, apart))
    if not seen or not sum(map(len, seen)) or not sum(map(len, unseen)):
        raise LearnError(mark("There are too few games to train on; play some first."))
    return _together(seen), _together(unseen), count


def advances(layout: Layout, advance: Iterable[tuple[int, ...]]) -> NDArray[np.int64]:
    """The advance of every cell for every piece, from those of the kinds."""
    rows = [
        [*numbers[: layout.cells], 0] for numbers, army in zip(advance, layout.armies, strict=True) for _ in range(army)
    ]
    return np.array(rows, dtype=np.int64)


def columns(layout: Layout, views: Iterable[View]) -> NDArray[np.int64]:
    """Which input of a net a piece on a cell is: by view, piece and cell. One that is gone is one beyond all inputs."""
    kinds = [kind for kind, army in enumerate(layout.armies) for _ in range(army)]
    nothing = len(layout.armies) * layout.cells
    found = [
        [
            [(view.kinds[kind] - 1) * layout.cells + view.cells[cell] for cell in range(layout.cells)] + [nothing]
            for kind in kinds
        ]
        for view in views
    ]
    return np.array(found, dtype=np.int64)


def _data(games: SampledGames, whose: NDArray[np.int64], advance: NDArray[np.int64], teams: tuple[int, ...]) -> Data:
    layout, samples = games.layout, games.samples
    cells = np.where(samples["cells"] == GONE, layout.cells, samples["cells"]).astype(np.int16)
    total = advance[np.arange(cells.shape[1]), cells].sum(axis=1)
    ended = games.games["ended"][whose]
    result = _result(games.games["places"][:, : layout.seats], teams)[whose]
    clear = _clear(games, result, whose)
    return Data(
        cells,
        samples["actor"].astype(np.int64),
        ((total - layout.begin) / (layout.end - layout.begin)).astype(np.float32),
        _written(games),
        (samples["score"] / 100).astype(np.float32),
        result,
        clear,
        (ended != DROPPED) & (samples["flags"] & STRAY == 0),
    )


def _written(games: SampledGames) -> NDArray[np.float32]:
    """What the search would say of a position without a net, by seat."""
    found = (games.samples["written"] / 100).astype(np.float32)
    if games.layout.seats == 2:
        found[np.arange(len(found)), games.samples["actor"]] += TEMPO
    return found


def _result(places: NDArray[np.uint8], teams: tuple[int, ...]) -> NDArray[np.float32]:
    """What each seat gets: 1 for the winner, shared among partners and among those who end alike."""
    best = np.where(places > 0, places, 255).min(axis=1, keepdims=True)
    first = places == best
    won = np.stack([first[:, [one == team for one in teams]].any(axis=1) for team in teams], axis=1).astype(np.float32)
    return won / np.maximum(won.sum(axis=1, keepdims=True), 1)


def _clear(games: SampledGames, result: NDArray[np.float32], whose: NDArray[np.int64]) -> NDArray[np.float32]:
    """A result that a turn has decided says less than one by many turns; told of two seats only."""
    if games.layout.seats != 2:
        return result
    logit = MARGIN_LOGIT * (games.games["margin"].astype(np.float32)[whose] + 0.5)
    sure = 1 / (1 + np.exp(-np.abs(logit)))
    # Where a game was played to its end nobody says how many turns were left if it was not a race at all.
    sure = np.where(games.games["ended"][whose] == ADJUDICATED, sure, np.maximum(sure, 0.9))[:, None]
    return np.where(result > 0.5, sure, 1 - sure).astype(np.float32)


def _rows(data: Data, wanted: NDArray[np.bool_]) -> Data:
    return Data(*(getattr(data, name)[wanted] for name in Data.__dataclass_fields__))


def _together(parts: list[Data]) -> Data:
    return Data(*(np.concatenate([getattr(part, name) for part in parts]) for name in Data.__dataclass_fields__))
