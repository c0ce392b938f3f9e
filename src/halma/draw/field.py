"""The field: its cells, its fine lines, courts and tips."""

from __future__ import annotations

from halma.boards import (
    CORNERS,
    LARGE_COURT,
    LARGE_TIP_ROWS,
    POINTS,
    SMALL_COURT,
    SMALL_TIP_ROWS,
    SQUARES,
    STAR,
    TIPS,
    corner_court,
    dark_cells,
    square_board,
    tip_cells,
)
from halma.draw import palette
from halma.draw.board_layout import SPACING, BoardLayout
from halma.draw.markup import element, number, polyline, title
from halma.draw.outlines import around_points
from halma.draw.palette import Paint, paint
from halma.draw.scene import Region

# Whose colours the tips have on the printed star, clockwise from the north.
PRINTED_TIPS = "AECBFD"


def field(layout: BoardLayout, listed: tuple[Region, ...] | None, prefix: str) -> str:
    """Everything the maple carries before a piece stands on it. Only cells answer to a pointer."""
    cells = element("g", _cells(layout, prefix), class_="cells")
    if layout.board.style == STAR:
        # The lines stay visible on the stained tips.
        return _regions(layout, listed) + _lines(layout) + cells
    if layout.board.style == POINTS:
        return _lines(layout) + _regions(layout, listed) + cells
    return cells + _regions(layout, listed)


def plain_field(layout: BoardLayout, listed: tuple[Region, ...] | None, prefix: str) -> str:
    """The same field in a few shapes, for pictures that nobody touches."""
    board = layout.board
    if board.style == SQUARES:
        half = SPACING / 2
        corners = ((x - half, y - half) for x, y in (layout.at(cell) for cell in sorted(dark_cells(board))))
        squares = "".join(f"M{number(x)} {number(y)}h{SPACING:g}v{SPACING:g}h-{SPACING:g}z" for x, y in corners)
        stain = element("path", d=squares, fill=palette.CHEQUER, fill_opacity=_stain(layout))
        return stain + (_hollows(layout, prefix) if layout.round else "") + _regions(layout, listed)
    lines, regions = _lines(layout), _regions(layout, listed)
    points = (element("circle", cx=x, cy=y, r=_point_radius(layout)) for x, y in map(layout.at, range(len(board))))
    cells = element("g", *points, fill=f"url(#{prefix}hollow)")
    return (regions + lines if board.style == STAR else lines + regions) + cells


def _stain(layout: BoardLayout) -> float:
    """How dark the dark squares are."""
    return 0.15 if layout.round else 0.4


def _point_radius(layout: BoardLayout) -> float:
    return SPACING * (0.48 if layout.board.style == STAR else 0.4)


def _cells(layout: BoardLayout, prefix: str) -> str:
    """Every cell as an element of its own."""
    board = layout.board
    if board.style == SQUARES:
        dark = dark_cells(board)
        # Light squares let the maple through, dark ones stain it, so that one light falls on the whole field.
        shades = (("light", 0.0), ("dark", _stain(layout)))
        groups = [
            element(
                "g",
                *(_square(layout, cell, shade, prefix) for cell in range(len(board)) if (cell in dark) == bool(stain)),
                fill=palette.CHEQUER,
                fill_opacity=stain,
            )
            for shade, stain in shades
        ]
        return "".join(groups) + (_hollows(layout, prefix) if layout.round else "")
    circles = (_point(layout, cell, prefix) for cell in range(len(board)))
    return element("g", *circles, fill=f"url(#{prefix}hollow)")


def _hollows(layout: BoardLayout, prefix: str) -> str:
    """The hollows of a turned solitaire board, one in every square."""
    places = (layout.at(cell) for cell in range(len(layout.board)))
    circles = (element("circle", cx=x, cy=y, r=0.85 * SPACING) for x, y in places)
    return element("g", *circles, class_="hollows", fill=f"url(#{prefix}hollow)", opacity=0.8, pointer_events="none")


def _square(layout: BoardLayout, cell: int, shade: str, prefix: str) -> str:
    name = layout.board.names[cell]
    x, y = (place - SPACING / 2 for place in layout.at(cell))
    return element(
        "rect",
        title(name),
        id=f"{prefix}cell-{name}",
        class_=f"cell {shade}",
        data_cell=name,
        x=x,
        y=y,
        width=SPACING,
        height=SPACING,
    )


def _point(layout: BoardLayout, cell: int, prefix: str) -> str:
    name = layout.board.names[cell]
    x, y = layout.at(cell)
    identity, radius = f"{prefix}cell-{name}", _point_radius(layout)
    return element("circle", title(name), id=identity, class_="cell point", data_cell=name, cx=x, cy=y, r=radius)


def _lines(layout: BoardLayout) -> str:
    """The fine lines of the field: those of the star, or between the squares."""
    board = layout.board
    if board.style == STAR:
        data = ""
        for vector in board.directions[:3]:
            back = (-vector[0], -vector[1])
            starts = (cell for cell in range(len(board)) if board.shift(cell, back) is None)
            data += "".join(
                polyline([layout.at(cell), layout.at(ray[-1])]) for cell in starts if (ray := board.ray(cell, vector))
            )
        return _line(data, 0.9, 0.6)
    if board.style == POINTS:
        stained = "".join(
            polyline(corners, closed=True)
            for cell in dark_cells(board)
            if len(corners := _next_square(layout, cell)) == 4
        )
        squares = element("path", d=stained, fill=palette.CHEQUER, fill_opacity=0.3, class_="chequers")
        ends = [*board.rows] + [tuple(row[at] for row in board.rows) for at in range(len(board.rows))]
        return squares + _line("".join(polyline([layout.at(row[0]), layout.at(row[-1])]) for row in ends), 0.9, 0.65)
    return ""


def _next_square(layout: BoardLayout, cell: int) -> list[tuple[float, float]]:
    """The square of the printed board that a point is the lower left corner of."""
    around = (layout.board.shift(cell, vector) for vector in ((0, 0), (1, 0), (1, 1), (0, 1)))
    return [layout.at(corner) for corner in around if corner is not None]


def _line(data: str, width: float, opacity: float) -> str:
    return element(
        "path",
        d=data,
        class_="lines",
        pointer_events="none",
        fill="none",
        stroke=palette.ENGRAVED,
        stroke_width=width,
        stroke_opacity=opacity,
        stroke_linecap="round",
    )


def _regions(layout: BoardLayout, listed: tuple[Region, ...] | None) -> str:
    """Courts and tips as printed, and the homes and targets of the game that is played."""
    board = layout.board
    if board.style == STAR:
        return element("g", *_tips(layout, listed), class_="tips", stroke_linejoin="round", pointer_events="none")
    if board.style == POINTS:
        return element("g", *_home_points(layout, listed or ()), class_="homes", fill="none", stroke_width=2)
    drawn, printed = _printed_courts(layout, listed)
    if layout.round:
        listed = ()
    stains = [_stained(layout, region) for region in listed or ()]
    lines = [_outline(layout, region) for region in listed or () if region.cells not in printed]
    return element("g", *stains, *drawn, *lines, class_="courts", fill="none", pointer_events="none")


def _tips(layout: BoardLayout, listed: tuple[Region, ...] | None) -> list[str]:
    if listed is None:
        listed = tuple(
            Region(tip_cells(tip, LARGE_TIP_ROWS), letter, home=True) for tip, letter in enumerate(PRINTED_TIPS)
        )
    taken = frozenset[int]().union(*(region.cells for region in listed))
    small = any(len(region.cells) == len(tip_cells(0, SMALL_TIP_ROWS)) for region in listed)
    found: list[str] = []
    for tip in range(len(TIPS)):
        inner = tip_cells(tip, SMALL_TIP_ROWS)
        if not inner & taken:
            shape = inner if small else tip_cells(tip, LARGE_TIP_ROWS)
            found.append(_tip(layout, shape, palette.NOBODY, 0.12, 0.45, "tip"))
    for region in listed:
        fill = 0.42 if region.home else 0.2
        found.append(_tip(layout, region.cells, paint(region.letter), fill, 0.9, f"tip {region.name}"))
    return found


def _tip(layout: BoardLayout, shape: frozenset[int], look: Paint, fill: float, stroke: float, name: str) -> str:
    data = polyline(around_points(layout.at(cell) for cell in shape), closed=True)
    return element(
        "path",
        d=data,
        class_=name,
        fill=look.tint,
        fill_opacity=fill,
        stroke=look.body,
        stroke_opacity=stroke,
        stroke_width=1.6,
    )


def _home_points(layout: BoardLayout, listed: tuple[Region, ...]) -> list[str]:
    return [
        element("circle", cx=x, cy=y, r=0.24 * SPACING, stroke=paint(region.letter).body, stroke_opacity=0.6)
        for region in listed
        if region.home
        for x, y in (layout.at(cell) for cell in sorted(region.cells))
    ]


def _printed_courts(
    layout: BoardLayout, listed: tuple[Region, ...] | None
) -> tuple[list[str], frozenset[frozenset[int]]]:
    """The outlines of the courts of the 16 × 16 board that are in play, and the regions they mark off.

    A board on which no game is set up shows all of them, as printed.
    """
    board = layout.board
    if board is not square_board():
        return [], frozenset()
    played = None if listed is None else {region.cells for region in listed}
    drawn: list[str] = []
    marked_off: set[frozenset[int]] = set()
    for corner in range(CORNERS):
        large, small = (corner_court(board, corner, rows) for rows in (LARGE_COURT, SMALL_COURT))
        # Six pieces stand in the ring between both lines.
        ring = large - small
        marked_off |= {large, small, ring}
        for name, court, colour, width in (
            ("large", large, palette.LARGE_COURT_LINE, 3),
            ("small", small, palette.SMALL_COURT_LINE, 2),
        ):
            if played is None or played & {court, ring}:
                line = layout.around(court, rim=False)
                drawn.append(element("path", d=line, class_=f"court {name}", stroke=colour, stroke_width=width))
    return drawn, frozenset(marked_off)


def _stained(layout: BoardLayout, region: Region) -> str:
    """The squares of a home or target, in the tint of its seat."""
    places = (layout.at(cell) for cell in sorted(region.cells))
    half = SPACING / 2
    squares = "".join(f"M{x - half:g} {y - half:g}h{SPACING:g}v{SPACING:g}h-{SPACING:g}z" for x, y in places)
    return element("path", d=squares, class_=region.name, fill=paint(region.letter).tint, fill_opacity=0.16)


def _outline(layout: BoardLayout, region: Region) -> str:
    """The edge of a home or target that is not printed on the board."""
    line = layout.around(region.cells, rim=False)
    return element("path", d=line, stroke=paint(region.letter).body, stroke_width=2.4, stroke_opacity=0.85)
