"""What happens on the board: the trail of the last move, the chosen piece, where it can go, what a refusal means."""

from __future__ import annotations

from halma.draw import palette
from halma.draw.layout import SPACING, Layout
from halma.draw.markup import element, polyline
from halma.draw.palette import paint, trail_colour
from halma.draw.scene import Scene, View, Way


def trail(scene: Scene, layout: Layout, prefix: str) -> str:
    """The last move along its whole way, and what it took from the board."""
    if not scene.ways and not scene.captured:
        return ""
    ways = (_way(scene, layout, way) for way in scene.ways)
    taken = (_taken(*layout.at(scene.board.index[cell]), cell) for cell in scene.captured)
    return element("g", *ways, *taken, id=f"{prefix}trail", class_="trail", fill="none", pointer_events="none")


def _way(scene: Scene, layout: Layout, way: Way) -> str:
    index = scene.board.index
    # A piece that leaves the board goes on beyond the edge.
    points = [
        layout.at(index[cell]) if cell in index else layout.beyond(index[before])
        for before, cell in zip((way.cells[0], *way.cells), way.cells, strict=False)
    ]
    colour = trail_colour(way.letter)
    (x, y), stops = points[0], points[1:-1]
    if len(points) == 1:
        shape = element("circle", cx=x, cy=y, r=0.46 * SPACING, stroke_width=3)
    else:
        shape = element("path", d=polyline(points), stroke_width=0.15 * SPACING)
        shape += element("circle", class_="origin", cx=x, cy=y, r=0.2 * SPACING, stroke_width=2.5)
        shape += "".join(element("circle", cx=x, cy=y, r=0.11 * SPACING, fill=colour, stroke="none") for x, y in stops)
    # The opacity belongs to the group: where a way crosses itself it does not grow darker.
    return element(
        "g",
        shape,
        class_=f"way seat-{way.letter.upper()}",
        data_path=" ".join(way.cells),
        stroke=colour,
        stroke_linecap="round",
        stroke_linejoin="round",
        opacity=0.5,
    )


def _taken(x: float, y: float, cell: str) -> str:
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
    )


def halo(scene: Scene, layout: Layout, view: View) -> str:
    """The pale light under the chosen piece."""
    if view.chosen is None:
        return ""
    x, y = layout.at(scene.board.index[view.chosen])
    return element(
        "circle",
        id=f"{view.prefix}halo",
        class_="halo",
        data_cell=view.chosen,
        cx=x,
        cy=y,
        r=0.5 * SPACING,
        fill=palette.HALO,
        fill_opacity=0.75,
        stroke="#fff",
        stroke_width=2,
        pointer_events="none",
    )


def reachable(scene: Scene, layout: Layout, view: View) -> str:
    """A dot on every field the chosen piece can go to; a ring around a piece it would meet there."""
    colour = paint(scene.letter).body
    dots: list[str] = []
    for cell in view.reachable:
        x, y = layout.at(scene.board.index[cell])
        taken = cell in scene.pieces
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
        dots.append(element("g", *rings, id=f"{view.prefix}reach-{cell}", class_="reach", data_cell=cell))
    name = f"reachable seat-{scene.letter}"
    return element("g", *dots, class_=name, fill="none", pointer_events="none") if dots else ""


def marked(scene: Scene, layout: Layout, view: View) -> str:
    """A ring around every field a refusal speaks about."""
    rings: list[str] = []
    for cell in view.marked:
        x, y = layout.at(scene.board.index[cell])
        rings.append(
            element(
                "g",
                element("circle", cx=x, cy=y, r=0.46 * SPACING, stroke="#fff", stroke_width=4.5),
                element(
                    "circle", cx=x, cy=y, r=0.46 * SPACING, stroke=palette.INK, stroke_width=2.2, stroke_dasharray="5 3"
                ),
                id=f"{view.prefix}mark-{cell}",
                class_="mark",
                data_cell=cell,
            )
        )
    return element("g", *rings, class_="marks", fill="none", pointer_events="none") if rings else ""
