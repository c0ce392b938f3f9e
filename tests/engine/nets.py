"""Nets of random numbers, and what a net says, computed as docs/training.md describes it and not as the engine does."""

from __future__ import annotations

import random
import struct

from halma.engine.learn.games import layout_of, rules_of
from halma.engine.learn.layout import views_of
from halma.engine.learn.net_file import HIDDEN_ONE, OUTPUT_ONE, NetParts
from halma.games import Choice
from halma.play import Position


def random_parts(choice: Choice, seed: int, *, base: str = "usual", hidden: int = 16, most: int = 900) -> NetParts:
    """A net that knows nothing and says much."""
    lot = random.Random(f"net {seed}")
    layout = layout_of(choice)
    phases, seats, planes = 5, layout.seats, len(layout.armies)

    def numbers(count: int, least: int, largest: int, letter: str) -> bytes:
        return struct.pack(f"<{count}{letter}", *(lot.randint(least, largest) for _ in range(count)))

    return NetParts(
        layout,
        views_of(rules_of(choice)),
        "random",
        base,
        hidden,
        phases,
        turn=700.0,
        most=most,
        inputs=numbers(planes * layout.cells * hidden, -40, 40, "h"),
        bias=numbers(hidden, 0, 120, "h"),
        outputs=numbers(phases * seats * hidden, -127, 127, "b"),
        output_bias=numbers(phases * seats, -500_000, 500_000, "i"),
    )


def corrections(parts: NetParts, position: Position) -> tuple[int, ...]:
    """What a net adds to the value of every seat, in hundredths of a turn."""
    layout, contents, actor = parts.layout, position.state.contents(), position.state.now.actor
    inputs = struct.unpack(f"<{len(parts.inputs) // 2}h", parts.inputs)
    bias = struct.unpack(f"<{parts.hidden}h", parts.bias)
    outputs = struct.unpack(f"<{len(parts.outputs)}b", parts.outputs)
    output_bias = struct.unpack(f"<{len(parts.output_bias) // 4}i", parts.output_bias)
    total = sum(position.state.totals())
    phase = (total - layout.begin) * parts.phases // (layout.end - layout.begin)
    phase = min(max(phase, 0), parts.phases - 1)
    found: list[int] = []
    for view in parts.views:
        sums = list(bias)
        for cell, content in enumerate(contents):
            if content:
                column = (view.kinds[content - 1] - 1) * layout.cells + view.cells[cell]
                for number in range(parts.hidden):
                    sums[number] += inputs[column * parts.hidden + number]
        row = phase * layout.seats + view.seats[actor]
        shown = [min(max(one, 0), HIDDEN_ONE) for one in sums]
        weights = outputs[row * parts.hidden : (row + 1) * parts.hidden]
        output = output_bias[row] + sum(one * one * weight for one, weight in zip(shown, weights, strict=True))
        scale = round(parts.turn / (HIDDEN_ONE**2 * OUTPUT_ONE) * 2**32)
        found.append(min(max((output * scale + 2**31) >> 32, -parts.most), parts.most))
    return tuple(found)
