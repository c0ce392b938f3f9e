"""Pictures: a board with everything on it as SVG, and as PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from halma.boards import Board
from halma.draw import field, frame, info_bar, overlays, pieces
from halma.draw.board_layout import SPACING, BoardLayout
from halma.draw.markup import element, number, title
from halma.draw.palette import PAINTS
from halma.draw.scene import Options, Scene, SettledOptions, Way, scene_of
from halma.extras import requires_extra
from halma.play import Position


def svg(position: Position, **options: Unpack[Options]) -> str:
    """A position as SVG. The options are those of `halma.draw.Options`.

    Every cell has the id `cell-a1`, every piece `piece-a1`, the last move `trail`; all of them carry classes and
    `data-cell`, so that a page can find, restyle and move them.
    """
    settled = SettledOptions(**options)
    return _drawn(scene_of(position, settled), settled)


def svg_board(
    board: Board,
    arrangement: Mapping[str, str],
    *,
    way: Sequence[str] = (),
    letter: str = "A",
    **options: Unpack[Options],
) -> str:
    """Any arrangement of pieces (cell -> letter) on any board, with a way of a piece if one is to be shown."""
    ways = (Way(tuple(way), letter),) if way else ()
    return _drawn(Scene(board, arrangement, ways=ways, letter=letter), SettledOptions(**options))


def thumbnail(position: Position) -> str:
    """A position as a small SVG: the same board, but nothing in it can be found or touched."""
    scene = scene_of(position, SettledOptions(last_move=False, coordinates=False))
    layout = BoardLayout(scene.board, 0, coordinates=False)
    letters = set(scene.pieces.values())
    places = ((letter, layout.at(scene.board.index[cell])) for cell, letter in scene.pieces.items())
    return element(
        "svg",
        element("defs", frame.definitions(layout, ""), pieces.definitions(letters, "")),
        frame.frame(layout, ""),
        field.plain_field(layout, scene.regions, ""),
        *(element("use", href=f"#{pieces.kind_id('', letter)}", x=x, y=y) for letter, (x, y) in places),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(layout.size)} {number(layout.size)}",
        width=layout.size,
        height=layout.size,
    )


# A close-up is twice as wide as high, shows so many fields around what happened, and at least so many across.
CLOSE_UP_SHAPE = 2.0
CLOSE_UP_MARGIN = 1.3
CLOSE_UP_WIDTH = 9.0


def close_up(position: Position) -> str:
    """The last turn of a position with what stands around it, as a small SVG of which nothing can be touched."""
    scene = scene_of(position, SettledOptions(coordinates=False))
    layout = BoardLayout(scene.board, 0, coordinates=False)
    index = scene.board.index
    touched = [cell for way in scene.ways for cell in way.cells if cell in index] + list(scene.captured)
    left, top, width, height = _around([layout.at(index[cell]) for cell in touched], layout.size)
    seen = {
        cell: letter
        for cell, letter in scene.pieces.items()
        if left - SPACING < layout.at(index[cell])[0] < left + width + SPACING
        and top - SPACING < layout.at(index[cell])[1] < top + height + SPACING
    }
    return element(
        "svg",
        element("defs", frame.definitions(layout, ""), pieces.definitions(set(seen.values()), "")),
        frame.frame(layout, ""),
        field.plain_field(layout, scene.regions, ""),
        overlays.trail(scene, layout, ""),
        *(
            element(
                "use", href=f"#{pieces.kind_id('', letter)}", x=layout.at(index[cell])[0], y=layout.at(index[cell])[1]
            )
            for cell, letter in seen.items()
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(value) for value in (left, top, width, height)),
        width=width,
        height=height,
    )


def _around(points: Sequence[tuple[float, float]], size: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of a close-up of some points on a sheet of a size."""
    across, down = zip(*points or [(size / 2, size / 2)], strict=True)
    reach = 2 * CLOSE_UP_MARGIN * SPACING
    wanted = (max(across) - min(across) + reach, CLOSE_UP_SHAPE * (max(down) - min(down) + reach))
    width = min(size, max(*wanted, CLOSE_UP_WIDTH * SPACING))
    height = width / CLOSE_UP_SHAPE
    left = (max(across) + min(across) - width) / 2
    top = (max(down) + min(down) - height) / 2
    return min(max(left, 0.0), size - width), min(max(top, 0.0), size - height), width, height


def png(position: Position, width: int | None = None, **options: Unpack[Options]) -> bytes:
    """A position as PNG, so many pixels wide."""
    return png_of(svg(position, **options), width)


def png_of(picture: str, width: int | None = None) -> bytes:
    """An SVG as PNG, so many pixels wide."""
    with requires_extra("png"):
        import resvg_py  # noqa: PLC0415
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))


def _drawn(scene: Scene, options: SettledOptions) -> str:
    layout = BoardLayout(scene.board, scene.steps, options.coordinates)
    prefix = options.prefix
    with_info_bar = options.info_bar and bool(scene.seat_infos)
    width = layout.size
    height = width + (info_bar.GAP + info_bar.HEIGHT if with_info_bar else 0)
    letters = {*scene.pieces.values(), *(info.letter for info in scene.seat_infos if with_info_bar)}
    return element(
        "svg",
        title(options.label) if options.label else "",
        element("defs", frame.definitions(layout, prefix), pieces.definitions(letters, prefix)),
        frame.frame(layout, prefix),
        field.field(layout, scene.regions, prefix),
        overlays.trail(scene, layout, prefix),
        overlays.halo(scene, layout, options),
        element("g", *(_piece(layout, cell, kind, prefix) for cell, kind in scene.pieces.items()), class_="pieces"),
        overlays.reachable(scene, layout, options),
        overlays.marked(scene, layout, options),
        frame.coordinates(layout) if options.coordinates else "",
        info_bar.info_bar(scene, width + info_bar.GAP, width, prefix) if with_info_bar else "",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        class_=f"board {scene.board.id}",
        role="group",
        aria_label=options.label,
    )


def _piece(layout: BoardLayout, cell: str, letter: str, prefix: str) -> str:
    x, y = layout.at(layout.board.index[cell])
    seat = f" seat-{letter.upper()}" if letter.upper() in PAINTS else ""
    return element(
        "use",
        title(f"{letter} {cell}"),
        id=f"{prefix}piece-{cell}",
        class_=f"piece{seat} kind-{letter}",
        data_cell=cell,
        href=f"#{pieces.kind_id(prefix, letter)}",
        x=x,
        y=y,
    )
