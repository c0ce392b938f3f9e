"""Reading a page: a small front matter, Markdown, and diagrams in fenced blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from halma.extras import requires_extra
from halma.rulebook.labels import clause_label, quoted_label
from halma.rulebook.model import (
    KINDS,
    Block,
    Diagram,
    Grid,
    Heading,
    Line,
    Listing,
    Page,
    PageError,
    Paragraph,
    Span,
)
from halma.words import Words as Translator
from halma.words import translator

with requires_extra("rulebook"):
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

FRONT = ("id", "title", "kind", "summary")
# Keys of a diagram that stand at most once, and those that may be repeated.
SINGLE = ("name", "game", "position", "line", "reach", "ends", "caption")
REPEATED = ("play", "refuse")
# What a link may lead to. The last two have no text of their own: [](law:2.11), [](option:blocking=swap).
PAGE_LINK, LAW_LINK, OPTION_LINK = "page:", "law:", "option:"


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def read_page(text: str, language: str) -> Page:
    """A page from its source. Raises PageError."""
    front, body = _front_matter(text)
    missing = [key for key in FRONT if not front.get(key)]
    if missing:
        raise PageError(f"the front matter lacks: {', '.join(missing)}")
    unknown = [key for key in front if key not in FRONT]
    if unknown:
        raise PageError(f"the front matter has unknown keys: {', '.join(unknown)}")
    if front["kind"] not in KINDS:
        raise PageError(f"kind is “{front['kind']}”, not one of {', '.join(KINDS)}")
    return Page(language=language, blocks=read_blocks(body, language), **front)


def read_blocks(text: str, language: str) -> tuple[Block, ...]:
    """The blocks of a text without front matter. Raises PageError."""
    return _Reader(translator(language)).blocks(SyntaxTreeNode(_markdown().parse(text)).children)


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    match = re.match(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL)
    if match is None:
        raise PageError("the page does not begin with front matter between “---” lines")
    return dict(_pairs(match[1])), match[2]


def _pairs(text: str) -> Iterable[tuple[str, str]]:
    for line in text.splitlines():
        if not line.strip():
            continue
        key, colon, value = line.partition(":")
        if not colon:
            raise PageError(f"“{line}” is no “key: value” line")
        yield key.strip(), value.strip()


def _where(node: SyntaxTreeNode) -> str:
    return f" (line {node.map[0] + 1} after the front matter)" if node.map else ""


class _Reader:
    """Reads what stands below the front matter; labels of options are put in the words of the page's language."""

    def __init__(self, words: Translator) -> None:
        self.words = words

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
        return tuple(self.block(node) for node in nodes)

    def block(self, node: SyntaxTreeNode) -> Block:
        match node.type:
            case "heading":
                level = int(node.tag[1:])
                if level not in (2, 3):
                    raise PageError("headings are of the second and third level; the title stands in the front matter")
                return Heading(level, self.line(node.children[0]))
            case "paragraph":
                return Paragraph(self.line(node.children[0]))
            case "bullet_list" | "ordered_list":
                items = tuple(self.blocks(item.children) for item in node.children)
                return Listing(items, numbered=node.type == "ordered_list")
            case "table":
                head, *bodies = node.children
                rows = [row for body in bodies for row in body.children]
                return Grid(self.row(head.children[0]), tuple(self.row(row) for row in rows))
            case "fence" if node.info.strip() == "diagram":
                return self.diagram(node.content)
            case _:
                raise PageError(f"the pages have no place for this kind of Markdown: {node.type}{_where(node)}")

    def row(self, node: SyntaxTreeNode) -> tuple[Line, ...]:
        return tuple(self.line(cell.children[0]) if cell.children else () for cell in node.children)

    def line(self, node: SyntaxTreeNode) -> Line:
        """A line of text. Neighbours in the same style become one: a line of the source may end inside a link."""
        runs: list[Span] = []
        for words in self.inline(node.children, {}):
            if runs and replace(runs[-1], text=words.text) == words:
                runs[-1] = replace(words, text=runs[-1].text + words.text)
            else:
                runs.append(words)
        return tuple(runs)

    def inline(self, nodes: Sequence[SyntaxTreeNode], style: dict[str, Any]) -> Iterable[Span]:
        for node in nodes:
            match node.type:
                case "text":
                    if node.content:
                        yield Span(node.content, **style)
                case "softbreak":
                    yield Span(" ", **style)
                case "code_inline":
                    yield replace(Span(node.content, **style), code=True)
                case "strong":
                    yield from self.inline(node.children, {**style, "strong": True})
                case "em":
                    yield from self.inline(node.children, {**style, "emphasis": True})
                case "link":
                    yield from self.link(str(node.attrs["href"]), node.children, style)
                case _:
                    raise PageError(f"the pages have no place for this kind of Markdown: {node.type}")

    def link(self, target: str, inside: Sequence[SyntaxTreeNode], style: dict[str, Any]) -> Iterable[Span]:
        if target.startswith(PAGE_LINK):
            yield from self.inline(inside, {**style, "page": target.removeprefix(PAGE_LINK)})
        elif inside or not target.startswith((LAW_LINK, OPTION_LINK)):
            raise PageError(f"links are [text](page:ID), [](law:CLAUSE) and [](option:NAME=VALUE), not “{target}”")
        elif target.startswith(LAW_LINK):
            clause = target.removeprefix(LAW_LINK)
            yield Span(clause_label(self.words, clause), clause=clause, **style)
        else:
            name, _, value = target.removeprefix(OPTION_LINK).partition("=")
            yield Span(quoted_label(self.words, name, value), label=True, **style)

    def diagram(self, source: str) -> Diagram:
        single: dict[str, str] = {}
        plays: list[str] = []
        refused: list[tuple[str, str]] = []
        for key, value in _pairs(source):
            if not value:
                raise PageError(f"diagram {single.get('name', '?')}: “{key}” has no value")
            if key in single:
                raise PageError(f"diagram {single.get('name', '?')}: “{key}” stands there twice")
            if key in SINGLE:
                single[key] = value
            elif key == "play":
                plays.append(value)
            elif key == "refuse":
                move, _, reason = value.partition(" ")
                refused.append((move, reason.strip()))
            else:
                known = ", ".join((*SINGLE, *REPEATED))
                raise PageError(f"diagram {single.get('name', '?')}: unknown key “{key}”; keys: {known}")
        missing = [key for key in ("name", "game", "caption") if key not in single]
        if missing:
            raise PageError(f"diagram {single.get('name', '?')}: lacks {', '.join(missing)}")
        caption = self.line(SyntaxTreeNode(_markdown().parseInline(single.pop("caption"))).children[0])
        return Diagram(**single, caption=caption, play=tuple(plays), refuse=tuple(refused))
