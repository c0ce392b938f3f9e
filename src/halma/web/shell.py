"""The document around the page, what makes it installable, and its icon: drawn, not kept as files."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from string import Template

import halma
from halma.draw import emblem, png_of, sprite
from halma.web.texts import TEXTS
from halma.words import LANGUAGES, Words, translator

STATIC = Path(__file__).parent / "static"
# Kernel and engine for browsers: there if they were built (make wasm), and then the page plays without a server too.
WASM = Path(halma.__file__).parent / "wasm/halma.wasm"
# A script like the others, but it lies beside the page: it may only look after what lies below it.
SERVICE_WORKER = "service-worker.js"
# The sizes that browsers and home screens ask for.
ICON_SIZES = (32, 180, 192, 512)
ROOM = "#efe7da"


def _modules(*, server: bool) -> list[str]:
    """All scripts of the page: they are small, and fetching them side by side shows the board sooner.

    Without a server those of its worker are needed soon, too.
    """
    later = [STATIC / SERVICE_WORKER, *([STATIC / "worker"] if server else [])]
    scripts = (path for path in STATIC.rglob("*.js") if not any(path.is_relative_to(other) for other in later))
    return sorted(path.relative_to(STATIC).as_posix() for path in scripts)


def _said(words: Words, key: str) -> str:
    return words.text(TEXTS[key])


@cache
def shell(language: str, *, found: bool = True, server: bool = True) -> str:
    """The HTML of every screen, in the reader's language: the same for all but addresses at which there is nothing.

    Without a server the page may lie below any folder.
    """
    root = "/" if server else ""
    words = translator(language)
    waiting = f'<p class="waiting">{escape(_said(words, "page.loading"))}</p>'
    lost = (
        f'<div class="sheet lost"><h1>{escape(_said(words, "lost.title"))}</h1>'
        f"<p>{escape(_said(words, 'lost.text'))}</p>"
        f'<p><a class="button primary" href="/">{escape(_said(words, "lost.home"))}</a></p></div>'
    )
    return Template((STATIC / "index.html").read_text(encoding="utf-8")).substitute(
        language=language,
        root=root,
        server="yes" if server else "no",
        offline="yes" if WASM.is_file() else "no",
        languages=escape(" ".join(LANGUAGES)),
        title=escape(_said(words, "page.title")),
        description=escape(_said(words, "page.description")),
        content=waiting if found else lost,
        scripts=escape(_said(words, "page.scripts")),
        room=ROOM,
        modules="\n".join(f'<link rel="modulepreload" href="{root}static/{name}">' for name in _modules(server=server)),
        sprite=sprite(),
    )


def manifest(language: str) -> dict[str, object]:
    """What a browser needs to put the page on a home screen. All addresses are seen from where it lies itself."""
    words = translator(language)
    return {
        "name": _said(words, "page.title"),
        "short_name": "Halma",
        "description": _said(words, "page.description"),
        "lang": language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": ROOM,
        "theme_color": ROOM,
        "icons": [
            {
                "src": f"static/icon-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in ICON_SIZES[2:]
        ],
    }


def service_worker(version: str) -> str:
    """The script that keeps a version of the page on the device."""
    script = (STATIC / SERVICE_WORKER).read_text(encoding="utf-8")
    return script.replace('"unversioned"', f'"{version}"')


@cache
def icon(size: int) -> bytes:
    """The emblem as PNG."""
    return png_of(emblem(), size)
