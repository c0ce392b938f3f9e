"""The package: frameworks are loaded when they are asked for, examples run, and what is missing is named."""

import doctest
import importlib
import subprocess
import sys

import pytest

import halma.envs


def run(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()


def test_no_framework_is_loaded_before_it_is_asked_for() -> None:
    script = """
import sys
import halma.envs
print(sorted({"gymnasium", "numpy", "pettingzoo", "pyspiel"} & set(sys.modules)))
halma.envs.HalmaSolo
print(sorted({"pettingzoo", "pyspiel"} & set(sys.modules)))
"""
    assert run(script).splitlines() == ["[]", "[]"]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("numpy", "HalmaAEC"),
        ("pettingzoo", "HalmaAEC"),
        ("gymnasium", "HalmaSolo"),
        ("pyspiel", "HalmaGame"),
        ("gymnasium", "register_gymnasium()"),
        ("pyspiel", "register_openspiel()"),
    ],
)
def test_what_is_missing_is_named_with_its_extra(module: str, name: str) -> None:
    script = f"""
import sys
sys.modules[{module!r}] = None
import halma.envs
try:
    halma.envs.{name}
except ImportError as error:
    print(type(error).__name__, error)
"""
    assert run(script) == (
        f"MissingExtraError This needs the package “{module}”, which is not installed. "
        'Install it with: pip install "halma[envs]"'
    )


def test_gymnasium_finds_the_games_by_the_name_of_the_module() -> None:
    script = 'import gymnasium; print(gymnasium.make("halma.envs.solo:halma/Solitaire-v2").spec.id)'
    assert run(script) == "halma/Solitaire-v2"


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match=r"module 'halma\.envs' has no attribute 'HalmaParallel'"):
        halma.envs.HalmaParallel  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("module", ["", ".aec", ".common", ".openspiel", ".solo"])
def test_examples_in_docstrings(module: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(f"halma.envs{module}"))
    assert not failed
