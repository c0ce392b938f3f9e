"""Reading a page: a small front matter, Markdown, and diagrams in fenced blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from halma.rulebook.model import (
    KINDS,
    Block,
    Diagram,
    Heading,
    Line,
    Listing,
    Page,
    PageError,
    Paragraph,
    Table,
    Words,
)

FRONT = ("id", "title", "kind", "summary")
# Keys of a diagram that stand at most once, and those that may be repeated.
SINGLE = ("name", "game", "position", "line", "reach", "ends", "caption")
REPEATED = ("play", "refuse")
PAGE_LINK = "page:"


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
    return Page(language=language, blocks=read_blocks(body), **front)


def read_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text without front matter. Raises PageError."""
    return _blocks(SyntaxTreeNode(_markdown().parse(text)).children)


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


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
    return tuple(_block(node) for node in nodes)


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "heading":
            level = int(node.tag[1:])
            if level not in (2, 3):
                raise PageError("headings are of the second and third level; the title stands in the front matter")
            return Heading(level, _line(node.children[0]))
        case "paragraph":
            return Paragraph(_line(node.children[0]))
        case "bullet_list" | "ordered_list":
            items = tuple(_blocks(item.children) for item in node.children)
            return Listing(items, numbered=node.type == "ordered_list")
        case "table":
            head, *bodies = node.children
            rows = [row for body in bodies for row in body.children]
            return Table(_row(head.children[0]), tuple(_row(row) for row in rows))
        case "fence" if node.info.strip() == "diagram":
            return _diagram(node.content)
        case _:
            raise PageError(f"the pages have no place for this kind of Markdown: {node.type}{_where(node)}")


def _where(node: SyntaxTreeNode) -> str:
    return f" (line {node.map[0] + 1} after the front matter)" if node.map else ""


def _row(node: SyntaxTreeNode) -> tuple[Line, ...]:
    return tuple(_line(cell.children[0]) if cell.children else () for cell in node.children)


def _line(node: SyntaxTreeNode) -> Line:
    """A line of text. Neighbours in the same style become one: a line of the source may end inside a link."""
    runs: list[Words] = []
    for words in _inline(node.children, {}):
        if runs and replace(runs[-1], text=words.text) == words:
            runs[-1] = replace(words, text=runs[-1].text + words.text)
        else:
            runs.append(words)
    return tuple(runs)


def _inline(nodes: Sequence[SyntaxTreeNode], style: dict[str, Any]) -> Iterable[Words]:
    for node in nodes:
        match node.type:
            case "text":
                if node.content:
                    yield Words(node.content, **style)
            case "softbreak":
                yield Words(" ", **style)
            case "code_inline":
                yield replace(Words(node.content, **style), code=True)
            case "strong":
                yield from _inline(node.children, {**style, "strong": True})
            case "em":
                yield from _inline(node.children, {**style, "emphasis": True})
            case "link":
                target = str(node.attrs["href"])
                if not target.startswith(PAGE_LINK):
                    raise PageError(f"links lead to other pages as (page:ID), not to “{target}”")
                yield from _inline(node.children, {**style, "page": target.removeprefix(PAGE_LINK)})
            case _:
                raise PageError(f"the pages have no place for this kind of Markdown: {node.type}")


def _diagram(source: str) -> Diagram:
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
    caption = _line(SyntaxTreeNode(_markdown().parseInline(single.pop("caption"))).children[0])
    return Diagram(**single, caption=caption, play=tuple(plays), refuse=tuple(refused))
