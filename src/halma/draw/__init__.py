"""One drawing of every board and position: SVG, PNG, and coloured text for the terminal.

>>> from halma import Position, draw
>>> position = Position("star", players=3)
>>> draw.svg(position).startswith("<svg")
True
>>> draw.svg(position, chosen="d1", reachable=["f4", "f6"]) != draw.svg(position)
True
"""

from halma.draw.board_template import BoardTemplate, board_template, sprite
from halma.draw.emblem import emblem
from halma.draw.picture import close_up, png, png_of, svg, svg_board, thumbnail
from halma.draw.scene import Marks, Options
from halma.draw.terminal import text
from halma.play import Position

__all__ = [
    "BoardTemplate",
    "Marks",
    "Options",
    "board_template",
    "close_up",
    "emblem",
    "png",
    "png_of",
    "sprite",
    "svg",
    "svg_board",
    "text",
    "thumbnail",
]

# Notebooks show a position once this package is imported.
Position.renderer = svg
