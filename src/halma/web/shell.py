"""The document around the page, what makes it installable, and its icon: drawn, not kept as files."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from string import Template

from halma.draw import emblem, png_of, sprite
from halma.web.texts import TEXTS
from halma.words import LANGUAGES, Words, translator

STATIC = Path(__file__).parent / "static"
# The sizes that browsers and home screens ask for.
ICON_SIZES = (32, 180, 192, 512)
ROOM = "#efe7da"


def _modules() -> list[str]:
    """All scripts: they are small, and fetching them side by side shows the board sooner."""
    return sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))


def _said(words: Words, key: str) -> str:
    return words.text(TEXTS[key])


@cache
def shell(language: str, *, found: bool = True) -> str:
    """The HTML of every screen, in the reader's language: the same for all but addresses at which there is nothing."""
    words = translator(language)
    waiting = f'<p class="waiting">{escape(_said(words, "page.loading"))}</p>'
    lost = (
        f'<div class="sheet lost"><h1>{escape(_said(words, "lost.title"))}</h1>'
        f"<p>{escape(_said(words, 'lost.text'))}</p>"
        f'<p><a class="button primary" href="/">{escape(_said(words, "lost.home"))}</a></p></div>'
    )
    return Template((STATIC / "index.html").read_text(encoding="utf-8")).substitute(
        language=language,
        languages=escape(" ".join(LANGUAGES)),
        title=escape(_said(words, "page.title")),
        description=escape(_said(words, "page.description")),
        content=waiting if found else lost,
        scripts=escape(_said(words, "page.scripts")),
        room=ROOM,
        modules="\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in _modules()),
        sprite=sprite(),
    )


def manifest(language: str) -> dict[str, object]:
    """What a browser needs to put the page on a home screen."""
    words = translator(language)
    return {
        "name": _said(words, "page.title"),
        "short_name": "Halma",
        "description": _said(words, "page.description"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": ROOM,
        "theme_color": ROOM,
        "icons": [
            {
                "src": f"/static/icon-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in ICON_SIZES[2:]
        ],
    }


@cache
def icon(size: int) -> bytes:
    """The emblem as PNG."""
    return png_of(emblem(), size)
