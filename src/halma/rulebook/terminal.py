"""Pages in the terminal, through Rich."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.table import Table as RichTable
from rich.text import Text

from halma.draw import Marks
from halma.draw import text as draw_text
from halma.play import Position
from halma.rulebook.diagrams import notes
from halma.rulebook.labels import facts_of
from halma.rulebook.model import Block, Diagram, Grid, Heading, Line, Listing, Page, Paragraph
from halma.rulebook.overview import starts
from halma.rulebook.playing import played
from halma.words import Words as Translator

BULLET = "•"
CODE = Style(bold=True)


def page_in_terminal(page: Page, words: Translator, *, colour: bool = True) -> RenderableType:
    """A whole page. Boards are letters, so colour can be left out."""
    painter = _Painter(words, colour)
    parts: list[RenderableType] = [Text(page.title, Style(bold=True))]
    parts += [Text(page.summary, Style(italic=True))] if page.summary else []
    facts = facts_of(page, words)
    parts += [Text(facts)] if facts else []
    parts.append(Text())
    for block in page.blocks:
        parts += [painter.block(block), Text()]
    return Group(*parts[:-1])


def overview_in_terminal(words: Translator, *, colour: bool = True) -> RenderableType:
    """All start positions, as many side by side as there is room for."""
    parts: list[RenderableType] = []
    for title, listed in starts():
        parts += [Rule(words.text(title), align="left", style=Style()), Text()]
        boards = [
            Group(Text(start.caption(words.language), Style(bold=True)), _board(start.position, colour), Text())
            for start in listed
        ]
        parts.append(Columns(boards, padding=(0, 3)))
    return Group(*parts)


def _board(position: Position, colour: bool, **marks: Unpack[Marks]) -> Text:
    drawn = draw_text(position, colour=colour, **marks)
    board = Text(drawn) if isinstance(drawn, str) else drawn
    # A board that is broken in lines is no board.
    board.no_wrap, board.overflow = True, "ignore"
    return board


class _Painter:
    def __init__(self, words: Translator, colour: bool) -> None:
        self.words = words
        self.colour = colour

    def block(self, block: Block) -> RenderableType:
        match block:
            case Heading():
                style = Style(bold=True)
                if block.level > 2:
                    return self.line(block.line, style)
                return Rule(self.line(block.line, style), align="left", style=Style())
            case Paragraph():
                return self.line(block.line)
            case Listing():
                return self.listing(block)
            case Grid():
                return self.grid(block)
            case Diagram():
                return Group(*self.diagram(block))

    def line(self, line: Line, style: Style | None = None) -> Text:
        text = Text(style=style or Style())
        for words in line:
            own = CODE if words.code else Style(bold=words.strong or None, italic=words.emphasis or None)
            text.append(words.text, own + Style(underline=True) if words.page else own)
        return text

    def listing(self, listing: Listing) -> RenderableType:
        grid = RichTable.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for number, item in enumerate(listing.items, 1):
            grid.add_row(f"{number}." if listing.numbered else BULLET, Group(*(self.block(block) for block in item)))
        return grid

    def grid(self, grid: Grid) -> RenderableType:
        drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, highlight=False)
        for cell in grid.head:
            drawn.add_column(self.line(cell))
        for row in grid.rows:
            drawn.add_row(*(self.line(cell) for cell in row))
        return drawn

    def diagram(self, diagram: Diagram) -> Iterator[RenderableType]:
        shown = played(diagram)
        yield Padding(_board(shown.position, self.colour, **shown.marks), (0, 0, 0, 2))
        yield self.line(diagram.caption, Style(italic=True))
        for note in notes(diagram, shown, self.words):
            yield Text(note)
