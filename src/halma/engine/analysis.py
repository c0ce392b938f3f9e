"""Analysis: what a position is worth to each seat, the best lines, and a whole game turn by turn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from halma.engine.protocol import spelled_turns
from halma.engine.think import think
from halma.engine.thought import DECIDED, Limits
from halma.play import Position, Record
from halma.rules import Ruleset

# A seat that is this far ahead of another one, in hundredths of a turn, wins e times as often.
SCALE = 200.0


@dataclass(frozen=True)
class Continuation:
    """A line as text, whole turns, with what it is worth to each seat."""

    scores: tuple[int, ...]
    turns: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """What the search thinks of a position."""

    seat: str
    turn: int
    scores: tuple[int, ...]
    chances: tuple[float, ...]
    # Own turns each seat still needs at about; None where a game has no such number.
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
    # How much worth the mover lost by it, in hundredths of a turn; None where the position after it is not judged.
    loss: int | None


def chances(scores: Sequence[int], rules: Ruleset) -> tuple[float, ...]:
    """The chance of each seat to win, by a logistic of the scores; partners win together."""
    teams = sorted(set(rules.teams))
    strengths: list[float] = []
    for team in teams:
        own = [score for score, one in zip(scores, rules.teams, strict=True) if one == team]
        strengths.append(sum(own) / len(own))
    highest = max(strengths)
    if highest >= DECIDED:
        parts = [float(strength == highest) for strength in strengths]
    else:
        parts = [math.exp((strength - highest) / SCALE) for strength in strengths]
    return tuple(parts[teams.index(team)] / sum(parts) for team in rules.teams)


def analyse(position: Position, limits: Limits, *, seed: int = 0) -> Analysis:
    """What a position is worth. Raises NothingToThinkError where nothing can be played."""
    asked = position.copy()
    asked.dice = None
    thought = think(asked, limits, seed=seed)
    return Analysis(
        seat=position.seat,
        turn=position.turn,
        scores=thought.scores,
        chances=chances(thought.scores, position.rules),
        remaining=thought.remaining,
        lines=tuple(Continuation(line.scores, tuple(spelled_turns(asked, line.moves))) for line in thought.lines),
        depth=thought.depth,
        nodes=thought.nodes,
    )


def analyse_record(record: Record, limits: Limits, *, seed: int = 0) -> Iterator[Judged]:
    """Every turn of a record as it comes; raises RecordError where the game breaks."""
    pending: Judged | None = None
    for position, text in _turns(record):
        analysis = None if position.is_over or position.needs_roll else analyse(position, limits, seed=seed)
        if pending is not None:
            yield _with_loss(pending, position, analysis)
            pending = None
        if text is not None and analysis is not None:
            pending = Judged(position.turn, position.seat, text, analysis, None)
    if pending is not None:
        yield pending


def _turns(record: Record) -> Iterator[tuple[Position, str | None]]:
    """The position before each turn, its roll thrown, with the turn; at the end the last position alone."""
    last: Position | None = None
    for before, after in _pairs(record.positions()):
        events = after.history[len(before.history) :]
        ready = before.copy()
        for event in events:
            if event.move is not None:
                break
            ready.give_roll(event.roll)
        yield ready, ",".join(event.text for event in events if event.move is not None and event.text != ".")
        last = after
    if last is not None:
        yield last, None


def _pairs(positions: Iterator[Position]) -> Iterator[tuple[Position, Position]]:
    before = next(positions)
    for after in positions:
        yield before, after
        before = after


def _with_loss(judged: Judged, position: Position, analysis: Analysis | None) -> Judged:
    """The same turn, measured by what the position after it is worth to the mover."""
    mover = position.seats.index(judged.seat)
    outcome = position.outcome()
    if analysis is None and outcome is None:
        return judged
    before = judged.analysis.scores[mover]
    if outcome is not None:
        loss = 0 if judged.seat in outcome.winners else None
    else:
        assert analysis is not None
        loss = max(0, before - analysis.scores[mover])
    return Judged(judged.number, judged.seat, judged.text, judged.analysis, loss)
