"""`halma rules`: the rulebook, at the terminal, as HTML or to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import Force
from halma.cli.screen import Screen, words_of
from halma.messages import mark

if TYPE_CHECKING:
    from rich.console import RenderableType

    from halma.rulebook import Page

HELP = mark("Read the rules: a page of the rulebook, or the list of all pages.")
EXAMPLE = "halma rules star --lang fr"
OVERVIEW = "overview"
# Lines that are much longer are hard to read.
WIDEST = 92


def rules(
    context: typer.Context,
    page: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help=mark(
                "The page, by its id or title or by the name of a game; “overview” shows all starting positions."
            ),
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="F", help=mark("Write it to this file as HTML instead; without ID, all pages.")),
    ] = None,
    pdf: Annotated[
        str | None,
        typer.Option("--pdf", metavar="F", help=mark("Write it to this file as PDF instead; without ID, all pages.")),
    ] = None,
    law: Annotated[
        bool,
        typer.Option(
            "--law", help=mark("Show the law instead: all of it, or the clause with the number ID, such as 2.11.")
        ),
    ] = False,
    force: Force = False,
) -> None:
    from halma.cli.files import refuse_to_replace, write

    refuse_to_replace(html, pdf, force=force)
    screen = Screen(words_of(context))
    # What is asked for: a page, or else the overview or everything.
    asked = _page(page, law, screen)
    overview = page == OVERVIEW and not law
    for file, form in ((html, _html), (pdf, _pdf)):
        if file is not None:
            write(file, form(asked, overview, screen))
            screen.print(screen.words.text("Wrote {file}", file=file))
    if html is None and pdf is None:
        _read(asked, overview, screen)


def _page(name: str | None, law: bool, screen: Screen) -> Page | None:
    from halma.rulebook import find_page, page_of_law

    if law:
        return page_of_law(name)
    return None if name is None or name == OVERVIEW else find_page(name, screen.words.language)


def _html(page: Page | None, overview: bool, screen: Screen) -> str:
    from halma.rulebook import html

    words = screen.words
    if overview:
        return html.document(words.text(html.TITLE), words, [html.overview_in_html(words, html.nowhere)])
    return html.book_in_html(words) if page is None else html.single_page_in_html(page, words)


def _pdf(page: Page | None, overview: bool, screen: Screen) -> bytes:
    from halma.rulebook import booklet

    if overview:
        return booklet.overview_in_pdf(screen.words)
    return booklet.book_in_pdf(screen.words) if page is None else booklet.page_in_pdf(page, screen.words)


def _read(page: Page | None, overview: bool, screen: Screen) -> None:
    from halma.rulebook import overview_in_terminal, page_in_terminal
    from halma.rulebook.html import NOT_TRANSLATED

    words, terminal = screen.words, screen.console
    coloured = terminal.is_terminal and not terminal.no_color
    if overview:
        shown = overview_in_terminal(words, colour=coloured)
    elif page is None:
        shown = _listed(screen)
    else:
        if page.language != words.language:
            screen.print(words.text(NOT_TRANSLATED), "")
        shown = page_in_terminal(page, words, colour=coloured)
    if not overview:
        terminal.width = min(terminal.width, WIDEST)
    terminal.print(shown, soft_wrap=False, crop=False)


def _listed(screen: Screen) -> RenderableType:
    """All pages with what they are about."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from halma.rulebook import chapters, pages
    from halma.rulebook.overview import TITLE

    words = screen.words
    found = {page.id: page for page in pages(words.language)}
    parts: list[RenderableType] = []
    for title, identifiers in chapters():
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, min_width=15)
        grid.add_column()
        for page in (found[identifier] for identifier in identifiers if identifier in found):
            grid.add_row(page.id, Text.assemble((page.title, "bold"), " – ", page.summary))
        if grid.row_count:
            parts += [Text(words.text(title), "bold underline"), grid, Text()]
    return Group(*parts, Text(f"{OVERVIEW:<15}  {words.text(TITLE)}"))
