"""What happens on the board: the trail of the last move, the chosen piece, where it can go, what a refusal means."""

from __future__ import annotations

from collections.abc import Iterable

from halma.draw import palette
from halma.draw.board_layout import SPACING, BoardLayout
from halma.draw.markup import Value, element, polyline
from halma.draw.palette import paint, trail_colour
from halma.draw.scene import Scene, SettledOptions, Way


def trail(scene: Scene, layout: BoardLayout, prefix: str) -> str:
    """The last move along its whole way, and what it took from the board."""
    if not scene.ways and not scene.captured:
        return ""
    ways = (_way(scene, layout, way) for way in scene.ways)
    taken = (_taken(*layout.at(scene.board.index[cell]), cell) for cell in scene.captured)
    return element("g", *ways, *taken, id=f"{prefix}trail", class_="trail", fill="none", pointer_events="none")


def _way(scene: Scene, layout: BoardLayout, way: Way) -> str:
    index = scene.board.index
    # A piece that leaves the board goes on beyond the edge.
    points = [
        layout.at(index[cell]) if cell in index else layout.beyond(index[before])
        for before, cell in zip((way.cells[0], *way.cells), way.cells, strict=False)
    ]
    (x, y), stops = points[0], points[1:-1]
    if len(points) == 1:
        shape = _spot(x, y)
    else:
        shape = _line(polyline(points)) + _origin(x, y)
        shape += "".join(_stop(x, y, way.letter) for x, y in stops)
    return _strokes(shape, way.letter, class_=f"way seat-{way.letter.upper()}", data_path=" ".join(way.cells))


def _strokes(shape: str, letter: str, **attributes: Value) -> str:
    # The opacity belongs to the group: where a way crosses itself it does not grow darker.
    looks: dict[str, Value] = {"stroke_linecap": "round", "stroke_linejoin": "round", "opacity": 0.5}
    return element("g", shape, **attributes, stroke=trail_colour(letter), **looks)


def _line(data: str) -> str:
    return element("path", d=data, stroke_width=0.15 * SPACING)


def _origin(x: float, y: float) -> str:
    return element("circle", class_="origin", cx=x, cy=y, r=0.2 * SPACING, stroke_width=2.5)


def _stop(x: float, y: float, letter: str) -> str:
    return element("circle", class_="stop", cx=x, cy=y, r=0.11 * SPACING, fill=trail_colour(letter), stroke="none")


def _spot(x: float, y: float) -> str:
    return element("circle", class_="spot", cx=x, cy=y, r=0.46 * SPACING, stroke_width=3)


def _taken(x: float, y: float, cell: str | None, **attributes: Value) -> str:
    arm = 0.1 * SPACING
    cross = polyline([(x - arm, y - arm), (x + arm, y + arm)]) + polyline([(x - arm, y + arm), (x + arm, y - arm)])
    return element(
        "g",
        element("circle", cx=x, cy=y, r=0.3 * SPACING, stroke_dasharray="3 3"),
        element("path", d=cross, stroke_linecap="round"),
        class_="taken",
        data_cell=cell,
        stroke=palette.INK,
        stroke_width=1.8,
        opacity=0.6,
        **attributes,
    )


def halo(scene: Scene, layout: BoardLayout, options: SettledOptions) -> str:
    """The pale light under the chosen piece."""
    if options.chosen is None:
        return ""
    x, y = layout.at(scene.board.index[options.chosen])
    return _halo(x, y, id=f"{options.prefix}halo", data_cell=options.chosen, pointer_events="none")


def _halo(x: float, y: float, **attributes: Value) -> str:
    look: dict[str, Value] = {"fill": palette.HALO, "fill_opacity": 0.75, "stroke": "#fff", "stroke_width": 2}
    return element("circle", class_="halo", cx=x, cy=y, r=0.5 * SPACING, **look, **attributes)


def reachable(scene: Scene, layout: BoardLayout, options: SettledOptions) -> str:
    """A dot on every field the chosen piece can go to; a ring around a piece it would meet there."""
    dots: list[str] = []
    for cell in options.reachable:
        place = layout.at(scene.board.index[cell])
        shape = _reach(place, scene.letter, taken=cell in scene.pieces)
        dots.append(element("g", shape, id=f"{options.prefix}reach-{cell}", class_="reach", data_cell=cell))
    name = f"reachable seat-{scene.letter}"
    return element("g", *dots, class_=name, fill="none", pointer_events="none") if dots else ""


def _reach(place: tuple[float, float], letter: str, *, taken: bool) -> str:
    (x, y), colour = place, paint(letter).body
    radius = (0.47 if taken else 0.17) * SPACING
    # The white rim has a dark hair line around it, or it would be lost on the maple.
    widths = (
        ((palette.INK, 6.0, 0.45), ("#fff", 4.6, 1), (colour, 2.4, 1))
        if taken
        else ((palette.INK, 5.4, 0.45), ("#fff", 4, 1))
    )
    rings = [
        element("circle", cx=x, cy=y, r=radius, stroke=stroke, stroke_width=width, stroke_opacity=opacity)
        for stroke, width, opacity in widths
    ]
    if not taken:
        rings.append(element("circle", cx=x, cy=y, r=radius, fill=colour))
    return "".join(rings)


def marked(scene: Scene, layout: BoardLayout, options: SettledOptions) -> str:
    """A ring around every field a refusal speaks about."""
    rings: list[str] = []
    for cell in options.marked:
        x, y = layout.at(scene.board.index[cell])
        rings.append(element("g", _mark(x, y), id=f"{options.prefix}mark-{cell}", class_="mark", data_cell=cell))
    return element("g", *rings, class_="marks", fill="none", pointer_events="none") if rings else ""


def _mark(x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=0.46 * SPACING, stroke="#fff", stroke_width=4.5) + element(
        "circle", cx=x, cy=y, r=0.46 * SPACING, stroke=palette.INK, stroke_width=2.2, stroke_dasharray="5 3"
    )


def _movable() -> str:
    """A thin light around a piece that can be moved."""
    return element("circle", r=0.435 * SPACING, stroke=palette.INK, stroke_width=4.6, stroke_opacity=0.5) + element(
        "circle", r=0.435 * SPACING, stroke=palette.HALO, stroke_width=3.2
    )


def symbols(letters: Iterable[str]) -> str:
    """The same shapes around the origin, for a page that shows and moves them itself: `use` them by their ids.

    The ways are to be copied and filled: `way-A` holds one line, origin, stop and spot.
    """
    shapes = [
        _halo(0, 0, id="halo"),
        element("g", _movable(), id="movable", fill="none"),
        element("g", _mark(0, 0), id="mark", fill="none"),
    ]
    shapes.append(_taken(0, 0, None, id="taken", fill="none"))
    for letter in sorted(set(letters)):
        shapes += [
            element("g", _reach((0, 0), letter, taken=False), id=f"reach-{letter}", fill="none"),
            element("g", _reach((0, 0), letter, taken=True), id=f"meet-{letter}", fill="none"),
            _strokes(
                _line("M0 0") + _origin(0, 0) + _stop(0, 0, letter) + _spot(0, 0),
                letter,
                id=f"way-{letter}",
                class_="way",
                fill="none",
            ),
        ]
    return "".join(shapes)
