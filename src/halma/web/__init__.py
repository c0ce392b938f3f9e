"""The page in the browser: its files, its texts, and the shell that loads them. It knows no rules; it asks."""

from halma.web.shell import ICON_SIZES, SERVICE_WORKER, STATIC, WASM, icon, manifest, service_worker, shell
from halma.web.texts import kept_places, page_words

__all__ = [
    "ICON_SIZES",
    "SERVICE_WORKER",
    "STATIC",
    "WASM",
    "icon",
    "kept_places",
    "manifest",
    "page_words",
    "service_worker",
    "shell",
]
