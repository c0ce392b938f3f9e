"""Scripts of calls of the C interface with what they have to answer, as the kernel and the engine of Python say.

The same script is played on a native build (ctypes) and on the WebAssembly build (play.mjs).
"""

from __future__ import annotations

import random
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from halma.engine import _native  # pyright: ignore[reportMissingModuleSource]
from halma.engine.levels import FULL_STRENGTH
from halma.games import Choice, games
from halma.kernel import Action, ActionKind, fast
from halma.kernel.actions import Phase
from halma.kernel.fast.compile import compiled, spelled
from halma.rules import Count, Reason, Ruleset, SplitDice, Violation

NOTHING = -2

Numbers = list[int]


def numbers_of(packed: bytes) -> Numbers:
    return list(struct.unpack(f"={len(packed) // 4}i", packed))


def flat(action: Action) -> Numbers:
    """An action as the interface writes it."""
    return [int(action.kind), action.origin, action.target, len(action.captured), *action.captured]


def told(refused: Violation | None) -> Numbers | int:
    return NOTHING if refused is None else [list(Reason).index(refused.reason), *refused.cells]


@dataclass
class Script:
    """Compiled rules, and calls: a name, numbers that are given or None, further arguments, the answer."""

    rules: list[Numbers] = field(default_factory=list[Numbers])
    calls: list[tuple[str, Numbers | None, Numbers, Any]] = field(default_factory=list[Any])
    # What the engine that Python has took for each of its answers.
    nodes: list[int] = field(default_factory=list[int])
    seconds: list[float] = field(default_factory=list[float])

    def call(self, name: str, given: Numbers | None, expected: Any, *more: int) -> None:
        self.calls.append((name, given, list(more), expected))

    # ---- random walks ----

    def walk(self, choice: Choice, plies: int) -> None:
        """A random game, every answer of the kernel compared on its way."""
        rules = games()[choice.game].ruleset(choice)
        chance = random.Random(f"script {choice}")
        self.rules.append(numbers_of(compiled(rules)))
        number, first = len(self.rules) - 1, chance.randrange(rules.seats)
        state = fast.State(rules, first)
        self.call("start", None, 0, number, first)
        self.look(state, chance)
        for ply in range(plies):
            if state.is_over:
                break
            self.play(state, chance)
            self.look(state, chance)
            if ply % 7 == 6:
                state.undo()
                self.call("undo", None, 0)
                self.look(state, chance)
        if not state.is_over and state.depth:
            state = fast.State.resume(rules, state.contents(), state.now)
            self.call("resume", [*state.contents(), *numbers_of(spelled(state.now))], 0, number)
            self.look(state, chance)

    def play(self, state: fast.State, chance: random.Random) -> None:
        if state.needs_roll:
            values = rolled(state.rules, state, chance)
            state.roll(values)
            self.call("roll", list(values), 0)
            return
        legal = state.legal()
        at = chance.randrange(len(legal))
        state.push(legal[at])
        self.call("push", None, 0, at)

    def look(self, state: fast.State, chance: random.Random) -> None:
        rules, legal = state.rules, state.legal()
        self.call("contents", None, list(state.contents()))
        self.call("situation", None, numbers_of(spelled(state.now)))
        self.call("progress", None, [*state.totals(), *(state.pieces_home(seat) for seat in range(rules.seats))])
        score = rules.count.score
        scores = [
            score(state.now.captured[seat], state.now.lost[seat], state.pieces_home(seat))
            for seat in range(rules.seats)
        ]
        self.call("scores", None, NOTHING if rules.count is Count.NOTHING else scores)
        self.call("lot", None, lot_of(state))
        self.call("occurrences", None, state.occurrences)
        self.call("hash", None, str(state.hash))
        self.call("legal", None, [number for action in legal for number in flat(action)])
        self.call("duty", None, told(state.duty()))
        for at in chance.sample(range(len(legal)), min(3, len(legal))):
            way = state.path(legal[at])
            self.call("path", None, list(way), at)
            if way:
                found = state.find_way(way)
                self.call("way", list(way), NOTHING if found is None else legal.index(found))
                captured = state.captured_on(way)
                self.call("captured", list(way), NOTHING if captured is None else list(captured))
        cells = range(len(rules.board))
        own = [cell for cell, content in enumerate(state.contents()) if content]
        for kind in (ActionKind.HOP, ActionKind.SWAP, *chance.sample(list(ActionKind), 3)):
            attempt = Action(kind, chance.choice(own or list(cells)), chance.choice(cells))
            self.call("refusal", flat(attempt), told(state.refusal(attempt)))
            self.call("matching", flat(attempt), [legal.index(found) for found in state.matching(attempt)])

    # ---- games of the engine ----

    def game(self, choice: Choice, nodes: int, turns: int, weakness: Sequence[int] = FULL_STRENGTH.weakness) -> None:
        """The computer against itself: the same lines, depths and nodes, with the same seeds."""
        rules = games()[choice.game].ruleset(choice)
        chance = random.Random(f"game {choice}")
        self.rules.append(numbers_of(compiled(rules)))
        state = fast.State(rules)
        self.call("start", None, 0, len(self.rules) - 1, 0)
        for seed in range(turns):
            if state.is_over:
                return
            while state.needs_roll:
                self.play(state, chance)
            begin = time.process_time()
            answer = _native.think(state, nodes, 0.0, 0, 1, 2, seed, list(weakness), None, None)
            self.seconds.append(time.process_time() - begin)
            lines, depth, searched, _, remaining = answer
            self.nodes.append(searched)
            expected = [depth, *low_and_high(searched), *remaining, len(lines)]
            for scores, moves in lines:
                expected += [*scores, len(moves)]
                for kind, origin, target, captured in moves:
                    expected += [kind, origin, target, len(captured), *captured]
            self.call("think", list(weakness), expected, nodes, seed, 0, 2, 0)
            kind, origin, target, captured = lines[0][1][0]
            at = state.legal().index(Action(ActionKind(kind), origin, target, captured))
            state.push(state.legal()[at])
            self.call("push", None, 0, at)


def low_and_high(number: int) -> Numbers:
    """A whole number as two of 32 bits each, as they are read: with a sign."""
    return list(struct.unpack("=2i", struct.pack("=q", number)))


def scores_of(state: fast.State) -> Numbers | int:
    """What has been counted for each seat."""
    rules, now = state.rules, state.now
    if rules.count is Count.NOTHING:
        return NOTHING
    seats = range(rules.seats)
    return [rules.count.score(now.captured[seat], now.lost[seat], state.pieces_home(seat)) for seat in seats]


def lot_of(state: fast.State) -> Numbers | int:
    """How many pieces a lot puts on the board now, and the free cells it may take."""
    placing, now, contents = state.rules.placing, state.now, state.contents()
    if placing is None or now.phase != Phase.ROLL or not now.hands[now.seat]:
        return NOTHING
    return [now.hands[now.seat], *(cell for cell in sorted(placing.zones[now.seat]) if not contents[cell])]


def rolled(rules: Ruleset, state: fast.State, chance: random.Random) -> tuple[int, ...]:
    """A roll, or a lot for the whole hand of the seat to act."""
    assert state.now.phase == Phase.ROLL
    lot = lot_of(state)
    if isinstance(lot, list):
        return tuple(chance.sample(lot[1:], lot[0]))
    return tuple(chance.randint(1, 6) for _ in range(2 if isinstance(rules.dice, SplitDice) else 1))
