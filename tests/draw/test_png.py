"""Pictures as PNG."""

from __future__ import annotations

import struct

from halma import draw
from halma.draw.frame import FONT
from halma.play import Position


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n") and picture[12:16] == b"IHDR"
    return struct.unpack(">II", picture[16:24])


def test_a_picture_is_as_wide_as_asked() -> None:
    assert size_of(draw.png(Position("dutch"), width=200)) == (200, 200)
    width, height = size_of(draw.png(Position("cat-and-mouse"), width=300))
    assert width == 300 and height > 300


def test_without_a_width_it_has_the_size_of_the_drawing() -> None:
    picture = draw.svg(Position("solitaire"), info_bar=False)
    width, height = size_of(draw.png_of(picture))
    assert width == height > 300


def test_coordinates_are_drawn_where_there_are_fonts() -> None:
    letter = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8" font-family="{FONT}">m</text></svg>'
    )
    fonts = draw.png_of(letter) != draw.png_of(letter.replace("m<", "<"))
    position = Position("dutch")
    with_text = draw.svg(position)
    without = with_text.replace("<text", "<desc").replace("</text", "</desc")
    assert (draw.png_of(with_text, 200) != draw.png_of(without, 200)) == fonts


def test_a_moved_piece_changes_the_picture() -> None:
    plain, moved = Position("dutch"), Position("dutch")
    moved.push("a2-a3")
    assert draw.png(plain, 100) != draw.png(moved, 100, last_move=False)
