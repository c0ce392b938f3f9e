"""The emblem of Halma: a star of maple in walnut with a piece of every colour; icons are made from it."""

from __future__ import annotations

from math import cos, pi, sin

from halma.draw import palette, pieces
from halma.draw.field import PRINTED_TIPS
from halma.draw.markup import element, polyline

SIZE = 512.0
# Everything that matters lies within the circle that home screens leave of an icon.
TIPS_AT, PIECES_AT, PIECE_SCALE = 204.0, 128.0, 3.0


def emblem() -> str:
    """A square picture without words, readable when it is small."""
    middle = SIZE / 2

    def around(radius: float, turn: float) -> tuple[float, float]:
        return middle + radius * sin(turn * pi / 3), middle - radius * cos(turn * pi / 3)

    star = "".join(polyline([around(TIPS_AT, turn) for turn in range(first, 6, 2)], closed=True) for first in (0, 1))
    walnut = element(
        "radialGradient",
        *(
            element("stop", offset=at, stop_color=colour)
            for at, colour in ((0, palette.WALNUT_LIGHT), (0.6, palette.WALNUT), (1, palette.WALNUT_DARK))
        ),
        id="room",
        cx=0.35,
        cy=0.3,
        r=0.85,
    )
    places = (
        element(
            "use", href=f"#{pieces.kind_id('', letter)}", transform=f"translate({x:.1f} {y:.1f}) scale({PIECE_SCALE})"
        )
        for turn, letter in enumerate(PRINTED_TIPS)
        for x, y in (around(PIECES_AT, turn),)
    )
    return element(
        "svg",
        element("defs", walnut, pieces.definitions(PRINTED_TIPS, "")),
        element("rect", width=SIZE, height=SIZE, fill="url(#room)"),
        element("path", d=star, fill="none", stroke=palette.WALNUT_DEEP, stroke_width=34, stroke_linejoin="round"),
        element("path", d=star, fill=palette.MAPLE, stroke=palette.MAPLE, stroke_width=22, stroke_linejoin="round"),
        *places,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE:g} {SIZE:g}",
        width=SIZE,
        height=SIZE,
    )
