"""How soon the page plays from files alone, and how much it fetches: a phone that never saw it, and one that keeps it.

The processor is four times slower, the line has 1.6 Mbit/s and 150 ms, as in other figures of the page. Files are
compressed, as hosts do. Times are from opening the page for a game: until it can be begun, and until its board can be
played on; the median of the rounds. `halma site DIR` first.

    python benchmarks/site.py DIR [ROUNDS]
"""

from __future__ import annotations

import gzip
import http.server
import shutil
import sys
import threading
import time
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "is_mobile": True, "has_touch": True}
SLOWER, LATENCY, BYTES_PER_SECOND = 4, 150, 1_600_000 / 8
GAMES = ("halma", "star", "super")


class Host(http.server.SimpleHTTPRequestHandler):
    """Files, compressed."""

    protocol_version = "HTTP/1.1"

    @staticmethod
    @cache
    def packed(path: str) -> bytes:
        content = Path(path).read_bytes()
        return content if path.endswith(".png") else gzip.compress(content, 6)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        body = self.packed(str(path))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        if path.suffix != ".png":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 its name there
        pass


KEEP = "navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready)"


def opened(browser: Browser, url: str, game: str, *, slow: bool, kept: bool) -> dict[str, float]:
    """One phone that opens the page for a game, begins it and waits for its board; for the first time, or again."""
    context = browser.new_context(**PHONE, locale="en-GB", service_workers="allow" if kept else "block")
    context.set_default_timeout(180_000)
    if kept:
        before = context.new_page()
        before.goto(url)
        before.evaluate(KEEP)
        before.wait_for_function("navigator.serviceWorker.controller !== null")
        before.close()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    if slow:
        limits: dict[str, Any] = {"offline": False, "latency": LATENCY, "uploadThroughput": BYTES_PER_SECOND}
        devtools.send("Network.emulateNetworkConditions", {**limits, "downloadThroughput": BYTES_PER_SECOND})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    begin = time.perf_counter()
    page.goto(f"{url}#/new/{game}", wait_until="commit")
    page.wait_for_selector("#begin")
    ready = time.perf_counter()
    page.click("#begin")
    page.wait_for_selector(".table[data-live] .cell[aria-label]")
    board = time.perf_counter()
    context.close()
    return {"begin": ready - begin, "board": board - begin}


def main() -> None:
    folder, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    asked: list[str] = []

    class Counted(Host):
        def do_GET(self) -> None:
            asked.append(str(Path(self.translate_path(self.path))))
            super().do_GET()

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0),
        lambda *given: Counted(*given, directory=folder),  # type: ignore[arg-type]
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for game in GAMES:
            for slow, kept in ((False, False), (True, False), (True, True)):
                times: list[dict[str, float]] = []
                sizes: list[int] = []
                for _ in range(rounds):
                    asked.clear()
                    times.append(opened(browser, url, game, slow=slow, kept=kept))
                    paths = (Path(path) / "index.html" if Path(path).is_dir() else Path(path) for path in asked)
                    sizes.append(sum(len(Host.packed(str(path))) for path in paths if path.is_file()))
                begun, board = (median(one[what] for one in times) for what in ("begin", "board"))
                told = f"can be begun after {begun:.2f} s, board after {board:.2f} s"
                fetched = "" if kept else f"; {len(asked)} requests, {median(sizes) / 1e3:.0f} KB"
                print(f"{game}{', slowed' if slow else ''}{', kept on the phone' if kept else ''}: {told}{fetched}")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
