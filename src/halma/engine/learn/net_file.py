"""The files of nets, written; what reads them is the compiled engine (native/eval/net.cpp). See docs/training.md."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from halma.engine.learn.layout import Layout, View

MAGIC, VERSION = b"HALMANET", 1
FAMILY_LENGTH = 40
#: A hidden value of 1, and an output weight of 1, as whole numbers.
HIDDEN_ONE, OUTPUT_ONE = 255, 64
#: The most that whole numbers of the outputs may be.
MOST_OUTPUT = 127
#: Fixed-point numbers of the last step have so many bits behind the point.
SCALE_BITS = 32
#: What the written value is that a net corrects, in the order of NetBase (native/eval/net.hpp).
BASES = ("usual", "race")


@dataclass(frozen=True)
class NetParts:
    """A net in whole numbers, as it lies in a file."""

    layout: Layout
    views: tuple[View, ...]
    family: str
    base: str
    hidden: int
    phases: int
    #: How many hundredths of a turn an output of 1 is, and to how many the correction is bounded.
    turn: float
    most: int
    inputs: bytes  # int16, by kind, cell and hidden value
    bias: bytes  # int16, by hidden value
    outputs: bytes  # int8, by phase, seat to act as it is seen, and hidden value
    output_bias: bytes  # int32, by phase and seat to act as it is seen


def encoded(parts: NetParts) -> bytes:
    """The bytes of the file."""
    layout = parts.layout
    family = parts.family.encode("utf-8")[:FAMILY_LENGTH].decode("utf-8", errors="ignore").encode("utf-8")
    scale = round(parts.turn / (HIDDEN_ONE * HIDDEN_ONE * OUTPUT_ONE) * (1 << SCALE_BITS))
    body = struct.pack(
        f"<Q{FAMILY_LENGTH}sHBBHBBiiii",
        layout.digest,
        family,
        layout.cells,
        layout.seats,
        len(layout.armies),
        parts.hidden,
        parts.phases,
        BASES.index(parts.base),
        layout.begin,
        layout.end,
        scale,
        parts.most,
    )
    for view in parts.views:
        body += struct.pack(f"<{len(view.cells)}H", *view.cells) + bytes(view.kinds) + bytes(view.seats)
    body += parts.inputs + parts.bias + parts.outputs + parts.output_bias
    head = struct.pack("<8sIII", MAGIC, VERSION, 20 + len(body), zlib.crc32(body))
    return head + body


def blank(layout: Layout, views: Sequence[View], family: str, base: str) -> bytes:
    """A net that knows nothing yet: it plays by its base alone."""
    hidden, seats, planes = 16, layout.seats, len(layout.armies)
    return encoded(
        NetParts(
            layout,
            tuple(views),
            family,
            base,
            hidden,
            phases=1,
            turn=1.0,
            most=0,
            inputs=bytes(2 * planes * layout.cells * hidden),
            bias=bytes(2 * hidden),
            outputs=bytes(seats * hidden),
            output_bias=bytes(4 * seats),
        )
    )
