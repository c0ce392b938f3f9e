"""The rulebook as a page reads it by itself: its drawings, the same in every language, lie in a file of their own."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

import msgspec

from halma.rulebook import library
from halma.server.transport.rulebook import rules_text
from halma.words import LANGUAGES, translator

# A drawing with its title, which is in the reader's language; the rest is not.
DRAWING = re.compile(r"(<svg\b[^>]*>(?:<title>[^<]*</title>)?)(.*?)(</svg>)", re.DOTALL)


def rulebook_files() -> dict[str, Any]:
    """The pages in all languages, and the drawings of each."""
    files: dict[str, Any] = {}
    for identifier in library.page_ids():
        drawings: dict[str, str] = {}

        def moved(found: re.Match[str], drawings: dict[str, str] = drawings) -> str:
            name = blake2b(found[2].encode(), digest_size=6).hexdigest()
            drawings[name] = found[2]
            return f"{found[1]}<!--drawing {name}-->{found[3]}"

        for language in LANGUAGES:
            text = msgspec.to_builtins(rules_text(identifier, translator(language)))
            text["html"] = DRAWING.sub(moved, text["html"])
            files[f"{language}/rules/{identifier}.json"] = text
        files[f"drawings/{identifier}.json"] = drawings
    return files
