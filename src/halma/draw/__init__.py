"""One drawing of every board and position: SVG, PNG, and coloured text for the terminal."""

from halma.draw.picture import png, png_of, svg, svg_board
from halma.draw.scene import Marks, Options
from halma.draw.terminal import text
from halma.play import Position

__all__ = ["Marks", "Options", "png", "png_of", "svg", "svg_board", "text"]

# Notebooks show a position as soon as this room is in the house.
Position.renderer = svg
