"""The page in the browser: its files, its texts, and the shell that loads them. It knows no rules; it asks."""

from halma.web.shell import STATIC, icon, manifest, shell
from halma.web.texts import page_words

__all__ = ["STATIC", "icon", "manifest", "page_words", "shell"]
