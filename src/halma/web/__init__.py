"""The page in the browser: its files, its texts, and the shell that loads them. It knows no rules; it asks."""

from halma.web.shell import STATIC, icon, manifest, shell
from halma.web.texts import kept_places, page_words

__all__ = ["STATIC", "icon", "kept_places", "manifest", "page_words", "shell"]
