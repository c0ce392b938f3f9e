"""halma site: what it refuses before it begins, and that it leaves nothing out."""

from pathlib import Path

import msgspec

from halma.server.transport.offline import site
from halma.words import LANGUAGES
from tests.offline.made import made_site


def test_a_folder_that_is_not_empty_is_left_alone(refused, monkeypatch, tmp_path: Path):
    monkeypatch.setattr(site, "WASM", Path(__file__))
    (tmp_path / "mine").write_text("precious")
    assert "is not empty" in refused("site", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_written_is_told(refused, monkeypatch, tmp_path: Path):
    monkeypatch.setattr(site, "WASM", Path(__file__))
    (tmp_path / "file").write_text("")
    assert "Cannot write" in refused("site", str(tmp_path / "file"))
    assert "Cannot write" in refused("site", str(tmp_path / "file/inside"))


def test_without_the_kernel_for_browsers_it_says_what_to_do(refused, monkeypatch, tmp_path: Path):
    monkeypatch.setattr(site, "WASM", tmp_path / "missing")
    assert "make wasm" in refused("site", str(tmp_path / "site"))
    assert not (tmp_path / "site").exists()


def test_everything_that_is_listed_is_there():
    folder = made_site()
    listed = msgspec.json.decode((folder / "data/files.json").read_bytes())
    missing = [name for name in listed if not (folder / name).exists()]
    assert missing == []
    # What is not listed is not kept on devices: only what is fetched anew, and the list itself.
    beside = {"sw.js", "favicon.ico", "index.html", "data/files.json", "manifest.webmanifest"}
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written - set(listed) == beside
    for language in LANGUAGES:
        assert {f"data/{language}/words.json", f"data/{language}/rules/halma.json"} <= written


def test_no_address_of_the_site_leaves_its_folder():
    page = (made_site() / "index.html").read_text(encoding="utf-8")
    assert 'href="/' not in page and 'src="/' not in page
