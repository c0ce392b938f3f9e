"""The documentation builds into a site: complete, without a warning, and without anything from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from docs._ext.public_names import public_names, public_packages

DOCS = Path(__file__).parent.parent / "docs"


class Resources(HTMLParser):
    """What a page loads when it is opened; links that somebody has to follow are not among it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        address = given.get("href") if tag == "link" else given.get("src") if tag != "a" else None
        if address:
            self.found.append(address)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--doctree-dir", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(DOCS), str(site)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    for page in DOCS.rglob("*.md"):
        assert (site / page.relative_to(DOCS).with_suffix(".html")).exists(), page
    assert (site / "searchindex.js").exists()
    for page in site.rglob("*.html"):
        loaded = Resources()
        loaded.feed(page.read_text(encoding="utf-8"))
        assert loaded.found and not [address for address in loaded.found if re.match(r"(?:[a-z]+:)?//", address)], page
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style
    described = {entry.split()[0] for entry in inventory(site / "objects.inv")}
    names = {f"{name.home}.{name.name}" for package in public_packages() for name in public_names(package)}
    assert not names - described


def inventory(file: Path) -> list[str]:
    """The lines of what other projects may link to: every name the reference describes."""
    head, _, packed = file.read_bytes().partition(b"using zlib.\n")
    assert head.startswith(b"# Sphinx inventory version 2")
    return zlib.decompress(packed).decode().splitlines()
