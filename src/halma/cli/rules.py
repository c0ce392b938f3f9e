"""`halma rules`: the rulebook, at the terminal, as HTML or to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halma.cli.parameters import Force
from halma.cli.screen import Screen, words_of
from halma.messages import HalmaError, mark

if TYPE_CHECKING:
    from rich.console import RenderableType

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
    if law:
        _refuse_files(html, pdf)
        _read_law(page, screen)
        return
    for file, form in ((html, _html), (pdf, _pdf)):
        if file is not None:
            write(file, form(page, screen))
            screen.print(screen.words.text("Wrote {file}", file=file))
    if html is None and pdf is None:
        _read(page, screen)


class LawOnlyShownError(HalmaError):
    """The law is asked for as a file."""


def _refuse_files(html: str | None, pdf: str | None) -> None:
    for option, file in (("--html", html), ("--pdf", pdf)):
        if file is not None:
            raise LawOnlyShownError(
                mark("{option} cannot be combined with {other}: the law is only shown on screen."),
                option=option,
                other="--law",
            )


def _read_law(number: str | None, screen: Screen) -> None:
    from halma.rulebook.html import NOT_TRANSLATED
    from halma.rulebook.law import page_of_law
    from halma.rulebook.terminal import page_in_terminal

    shown = page_of_law(number)
    if shown.language != screen.words.language:
        screen.print(screen.words.text(NOT_TRANSLATED), "")
    screen.console.width = min(screen.console.width, WIDEST)
    screen.console.print(page_in_terminal(shown, screen.words), soft_wrap=False, crop=False)


def _html(name: str | None, screen: Screen) -> str:
    from halma.rulebook import html
    from halma.rulebook.library import find_page

    words = screen.words
    if name is None:
        return html.book_in_html(words)
    if name == OVERVIEW:
        return html.document(words.text(html.TITLE), words, [html.overview_in_html(words, html.nowhere)])
    page = find_page(name, words.language)
    return html.document(page.title, words, [html.page_in_html(page, words, html.nowhere)])


def _pdf(name: str | None, screen: Screen) -> bytes:
    from halma.rulebook import booklet
    from halma.rulebook.library import find_page

    if name is None:
        return booklet.book_in_pdf(screen.words)
    if name == OVERVIEW:
        return booklet.overview_in_pdf(screen.words)
    return booklet.page_in_pdf(find_page(name, screen.words.language), screen.words)


def _read(name: str | None, screen: Screen) -> None:
    from halma.rulebook.html import NOT_TRANSLATED
    from halma.rulebook.library import find_page
    from halma.rulebook.terminal import overview_in_terminal, page_in_terminal

    words, terminal = screen.words, screen.console
    coloured = terminal.is_terminal and not terminal.no_color
    if name is None:
        shown = _listed(screen)
    elif name == OVERVIEW:
        shown = overview_in_terminal(words, colour=coloured)
    else:
        page = find_page(name, words.language)
        if page.language != words.language:
            screen.print(words.text(NOT_TRANSLATED), "")
        shown = page_in_terminal(page, words, colour=coloured)
    if name != OVERVIEW:
        terminal.width = min(terminal.width, WIDEST)
    terminal.print(shown, soft_wrap=False, crop=False)


def _listed(screen: Screen) -> RenderableType:
    """All pages with what they are about."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from halma.rulebook.library import chapters, pages
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
