"""What every page must have, and what it must share with the same page in English."""

from __future__ import annotations

from collections.abc import Iterator

from halma.games import games
from halma.messages import mark
from halma.rulebook.law import clauses, clauses_of
from halma.rulebook.library import page_ids
from halma.rulebook.model import (
    GAME,
    Block,
    Diagram,
    Grid,
    Listing,
    Page,
    PageError,
    Paragraph,
    everything,
    lines_of,
    plain,
)
from halma.rulebook.playing import played
from halma.words import translator

# The sections of a game's page, in this order. Their wording in each language is that of the catalogues.
SECTIONS = (
    mark("What you need"),
    mark("Set-up"),
    mark("Your turn"),
    mark("How it ends"),
    mark("Good to know"),
    mark("Tips"),
    mark("Our rulings"),
)
RULINGS = len(SECTIONS) - 1
# Translators: begins each decision of ours in the rulebook, where the printed booklets leave something open.
RULING = mark("Our ruling.")


def problems(page: Page) -> Iterator[str]:
    """Everything that is wrong with a page taken by itself."""
    if page.id not in page_ids():
        yield f"there is no page “{page.id}” in the rulebook"
    yield from _diagram_problems(page)
    for link in page.links:
        if link not in page_ids():
            yield f"a link leads to “{link}”, which is no page of the rulebook"
    for clause in page.clauses:
        if clause not in clauses():
            yield f"it cites the clause {clause}, which the law does not have"
    if page.kind == GAME:
        yield from _game_problems(page)
    elif page.id in games():
        yield f"kind is “{page.kind}”, but {page.id} is a game"
    if not page.summary.endswith("."):
        yield "the summary is a sentence with a full stop"


def _diagram_problems(page: Page) -> Iterator[str]:
    names = [diagram.name for diagram in page.diagrams]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"several diagrams are called “{name}”"
    for diagram in page.diagrams:
        try:
            played(diagram)
        except PageError as error:
            yield str(error)


def _game_problems(page: Page) -> Iterator[str]:
    words = translator(page.language)
    if page.id not in games():
        yield f"kind is “game”, but there is no game “{page.id}”"
        return
    title = games()[page.id].title(page.language)
    if page.title != title:
        yield f"the title is “{page.title}”, but the catalogue of games calls it “{title}”"
    expected = [words.text(section) for section in SECTIONS]
    found = [section.title for section in page.sections]
    if found != expected:
        yield f"the headings are {found}, not {expected}"
    else:
        yield from _ruling_problems(page, words.text(RULING))
    for clause in clauses_of(page.id):
        if clause not in page.clauses:
            yield f"it does not cite the clause {clause}, which is about this game"
    if not any(_is_start(diagram) for diagram in page.diagrams):
        yield "no diagram shows the start (one without position, line and play)"
    if not any(diagram.play for diagram in page.diagrams):
        yield "no diagram shows a move (play)"
    if not any(diagram.ends for diagram in page.diagrams):
        yield "no diagram shows the end (ends)"
    if not any(diagram.game.split()[0] == page.id for diagram in page.diagrams):
        yield "no diagram is one of this game"


def _is_start(diagram: Diagram) -> bool:
    return not (diagram.position or diagram.line or diagram.play)


def _ruling_problems(page: Page, word: str) -> Iterator[str]:
    blocks = page.sections[RULINGS].blocks
    for listing in (block for block in blocks if isinstance(block, Listing)):
        for item in listing.items:
            first = item[0] if item else None
            begins = first.line[0] if isinstance(first, Paragraph) and first.line else None
            if begins is None or not begins.strong or begins.text != word:
                yield f"an item of the last section does not begin with “**{word}**”"


def shape(page: Page) -> tuple[object, ...]:
    """What a page has in common with the same page in every other language."""
    return (page.id, page.kind, tuple(_shape(block) for block in page.blocks), page.links, page.clauses)


def _shape(block: Block) -> tuple[object, ...]:
    match block:
        case Diagram():
            return ("diagram", *block.facts)
        case Listing():
            return ("list", block.numbered, tuple(tuple(_shape(inner) for inner in item) for item in block.items))
        case Grid():
            return ("table", len(block.head), len(block.rows))
        case Paragraph():
            return ("paragraph",)
        case _:
            return ("heading", block.level)


def differences(page: Page, english: Page) -> Iterator[str]:
    """In what a translated page is built differently from the English one."""
    if (page.id, page.kind) != (english.id, english.kind):
        yield "id and kind are not those of the English page"
    ours, theirs = [_shape(block) for block in page.blocks], [_shape(block) for block in english.blocks]
    for number, (own, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if own != other:
            yield f"block {number} ({_quoted(page.blocks[number - 1])}) is {own}, in English {other}"
            break
    else:
        if len(ours) != len(theirs):
            yield f"there are {len(ours)} blocks, in English {len(theirs)}"
    if page.links != english.links:
        yield f"the links are {page.links}, in English {english.links}"
    if sorted(page.clauses) != sorted(english.clauses):
        yield f"the clauses are {page.clauses}, in English {english.clauses}"


def _quoted(block: Block) -> str:
    texts = [plain(line) for inner in everything((block,)) for line in lines_of(inner)]
    return f"“{texts[0][:40]}…”" if texts else "…"
