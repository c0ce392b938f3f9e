"""What a page of the rulebook consists of: one model for the terminal, for HTML and for the printed booklet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

GAME, BASE, COURSE, STRATEGY, LAW = "game", "base", "course", "strategy", "law"
# The kinds of pages that are written for the rulebook; the law is a document of its own.
KINDS = (GAME, BASE, COURSE, STRATEGY)


class PageError(ValueError):
    """A page that cannot be read, or that says something untrue. For authors, so it is not translated."""


@dataclass(frozen=True)
class Span:
    """A piece of text in one style."""

    text: str
    strong: bool = False
    emphasis: bool = False
    code: bool = False
    #: The id of the page this leads to.
    page: str | None = None
    #: The number of the clause of the law this cites.
    clause: str | None = None
    #: The number of the clause that begins here, on the page of the law itself.
    begins: str | None = None
    #: The label of an option or of one of its values, as the screens write it.
    label: bool = False


#: Text in pieces of one style each.
Line: TypeAlias = "tuple[Span, ...]"


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(words.text for words in line)


@dataclass(frozen=True)
class Heading:
    """A heading below the title of the page; the second level parts a page into sections."""

    level: int
    line: Line


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    line: Line


@dataclass(frozen=True)
class Listing:
    """A list, with numbers or without."""

    items: tuple[tuple[Block, ...], ...]
    numbered: bool = False


@dataclass(frozen=True)
class Grid:
    """Lines of text in rows and columns, with a head."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True)
class Diagram:
    """A position and moves. Only the caption is in a language; everything else is checked by playing it."""

    name: str
    game: str
    caption: Line
    position: str | None = None
    line: str = ""
    #: The first one is shown; the others are alternatives to it or go on from it.
    play: tuple[str, ...] = ()
    #: Moves that are not allowed, each with the code of its reason.
    refuse: tuple[tuple[str, str], ...] = ()
    #: A cell whose piece shows where it can go.
    reach: str | None = None
    #: How the game has ended after all that was played: “filled A=1 B=2”.
    ends: str | None = None

    @property
    def facts(self) -> tuple[object, ...]:
        """What must be the same in every language."""
        return (self.name, self.game, self.position, self.line, self.play, self.refuse, self.reach, self.ends)


#: What a page consists of.
Block: TypeAlias = "Heading | Paragraph | Listing | Grid | Diagram"


@dataclass(frozen=True)
class Section:
    """A second-level heading and what follows it; before the first heading the line is empty."""

    line: Line
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        """The heading without its styles."""
        return plain(self.line)


@dataclass(frozen=True)
class Page:
    """A page of the rulebook in one language."""

    id: str
    language: str
    title: str
    kind: str
    summary: str
    blocks: tuple[Block, ...]

    @property
    def sections(self) -> tuple[Section, ...]:
        """The page parted at its second-level headings."""
        parts: list[tuple[Line, list[Block]]] = [((), [])]
        for block in self.blocks:
            if isinstance(block, Heading) and block.level == 2:
                parts.append((block.line, []))
            else:
                parts[-1][1].append(block)
        return tuple(Section(line, tuple(blocks)) for line, blocks in parts if line or blocks)

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """All diagrams of the page."""
        return tuple(block for block in everything(self.blocks) if isinstance(block, Diagram))

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of text of the page: headings, sentences, cells of tables, captions."""
        return tuple(line for block in everything(self.blocks) for line in lines_of(block))

    @property
    def links(self) -> tuple[str, ...]:
        """The pages this one leads to, in order."""
        return tuple(words.page for line in self.lines for words in line if words.page is not None)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the law that this page cites, in order."""
        return tuple(words.clause for line in self.lines for words in line if words.clause is not None)

    @property
    def beginnings(self) -> tuple[str, ...]:
        """The clauses that begin on this page: none but on that of the law."""
        return tuple(words.begins for line in self.lines for words in line if words.begins is not None)


def everything(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """All blocks, those inside lists included."""
    for block in blocks:
        yield block
        if isinstance(block, Listing):
            for item in block.items:
                yield from everything(item)


def lines_of(block: Block) -> tuple[Line, ...]:
    """The lines of a block itself."""
    match block:
        case Heading(line=line) | Paragraph(line=line) | Diagram(caption=line):
            return (line,)
        case Grid():
            return (*block.head, *(cell for row in block.rows for cell in row))
        case Listing():
            return ()
