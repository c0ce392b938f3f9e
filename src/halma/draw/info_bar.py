"""The slim information bar under the board: pieces in hand, captured pieces, dice. Pictures and numbers, no words."""

from __future__ import annotations

from halma.draw import palette
from halma.draw.board_layout import SPACING
from halma.draw.frame import FONT
from halma.draw.markup import element, title
from halma.draw.palette import mixed, paint
from halma.draw.pieces import kind_id
from halma.draw.scene import Scene, SeatInfo

GAP = 0.2 * SPACING
HEIGHT = 1.15 * SPACING
DIE = 0.62 * SPACING
# The pips of each throw on a grid of three by three; none where nothing is left of a throw.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def info_bar(scene: Scene, top: float, width: float, prefix: str) -> str:
    """The bar below the board, as wide as the board."""
    middle = top + HEIGHT / 2
    dice_room = SPACING * (0.4 + 0.85 * 2) if scene.has_dice else 0.2 * SPACING
    slot = (width - dice_room - 0.3 * SPACING) / len(scene.seat_infos)
    wood = element(
        "rect",
        y=top,
        width=width,
        height=HEIGHT,
        rx=HEIGHT / 2.6,
        fill=f"url(#{prefix}walnut)",
        stroke=palette.WALNUT_DEEP,
        stroke_opacity=0.6,
    )
    seats = (_seat(info, 0.3 * SPACING + slot * number, middle, prefix) for number, info in enumerate(scene.seat_infos))
    dice = (
        die(value, width - 0.35 * SPACING - DIE - number * (DIE + 6), middle - DIE / 2)
        for number, value in enumerate(reversed(scene.roll))
    )
    throw = element("g", *dice, class_="roll", data_roll=" ".join(map(str, scene.roll))) if scene.roll else ""
    return element(
        "g",
        wood,
        *seats,
        throw,
        class_="info-bar",
        fill=palette.WALNUT_TEXT,
        font_family=FONT,
        font_size=0.42 * SPACING,
        pointer_events="none",
    )


def _seat(info: SeatInfo, left: float, middle: float, prefix: str) -> str:
    x = left + 0.55 * SPACING
    parts = [title(info.seat)]
    if info.active:
        parts.append(element("circle", class_="active", cx=x, cy=middle, r=0.48 * SPACING, fill=palette.HALO))
    parts.append(element("use", href=f"#{kind_id(prefix, info.letter)}", x=x, y=middle))
    x += 0.85 * SPACING
    for name, count, lying in (("hand", info.hand, False), ("captured", info.captured, True)):
        if count is not None:
            parts.append(_cone(x, middle, paint(info.letter).body if not lying else palette.MAPLE, lying=lying))
            parts.append(_count(x + (0.42 if lying else 0.3) * SPACING, middle, count, name))
            x += 1.3 * SPACING
    return element(
        "g",
        *parts,
        class_=f"seat-info seat-{info.seat}",
        data_seat=info.seat,
        data_hand=None if info.hand is None else str(info.hand),
        data_captured=None if info.captured is None else str(info.captured),
    )


def _count(x: float, middle: float, count: int, name: str) -> str:
    return element("text", str(count), x=x, y=middle + 0.15 * SPACING, class_=name)


def _cone(x: float, middle: float, colour: str, *, lying: bool) -> str:
    """A piece from the side: standing ready in the hand, or lying because it is captured."""
    turn = " rotate(90)" if lying else ""
    return element(
        "path",
        d="M-7.5 10.5Q-7.5 8-3.2-2.4A4.7 4.7 0 1 1 3.2-2.4Q7.5 8 7.5 10.5Z",
        transform=f"translate({x:g} {middle:g}){turn}",
        fill=colour,
        stroke=mixed(palette.WALNUT_TEXT, colour, 0.1),
        stroke_width=1.2,
    )


def die(value: int, left: float, top: float, identity: str | None = None) -> str:
    """A die that shows a number."""
    pips = (
        element(
            "circle",
            cx=left + DIE * (0.24 + 0.26 * column),
            cy=top + DIE * (0.24 + 0.26 * row),
            r=DIE * 0.095,
            fill=palette.INK,
        )
        for column, row in PIPS[value]
    )
    face = element(
        "rect", x=left, y=top, width=DIE, height=DIE, rx=DIE * 0.2, fill=palette.IVORY, stroke=palette.WALNUT_DEEP
    )
    return element("g", face, *pips, id=identity, class_="die")
