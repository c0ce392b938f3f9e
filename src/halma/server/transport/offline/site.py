"""A folder with the whole page, for any web server or file host: it plays without us."""

from __future__ import annotations

from pathlib import Path

import msgspec

from halma.messages import HalmaError, mark, reason_of
from halma.server.transport.offline.files import build, page_files, page_version
from halma.server.transport.offline.puzzles import DAYS
from halma.web import WASM, icon, manifest, service_worker, shell


class SiteError(HalmaError):
    """A site that cannot be written."""


def write_site(folder: Path, language: str, *, force: bool = False, days: int = DAYS) -> dict[str, int]:
    """Write the page into a folder, with the puzzles of so many days: every file with its size. Raises SiteError."""
    check_site(folder, force=force)
    files = {
        "index.html": shell(language, server=False).encode(),
        "sw.js": service_worker(page_version()).encode(),
        "manifest.webmanifest": msgspec.json.encode(manifest(language)),
        "favicon.ico": icon(32),
        **page_files(),
        **build(days),
    }
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return {name: len(content) for name, content in files.items()}


def check_site(folder: Path, *, force: bool = False) -> None:
    """See whether a site can be written into a folder, before the work begins. Raises SiteError."""
    if not WASM.is_file():
        raise SiteError(
            mark(
                "The kernel for browsers is missing from this installation. In a checkout of the repository, "
                "“make wasm” builds it; wheels from the package index contain it."
            )
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not force:
            raise SiteError(
                mark("The folder {folder} is not empty; {option} writes into it all the same."),
                folder=folder,
                option="--force",
            )
        probe = folder / "index.html"
        existed = probe.exists()
        probe.open("ab").close()
        if not existed:
            probe.unlink()
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(folder: Path, error: OSError) -> SiteError:
    return SiteError(mark("Cannot write {file}: {reason}"), file=folder, reason=reason_of(error))
