"""Board templates, for a page that places and moves the pieces itself: a board without them, and where its cells are.

What moves on it comes from one sheet of shapes (`sprite`) that a document holds once, so that ids have one home.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from halma.draw import field, frame, info_bar, overlays, pieces
from halma.draw.board_layout import SPACING, BoardLayout
from halma.draw.markup import element, number
from halma.draw.palette import PAINTS
from halma.draw.scene import regions_of, steps_for
from halma.rules import Ruleset

# Before every id of a template; a page with several boards replaces it by one of its own.
PREFIX = "template-"
# From the bottom to the top. Pieces stand between the trail and what can be reached.
LAYERS = ("trail", "movable", "glow", "pieces", "proposal", "reachable", "marks", "cursor")
# The letter of pieces that belong to nobody.
COMMON = "o"


@dataclass(frozen=True)
class BoardTemplate:
    """An empty board, and where everything lies on it."""

    svg: str
    prefix: str
    size: float
    spacing: float
    #: The middle of every cell, and where a piece goes that leaves the board from there.
    cells: dict[str, tuple[float, float]]
    beyond: dict[str, tuple[float, float]]

    def to_dict(self) -> dict[str, object]:
        """The template as plain data."""
        return asdict(self)


def board_template(rules: Ruleset, *, turned: str | None = None) -> BoardTemplate:
    """The board of a game, turned to a seat if one is named."""
    layout = BoardLayout(rules.board, steps_for(rules, turned))
    names = rules.board.names
    drawing = element(
        "svg",
        element("defs", frame.definitions(layout, PREFIX)),
        frame.frame(layout, PREFIX),
        frame.coordinates(layout),
        field.field(layout, regions_of(rules), PREFIX),
        *(element("g", class_=f"layer {name}", pointer_events="none") for name in LAYERS),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(layout.size)} {number(layout.size)}",
        class_=f"board {rules.board.id}",
    )
    return BoardTemplate(
        svg=drawing,
        prefix=PREFIX,
        size=round(layout.size, 2),
        spacing=SPACING,
        cells={name: _rounded(layout.at(cell)) for cell, name in enumerate(names)},
        beyond={name: _rounded(layout.beyond(cell)) for cell, name in enumerate(names)},
    )


def sprite() -> str:
    """Every piece, die and sign that can appear on a board, by id: `kind-A`, `die-6`, `reach-A`, `movable`, …"""
    letters = [*PAINTS, *(letter.lower() for letter in PAINTS), COMMON]
    dice = (info_bar.die(value, -info_bar.DIE / 2, -info_bar.DIE / 2, f"die-{value}") for value in info_bar.PIPS)
    shapes = pieces.definitions(letters, "", discs=True) + overlays.symbols([*PAINTS, COMMON])
    return element(
        "svg",
        element("defs", shapes, *dice),
        xmlns="http://www.w3.org/2000/svg",
        class_="sprite",
        width=0,
        height=0,
        aria_hidden="true",
        focusable="false",
    )


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)
