"""The wood: a mitred frame or a turned disc, the field let into it, and the coordinates."""

from __future__ import annotations

from halma.boards import STAR, TIPS, tip_point
from halma.draw import palette
from halma.draw.board_layout import SPACING, STAR_MARGIN, BoardLayout
from halma.draw.markup import element, polyline

# What turns pictures into PNG knows no other serif than those it finds by name.
FONT = "Georgia, 'DejaVu Serif', 'Liberation Serif', 'Noto Serif', serif"
GROOVE = 5.0
# The lines of the grain: height, bend, swing, width and opacity of each.
GRAIN = (
    (4, 70, 3, 0.7, 0.16),
    (9, 90, -2, 1.6, 0.1),
    (16, 60, 3.5, 0.6, 0.2),
    (20, 80, 2, 2.4, 0.07),
    (28, 75, -3, 0.8, 0.15),
    (34, 95, 2.5, 1.9, 0.09),
    (41, 65, -2, 0.6, 0.18),
)


def definitions(layout: BoardLayout, prefix: str) -> str:
    """The colours of wood, lit from the upper left."""
    size = layout.size
    across: dict[str, str | float] = {"gradientUnits": "userSpaceOnUse", "x1": 0, "y1": 0, "x2": size, "y2": size}
    walnut = ((0, palette.WALNUT), (0.3, palette.WALNUT_LIGHT), (0.65, palette.WALNUT), (1, palette.WALNUT_DARK))
    maple = ((0, palette.MAPLE_LIGHT), (0.55, palette.MAPLE), (1, palette.MAPLE_DARK))
    hollow = (
        *((0, palette.WALNUT_DEEP, 0.85), (0.17, palette.WALNUT_DARK, 0.75), (0.235, palette.WALNUT, 0.6)),
        *((0.26, palette.IVORY, 0.75), (0.3, palette.IVORY, 0)),
    )
    return (
        element("linearGradient", *_stops(walnut), id=f"{prefix}walnut", **across)
        + element("linearGradient", *_stops(maple), id=f"{prefix}maple", **across)
        + _grain(prefix)
        # A point is a large circle that is easy to hit, painted only in its middle.
        + element(
            "radialGradient",
            *(element("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in hollow),
            id=f"{prefix}hollow",
        )
    )


def _grain(prefix: str) -> str:
    """Fine lines in the wood, along the board and (for the upright parts of a frame) across it."""
    waves = "".join(
        element("path", d=f"M0 {y}Q{bend} {y - high} 150 {y}T300 {y}", stroke_width=width, stroke_opacity=opacity)
        for y, bend, high, width, opacity in GRAIN
    )
    tile = element("g", waves, fill="none", stroke=palette.WALNUT_DEEP)
    size: dict[str, str | float] = {"width": 300, "height": 47, "patternUnits": "userSpaceOnUse"}
    return element("pattern", tile, id=f"{prefix}grain", patternTransform="rotate(-1.5)", **size) + element(
        "pattern", tile, id=f"{prefix}grain-up", patternTransform="rotate(91)", **size
    )


def _stops(listed: tuple[tuple[float, str], ...]) -> list[str]:
    return [element("stop", offset=at, stop_color=colour) for at, colour in listed]


def frame(layout: BoardLayout, prefix: str) -> str:
    """The wood around the field, and the field."""
    wood = _disc(layout, prefix) if layout.round else _moulding(layout, prefix)
    return element("g", wood, class_="frame") + element("g", _field(layout, prefix), class_="field")


def _disc(layout: BoardLayout, prefix: str) -> str:
    middle, radius = layout.reach, layout.reach
    rings = (
        (radius - 1, palette.WALNUT_DEEP, 2.0, 0.55),
        (radius - 3.5, palette.IVORY, 1.4, 0.22),
        (radius - 9.5, palette.WALNUT_DEEP, 2.2, 0.5),
        (radius - 11.4, palette.IVORY, 1.1, 0.24),
        (radius - 15, palette.WALNUT_DEEP, 0.8, 0.25),
    )
    disc = element("circle", cx=middle, cy=middle, r=radius, fill=f"url(#{prefix}walnut)")
    grain = element("circle", cx=middle, cy=middle, r=radius, fill=f"url(#{prefix}grain)")
    return (
        disc
        + grain
        + "".join(
            element(
                "circle",
                cx=middle,
                cy=middle,
                r=at,
                fill="none",
                stroke=colour,
                stroke_width=width,
                stroke_opacity=opacity,
            )
            for at, colour, width, opacity in rings
        )
    )


def _moulding(layout: BoardLayout, prefix: str) -> str:
    def ring(inset: float, colour: str, width: float, opacity: float) -> str:
        side = layout.size - 2 * inset
        return element(
            "rect",
            x=inset,
            y=inset,
            width=side,
            height=side,
            rx=max(2.0, 15 - inset),
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_opacity=opacity,
        )

    inner = layout.frame - GROOVE
    wood = element("rect", width=layout.size, height=layout.size, rx=16, fill=f"url(#{prefix}walnut)")
    # Mitred corners: four strips of wood meet, each with its grain along it.
    near, far, end = layout.frame, layout.size - layout.frame, layout.size
    # The outer corners of the strips stay inside the rounded corners of the frame.
    across = polyline([(4, 4), (end - 4, 4), (far, near), (near, near)], closed=True) + polyline(
        [(4, end - 4), (end - 4, end - 4), (far, far), (near, far)], closed=True
    )
    upright = polyline([(4, 4), (near, near), (near, far), (4, end - 4)], closed=True) + polyline(
        [(end - 4, 4), (far, near), (far, far), (end - 4, end - 4)], closed=True
    )
    strips = element("path", d=across, fill=f"url(#{prefix}grain)") + element(
        "path",
        d=upright,
        fill=f"url(#{prefix}grain-up)",
        stroke=palette.WALNUT_DEEP,
        stroke_opacity=0.2,
        stroke_width=0.8,
    )
    return "".join(
        (
            wood,
            strips,
            ring(1, palette.WALNUT_DEEP, 2, 0.55),
            ring(3.4, palette.IVORY, 1.3, 0.22),
            ring(8.5, palette.WALNUT_DEEP, 1.6, 0.35),
            ring(10, palette.IVORY, 0.9, 0.18),
            ring(inner - 2, palette.IVORY, 1, 0.22),
            ring(inner + GROOVE / 2, palette.WALNUT_DEEP, GROOVE, 1),
        )
    )


def _field(layout: BoardLayout, prefix: str) -> str:
    maple = f"url(#{prefix}maple)"
    if layout.board.style == STAR:
        # Two large triangles make the star; their thick edge rounds its tips.
        triangles = ([tip_point(tip) for tip in range(first, len(TIPS), 2)] for first in (0, 1))
        data = "".join(polyline([layout.at(cell) for cell in cells], closed=True) for cells in triangles)
        return _inlay(data, maple, 2 * STAR_MARGIN * SPACING)
    if layout.round:
        everything = frozenset(range(len(layout.board)))
        return _inlay(layout.around(everything, rim=True), maple, 2.0)
    start, side = layout.frame, layout.size - 2 * layout.frame
    return element("rect", x=start, y=start, width=side, height=side, fill=maple)


def _inlay(data: str, maple: str, width: float) -> str:
    """A field let into the wood, with a dark groove around it."""
    shape = {"d": data, "stroke_linejoin": "round"}
    return (
        element("path", **shape, fill="none", stroke=palette.IVORY, stroke_width=width + 10, stroke_opacity=0.2)
        + element("path", **shape, fill="none", stroke=palette.WALNUT_DEEP, stroke_width=width + 8)
        + element("path", **shape, fill=maple, stroke=maple, stroke_width=width)
    )


def coordinates(layout: BoardLayout) -> str:
    """The names of files, ranks and rows, in the wood."""
    size = 0.33 * SPACING
    texts = (element("text", label.text, x=label.x, y=label.y + 0.34 * size) for label in layout.labels())
    return element(
        "g",
        *texts,
        class_="coordinates",
        fill=palette.WALNUT_TEXT,
        font_family=FONT,
        font_size=size,
        text_anchor="middle",
        aria_hidden="true",
        pointer_events="none",
    )
