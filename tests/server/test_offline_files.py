"""What a page needs to go on without its server, from the server."""

import asyncio
import gzip

import pytest

from halma.server.transport.offline import serving


def test_a_kept_page_has_the_version_of_its_server(server):
    script = server.get("/sw.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert '"unversioned"' not in script.text and "halma-" in script.text


def test_files_are_made_once_and_anew_after_a_failure(monkeypatch, tmp_path):
    kernel = tmp_path / "halma.wasm"
    kernel.touch()
    monkeypatch.setattr(serving, "WASM", kernel)
    calls: list[str] = []

    class Process:
        async def run(self, function):
            calls.append(function.__name__)
            if len(calls) == 1:
                raise OSError("no room")
            return {"data/files.json": gzip.compress(b"{}")}

        def stop(self):
            pass

    files = serving.OfflineFiles()
    monkeypatch.setattr(files, "_offload", Process())

    async def ask() -> None:
        with pytest.raises(OSError, match="no room"):
            await files.get("files.json")
        assert await files.get("files.json") == gzip.compress(b"{}")
        assert await files.get("../index.html") is None

    asyncio.run(ask())
    assert calls == ["packed", "packed"]


def test_without_the_kernel_for_browsers_there_are_none(monkeypatch, tmp_path):
    monkeypatch.setattr(serving, "WASM", tmp_path / "missing")
    assert asyncio.run(serving.OfflineFiles().get("files.json")) is None
