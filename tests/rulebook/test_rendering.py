"""The three forms of the rulebook: terminal, HTML and print."""

import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from rich.console import Console

from halma.games import games
from halma.rulebook.booklet import book_in_pdf, overview_in_pdf, page_in_pdf
from halma.rulebook.html import document, nowhere, overview_in_html, page_in_html
from halma.rulebook.library import page
from halma.rulebook.overview import starts
from halma.rulebook.reading import read_page
from halma.rulebook.terminal import overview_in_terminal, page_in_terminal
from halma.words import LANGUAGES, translator

ENGLISH = translator("en")
FRONT = "---\nid: halma\ntitle: A < B\nkind: base\nsummary: A page.\n---\n\n"
WITHOUT_END = {"meta", "br", "img", "link", "path", "circle", "rect", "stop", "use", "line", "polygon", "ellipse"}


class Parsed(HTMLParser):
    """Elements that are properly nested, with their attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in WITHOUT_END:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in WITHOUT_END:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def values(self, attribute: str, tag: str | None = None) -> list[str]:
        return [found[attribute] or "" for name, found in self.elements if attribute in found and tag in (None, name)]


def in_terminal(renderable, width: int = 80) -> list[str]:
    console = Console(file=StringIO(), width=width, no_color=True)
    console.print(renderable, crop=False)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_in_the_terminal_has_its_text_and_its_boards(language: str):
    lines = in_terminal(page_in_terminal(page("halma", language), translator(language), colour=False))
    assert lines[0].strip() == "Halma"
    assert any(re.match(r"\s*16( {2}|\s·|\s[A-D])+", line) for line in lines)
    assert any("c3-e5-g7-i7" in line for line in lines)


def test_text_is_wrapped_and_boards_are_not():
    wide = in_terminal(page_in_terminal(page("star", "en"), ENGLISH, colour=False), 100)
    narrow = in_terminal(page_in_terminal(page("star", "en"), ENGLISH, colour=False), 60)
    row = next(line.strip() for line in wide if line.strip().startswith("e   ·"))
    assert row in [line.strip() for line in narrow]
    assert all(len(line.rstrip()) <= 60 or "·" in line for line in narrow)


def test_the_overview_shows_every_game():
    assert list(dict.fromkeys(start.game.id for _, listed in starts() for start in listed)) == list(games())
    assert any("Captive 2 · 2 × 60" in line for line in in_terminal(overview_in_terminal(ENGLISH, colour=False), 200))


def test_a_page_in_html_can_be_played():
    parsed = Parsed(page_in_html(page("halma", "en"), ENGLISH))
    _, figure = next(found for found in parsed.elements if found[1].get("id") == "halma-a-chain")
    assert figure["class"] == "diagram" and figure["data-game"] == "halma"
    assert figure["data-play"] == "c3-e5-g7-i7" and figure["data-refuse"] == "c3-j8 unreachable"
    assert (figure["data-position"] or "").endswith(" A 7")
    assert parsed.values("data-page", "article") == ["halma"]
    assert "your-turn" in parsed.values("class", "section")
    assert "#rules-blocking" in parsed.values("href", "a")


def test_html_is_escaped_and_links_can_be_left_out():
    source = FRONT + 'Is 1 < 2 & "so"? `<b>` **strong** *soft* [there](page:star)\n\n| a | b |\n|---|---|\n| c | d |\n'
    fragment = page_in_html(read_page(source, "en"), ENGLISH, nowhere)
    assert "<h1>A &lt; B</h1>" in fragment
    assert 'Is 1 &lt; 2 &amp; "so"? <code>&lt;b&gt;</code> <strong>strong</strong> <em>soft</em> there' in fragment
    assert "<th" in fragment and "<td>d</td>" in fragment
    Parsed(document("A < B", ENGLISH, [fragment]))


def test_a_page_that_is_not_translated_says_so(monkeypatch: pytest.MonkeyPatch):
    german = translator("de")
    fragment = page_in_html(page("halma", "en"), german)
    assert "noch nicht übersetzt" in fragment and 'lang="en"' in fragment
    assert "noch nicht übersetzt" not in page_in_html(page("halma", "en"), ENGLISH)
    monkeypatch.setattr("halma.rulebook.library.has_page", lambda identifier, language: language == "en")
    page.cache_clear()
    assert page("halma", "de").language == "en"
    page.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_printed(language: str):
    printed = page_in_pdf(page("blocking", language), translator(language))
    assert printed.startswith(b"%PDF-") and printed.rstrip().endswith(b"%%EOF")


def test_signs_of_the_typesetter_are_printed_as_they_are():
    source = (
        FRONT + 'The signs # $ @ <a> _b_ "c" [d] \\\\ // ~ = `#raw "x"` 100 %\n\n1. one\n\n   - inner\n\n### Sub #\n'
    )
    assert page_in_pdf(read_page(source, "en"), ENGLISH).startswith(b"%PDF-")


@pytest.mark.slow
def test_the_booklet_is_printed():
    booklet = book_in_pdf(ENGLISH)
    assert booklet.startswith(b"%PDF-") and len(booklet) > 1_000_000


def test_the_overview_is_printed_and_written():
    assert overview_in_pdf(translator("fr")).startswith(b"%PDF-")
    parsed = Parsed(overview_in_html(ENGLISH, nowhere))
    commands = parsed.values("data-game", "figure")
    assert len(commands) == len(set(commands)) == sum(len(listed) for _, listed in starts())
    assert not parsed.values("href", "a")
