"""Colours: the wood of the boards, and for every seat a colour with a mark, for pictures and for the terminal.

The six body colours differ from each other for people who mix up red and green (or blue and yellow), and in plain
grey too; the marks tell the seats apart where colour does not. `tests/draw/test_palette.py` measures both.
"""

from __future__ import annotations

from dataclasses import dataclass

IVORY = "#fff7e2"
INK = "#3a2414"

# The frame: walnut, lit from the upper left.
WALNUT_LIGHT = "#96643a"
WALNUT = "#7a4c2a"
WALNUT_DARK = "#57341c"
WALNUT_DEEP = "#331c0d"
# Coordinates in the frame.
WALNUT_TEXT = "#f0dcb4"

# The field: maple, with a second tone close to the first.
MAPLE_LIGHT = "#f6e8ca"
MAPLE = "#ecd6a8"
MAPLE_DARK = "#dfc08a"
CHEQUER = "#b37f41"
ENGRAVED = "#8a6236"

# The courts as they are printed.
LARGE_COURT_LINE = "#24539c"
SMALL_COURT_LINE = "#b8352a"

HALO = "#fff3bf"


@dataclass(frozen=True)
class Paint:
    """How the pieces of a seat look."""

    # The colour of the piece, and of everything that speaks of its seat.
    body: str
    # The same seat as a stain on the maple: brighter, because the wood dulls it.
    tint: str
    # The mark on the head, by name, and its colour.
    mark: str
    mark_colour: str
    # The colour of its letter in a terminal, readable on black and on white.
    terminal: str


PAINTS = {
    "A": Paint("#1a4c98", "#2f7be0", "dot", IVORY, "#3d7fd6"),
    "B": Paint("#c93122", "#d9402c", "ring", IVORY, "#d9503f"),
    "C": Paint("#35b88c", "#2fb98a", "bar", IVORY, "#1f9470"),
    "D": Paint("#f5cf3c", "#f2c521", "cross", INK, "#a8850a"),
    "E": Paint("#b268cc", "#b565d4", "triangle", IVORY, "#a65cc4"),
    "F": Paint("#282d38", "#3b4252", "square", IVORY, "#6f7a8c"),
}
# Pieces that belong to nobody are left as turned wood.
NOBODY = Paint("#8f5a30", "#8f5a30", "none", IVORY, "#9a7650")


def paint(letter: str) -> Paint:
    """The paint of a piece or a seat by its letter; a small letter has the colour and the mark of its seat."""
    return PAINTS.get(letter.upper(), NOBODY)


def is_second(letter: str) -> bool:
    """Whether a letter names the second kind of a seat: its second colour, or its marked piece."""
    return letter.islower() and letter.upper() in PAINTS


def trail_colour(letter: str) -> str:
    """The colour of a trail: darker than the piece, and most of all where a light colour would be lost on the maple."""
    look = paint(letter)
    return mixed(look.body, INK, 0.45 if look.mark_colour == INK else 0.12)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)
