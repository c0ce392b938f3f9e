"""Many games at once: stepped in C++, in several threads, with results written into NumPy arrays."""

from __future__ import annotations

import os
import secrets
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halma.batch.actions import ActionSpace
from halma.batch.chance import BatchDice
from halma.batch.compiled import layout, native
from halma.batch.planes import planes_for
from halma.games import LOT, Choice, choose, find_game
from halma.kernel import fast
from halma.play import Position
from halma.rules import SEATS, Ruleset

MOST_TURNS = 2**31 - 2
MOST_THREADS = 1024
BYTES, BITS = "bytes", "bits"
SEAT, ABSOLUTE = "seat", "absolute"


class BatchStep(NamedTuple):
    """What a step or a reset leaves in the arrays of a batch. They are the same arrays every time."""

    observations: NDArray[np.float32] | None
    masks: NDArray[np.uint8] | None
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Games:
    """A batch of games that are stepped together.

    >>> games = Games("star", players=2, pieces=10, count=64, seed=1)
    >>> games.masks.shape, games.observations.shape
    ((64, 14642), (64, 16, 121))
    >>> step = games.step(games.sample_actions())
    >>> step.seats[:3].tolist(), step.rewards.shape
    ([1, 1, 1], (64, 2))

    All arrays are made once and written again by every `step` and `reset`; copy what you want to keep, and only read
    them. PyTorch and JAX take them without a copy through DLPack (`torch.from_dlpack(games.masks)`).

    | array | shape and dtype | content |
    |---|---|---|
    | `observations` | (count, planes, cells) float32 | what the seat to act sees |
    | `masks` | (count, ids) uint8 | 1 for every id that may be played |
    | `seats` | (count) int8 | the seat to act |
    | `turns` | (count) int32 | the number of the turn, from 1 |
    | `rewards` | (count, seats) float32 | 0 until a game ends, then by place |
    | `terminated`, `truncated` | (count) bool | whether the last step ended the game, by its rules or by `max_turns` |
    | `final_observations` | as observations | what was seen when the last game ended here |
    | `episode_turns` | (count) int32 | how many turns that game had |

    A game that has ended begins anew in the same step: observation, mask and seat are those of the new game, while
    `rewards`, `terminated` and `truncated` tell of the old one. With `auto_reset=False` it stays as it is, takes the
    action -1 and nothing else, and waits for `reset`.

    Game i of a seed is always the same, whatever the number of games and threads; its second episode differs from its
    first. `observations=False` and `masks=None` leave out what is not needed; `masks="bits"` packs eight ids into a
    byte, the lowest first. `view="absolute"` shows every game as the first seat sees it, whoever has to act.
    """

    def __init__(  # noqa: PLR0913 - all by name
        self,
        game: str | Choice = "halma",
        *,
        count: int,
        seed: int | None = None,
        threads: int | None = None,
        max_turns: int | None = 1000,
        auto_reset: bool = True,
        observations: bool = True,
        masks: str | None = BYTES,
        view: str = SEAT,
        **options: Any,
    ) -> None:
        _whole("count", count, 1, None)
        self.seed: int = secrets.randbits(64) if seed is None else _seed(seed)
        self.threads: int = _usable_processors() if threads is None else _whole("threads", threads, 1, MOST_THREADS)
        self.max_turns: int | None = None if max_turns is None else _whole("max_turns", max_turns, 1, MOST_TURNS)
        if masks not in (BYTES, BITS, None):
            raise ValueError(f"masks are {BYTES!r}, {BITS!r} or None, not {masks!r}")
        if view not in (SEAT, ABSOLUTE):
            raise ValueError(f"view is {SEAT!r} or {ABSOLUTE!r}, not {view!r}")
        module = native()
        self.choice: Choice = game if isinstance(game, Choice) else choose(game, **options)
        self.rules: Ruleset = find_game(self.choice.game).ruleset(self.choice)
        self.actions = ActionSpace(self.choice)
        self.planes: tuple[str, ...] = tuple(plane.name for plane in planes_for(self.rules, 0))
        self.count = count
        self.auto_reset = bool(auto_reset)
        seen = (count, len(self.planes), self.actions.cells)
        width = (self.actions.size + 7) // 8 if masks == BITS else self.actions.size
        self.observations = np.zeros(seen, np.float32) if observations else None
        self.final_observations = np.zeros(seen, np.float32) if observations and auto_reset else None
        self.masks = None if masks is None else np.zeros((count, width), np.uint8)
        self.seats = np.zeros(count, np.int8)
        self.turns = np.zeros(count, np.int32)
        self.rewards = np.zeros((count, self.rules.seats), np.float32)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.episode_turns = np.zeros(count, np.int32)
        self._sampled = np.zeros(count, np.int64)
        self._arrays = BatchStep(
            self.observations, self.masks, self.seats, self.rewards, self.terminated, self.truncated
        )
        first = self.choice.first
        blocks, neighbours, planes = layout(self.choice)
        self._games = module.Games(
            fast.State(self.rules),
            blocks,
            neighbours,
            planes,
            seed=self.seed,
            max_turns=self.max_turns or 0,
            first=-1 if first == LOT else SEATS.index(first or "A"),
            auto_reset=self.auto_reset,
            absolute=view == ABSOLUTE,
            threads=self.threads,
            masks=self.masks,
            packed=masks == BITS,
            observations=self.observations,
            final_observations=self.final_observations,
            rewards=self.rewards,
            terminated=self.terminated,
            truncated=self.truncated,
            seats=self.seats,
            turns=self.turns,
            episode_turns=self.episode_turns,
            sampled=self._sampled,
        )
        self._games.reset(None)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<Games {self.choice.game} count={self.count} seed={self.seed}>"

    # ---- playing ----------------------------------------------------------------------------------------

    def step(self, actions: Any) -> BatchStep:
        """Play one action id in every game.

        If one of them cannot be played, ValueError says which, and no game has changed.
        """
        bad = self._games.step(self._checked(actions))
        if bad is not None:
            number, action, over = bad
            raise ValueError(self._refusal(number, action, over))
        return self._arrays

    def sample_actions(self) -> NDArray[np.int64]:
        """One of the legal ids of every game, all equally likely; -1 where a game is over.

        The draws depend on the seed and on how many were made before. The array is the same every time.
        """
        self._games.sample()
        return self._sampled

    def reset(self, mask: Any = None, *, seed: int | None = None) -> BatchStep:
        """Begin new games: where a mask of booleans says so, or everywhere.

        With a seed, all games begin as if they had just been made with it.
        """
        if seed is not None:
            if mask is not None:
                raise ValueError("a new seed is for all games; leave out the mask")
            self.seed = _seed(seed)
            self._games.reseed(self.seed)
        wanted = None if mask is None else np.asarray(mask)
        if wanted is not None and (wanted.dtype != np.bool_ or wanted.shape != (self.count,)):
            raise ValueError(
                f"a mask is an array of {self.count} booleans, not one of shape {wanted.shape} and dtype {wanted.dtype}"
            )
        self._games.reset(None if wanted is None else np.ascontiguousarray(wanted))
        return self._arrays

    # ---- looking at one game ----------------------------------------------------------------------------

    def legal_ids(self, game: int) -> list[int]:
        """The ids that may be played in one game, in rising order."""
        return self._games.legal_ids(self._number(game))

    def position(self, game: int) -> Position:
        """One game as a position, without its history and with rolls to be given."""
        state = fast.State(self.rules)
        self._games.copy_state(self._number(game), state)
        return Position.of_state(self.choice, state)  # pyright: ignore[reportArgumentType]

    def dice(self, game: int) -> BatchDice:
        """The dice of the present episode of one game: a position that throws them meets the same rolls and lots."""
        return BatchDice(self.seed, self._number(game), self._games.episode(game))

    def _number(self, game: int) -> int:
        return _whole("game", game, 0, self.count - 1)

    # ---- bad input --------------------------------------------------------------------------------------

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        if given.shape != (self.count,):
            raise ValueError(f"actions are an array of shape ({self.count},), not {given.shape}")
        return np.ascontiguousarray(given, np.int64)

    def _refusal(self, game: int, action: int, over: bool) -> str:
        if over:
            return f"game {game} is over: reset it, or give it the action -1 (not {action}); no game was stepped"
        try:
            text = f" ({self.actions.text(action)}) is not legal now"
        except ValueError:
            text = f" does not exist: ids go from 0 to {self.actions.size - 1}"
        return f"action id {action} of game {game}{text}; no game was stepped"


def _whole(name: str, value: Any, least: int, most: int | None) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    if value < least or (most is not None and value > most):
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} is {limits}, not {value}")
    return int(value)


def _seed(seed: Any) -> int:
    return _whole("seed", seed, 0, 2**64 - 1)


def _usable_processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
