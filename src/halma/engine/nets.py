"""Nets: what was learnt by playing, added to the written evaluation. Those that come with halma, and those of others.

A net belongs to one board and one way to play on it; `docs/training.md` tells how one is made.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from halma.engine.thought import LEVELS, Limits
from halma.kernel import fast
from halma.messages import HalmaError, mark, reason_of

try:
    from halma.engine import _native
except ImportError:
    _native = None  # pyright: ignore[reportAssignmentType, reportConstantRedefinition]

if TYPE_CHECKING:
    from halma.engine._native import Net

__all__ = ["DEFAULT_NET", "NETS", "NO_NET", "NetError", "chosen_net", "load_net", "rival_file", "shipped_net"]

#: What stands for the net that comes with halma, if there is one, and for none at all.
DEFAULT_NET, NO_NET = "default", "none"
WITHOUT_ENGINE = mark("A net needs the compiled parts of halma, which are missing here.")
#: The folder of the nets that come with halma.
NETS = Path(__file__).parent / "nets"
# Larger files are not read.
MOST_BYTES = 4 << 20
# What is wrong with a file, in the order of NetFault (native/eval/net.hpp), whose first one is nothing.
_FAULTS = (
    mark("{file} is not a net of halma."),
    mark("The net {file} was made for another version of halma."),
    mark("The net {file} is cut off: its end is missing."),
    mark("The net {file} is damaged."),
    mark("The net {file} contains numbers that make no sense."),
)
# Where a file says which rules it belongs to.
_DIGEST_AT = slice(20, 28)


class NetError(HalmaError):
    """A net that cannot be used; the written evaluation plays without it."""


def load_net(file: str | os.PathLike[str]) -> Net:
    """The net of a file. Raises NetError."""
    try:
        state = Path(file).stat()
        if state.st_size > MOST_BYTES:
            raise NetError(_FAULTS[0], file=str(file))
        return _loaded(os.fspath(file), state.st_mtime_ns, state.st_size)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise NetError(mark("Cannot read {file}: {reason}"), file=str(file), reason=reason) from None


@lru_cache(maxsize=16)
def _loaded(file: str, _changed: int, _size: int) -> Net:
    return read_net(Path(file).read_bytes(), file)


def read_net(data: bytes, file: str) -> Net:
    """The net that some bytes are. Raises NetError."""
    if _native is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise NetError(WITHOUT_ENGINE)
    net, fault = _native.read_net(data)
    if net is None:
        raise NetError(_FAULTS[fault - 1], file=file)
    return net


def require_fit(net: Net, state: fast.State, file: str) -> Net:
    """A net, if it has learnt to play by these rules. Raises NetError."""
    if net.fits(state):
        return net
    raise NetError(mark("The net {file} was made for another game: {family}."), file=file, family=net.family or "?")


def shipped_net(state: fast.State) -> Net | None:
    """The net that comes with halma for these rules, if there is one. Raises NetError if it is damaged."""
    assert _native is not None
    file = _shipped().get(_native.layout(state)[0])
    return None if file is None else load_net(file)


@lru_cache(maxsize=1)
def _shipped() -> dict[int, Path]:
    return {int.from_bytes(file.read_bytes()[_DIGEST_AT], "little"): file for file in sorted(NETS.glob("*.net"))}


def rival_file(digest: int, name: str) -> Path | None:
    """The file of the net that a name stands for, of rules with some digest; None for none."""
    if name == NO_NET:
        return None
    return _shipped().get(digest) if name == DEFAULT_NET else Path(name)


def chosen_net(limits: Limits, state: fast.State) -> Net | None:
    """The net that limits ask for; without a word the highest level takes the one that comes with halma.

    Raises NetError.
    """
    name = limits.net or (DEFAULT_NET if limits.level == LEVELS[-1] else NO_NET)
    if name == NO_NET:
        return None
    if name == DEFAULT_NET:
        return shipped_net(state)
    return require_fit(load_net(name), state, name)
