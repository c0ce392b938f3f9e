"""Pages as HTML: fragments with classes for any page to style, and whole documents to read as they are.

A diagram is a `figure.diagram` that carries what it was drawn from (`data-game`, `data-position`, `data-line`,
`data-play`, `data-refuse`, `data-reach`, `data-ends`; several moves are parted by “; ”), so that a page with a server
behind it can let the reader play it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from importlib.resources import files
from itertools import groupby

from halma.draw import svg
from halma.messages import mark
from halma.rulebook.diagrams import notes, picture
from halma.rulebook.labels import facts_of
from halma.rulebook.library import chapters, pages
from halma.rulebook.model import GAME, LAW, Block, Diagram, Grid, Heading, Line, Listing, Page, Paragraph, Span
from halma.rulebook.overview import TITLE, starts
from halma.rulebook.playing import played
from halma.rulebook.structure import SECTIONS
from halma.words import Words as Translator

# Where a link to a page leads; None where that page is out of reach, and the link becomes plain text.
Address = Callable[[str], str | None]
BOOK = mark("Halma: the rulebook")
NOT_TRANSLATED = mark("This page has not been translated yet; here it is in English.")
Attributes = dict[str, str | None]


def in_same_document(identifier: str) -> str:
    """The address of a page, or of a clause of the law, in a document that holds all of them."""
    return f"#rules-{identifier.replace('/', '-')}"


def nowhere(_: str) -> None:
    """For a page on its own."""
    return


def page_in_html(page: Page, words: Translator, address: Address = in_same_document) -> str:
    """A page as a fragment: an `article.rules`."""
    writer = _Writer(page, words, address)
    body = [_element("h1", escape(page.title))]
    if page.language != words.language:
        body.append(_element("p", escape(words.text(NOT_TRANSLATED)), {"class": "note", "lang": words.language}))
    body.append(_element("p", escape(page.summary), {"class": "summary"}))
    facts = facts_of(page, words)
    body += [_element("p", escape(facts), {"class": "facts", "lang": words.language})] if facts else []
    body += writer.sections()
    attributes: Attributes = {
        "class": f"rules {page.kind}",
        "id": f"rules-{page.id}",
        "data-page": page.id,
        "lang": page.language,
    }
    return _element("article", "\n".join(body), attributes)


def single_page_in_html(page: Page, words: Translator) -> str:
    """A document of one page: only what it holds itself can be linked to."""
    within = {f"{page.id}/{clause}" for clause in page.beginnings}
    return document(
        page.title,
        words,
        [page_in_html(page, words, lambda target: in_same_document(target) if target in within else None)],
    )


def overview_in_html(words: Translator, address: Address = in_same_document) -> str:
    """All start positions side by side as a fragment: a `section.overview`."""
    parts = [_element("h1", escape(words.text(TITLE)))]
    for title, listed in starts():
        figures: list[str] = []
        for number, start in enumerate(listed):
            caption = start.caption(words.language)
            drawn = svg(start.position, prefix=f"overview-{start.game.id}-{number}-", label=caption, info_bar=False)
            target = address(start.game.id)
            name = escape(caption) if target is None else _element("a", escape(caption), {"href": target})
            figures.append(_figure(drawn, name, {"data-game": start.command}))
        parts += [_element("h2", escape(words.text(title))), _element("div", "\n".join(figures), {"class": "diagrams"})]
    return _element("section", "\n".join(parts), {"class": "overview", "id": "rules-overview", "lang": words.language})


def document(title: str, words: Translator, fragments: Iterable[str]) -> str:
    """A whole document that needs nothing else."""
    style = files("halma").joinpath("rulebook", "rulebook.css").read_text(encoding="utf-8")
    head = (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>"
    )
    body = "\n".join(fragments)
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'
    )


def book_in_html(words: Translator) -> str:
    """The whole rulebook as one document: contents, the overview, and all pages."""
    found = {page.id: page for page in pages(words.language)}
    fragments = [_element("h1", escape(words.text(BOOK)), {"class": "book"}), _contents(words, found)]
    fragments.append(overview_in_html(words))
    fragments += [page_in_html(page, words) for page in found.values()]
    return document(words.text(BOOK), words, fragments)


def _contents(words: Translator, found: dict[str, Page]) -> str:
    parts: list[str] = [_element("p", _element("a", escape(words.text(TITLE)), {"href": "#rules-overview"}))]
    for title, identifiers in chapters():
        listed = [found[identifier] for identifier in identifiers if identifier in found]
        items = "".join(
            _element("li", _element("a", escape(page.title), {"href": in_same_document(page.id)})) for page in listed
        )
        if items:
            parts += [_element("h2", escape(words.text(title))), _element("ul", items)]
    return _element("nav", "\n".join(parts), {"class": "contents"})


def _element(tag: str, content: str, attributes: Attributes | None = None) -> str:
    given = "".join(f' {name}="{escape(value)}"' for name, value in (attributes or {}).items() if value is not None)
    return f"<{tag}{given}>{content}</{tag}>"


def _figure(drawn: str, caption: str, attributes: Attributes) -> str:
    content = drawn + _element("figcaption", caption)
    return _element("figure", content, {"class": "diagram", **attributes})


class _Writer:
    def __init__(self, page: Page, words: Translator, address: Address) -> None:
        self.page = page
        self.words = words
        self.address = address
        self.cited: set[str] = set()

    def sections(self) -> Iterator[str]:
        # On the page of a game a section has the same class in every language.
        names = [section.lower().replace(" ", "-") for section in SECTIONS] if self.page.kind == GAME else []
        for number, section in enumerate(self.page.sections):
            heading = [_element("h2", self.line(section.line))] if section.line else []
            name = names[number] if number < len(names) else None
            yield _element("section", "\n".join([*heading, *self.blocks(section.blocks)]), {"class": name})

    def blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        for are_diagrams, group in groupby(blocks, lambda block: isinstance(block, Diagram)):
            written = [self.block(block) for block in group]
            if are_diagrams:
                yield _element("div", "\n".join(written), {"class": "diagrams"})
            else:
                yield from written

    def block(self, block: Block) -> str:
        match block:
            case Heading():
                return _element(f"h{block.level}", self.line(block.line))
            case Paragraph():
                return _element("p", self.line(block.line))
            case Listing():
                items = "\n".join(_element("li", self.item(item)) for item in block.items)
                return _element("ol" if block.numbered else "ul", items)
            case Grid():
                return self.grid(block)
            case Diagram():
                return self.diagram(block)

    def item(self, blocks: tuple[Block, ...]) -> str:
        """An item of a list; a single paragraph needs no element of its own."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self.line(blocks[0].line)
        return "\n".join(self.blocks(blocks))

    def line(self, line: Line) -> str:
        return "".join(self.run(words) for words in line)

    def run(self, words: Span) -> str:
        text = escape(words.text, quote=False)
        for tag, wanted in (("code", words.code), ("em", words.emphasis), ("strong", words.strong)):
            text = _element(tag, text) if wanted else text
        if words.label:
            text = _element("span", text, {"class": "option"})
        if words.begins is not None:
            return _element(
                "span", text, {"class": "begins", "id": self.place(words.begins), "data-clause": words.begins}
            )
        if words.clause is not None:
            return self.clause(words.clause, text)
        target = self.address(words.page) if words.page else None
        return _element("a", text, {"href": target}) if target else text

    def place(self, clause: str) -> str:
        """Where a clause is explained on the page; on the page of the law, where it begins."""
        return f"rules-{self.page.id}-{clause}"

    def clause(self, clause: str, text: str) -> str:
        """A clause that is cited: a link to the law. The first on a page is where a refusal that cites it leads."""
        first = clause not in self.cited and self.page.kind != LAW
        identifier = self.place(clause) if first else None
        self.cited.add(clause)
        target = self.address(f"law/{clause}")
        attributes: Attributes = {"class": "clause", "id": identifier, "data-clause": clause, "href": target}
        return _element("a" if target else "span", text, attributes)

    def grid(self, grid: Grid) -> str:
        head = _element("tr", "".join(_element("th", self.line(cell), {"scope": "col"}) for cell in grid.head))
        rows = [_element("tr", "".join(_element("td", self.line(cell)) for cell in row)) for row in grid.rows]
        return _element("table", _element("thead", head) + _element("tbody", "\n".join(rows)))

    def diagram(self, diagram: Diagram) -> str:
        shown = played(diagram)
        below = "".join(_element("li", escape(note, quote=False)) for note in notes(diagram, shown, self.words))
        caption = _element("p", self.line(diagram.caption)) + (_element("ul", below) if below else "")
        attributes: Attributes = {
            "id": f"{self.page.id}-{diagram.name}",
            "data-game": diagram.game,
            "data-position": diagram.position,
            "data-line": diagram.line or None,
            "data-play": "; ".join(diagram.play) or None,
            "data-refuse": "; ".join(f"{move} {reason}" for move, reason in diagram.refuse) or None,
            "data-reach": diagram.reach,
            "data-ends": diagram.ends,
        }
        return _figure(picture(self.page, diagram, shown), caption, attributes)
