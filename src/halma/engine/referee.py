"""One game of a match: the referee deals the opening, asks the players, and owns legality and time."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from halma.engine.players import Player, PlayerFailureError, gains
from halma.engine.thought import Limits
from halma.games import Choice
from halma.kernel import PASS
from halma.messages import HalmaError, mark
from halma.play import Position, Record, SeededDice
from halma.rules import SEATS, Termination

__all__ = ["Clock", "Entry", "Forfeit", "Played", "Setting", "opened", "play"]

# Time over the limit that is not held against a player: a tenth of it, and what a busy machine takes.
GRACE_SHARE, GRACE_SECONDS = 0.1, 0.02
OVERRUN = "overrun"
# How a record calls an end that the rules did not bring about.
BY_TIME, ABANDONED = "time", "abandoned"


@dataclass(frozen=True)
class Setting:
    """What is played and under which limits."""

    choice: Choice
    seed: str = "0"
    #: Random turns of each seat before the players take over.
    opening: int = 2
    #: Time over the limit is counted but does not lose the game.
    lenient: bool = False


@dataclass(frozen=True)
class Entry:
    """A player as named for a match, with limits of its own."""

    spec: str
    name: str
    limits: Limits


@dataclass
class Clock:
    """The time one seat has used."""

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    overruns: int = 0
    #: The most by which a turn was longer than its limit, grace not deducted.
    worst_overrun: float = 0.0


@dataclass(frozen=True)
class Forfeit:
    """Who lost without the rules, and why: a code, and the text with its data."""

    seat: int
    code: str
    reason: HalmaError


@dataclass(frozen=True)
class Played:
    """A finished game."""

    number: int
    #: Which entry sat on each seat.
    seating: tuple[int, ...]
    places: tuple[int, ...]
    drawn: bool
    termination: str
    turns: int
    clocks: tuple[Clock, ...]
    record: Record
    winners: tuple[int, ...]
    forfeit: Forfeit | None = None

    @property
    def stalled(self) -> bool:
        """Whether the stall rule ended it."""
        return self.termination == Termination.STALL.value


def opened(setting: Setting, opening: int) -> Position:
    """The position from which an opening is played: random turns, forward ones where pieces advance.

    The same number gives the same opening and, for the rest of the game, the same dice. An opening never ends a game.
    """
    dice = SeededDice(f"{setting.seed} {opening}")
    position = Position(setting.choice, seed=f"{setting.seed} {opening}", dice=dice)
    chance = random.Random(f"halma opening {setting.seed} {opening}")
    for _ in range(setting.opening * len(position.seats)):
        turn, before = position.turn_number, position.copy()
        while position.turn_number == turn and not position.is_over:
            moves = sorted(position.state.legal())
            worth = gains(position.state, moves)
            forward = [move for move, gain in zip(moves, worth, strict=True) if gain > 0]
            position.push_action(chance.choice(forward or moves))
        if position.is_over:
            return before
    return position


def play(
    setting: Setting,
    entries: Sequence[Entry],
    players: Sequence[Player],
    seating: tuple[int, ...],
    number: int,
    opening: int,
) -> Played:
    """Play one game. `players` belong to `entries`; `seating` names one of them for each seat."""
    position = opened(setting, opening)
    clocks = tuple(Clock() for _ in seating)
    seed = random.Random(f"halma match {setting.seed} {opening}").getrandbits(31)
    forfeit = _begin(position, players, seating, seed)
    while forfeit is None and not position.is_over:
        if position.must_pass:
            position.push_action(PASS)
            continue
        seat = position.state.now.actor
        forfeit = _turn(
            setting, position, seat, players[seating[seat]], entries[seating[seat]].limits, clocks[seat], seed
        )
    return _finished(position, entries, seating, clocks, forfeit, number)


def _begin(position: Position, players: Sequence[Player], seating: tuple[int, ...], seed: int) -> Forfeit | None:
    for index in dict.fromkeys(seating):
        try:
            players[index].begin(position, seed)
        except PlayerFailureError as failure:
            return Forfeit(seating.index(index), failure.code, failure)
    return None


def _turn(
    setting: Setting, position: Position, seat: int, player: Player, limits: Limits, clock: Clock, seed: int
) -> Forfeit | None:
    """Let a player play a turn on the position; what comes back tells why it has lost, if it has."""
    asked = position.copy()
    asked.dice = None
    begin = time.perf_counter()
    try:
        actions = player.turn(asked, limits, seed)
    except PlayerFailureError as failure:
        return Forfeit(seat, failure.code, failure)
    taken = time.perf_counter() - begin
    clock.turns += 1
    clock.seconds += taken
    clock.longest = max(clock.longest, taken)
    limit = limits.movetime
    if limit is not None:
        clock.worst_overrun = max(clock.worst_overrun, taken - limit)
        if taken > limit * (1 + GRACE_SHARE) + GRACE_SECONDS:
            clock.overruns += 1
            if not setting.lenient:
                reason = HalmaError(
                    mark("it took {taken} s for a turn; the limit is {limit} s."),
                    taken=f"{taken:.3f}",
                    limit=f"{limit:g}",
                )
                return Forfeit(seat, OVERRUN, reason)
    for action in actions:
        position.push_action(action)
    return None


def _finished(
    position: Position,
    entries: Sequence[Entry],
    seating: tuple[int, ...],
    clocks: tuple[Clock, ...],
    forfeit: Forfeit | None,
    number: int,
) -> Played:
    seats = position.seats
    names = {seat: entries[index].name for seat, index in zip(seats, seating, strict=True)}
    tags = {"Round": str(number + 1)}
    outcome = position.outcome()
    if forfeit is None:
        assert outcome is not None
        result, termination = None, outcome.termination.value
        places, drawn = tuple(outcome.places.get(seat, 1) for seat in seats), outcome.drawn
        winners = tuple(seats.index(seat) for seat in outcome.winners)
    else:
        teams = position.rules.teams
        lost = {seat for seat in range(len(seats)) if teams[seat] == teams[forfeit.seat]}
        others = len(seats) - len(lost)
        places, drawn = tuple(others + 1 if seat in lost else 1 for seat in range(len(seats))), False
        winners = tuple(seat for seat in range(len(seats)) if seat not in lost)
        listed = " ".join(f"{seat}={place}" for seat, place in zip(seats, places, strict=True))
        termination = forfeit.code
        result = f"{listed} {BY_TIME if forfeit.code == OVERRUN else ABANDONED}"
        tags["Reason"] = f"{SEATS[forfeit.seat]}: {forfeit.reason}"
    return Played(
        number=number,
        seating=seating,
        places=places,
        drawn=drawn,
        termination=termination,
        turns=position.turn_number - 1,
        clocks=clocks,
        record=Record.of(position, names, tags, result=result),
        forfeit=forfeit,
        winners=winners,
    )
