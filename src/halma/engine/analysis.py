"""Analysis: what a position is worth to each seat, the best lines, and a whole game turn by turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from halma.engine.think import check_request, think
from halma.engine.thought import DECIDED, Limits
from halma.engine.wire import spelled_turns
from halma.play import Event, Position, Record
from halma.play.notation import DONE_TEXT
from halma.rules import Ruleset

# A seat that is this far ahead of another one, in hundredths of a turn, wins e times as often. The nearer somebody is
# to home, the less it takes: so much for each turn that is left to whoever is nearest. Fitted to 58 games of the levels
# 5 and 6 at quick, star and halma for two: the logarithmic loss is 0.468, and 0.689 with 200 throughout.
SCALE = 200.0
SCALE_FOR_EACH_TURN = 25.0


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
    #: How much of its chance to win the mover lost by it; None where the position after it is not judged.
    loss: float | None


def chances(scores: Sequence[int], rules: Ruleset, remaining: Sequence[int | None] | None = None) -> tuple[float, ...]:
    """The chance of each seat to win, by a logistic of the scores; partners win together.

    `remaining` are the own turns that each seat still needs at about, where a game has such a number.
    """
    left = [turns for turns in remaining or () if turns is not None]
    scale = SCALE_FOR_EACH_TURN * max(1, min(left)) if left else SCALE
    teams = sorted(set(rules.teams))
    strengths: list[float] = []
    for team in teams:
        own = [score for score, one in zip(scores, rules.teams, strict=True) if one == team]
        strengths.append(sum(own) / len(own))
    highest = max(strengths)
    if highest >= DECIDED:
        parts = [float(strength == highest) for strength in strengths]
    else:
        parts = [math.exp((strength - highest) / scale) for strength in strengths]
    return tuple(parts[teams.index(team)] / sum(parts) for team in rules.teams)


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
    return Analysis(
        seat=position.seat,
        turn=position.turn_number,
        scores=thought.scores,
        chances=chances(thought.scores, position.rules, thought.remaining),
        remaining=thought.remaining,
        lines=tuple(Continuation(line.scores, tuple(spelled_turns(asked, line.actions))) for line in thought.lines),
        depth=thought.depth,
        nodes=thought.nodes,
    )


def analyse_record(record: Record, limits: Limits, *, seed: int = 0) -> Iterator[Judged]:
    """Every turn of a record as it comes; raises RecordError where the game breaks."""
    pending: Judged | None = None
    for position, played in _turns(record):
        analysis = None if position.is_over or position.needs_roll else analyse(position, limits, seed=seed)
        if pending is not None:
            yield _with_loss(pending, position, analysis)
            pending = None
        if played and analysis is not None:
            text = ",".join(event.text for event in played if event.text != DONE_TEXT)
            ends = next(spelled_turns(position, (event.action for event in played if event.action is not None)))
            # With dice the best line may only be the beginning of the turn.
            best = (*analysis.lines[0].turns, "")[0]
            as_advised = ends == best or (best.endswith(",") and f"{ends},".startswith(best))
            pending = Judged(position.turn_number, position.seat, text, analysis, 0.0 if as_advised else None)


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


def _with_loss(judged: Judged, position: Position, analysis: Analysis | None) -> Judged:
    """The same turn, measured by what the position after it is worth to the mover."""
    if judged.loss is not None:
        return judged
    mover = position.seats.index(judged.seat)
    outcome = position.outcome()
    if outcome is not None:
        left = float(judged.seat in outcome.winners)
    elif analysis is not None:
        left = analysis.chances[mover]
    else:
        return judged
    return replace(judged, loss=max(0.0, judged.analysis.chances[mover] - left))
