"""The core needs nothing but the standard library, loads only what it uses, and says which extra brings the rest."""

import sys
from pathlib import Path

import pytest

from halma.extras import EXTRAS, MissingExtraError, modules_of, requires_extra
from halma.kernel import fast
from halma.messages import HalmaError
from halma.words import LANGUAGES, translator
from tests.packaging.blocking import COMMAND, python_without

FEATURES = Path(__file__).with_name("core_features.py")
# Parts of the standard library that take long to load and that nothing in the core needs for a position.
HEAVY = ("asyncio", "concurrent", "ctypes", "email", "http", "logging", "multiprocessing", "socket", "sqlite3", "ssl")
HEAVY += ("subprocess", "tempfile", "threading", "tomllib", "unittest", "xml", "zipfile")


def loaded_by(code: str) -> set[str]:
    """The top-level modules that some code loads in a fresh interpreter without site packages."""
    listing = f"import sys; before = set(sys.modules); {code}; print(*(set(sys.modules) - before))"
    ended = python_without((), listing)
    assert ended.returncode == 0, ended.stderr
    return {name.partition(".")[0] for name in ended.stdout.split()} | {
        name for name in ended.stdout.split() if name.startswith("halma.")
    }


@pytest.mark.skipif(not fast.available, reason="nothing was compiled")
def test_the_core_works_without_any_package_of_others():
    ended = python_without((), f"sys.argv = ['', 'compiled']; exec(open({str(FEATURES)!r}).read())")
    assert (ended.stdout, ended.stderr) == ("all of the core works\n", "")


def test_importing_halma_loads_nothing_but_itself():
    loaded = loaded_by("import halma")
    assert {name for name in loaded if name.startswith("halma")} == {"halma"}
    # An editable install finds the package with importlib.
    assert loaded <= {"halma", "__future__", "importlib", *loaded_by("import typing")}


def test_a_position_loads_neither_packages_of_others_nor_what_it_does_not_use():
    loaded = loaded_by('import halma; halma.Position("halma").push("c3-e3")')
    assert {name for name in loaded if name not in sys.stdlib_module_names} - {
        name for name in loaded if name.startswith("halma")
    } == set()
    assert loaded & set(HEAVY) == set()
    unused = ("cli", "draw", "engine", "puzzles", "rulebook", "server", "web", "words")
    assert loaded & {f"halma.{package}" for package in unused} == set()


def test_a_position_still_draws_itself_in_a_notebook():
    ended = python_without((), 'import halma; print(halma.Position("halma")._repr_svg_()[:4])')
    assert ended.stdout == "<svg\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_without_its_libraries_says_what_to_install(language: str):
    ended = python_without((), COMMAND, "games", f"--lang={language}")
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.endswith('pip install "halma[cli]"')
    english = (
        'This needs the package “{package}”, which is not installed. Install it with: pip install "halma[{extra}]"'
    )
    missing = line.split("halma[")[0]
    assert missing == translator(language).text(english, package="typer", extra="cli").split("halma[")[0]


def test_the_command_without_its_libraries_still_tells_its_version():
    ended = python_without((), COMMAND, "--version", "--lang", "de")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("halma 0.") and len(ended.stdout.splitlines()) > 3


def test_an_engine_needs_no_libraries():
    ended = python_without((), COMMAND, "engine", typed="uci\nposition start\ngo nodes 50\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "uciok" in ended.stdout.splitlines()
    assert ended.stdout.splitlines()[-1].startswith("bestmove ")


def test_a_language_that_is_not_there_does_not_hide_what_is_missing():
    ended = python_without((), COMMAND, "games", "--lang", "xx")
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[0].endswith('pip install "halma[cli]"')


@pytest.mark.parametrize(
    ("blocked", "command", "extra"),
    [
        ("starlette", "serve", "server"),
        ("msgspec", "play", "server"),
        ("sqlalchemy", "serve --port 1", "server"),
        ("resvg_py", "show halma --png {folder}/x.png", "png"),
        ("typst", "rules halma --pdf {folder}/x.pdf", "rulebook"),
        ("openskill", "match random random --games 1", "match"),
        ("pyarrow", "match random random --games 1 --parquet {folder}/x.parquet", "data"),
        ("matplotlib", "match random random --games 1 --plot {folder}/x.svg", "data"),
    ],
)
def test_a_command_whose_part_is_missing_says_which_extra_to_install(
    blocked: str, command: str, extra: str, tmp_path: Path
):
    ended = python_without((blocked,), COMMAND, *command.format(folder=tmp_path).split())
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f'This needs the package “{blocked}”, which is not installed. Install it with: pip install "halma[{extra}]"\n'
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["rules law", "show halma", "par"])
def test_the_command_line_extra_is_enough_for_the_rest(command: str):
    others = frozenset().union(*map(modules_of, EXTRAS)) - modules_of("cli")
    ended = python_without(others, COMMAND, *command.split())
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout


def test_a_module_of_another_extra_is_not_explained_away():
    with pytest.raises(ModuleNotFoundError, match="no_such_module") as other, requires_extra("png"):
        import no_such_module  # noqa: F401, PLC0415 # pyright: ignore[reportMissingImports]
    assert not isinstance(other.value, HalmaError)
    with pytest.raises(ModuleNotFoundError), requires_extra("match"):
        raise ModuleNotFoundError("No module named 'rich'", name="rich")


def test_what_is_missing_is_both_an_import_error_and_a_message():
    with pytest.raises(MissingExtraError) as missing, requires_extra("png"):
        raise ModuleNotFoundError("No module named 'resvg_py.x'", name="resvg_py.x")
    assert isinstance(missing.value, ImportError)
    assert missing.value.data == {"package": "resvg_py", "extra": "png"}


def test_an_extra_that_does_not_exist_is_a_mistake():
    with pytest.raises(KeyError), requires_extra("everything"):
        pass
