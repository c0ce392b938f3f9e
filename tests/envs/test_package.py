"""The package: frameworks are loaded when they are asked for, examples run, and what is missing is named."""

import copy
import doctest
import importlib
import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest

import halma.envs
from halma.batch import compiled


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


def test_environments_are_played_without_the_compiled_part(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = walk()
    monkeypatch.setattr(compiled, "_native", None)
    assert not compiled.available()
    assert walk() == with_it


def walk() -> list[bytes]:
    """What an agent sees and may play in some turns of a game."""
    env, found = halma.envs.HalmaAEC("star-rakado", players=3), list[bytes]()
    env.reset(seed=3)
    for number in range(30):
        seen = env.last()[0]
        assert seen is not None
        found += [seen["observation"].tobytes(), seen["action_mask"].tobytes()]
        legal = seen["action_mask"].nonzero()[0]
        env.step(int(legal[number % len(legal)]))
    return found


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "store"])
def test_environments_are_copied_and_stored(copied: Callable[[halma.envs.HalmaAEC], halma.envs.HalmaAEC]) -> None:
    env = halma.envs.HalmaAEC("dice")
    env.reset(seed=1)
    twin = copied(env)
    for number in range(30):
        seen, other = env.last()[0], twin.last()[0]
        assert seen is not None and other is not None
        assert all((seen[name] == other[name]).all() for name in seen)
        action = int(seen["action_mask"].argmax())
        env.step(action)
        twin.step(action)
        if number == 10:
            twin = copied(twin)
