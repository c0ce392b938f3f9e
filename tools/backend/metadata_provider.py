"""What the package index shows: the README with addresses that also work there, and where to find what.

In the repository the links and pictures of the README lie beside it; elsewhere they need the address of the
repository, which pyproject.toml names once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# A picture or a link in Markdown whose address is a path.
RELATIVE = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|#|mailto:)([^)\s]+)\)")


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """The fields `readme` and `urls`; called by scikit-build-core."""
    if settings:
        raise ValueError(f"there are no settings, but these were given: {', '.join(settings)}")
    repository, tag = project["urls"]["Repository"].rstrip("/"), f"v{project['version']}"
    text = Path("README.md").read_text(encoding="utf-8")
    return {
        "readme": {"content-type": "text/markdown", "text": absolute(text, repository, tag)},
        "urls": {
            "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
            "Documentation": f"{repository}/blob/{tag}/README.md",
            "Issues": f"{repository}/issues",
        },
    }


def absolute(text: str, repository: str, tag: str) -> str:
    """A Markdown text with the full address of everything it shows and links to, as of one tag.

    >>> absolute("![a](b.png) [c](d.md) [e](https://f.g) [h](#i)", "https://x.example", "v1")
    '![a](https://x.example/raw/v1/b.png) [c](https://x.example/blob/v1/d.md) [e](https://f.g) [h](#i)'
    """

    def addressed(found: re.Match[str]) -> str:
        picture, label, path = found.groups()
        return f"{picture}{label}({repository}/{'raw' if picture else 'blob'}/{tag}/{path})"

    return RELATIVE.sub(addressed, text)
