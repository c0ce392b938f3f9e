"""One game that is played by action ids: what environments stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halma.batch.actions import ActionSpace
from halma.batch.compiled import encoder_for
from halma.batch.decisions import OpenCapture
from halma.batch.planes import Plane, Source, planes_for
from halma.batch.rewards import rewards_of
from halma.games import LOT, Choice, choose, find_game
from halma.kernel import Action, Phase, Situation, State, new_state
from halma.play import DiceSource, Move, Position, SeededDice
from halma.play.chance import MOST_LAPSES
from halma.play.dice import dice_count
from halma.rules import SEATS, Ruleset


class EncodedGame:
    """A game in progress whose moves are action ids and whose observations are planes; one game, on any kernel.

    >>> game = EncodedGame("quick")
    >>> game.seat, len(game.legal_ids())
    (0, 44)
    >>> game.play(game.actions.id("e2-f3"))
    >>> game.seat, int(game.mask().sum()), game.observation().shape
    (1, 44, (16, 256))

    Rolls and lots come from a seed, or from any source given as `dice`; with `dice=None` the caller gives every roll by
    its number with `roll`, and a lot with `lot`.
    """

    def __init__(
        self,
        game: str | Choice = "halma",
        *,
        seed: int | str | None = None,
        dice: DiceSource | str | None = "seed",
        max_turns: int | None = None,
        **options: Any,
    ) -> None:
        if max_turns is not None and (not isinstance(max_turns, int) or max_turns < 1):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"max_turns is a whole number from 1, or None for no limit; not {max_turns!r}")
        choice = game if isinstance(game, Choice) else choose(game, **options)
        if choice.first == LOT:
            # The position draws who begins.
            choice = Position(choice, seed=seed, dice=None).choice
        self.choice = choice
        self.rules: Ruleset = find_game(choice.game).ruleset(choice)
        self.actions = ActionSpace(choice)
        #: How many seats the game has.
        self.seats: int = self.rules.seats
        #: Planes and cells.
        self.observation_shape: tuple[int, int] = (len(planes_for(self.rules, 0)), self.actions.cells)
        self.max_turns = max_turns
        self._last_turn = _NO_LIMIT if max_turns is None else min(max_turns, _NO_LIMIT)
        self.dice: DiceSource | None = SeededDice(seed) if isinstance(dice, str) else dice
        self._thrown = 0
        self._throws = self.rules.has_chance
        # All that was played, and all that chance gave: a stored game is played again.
        self._log: list[int | tuple[int, ...]] = []
        self._open: OpenCapture | None = None
        self._state: State = new_state(self.rules, SEATS.index(choice.first or "A"))
        self._by_id: dict[int, tuple[Action, ...]] | None = None
        # Does the same much faster, where it was compiled.
        self._encoder = encoder_for(choice, self._state)
        self._throw()

    def copy(self) -> EncodedGame:
        """An independent game with the same past."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._state = self._state.copy()
        twin._log = self._log.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> EncodedGame:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        choice = (self.choice.game, self.choice.settled)
        return {"choice": choice, "max_turns": self.max_turns, "dice": self.dice, "log": self._log}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        EncodedGame.__init__(self, Choice(*kept["choice"]), dice=None, max_turns=kept["max_turns"])
        log: list[int | tuple[int, ...]] = kept["log"]
        for entry in log:
            if isinstance(entry, tuple):
                self._take(entry)
            else:
                self.play(entry)
        self.dice = kept["dice"]

    # ---- looking ----------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state of the kernel, to look at."""
        return self._state

    @property
    def seat(self) -> int:
        """The number of the seat that has to act, from 0."""
        return self._state.now.actor if self._encoder is None else self._encoder.actor(self._state)

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, from 1."""
        return self._state.turn

    @property
    def terminated(self) -> bool:
        """Whether the game has ended by its rules."""
        return self._state.is_over

    @property
    def truncated(self) -> bool:
        """Whether the game has not ended but as many turns were played as are allowed."""
        return self._state.turn > self._last_turn and not self._state.is_over

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self._state.is_over or self._state.turn > self._last_turn

    @property
    def needs_roll(self) -> bool:
        """Whether chance has to decide something before anybody can act; only without dice of its own."""
        return self._state.needs_roll

    @property
    def needs_lot(self) -> bool:
        """Whether it is a lot that chance has to decide, and not a roll."""
        now = self._state.now
        return self._state.needs_roll and bool(now.hands and now.hands[now.seat])

    @property
    def open_capture(self) -> OpenCapture | None:
        """The moves between which the seat to act still has to decide, if it has begun one of several."""
        return self._open

    def legal_ids(self) -> list[int]:
        """The ids that may be played now, in rising order; none while a roll is due and after the end."""
        if self.is_over:
            return []
        if self._open is not None:
            blocks = self.actions.blocks
            return [blocks["done"].start, blocks["take"].start + self._open.asked]
        if self._encoder is not None:
            return self._encoder.legal_ids(self._state)
        return sorted(self._moves_by_id())

    def _moves_by_id(self) -> dict[int, tuple[Action, ...]]:
        if self._by_id is None:
            found: dict[int, tuple[Action, ...]] = {}
            for action in self._state.legal():
                number = self.actions.id(action)
                found[number] = (*found.get(number, ()), action)
            self._by_id = found
        return self._by_id

    def mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """1 for every id that may be played now, 0 for all others; written to `out` if it is given."""
        size = self.actions.size
        if out is None:
            found = np.zeros(size, _MASK)
        else:
            found = _fitting(out, (size,), _MASK)
            found[...] = 0
        if self._encoder is None or self._open is not None or not found.flags.c_contiguous:
            found[self.legal_ids()] = 1
        else:
            self._encoder.mark(self._state, self._last_turn, found)
        return found

    @property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes of an observation."""
        return tuple(plane.name for plane in planes_for(self.rules, 0))

    def observation(self, seat: int | None = None, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a seat sees, by default the one that has to act; written to `out` if it is given."""
        viewer = self.seat if seat is None else seat
        if not 0 <= viewer < self.seats:
            raise ValueError(f"there is no seat {viewer}: seats go from 0 to {self.seats - 1}")
        shape = self.observation_shape
        found = np.empty(shape, _OBSERVATION) if out is None else _fitting(out, shape, _OBSERVATION)
        if self._encoder is not None and found.flags.c_contiguous:
            undecided = self._open
            if undecided is None:
                self._encoder.observe(self._state, viewer, (), (), -1, found)
            else:
                ends = (undecided.origin, undecided.target)
                self._encoder.observe(self._state, viewer, ends, tuple(undecided.decided), undecided.asked, found)
            return found
        found[...] = 0
        contents = np.frombuffer(self._state.contents(), np.uint8)
        for row, plane in zip(found, planes_for(self.rules, viewer), strict=True):
            if plane.source == Source.PIECES:
                row[contents == plane.argument] = 1
            elif plane.source < Source.SEAT:
                row[list(self._cells_of(plane))] = 1
            else:
                row[:] = min(1.0, max(0.0, self._number_of(plane) / plane.scale))
        return found

    def _cells_of(self, plane: Plane) -> Iterable[int]:
        now, undecided = self._state.now, self._open
        if plane.source == Source.CELLS:
            return plane.cells
        if plane.source == Source.USED:
            return now.used
        if plane.source == Source.HUFFABLE:
            return now.huffable
        if undecided is None:
            return ()
        match plane.source:
            case Source.OPEN_ORIGIN:
                return (undecided.origin,)
            case Source.OPEN_TARGET:
                return (undecided.target,)
            case Source.OPEN_DECIDED:
                return undecided.decided
            case _:
                return (undecided.asked,)

    def _number_of(self, plane: Plane) -> int:
        state, at = self._state, plane.argument
        if plane.source == Source.ADVANCE:
            return state.totals()[at]
        if plane.source == Source.REPEATED:
            return state.occurrences - 1
        return _NUMBERS[plane.source](state.now, at)

    def rewards(self) -> tuple[float, ...]:
        """What the game is worth to each seat: see `rewards_of`. All 0 before the end, and if it was truncated."""
        return rewards_of(self.rules, self._state.now.result)

    def position(self) -> Position:
        """The same game as a position, without its history and with rolls to be given."""
        return Position.of_state(self.choice, self._state.copy())

    # ---- playing ----------------------------------------------------------------------------------------

    def play(self, number: int) -> None:
        """Play an action id. Raises ValueError, and changes nothing, if it may not be played now."""
        if self._encoder is not None and self._open is None:
            # The rule, and all in one call; what is left are open captures and what is refused.
            try:
                number = index(number)
                matching = self._encoder.play(self._state, number, self._last_turn)
            except TypeError:
                matching = 0
            if matching == 1:
                self._log.append(number)
                if self._throws:
                    self._throw()
                return
        number = _whole(number)
        text = self.actions.text(number)
        if self.is_over:
            raise ValueError(f"action id {number} ({text}) was given, but the game is over")
        if self._state.needs_roll:
            raise ValueError(f"action id {number} ({text}) was given, but chance has to decide first")
        left = self._left_after(number)
        if len(left) == 0:
            raise ValueError(f"action id {number} ({text}) is not legal now")
        self._log.append(number)
        if len(left) > 1:
            self._open = OpenCapture(left)
            return
        self._open = self._by_id = None
        self._state.push(left[0])
        self._throw()

    def _left_after(self, number: int) -> tuple[Action, ...]:
        """The legal moves that an id leaves to choose from; none if it may not be played."""
        if self._open is None and self._encoder is not None:
            listed, places = self._state.legal_sequence(), list[int](self._encoder.matching(self._state, number))
            return tuple(listed[at] for at in places)
        if self._open is None:
            return self._moves_by_id().get(number, ())
        if number not in self.legal_ids():
            return ()
        return self._open.answered(take=number != self.actions.blocks["done"].start)

    def ids_of(self, move: Move | Action | str) -> tuple[int, ...]:
        """The ids that play a legal move, one after another: one, and more where others share its ends."""
        action = move if isinstance(move, Action) else self.position().action_of(move)
        if self._open is not None:
            raise ValueError("a capture is still to be decided")
        number = self.actions.id(action)
        left = self._left_after(number)
        if action not in left:
            raise ValueError(f"the move {self.actions.text(number)} is not legal now")
        found = [number]
        while len(left) > 1:
            undecided = OpenCapture(left)
            take = undecided.asked in action.captured
            blocks = self.actions.blocks
            found.append(blocks["take"].start + undecided.asked if take else blocks["done"].start)
            left = undecided.answered(take)
        return tuple(found)

    def roll(self, number: int) -> None:
        """Give the roll that is due by its number; see `ActionSpace.roll`."""
        if not self._state.needs_roll or self.needs_lot:
            raise ValueError("there are no dice to roll now")
        self._take(self.actions.roll(number))

    def lot_to_draw(self) -> tuple[list[int], int]:
        """The cells among which a lot is to be drawn, and how many of them."""
        placing = self.rules.placing
        if not self.needs_lot or placing is None:
            raise ValueError("no lot is to be drawn now")
        now, contents = self._state.now, self._state.contents()
        free = [cell for cell in sorted(placing.zones[now.seat]) if not contents[cell]]
        return free, min(now.hands[now.seat], len(free))

    def lot(self, cells: Iterable[int]) -> None:
        """Give the cells of the lot that is due."""
        if not self.needs_lot:
            raise ValueError("no lot is to be drawn now")
        self._take(tuple(sorted(cells)))

    def _take(self, values: tuple[int, ...]) -> None:
        self._state.roll(values)
        self._log.append(values)
        self._thrown += len(values)
        self._by_id = None

    def _throw(self) -> None:
        if self.dice is None or not self._state.needs_roll:
            return
        count = dice_count(self.rules)
        for _ in range(MOST_LAPSES):
            if not self._state.needs_roll:
                return
            if self.needs_lot:
                self.lot(self.dice.lot(self._thrown, *self.lot_to_draw()))
            else:
                self._take(tuple(self.dice.value(self._thrown + number) for number in range(count)))


_NUMBERS: dict[Source, Callable[[Situation, int], int]] = {
    Source.SEAT: lambda _, seat: seat,
    Source.ACTS: lambda now, seat: now.actor == seat,
    Source.IDLE: lambda now, seat: now.idle[seat],
    Source.BEST: lambda now, seat: now.best[seat],
    Source.HAND: lambda now, seat: now.hands[seat],
    Source.CAPTURED: lambda now, seat: now.captured[seat],
    Source.LOST: lambda now, seat: now.lost[seat],
    Source.OUT: lambda now, seat: seat in now.out,
    Source.FINISHED: lambda now, seat: seat in now.finished,
    Source.TURN: lambda now, _: now.turn,
    Source.PASSES: lambda now, _: now.passes,
    Source.NEEDS_ROLL: lambda now, _: now.phase == Phase.ROLL,
    Source.DIE: lambda now, at: now.roll[at] if at < len(now.roll) else 0,
    Source.STEPS: lambda now, _: now.steps,
    Source.HOPPED: lambda now, _: now.hopped,
    Source.DIVISION_STEPS: lambda now, at: now.divisions[at][0] if at < len(now.divisions) else 0,
    Source.DIVISION_HOPS: lambda now, at: now.divisions[at][1] if at < len(now.divisions) else 0,
}


# A turn that is never reached, in as many bits as the kernel counts with.
_NO_LIMIT = 2**31 - 1
_MASK, _OBSERVATION = np.dtype(np.uint8), np.dtype(np.float32)


def _whole(number: Any) -> int:
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"an action id is a whole number, not {type(number).__name__}") from None


def _fitting(out: NDArray[Any], shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The array to write to, if it fits."""
    if not isinstance(out, np.ndarray):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"out is a NumPy array, not {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype:
        raise ValueError(f"out must have shape {shape} and dtype {dtype}, not {out.shape} and {out.dtype}")
    return out
