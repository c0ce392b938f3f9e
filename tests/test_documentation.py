"""What the README and the docs say is true: their examples are run and their links followed."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from halma.cli import app
from halma.play import Position, RecordPlayer, read_records
from halma.rulebook import options

ROOT = Path(__file__).parent.parent
GENERATED = ROOT / "docs/reference/generated"
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if GENERATED not in page.parents]
DOCUMENTS = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def blocks(document: Path, language: str) -> list[str]:
    """The code blocks of a language in a document."""
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def has_examples(document: Path) -> bool:
    return ">>> " in document.read_text(encoding="utf-8")


@pytest.mark.parametrize("document", [*filter(has_examples, DOCUMENTS)], ids=lambda document: document.stem)
def test_python_examples_of_the_documents(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # An example may write a file.
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(document), module_relative=False)
    assert tried and not failed


def test_some_documents_have_examples() -> None:
    assert {"README", "index", "tutorial", "recipes"} <= {found.stem for found in filter(has_examples, DOCUMENTS)}


def test_python_examples_in_docstrings() -> None:
    tried = 0
    for path in sorted((ROOT / "src/halma").rglob("*.py")):
        # Most modules have none, and need not be loaded for that.
        if has_examples(path):
            parts = path.relative_to(ROOT / "src").with_suffix("").parts
            result = doctest.testmod(import_module(".".join(parts).removesuffix(".__init__")))
            assert not result.failed, path
            tried += result.attempted
    assert tried > 20


def test_commands_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text('[Game "quick"]\n1. e2-f3 *\n', encoding="utf-8")
    runner = CliRunner(env={"LANGUAGE": "en", "NO_COLOR": "1"})
    (block,) = blocks(ROOT / "README.md", "console")
    for command in re.findall(r"^\$ halma (.*)$", block, re.MULTILINE):
        result = runner.invoke(app, shlex.split(command), input="")
        assert result.exit_code == 0, (command, result.output)
        shown = block.split(f"$ halma {command}\n")[1].split("$")[0]
        assert not shown or result.stdout == shown


def test_positions_and_records_in_the_notation_page_can_be_read() -> None:
    position, *records = blocks(ROOT / "docs/notation.md", "text")
    assert Position.from_text(position.strip()) == Position("halma", pieces=13)
    assert Position.from_text(position.strip()).text() == position.strip()
    for text in (*records, *blocks(ROOT / "docs/notation.md", "json")):
        for record in read_records(text):
            assert record.accept(RecordPlayer(variations=True)).turn_number == 3


def test_the_page_in_adding_a_game_is_all_that_a_game_needs(tmp_path: Path) -> None:
    """Drop the page into the catalogue's folder path and play it, draw it, and use its option everywhere."""
    (page,) = blocks(ROOT / "docs/adding-a-game.md", "python")
    (tmp_path / "small.py").write_text(page, encoding="utf-8")
    script = f"""
import random
from halma.games import pages
pages.__path__.append({str(tmp_path)!r})
from halma import Position, draw
from halma.games import games
assert "small" in games()
position = Position("Kleines Halma")
assert len(position.pieces) == 30 and len(position.board) == 100
chance = random.Random(1)
while not position.is_over:
    position.push(chance.choice(position.legal_moves))
assert Position.from_board_text(position.board_text(), "small") == position
assert "piece-" in draw.svg(position) and draw.text(position, colour=False)

# Its option: in the library, in records, in the protocol, in the catalogue of the server and on the command line.
from typer.testing import CliRunner
from halma.cli import app
from halma.engine.options import EngineSettings, all_options
from halma.games import OptionError, choose
from halma.play import read_records
from halma.play.records import Record
from halma.rulebook.labels import choice_label, option_label
from halma.rulebook.options import document
from halma.server.transport.endpoints.catalogue import GameQuery
from halma.server.transport.labels import option_views
from halma.words import translator
english = translator("en")
short, far = Position("small"), Position("small", hops="long")
assert short.choice == choose("small", hops="short") != far.choice and short.rules != far.rules
assert far.choice.options["hops"] == "long"
text = Record.of(far).to_text()
assert '[Hops "long"]' in text and next(read_records(text)).choice == far.choice
assert next(read_records(Record.of(far).to_json())).choice == far.choice
settings = EngineSettings()
settings.set("Game", "small")
settings.set("Hops", "long")
assert settings.choice() == far.choice
assert str(all_options()["hops"]) == "option name Hops type combo default auto var auto var short var long"
view = next(view for view in option_views(games()["small"], english) if view.name == "hops")
assert (view.label, view.help, view.default) == ("Hops", "From how far away a piece may hop.", "short")
assert [value.label for value in view.values] == ["from the next square", "from any distance"]
assert view.defaults == {{"schmidt": ["short"]}} and hasattr(GameQuery(), "hops")
assert choice_label(english, far.choice) == "2 players, 15 pieces each · Hops: from any distance"
assert "| `--hops` | `Hops` | From how far away a piece may hop." in document()
for wrong, game in (("far", "small"), ("long", "halma")):
    try:
        choose(game, hops=wrong)
    except OptionError as error:
        assert "--hops takes short, long" in str(error) or "Its options: --edition" in str(error)
    else:
        raise AssertionError("taken: " + game)
def halma(*arguments):
    return CliRunner(env={{"LANGUAGE": "en", "NO_COLOR": "1", "COLUMNS": "150"}}).invoke(app, arguments)
assert "Hops – short: from the next square; long: from any distance (small)" in halma("show", "--help").stdout
assert "--hops long" in halma("show", "small", "--hops", "long").stdout
assert "--hops" in next(line for line in halma("games").stdout.splitlines() if line.strip().startswith("small"))
refused = halma("show", "small", "--hops", "far")
assert refused.exit_code == 2 and refused.stderr == "In small, --hops takes short, long, not “far”.\\n", refused.stderr
print("played")
"""
    played = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert played.stdout == "played\n", played.stderr


def test_the_page_of_all_options_is_current() -> None:
    kept = (ROOT / "docs/options.md").read_text(encoding="utf-8")
    assert kept == options.document(), "python -m halma.rulebook.options > docs/options.md"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        place = document.parent / target
        # Generated pages are there once the site is built, which follows the links to them.
        assert place.exists() or GENERATED in place.resolve().parents, target


def test_pictures_are_what_the_program_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pictures = ROOT / "docs/pictures"
    drawn = runpy.run_path(str(pictures / "make.py"))
    monkeypatch.setitem(drawn["main"].__globals__, "HERE", tmp_path)
    drawn["main"]()
    assert {path.name for path in pictures.glob("*.svg")} == {path.name for path in tmp_path.glob("*.svg")}
    for path in tmp_path.glob("*.svg"):
        assert path.read_bytes() == (pictures / path.name).read_bytes(), f"{path.name}: run docs/pictures/make.py"
