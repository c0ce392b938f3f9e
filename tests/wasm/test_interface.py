"""The C interface gives the answers that Python gets, built natively and as WebAssembly.

The native build needs a C++ compiler. `make wasm`, which `make test` begins with, builds for WebAssembly with zig's
compiler; without that build its tests are skipped.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from halma.engine.levels import Level
from halma.games import choose
from halma.kernel import fast
from tests.nodejs import node
from tests.variants import all_choices

COMPILED = fast.available and find_spec("halma.engine._native") is not None
if COMPILED:
    from tests.wasm.script import Script

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/halma/wasm/interface.cpp"
BUILT = ROOT / "src/halma/wasm/halma.wasm"
COMPILER = os.environ.get("CXX", "c++")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not COMPILED, reason=f"kernel or engine is not built: {fast.reason}"),
]


@cache
def walks() -> Script:
    script = Script()
    for choice in all_choices():
        script.walk(choice, 12)
    return script


@cache
def games_of_the_engine() -> Script:
    script = Script()
    for name in ("halma", "star", "solitaire", "dice", "tippy", "cat-and-mouse"):
        script.game(choose(name), nodes=3000, turns=6)
    script.game(
        choose("halma"),
        nodes=400,
        turns=6,
        weakness=Level(nodes=400, blindness=80, sight=3, noise=60, neglect=100, habit=20, planned=1).weakness,
    )
    return script


# ---- native ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if shutil.which(COMPILER) is None:
        pytest.skip(f"there is no C++ compiler ({COMPILER})")
    target = tmp_path_factory.mktemp("interface") / "halma.so"
    source = ROOT / "src/halma"
    command = [COMPILER, "-std=c++20", "-O2", "-shared", "-fPIC", "-pthread", "-Wall", "-Wextra", "-Wshadow"]
    command += ["-Wconversion", "-Werror", f"-I{source}/kernel/fast/include", f"-I{source}/engine/native"]
    command += [str(path) for path in (SOURCE, *sorted(source.glob("engine/native/[es]*/*.cpp")))]
    done = subprocess.run([*command, "-o", target], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    found = ctypes.CDLL(str(target))
    found.halma_message.restype = ctypes.c_char_p
    found.halma_hash.restype = ctypes.c_uint64
    for name in ("halma_numbers", "halma_rules", "halma_start", "halma_resume", "halma_copy"):
        getattr(found, name).restype = ctypes.c_void_p
    return found


class Player:
    """Plays scripts on the native build."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self.rules: list[ctypes.c_void_p] = []
        self.state: ctypes.c_void_p | None = None

    def give(self, numbers: list[int]) -> int:
        self.place(len(numbers))[:] = numbers
        return len(numbers)

    def place(self, count: int) -> ctypes.Array[ctypes.c_int32]:
        return (ctypes.c_int32 * count).from_address(self.library.halma_numbers(count))

    def take(self, count: int) -> list[int] | int:
        return count if count < 0 else self.place(count)[:]

    def begin(self, script: Script) -> None:
        for numbers in script.rules:
            made = self.library.halma_rules(self.give(numbers))
            assert made, self.library.halma_message()
            self.rules.append(ctypes.c_void_p(made))

    def call(self, name: str, given: list[int] | None, more: list[int], expected: Any) -> Any:
        library = self.library
        if name in ("start", "resume"):
            if self.state is not None:
                library.halma_free_state(self.state)
            made = (
                library.halma_start(self.rules[more[0]], more[1])
                if given is None
                else library.halma_resume(self.rules[more[0]], self.give(given))
            )
            self.state = ctypes.c_void_p(made)
            return 0 if made else -1
        if name == "think":
            assert given is not None
            self.give(given)
            nodes, seed, *rest = more
            return self.take(library.halma_think(self.state, ctypes.c_uint64(nodes), ctypes.c_uint64(seed), *rest))
        given_count = () if given is None else (self.give(given),)
        answer = getattr(library, f"halma_{name}")(self.state, *given_count, *more)
        if name == "hash":
            return str(answer)
        return self.take(answer) if isinstance(expected, list) else answer


def play(library: ctypes.CDLL, script: Script) -> None:
    player = Player(library)
    player.begin(script)
    for number, (name, given, more, expected) in enumerate(script.calls):
        assert player.call(name, given, more, expected) == expected, (number, name, given, more)


def test_the_native_build_answers_alike_in_every_variant(library: ctypes.CDLL) -> None:
    play(library, walks())


def test_the_native_build_thinks_alike(library: ctypes.CDLL) -> None:
    play(library, games_of_the_engine())


def test_what_cannot_be_is_refused_with_a_reason(library: ctypes.CDLL) -> None:
    player = Player(library)
    assert not library.halma_rules(player.give([1, 2, 3]))
    assert b"compiled rules" in library.halma_message()
    script = Script()
    script.walk(choose("halma"), 0)
    player.begin(script)
    player.call("start", None, [0, 0], 0)
    for name, given, more, why in (
        ("push", None, [40], b"legal"),
        ("push", None, [-1], b"legal"),
        ("path", None, [99], b"legal"),
        ("undo", None, [], b"take back"),
        ("roll", [3], [], b"dice"),
        ("refusal", [1, 2], [], b"missing"),
        ("refusal", [99, 0, 0, 0], [], b"kind"),
        ("refusal", [0, -1, 0, 0], [], b"cell"),
        ("matching", [0, 0, 999, 0], [], b"target"),
        ("way", [0, 999], [], b"board"),
        ("captured", [-5, 0], [], b"board"),
        ("think", [0, 0, 0], [0, 1, 0, 1, 0], b"limit"),
    ):
        assert player.call(name, given, more, 0) == -1, name
        assert why in library.halma_message(), (name, library.halma_message())
    assert not library.halma_resume(player.rules[0], player.give([0] * 300))
    assert not library.halma_start(player.rules[0], 7)


# ---- WebAssembly ----------------------------------------------------------------------------------------


def play_in_node(script: Script, folder: Path) -> dict[str, Any]:
    if not BUILT.is_file():
        pytest.skip("kernel and engine are not built for WebAssembly: run make wasm")
    program = node()
    if program is None:
        pytest.skip("there is no Node.js")
    path = folder / "script.json"
    path.write_text(json.dumps({"rules": script.rules, "calls": script.calls}), encoding="ascii")
    command = [program, Path(__file__).parent / "play.mjs", BUILT, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


def test_the_browser_build_answers_alike_in_every_variant(tmp_path: Path) -> None:
    script = walks()
    told = play_in_node(script, tmp_path)
    assert told["differences"] == [] and told["calls"] == len(script.calls)


def test_the_browser_build_thinks_alike(tmp_path: Path) -> None:
    script = games_of_the_engine()
    told = play_in_node(script, tmp_path)
    assert told["differences"] == [] and told["calls"] == len(script.calls)
