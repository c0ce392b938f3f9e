"""Analysis: what a position is worth to each seat, the best lines, and a whole game turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from halma.engine.calibration import chances
from halma.engine.think import check_request, think
from halma.engine.thought import Limits
from halma.engine.wire import spelled_turns
from halma.kernel import Action
from halma.play import Event, Position, Record
from halma.play.notation import DONE_TEXT
from halma.rules import SEATS, Ruleset

# A turn that loses less of the chance to win is as good as any: the search itself is no more exact than that.
WORTH_SAYING = 0.05


@dataclass(frozen=True)
class Continuation:
    """A line as text, whole turns, with what it is worth to each seat."""

    scores: tuple[int, ...]
    turns: tuple[str, ...]
    #: The chance of each seat to win after it.
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Analysis:
    """What the search thinks of a position."""

    seat: str
    turn: int
    scores: tuple[int, ...]
    chances: tuple[float, ...]
    #: Own turns each seat still needs at about; None where a game has no such number.
    remaining: tuple[int | None, ...]
    lines: tuple[Continuation, ...]
    depth: int
    nodes: int


@dataclass(frozen=True)
class Judged:
    """A turn of a record: what was played, what the position was worth before it, and what was better."""

    number: int
    seat: str
    text: str
    analysis: Analysis
    #: How much of its chance to win the mover lost by it; None where that cannot be told.
    loss: float | None
    #: A line that would have been better, in whole turns; empty where none was found.
    better: tuple[str, ...]


def analyse(position: Position, limits: Limits, *, seed: int = 0, stop: Callable[[], bool] | None = None) -> Analysis:
    """What a position is worth; `stop` is asked now and then whether to end early.

    Raises NothingToThinkError where nothing can be played.

    >>> from halma import Position
    >>> from halma.engine import Limits, analyse
    >>> analysis = analyse(Position("quick"), Limits(nodes=1000, lines=2))
    >>> analysis.seat, len(analysis.lines)
    ('A', 2)
    """
    check_request(position, limits)
    asked = position.copy()
    asked.dice = None
    thought = think(asked, limits, seed=seed, stop=stop)
    lines = tuple(
        Continuation(
            line.scores,
            tuple(spelled_turns(asked, line.actions)),
            chances(position, line.scores, thought.remaining),
        )
        for line in thought.lines
    )
    return Analysis(
        seat=position.seat,
        turn=position.turn_number,
        scores=thought.scores,
        chances=lines[0].chances,
        remaining=thought.remaining,
        lines=lines,
        depth=thought.depth,
        nodes=thought.nodes,
    )


def judge(
    position: Position,
    actions: Sequence[Action],
    limits: Limits,
    *,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Judged:
    """What was played in a position, one turn or the beginning of one, beside what the search would have played.

    What it lost follows from the position after it (`settled`). Where dice are thrown in between that would blame the
    player for the dice, so there the turn is compared with the others of the same search.
    """
    by_dice = position.rules.dice is not None
    wanted = max(limits.lines, sum(1 for _ in position.state.legal())) if by_dice else limits.lines
    found = analyse(position, replace(limits, lines=wanted), seed=seed, stop=stop)
    played = next(spelled_turns(position, actions))
    best = found.lines[0].turns
    loss = 0.0 if not best or _begins(best[0], played) or _begins(played, best[0]) else None
    if by_dice and loss is None:
        mover = position.seats.index(found.seat)
        first = played.split(",")[0]
        alike = (line for line in found.lines if line.turns and line.turns[0].split(",")[0] == first)
        line = next(alike, None)
        loss = None if line is None else max(0.0, found.chances[mover] - line.chances[mover])
    analysis = replace(found, lines=found.lines[: limits.lines])
    return Judged(position.turn_number, found.seat, played.rstrip(","), analysis, loss, best if loss else ())


def settled(judged: Judged, rules: Ruleset, after: Sequence[float]) -> Judged:
    """The same turn, measured by the chances in the position after it; what it lost may be known already."""
    if judged.loss is not None or not after or rules.dice is not None:
        return judged
    mover = SEATS.index(judged.seat)
    loss = max(0.0, judged.analysis.chances[mover] - after[mover])
    return replace(judged, loss=loss, better=judged.analysis.lines[0].turns if loss else ())


def costliest(judgements: Iterable[Judged], most: int = 3) -> list[Judged]:
    """The turns that lost most, the worst one first; only those that lost more than a search may err."""
    costly = [judged for judged in judgements if judged.loss is not None and judged.loss >= WORTH_SAYING]
    return sorted(costly, key=lambda judged: (-(judged.loss or 0), judged.number))[:most]


def analyse_record(record: Record, limits: Limits, *, seed: int = 0) -> Iterator[Judged]:
    """Every turn of a record as it comes; raises RecordError where the game breaks."""
    pending: Judged | None = None
    for position, played in _turns(record):
        judged: Judged | None = None
        after: Sequence[float] = ()
        if position.is_over:
            after = chances(position, ())
        elif not position.needs_roll:
            actions = [event.action for event in played if event.action is not None]
            if actions:
                text = ",".join(event.text for event in played if event.text != DONE_TEXT)
                judged = replace(judge(position, actions, limits, seed=seed), text=text)
                after = judged.analysis.chances
            elif pending is not None and pending.loss is None:
                after = analyse(position, limits, seed=seed).chances
        if pending is not None:
            yield settled(pending, position.rules, after)
        pending = judged


def _begins(whole: str, part: str) -> bool:
    """Whether a turn is as a line has it; with dice the line may only have the beginning of it."""
    return whole == part or (part.endswith(",") and f"{whole},".startswith(part))


def _turns(record: Record) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    """The position before each turn, its roll thrown, with what was played; at the end the last position alone."""
    last: Position | None = None
    for before, after in pairwise(record.positions()):
        events = after.history[len(before.history) :]
        ready = before.copy()
        rolls = takewhile(lambda event: event.move is None, events)
        for event in rolls:
            ready.give_chance(event.text)
        yield ready, tuple(event for event in events if event.move is not None)
        last = after
    if last is not None:
        yield last, ()
