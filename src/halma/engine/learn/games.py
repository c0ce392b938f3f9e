"""Games to learn from: playing them in the compiled engine, and reading what it wrote.

What is played is a `Plan`. A game depends on the plan, its seed and its number alone, so that games can be played in
any order and anywhere. Where the compiled module of Python is missing, a program made from tools/selfplay.cpp plays.
"""

from __future__ import annotations

import struct
import subprocess
import tempfile
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halma.engine.learn.errors import LearnError
from halma.engine.learn.layout import Layout
from halma.engine.nets import read_net, require_fit
from halma.extras import requires_extra
from halma.games import Choice, find_game
from halma.kernel import fast
from halma.kernel.fast.compile import compiled
from halma.messages import mark
from halma.rules import Ruleset

try:
    from halma.engine import _native
except ImportError:
    _native = None  # pyright: ignore[reportAssignmentType, reportConstantRedefinition]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAGIC, VERSION = b"HALMAPLY", 1
_HEAD = struct.Struct("<8sIIQHBBiiQ")
# Flags of a sample: the search has told a score; it is no position of the game.
SEARCHED, STRAY = 1, 2
# How a game ended.
PLAYED, ADJUDICATED, DROPPED = range(3)
#: The cell of a piece that is gone.
GONE = 0xFFFF


@dataclass(frozen=True)
class Plan:
    """How games are played: the words of native/learn/play_plan.hpp, and the nets that play."""

    choice: Choice
    seed: int = 0
    words: tuple[str, ...] = ()
    net: bytes | None = field(default=None, repr=False)
    rival_net: bytes | None = field(default=None, repr=False)
    #: The program that plays instead of the compiled module.
    program: str | None = None


def rules_of(choice: Choice) -> Ruleset:
    """The rules of a game with its options."""
    return find_game(choice.game).ruleset(choice)


def layout_of(choice: Choice, program: str | None = None) -> Layout:
    """What a net has to know of the rules. Raises LearnError where there is nothing to learn."""
    if program is None:
        digest, cells, seats, begin, end, can_learn, armies = _engine().layout(_state(choice))
    else:
        told = _told_by(program, choice, "layout").split()
        digest, cells, seats, begin, end, can_learn, *armies = (int(number) for number in told)
    if not can_learn:
        raise LearnError(mark("Only races without luck, in which all pieces stay on the board, can be learnt."))
    return Layout(digest, cells, seats, begin, end, tuple(armies))


def play_games(plan: Plan, first: int, count: int, threads: int = 1) -> bytes:
    """Some games by their numbers, as one file."""
    words = [f"seed={plan.seed}", f"first={first}", f"games={count}", f"threads={threads}", *plan.words]
    if plan.program is None:
        state = _state(plan.choice)
        nets = [
            None if data is None else require_fit(read_net(data, name), state, name)
            for name, data in (("net", plan.net), ("rival net", plan.rival_net))
        ]
        return _engine().play_games(state, words, nets[0], nets[1], None)
    with tempfile.TemporaryDirectory(prefix="halma-") as folder:
        for name, data in (("net", plan.net), ("rival_net", plan.rival_net)):
            if data is not None:
                file = Path(folder) / name
                file.write_bytes(data)
                words.append(f"{name}={file}")
        games = Path(folder) / "games"
        _told_by(plan.program, plan.choice, "play", str(games), *words)
        return games.read_bytes()


def _engine() -> Any:
    if _native is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise LearnError(mark("Learning needs the compiled parts of halma, which are missing here."))
    return _native


@lru_cache(maxsize=4)
def _state(choice: Choice) -> fast.State:
    return fast.State(rules_of(choice))


def _told_by(program: str, choice: Choice, *words: str) -> str:
    """What the program says."""
    numbers = compiled(rules_of(choice))
    with tempfile.NamedTemporaryFile("w", prefix="halma-", suffix=".rules", encoding="ascii") as file:
        file.write(" ".join(str(number) for number in struct.unpack(f"={len(numbers) // 4}i", numbers)))
        file.flush()
        done = subprocess.run([program, file.name, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise LearnError(mark("The program that plays has failed: {reason}"), reason=done.stderr.strip()[-300:])
    return done.stdout


@dataclass(frozen=True)
class SampledGames:
    """The games of a file, and the positions in them that something can be learnt from."""

    layout: Layout
    seed: int
    #: number, ended, learner (a set of seats), turns, margin, places by seat, samples
    games: NDArray[np.void]
    #: flags, actor, turn, score, written by seat, cells by piece
    samples: NDArray[np.void]


def checked(data: bytes, name: str) -> bytes:
    """The bytes of a file of games, if they are one. Raises LearnError."""
    if len(data) < _HEAD.size or data[:8] != MAGIC:
        raise LearnError(mark("{file} is not a file of games to learn from."), file=name)
    _, version, checksum, *_ = _HEAD.unpack_from(data)
    if version != VERSION:
        raise LearnError(mark("{file} was made by another version of halma."), file=name)
    if zlib.crc32(data[16:]) != checksum:
        raise LearnError(mark("{file} is damaged."), file=name)
    return data


def read_games(data: bytes, name: str) -> SampledGames:
    """The games of a file. Raises LearnError for one that is damaged or of another version."""
    with requires_extra("learn"):
        import numpy as np  # noqa: PLC0415 - only whoever reads games needs it
    checked(data, name)
    _, _, _, digest, cells, seats, planes, begin, end, seed = _HEAD.unpack_from(data)
    armies = struct.unpack_from(f"<{planes}H", data, _HEAD.size)
    at = _HEAD.size + 2 * planes
    game_count, sample_count = struct.unpack_from("<II", data, at)
    at += 8
    game = np.dtype(
        [
            ("number", "<u8"),
            ("ended", "u1"),
            ("learner", "u1"),
            ("turns", "<u2"),
            ("margin", "<i2"),
            ("places", "u1", (6,)),
            ("samples", "<u4"),
        ]
    )
    sample = np.dtype(
        [
            ("flags", "u1"),
            ("actor", "u1"),
            ("turn", "<u2"),
            ("score", "<i2"),
            ("written", "<i2", (seats,)),
            ("cells", "<u2", (sum(armies),)),
        ]
    )
    games = np.frombuffer(data, game, game_count, at)
    samples = np.frombuffer(data, sample, sample_count, at + game_count * game.itemsize)
    return SampledGames(Layout(digest, cells, seats, begin, end, armies), seed, games, samples)
