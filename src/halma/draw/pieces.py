"""Pieces: Halma cones seen from above, a lit disc with a head that carries the mark of its seat."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from halma.draw.board_layout import SPACING
from halma.draw.markup import element, polyline
from halma.draw.palette import INK, IVORY, NOBODY, Paint, is_second, mixed, paint

RADIUS = 0.405 * SPACING
HEAD = 0.255 * SPACING


def kind_id(prefix: str, letter: str) -> str:
    """The id under which the drawing of a kind is kept."""
    return f"{prefix}kind-{letter}"


def definitions(letters: Iterable[str], prefix: str, *, discs: bool = False) -> str:
    """The drawings of some kinds, to be used wherever a piece stands.

    With `discs` each of them also holds a flat piece with a large sign, which a page can show instead.
    """
    shadow = element(
        "radialGradient",
        _stop(0.55, "#1d0f05", 0.5),
        _stop(1, "#1d0f05", 0),
        id=f"{prefix}shadow",
    )
    return shadow + "".join(_kind(letter, prefix, discs) for letter in sorted(set(letters)))


def _stop(offset: float, colour: str, opacity: float | None = None) -> str:
    return element("stop", offset=offset, stop_color=colour, stop_opacity=opacity)


def _kind(letter: str, prefix: str, discs: bool) -> str:
    look = paint(letter)
    second = is_second(letter)
    # A second kind is pale between a coloured rim and a coloured head: told apart by shape, not by tone alone.
    body = mixed(look.body, IVORY, 0.8) if second else look.body
    slope, head = f"{prefix}slope-{letter}", f"{prefix}head-{letter}"
    # The head goes a little away from the colour of its mark, so that the mark stands out in grey too.
    crown = mixed(look.body, "#ffffff" if look.mark_colour == INK else "#000000", 0.2)
    gradients = _lit(slope, body, deep=0.28 if second else 0.5) + _lit(head, crown, deep=0.4)
    rim = mixed(look.body, "#000000", 0.55)
    parts = [
        element("ellipse", cx=1.8, cy=3, rx=RADIUS * 1.17, ry=RADIUS * 1.15, fill=f"url(#{prefix}shadow)"),
        element("circle", r=RADIUS, fill=f"url(#{slope})", stroke=rim, stroke_width=0.9),
    ]
    if second:
        parts.append(element("circle", r=RADIUS - 2.1, fill="none", stroke=look.body, stroke_width=3))
    else:
        parts.append(element("circle", r=RADIUS - 2.6, fill="none", stroke="#fff", stroke_opacity=0.16))
    parts += [
        _gleam(RADIUS - 1.3),
        element("circle", cx=0.7, cy=1, r=HEAD + 0.7, fill="#000", fill_opacity=0.22),
        element("circle", r=HEAD, fill=f"url(#{head})", stroke=rim, stroke_width=0.7, stroke_opacity=0.7),
        mark(look),
    ]
    if discs:
        cone = element("g", *parts, class_="cone")
        return gradients + element("g", cone, _disc(look, second), id=kind_id(prefix, letter))
    return gradients + element("g", *parts, id=kind_id(prefix, letter))


def _disc(look: Paint, second: bool) -> str:
    """A flat piece: its colour, an edge, and the mark of its seat as large as it can be."""
    edge = mixed(look.body, "#000000", 0.6)
    body = mixed(look.body, "#000000", 0.15) if look.mark_colour == IVORY else look.body
    parts = [
        element("circle", cx=0.8, cy=1.6, r=RADIUS, fill="#1d0f05", fill_opacity=0.35),
        element("circle", r=RADIUS - 0.6, fill=body, stroke=edge, stroke_width=1.6),
    ]
    if second:
        parts.append(element("circle", r=RADIUS - 3, fill="none", stroke=IVORY, stroke_width=2.6))
    parts.append(element("g", mark(look), transform="scale(1.2)" if second else "scale(1.5)"))
    return element("g", *parts, class_="disc", display="none")


def _lit(identity: str, colour: str, *, deep: float) -> str:
    """A surface lit from the upper left."""
    return element(
        "radialGradient",
        _stop(0, mixed(colour, "#ffffff", 0.5)),
        _stop(0.38, mixed(colour, "#ffffff", 0.1)),
        _stop(0.68, colour),
        _stop(1, mixed(colour, "#000000", deep)),
        id=identity,
        cx=0.42,
        cy=0.4,
        r=0.66,
        fx=0.3,
        fy=0.25,
    )


def _gleam(radius: float) -> str:
    """Light on the upper left edge."""
    (x, y), (end_x, end_y) = ((radius * cos(turn * pi), radius * sin(turn * pi)) for turn in (1.06, 1.44))
    data = f"M{x:.1f} {y:.1f}A{radius:.1f} {radius:.1f} 0 0 1 {end_x:.1f} {end_y:.1f}"
    return element(
        "path", d=data, fill="none", stroke="#fff", stroke_opacity=0.55, stroke_width=1.2, stroke_linecap="round"
    )


def mark(look: Paint) -> str:
    """The mark of a seat, around the origin."""
    unit = SPACING
    if look is NOBODY:
        return ""
    if look.mark == "ring":
        return element("circle", r=0.13 * unit, fill="none", stroke=look.mark_colour, stroke_width=0.065 * unit)
    if look.mark == "dot":
        return element("circle", r=0.1 * unit, fill=look.mark_colour)
    if look.mark == "bar":
        return _box(0.36 * unit, 0.115 * unit, look.mark_colour)
    if look.mark == "cross":
        return _box(0.36 * unit, 0.1 * unit, look.mark_colour) + _box(0.1 * unit, 0.36 * unit, look.mark_colour)
    if look.mark == "square":
        return _box(0.235 * unit, 0.235 * unit, look.mark_colour)
    corners = [(0.19 * unit * sin(turn * 2 * pi / 3), -0.19 * unit * cos(turn * 2 * pi / 3)) for turn in range(3)]
    return element("path", d=polyline(corners, closed=True), fill=look.mark_colour)


def _box(width: float, height: float, colour: str) -> str:
    return element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=0.8, fill=colour)
