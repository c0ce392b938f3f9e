"""The rulebook to print: a PDF through Typst, whose compiler comes inside its wheel."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from halma.draw import palette, svg
from halma.extras import requires_extra
from halma.messages import mark
from halma.play import Position
from halma.rulebook.diagrams import notes, picture
from halma.rulebook.html import BOOK, NOT_TRANSLATED
from halma.rulebook.labels import facts_of
from halma.rulebook.library import chapters, pages
from halma.rulebook.model import Block, Diagram, Grid, Heading, Line, Listing, Page, Paragraph, Span, plain
from halma.rulebook.overview import TITLE, starts
from halma.rulebook.playing import played
from halma.words import Words as Translator

with requires_extra("rulebook"):
    import typst

SUBTITLE = mark("27 games for one to six players on the square board and the star")


def page_in_pdf(page: Page, words: Translator) -> bytes:
    """One page of the rulebook to print."""
    writer = _Writer(words, (page,))
    body = writer.page(page)
    return writer.printed(page.title, page.summary, body)


def overview_in_pdf(words: Translator) -> bytes:
    """The start positions of all games to print."""
    writer = _Writer(words, ())
    return writer.printed(words.text(TITLE), words.text(SUBTITLE), writer.overview())


def book_in_pdf(words: Translator) -> bytes:
    """The whole rulebook to print: cover, contents, overview, all pages."""
    found = {page.id: page for page in pages(words.language)}
    writer = _Writer(words, found.values())
    parts = [f"#plain-chapter[\n= {_text(words.text(TITLE))}\n]", writer.overview()]
    for title, identifiers in chapters():
        listed = [found[identifier] for identifier in identifiers if identifier in found]
        if listed:
            parts += [f"= {_text(words.text(title))}", *(writer.page(page) for page in listed)]
    return writer.printed(words.text(BOOK), words.text(SUBTITLE), "\n\n".join(parts), words.text(mark("Contents")))


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _text(text: str) -> str:
    """A text as it is: nothing in a string is taken for a sign of Typst."""
    return f"#{_string(text)};"


class _Writer:
    """Writes pages in Typst's language and keeps the pictures they need."""

    def __init__(self, words: Translator, together: Collection[Page]) -> None:
        self.words = words
        # The pages and clauses in the same booklet: only to these there are links.
        self.reachable = {page.id for page in together}
        self.clauses = {clause for page in together for clause in page.beginnings}
        self.pictures: dict[str, str] = {}

    def printed(self, title: str, subtitle: str, body: str, contents: str = "") -> bytes:
        """The PDF of a body with a cover and, if they have a title, with contents."""
        cover = self.keep("cover", svg(Position("star", players=3), coordinates=False))
        settings = {"title": title, "subtitle": subtitle, "language": self.words.language, "contents": contents}
        given = ", ".join(f"{name}: {_string(value)}" for name, value in (*settings.items(), ("cover", cover)))
        style = files("halma").joinpath("rulebook", "booklet.typ").read_text(encoding="utf-8")
        source = f"{style}\n#show: booklet.with({given})\n\n{body}\n"
        with TemporaryDirectory(prefix="halma-") as name:
            folder = Path(name)
            for file, content in {"main.typ": source, **self.pictures}.items():
                (folder / file).write_text(content, encoding="utf-8")
            # Only the fonts inside the wheel: every machine prints the same booklet.
            made = typst.compile(folder / "main.typ", ignore_system_fonts=True)
        assert isinstance(made, bytes)
        return made

    def keep(self, name: str, drawn: str) -> str:
        file = f"{name}.svg"
        self.pictures[file] = _for_print(drawn)
        return file

    def page(self, page: Page) -> str:
        parts = [f"== {_text(page.title)} <page-{page.id}>"]
        if page.language != self.words.language:
            parts.append(f"#emph[{_text(self.words.text(NOT_TRANSLATED))}]")
        parts.append(f"#summary[{_text(page.summary)}]")
        facts = facts_of(page, self.words)
        parts += [f"#facts[{_text(facts)}]"] if facts else []
        body = "\n\n".join((*parts, *self.blocks(page, page.blocks)))
        # The language decides how words are parted at the end of a line.
        return f"#[#set text(lang: {_string(page.language)})\n{body}\n]"

    def overview(self) -> str:
        parts: list[str] = []
        for title, listed in starts():
            boards: list[str] = []
            for number, start in enumerate(listed):
                name = f"start-{start.game.id}-{number}"
                drawn = svg(start.position, prefix=f"{name}-", coordinates=False, info_bar=False)
                boards.append(
                    f"start({_string(self.keep(name, drawn))}, {_string(start.caption(self.words.language))})"
                )
            parts.append(f"=== {_text(self.words.text(title))}\n#starts({', '.join(boards)})")
        return "\n\n".join(parts)

    def blocks(self, page: Page, blocks: Iterable[Block]) -> Iterator[str]:
        for are_diagrams, group in groupby(blocks, lambda block: isinstance(block, Diagram)):
            if are_diagrams:
                boards = [self.diagram(page, block) for block in group if isinstance(block, Diagram)]
                yield f"#diagrams({', '.join(boards)})"
            else:
                yield from (self.block(page, block) for block in group)

    def block(self, page: Page, block: Block) -> str:
        match block:
            case Heading():
                return f"{'=' * (block.level + 1)} {self.line(block.line)}"
            case Paragraph():
                return self.line(block.line)
            case Listing():
                items = (f"[{chr(10).join(self.blocks(page, item))}]" for item in block.items)
                return f"#{'enum' if block.numbered else 'list'}({', '.join(items)})"
            case Grid():
                cells = [f"[{self.line(cell)}]" for row in block.rows for cell in row]
                head = ", ".join(f"[*{self.line(cell)}*]" for cell in block.head)
                columns = ", ".join(["auto"] * len(block.head))
                return f"#table(columns: ({columns},), table.header({head}), {', '.join(cells)})"
            case Diagram():
                return f"#diagrams({self.diagram(page, block)})"

    def diagram(self, page: Page, diagram: Diagram) -> str:
        shown = played(diagram)
        file = self.keep(f"{page.id}-{diagram.name}", picture(page, diagram, shown))
        below = [f"[{_text(note)}]" for note in notes(diagram, shown, self.words)]
        caption = f"[{self.line(diagram.caption)}]"
        return f"diagram({', '.join((_string(file), _string(plain(diagram.caption)), caption, *below))})"

    def line(self, line: Line) -> str:
        return "".join(self.run(words) for words in line)

    def run(self, words: Span) -> str:
        text = f"#raw({_string(words.text)});" if words.code else _text(words.text)
        if words.emphasis or words.label:
            text = f"#emph[{text}]"
        if words.strong:
            text = f"#strong[{text}]"
        if words.page in self.reachable:
            text = f"#link(<page-{words.page}>)[{text}]"
        if words.clause in self.clauses:
            text = f"#link(<law-{words.clause}>)[{text}]"
        if words.begins is not None:
            text = f"#clause[{text}] <law-{words.begins}>"
        return text


def _for_print(drawn: str) -> str:
    """The same picture without what only a screen needs.

    On a screen a point of the board is a large circle that is easy to hit, painted by a gradient of its own; in
    print 121 gradients for each board would only swell the file.
    """
    drawn = re.sub(r'fill="url\(#[^)]*hollow\)"', f'fill="{palette.WALNUT_DARK}"', drawn)
    return re.sub(r'(class="cell point"[^>]*) r="[0-9.]+"', r'\1 r="4"', drawn)
