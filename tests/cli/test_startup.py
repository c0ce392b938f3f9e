"""What the command tells before it does anything: that parts were not compiled, once."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from halma.cli import startup, version
from halma.kernel import fast
from halma.words import LANGUAGES, translator

ENGLISH = translator("en")


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HALMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(version, "is_there", lambda _: False)
    monkeypatch.setattr(shutil, "which", lambda _: None)


def test_nothing_is_told_where_all_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HALMA_CACHE", str(tmp_path))
    monkeypatch.setattr(version, "is_there", lambda _: True)
    assert startup.unheard_notice(ENGLISH) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("nothing_compiled")
def test_that_nothing_is_compiled_is_told_once(monkeypatch: pytest.MonkeyPatch):
    (line,) = startup.unheard_notice(ENGLISH)
    assert "without some of its compiled parts" in line
    assert startup.unheard_notice(ENGLISH) == []
    # Another installation is told as well.
    monkeypatch.setattr(sys, "prefix", "/another/place")
    assert len(startup.unheard_notice(ENGLISH)) == 1
    assert startup.unheard_notice(ENGLISH) == []


@pytest.mark.usefixtures("nothing_compiled")
def test_a_compiler_that_came_later_is_a_reason_to_tell_it_again(monkeypatch: pytest.MonkeyPatch):
    assert len(startup.unheard_notice(ENGLISH)) == 1
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/c++" if name == "c++" else None)
    monkeypatch.delenv("CXX", raising=False)
    _, line = startup.unheard_notice(ENGLISH)
    assert "pip install --force-reinstall --no-deps --no-cache-dir" in line
    assert startup.unheard_notice(ENGLISH) == []


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("broken", ["a file in the way", "not text"])
def test_a_cache_folder_that_cannot_be_used_stops_nothing(broken: str, tmp_path: Path):
    if broken == "not text":
        (tmp_path / "cache").mkdir()
        (tmp_path / "cache" / startup.TOLD).write_bytes(b"\xff\xfe\xff")
    else:
        (tmp_path / "cache").write_text("")
    assert [len(startup.unheard_notice(ENGLISH)) for _ in range(2)] == [1, 1]


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str):
    (line,) = startup.unheard_notice(translator(language))
    assert "halma --version" in line
    assert (line == ENGLISH.text(startup.NOT_COMPILED)) == (language == "en")


@pytest.mark.usefixtures("nothing_compiled")
def test_the_command_tells_it_beside_its_output(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "argv", ["halma", "moves", "solitaire", "--lang", "en"])
    with pytest.raises(SystemExit) as ended:
        startup.run()
    out, err = capfd.readouterr()
    assert ended.value.code == 0
    assert out.splitlines() and "compiled" not in out
    assert err.splitlines() == [ENGLISH.text(startup.NOT_COMPILED)]


def test_parts_are_looked_for_without_loading_anything():
    code = """
import sys
from halma.cli.version import COMPILED_PARTS, is_there, parts_not_compiled
parts_not_compiled()
assert is_there("halma.engine") and not is_there("halma.engine._no_such_module")
print(*(name for name in sys.modules if name.startswith("halma.") and name.count(".") == 1))
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ended.stdout.split()) <= {"halma.cli", "halma.messages"}


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
def test_compiled_parts_are_found_where_they_are():
    assert version.parts_not_compiled() == []
