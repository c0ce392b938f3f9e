"""Each package of halma imports only what the extra brings that it is for, and every extra brings what it says."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import pairwise
from pathlib import Path

import pytest

from halma.extras import EXTRAS, modules_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "halma"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED: dict[str, list[str]] = PROJECT["optional-dependencies"]
# Whose modules a package or one of its files may import. All others are the core.
ALLOWED = {
    "server/hub/redis.py": ("scale",),
    "server/storage/postgres.py": ("scale",),
    "server/tracing.py": ("tracing",),
    "batch": ("envs",),
    "cli": ("cli",),
    "data": ("data",),
    "draw/picture.py": ("png",),
    "draw/terminal.py": ("cli",),
    "engine/standings.py": ("match",),
    "envs": ("envs",),
    "cluster/on_ray.py": ("cluster",),
    "engine/learn": ("learn",),
    "rulebook/booklet.py": ("rulebook",),
    "rulebook/reading.py": ("rulebook",),
    "rulebook/terminal.py": ("cli",),
    "server": ("server",),
}

# What a package that is imported takes where it is installed: uvicorn its loop.
TAKEN_BY_OTHERS = {"uvloop"}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(extra: str) -> set[str]:
    """The distributions that pyproject.toml lists for an extra, those of the extras it includes left out."""
    names = (re.match(r"[\w.-]+", requirement) for requirement in DECLARED[extra])
    return {canonical(name[0]) for name in names if name} - {"halma"}


def included(extra: str) -> set[str]:
    """The extras of our own that an extra includes."""
    inner = (re.fullmatch(r"halma\[([\w,-]+)\]", requirement) for requirement in DECLARED[extra])
    return {name for found in inner if found for name in found[1].split(",")}


def third_party_imports(file: Path) -> set[str]:
    """The top-level modules of others that a file imports anywhere, also those only types come from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"halma"}


def allowed_in(path: str) -> set[str]:
    extras = {
        extra for place, names in ALLOWED.items() if path == place or path.startswith(place + "/") for extra in names
    }
    return set[str]().union(*(modules_of(extra) for extra in extras))


def test_the_core_depends_on_nothing():
    assert PROJECT["dependencies"] == []


def test_every_file_imports_only_what_its_extra_brings():
    strangers = {
        path: third_party_imports(file) - allowed_in(path)
        for file in PACKAGE.rglob("*.py")
        for path in [file.relative_to(PACKAGE).as_posix()]
    }
    assert {path: names for path, names in strangers.items() if names} == {}


def test_what_is_listed_here_is_there_and_needed():
    later = {"batch", "data", "envs"}
    assert {place for place in ALLOWED if not (PACKAGE / place).exists()} <= later


# What the tests do without; `make test-learn` installs it.
TOO_LARGE = {"torch"}


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_brings_the_modules_it_is_said_to_bring(extra: str):
    origins = packages_distributions()
    modules = EXTRAS[extra].modules
    assert {module for module in modules if module not in origins} <= TOO_LARGE, "not installed here"
    modules = [module for module in modules if module in origins]
    for module in modules:
        assert {canonical(name) for name in origins[module]} & distributions(extra), module
    brought = {canonical(name) for module in modules for name in origins[module]}
    assert distributions(extra) <= brought | TAKEN_BY_OTHERS | TOO_LARGE, "pyproject.toml lists what nothing imports"
    assert set(EXTRAS[extra].includes) == included(extra)


def test_all_brings_what_make_play_needs():
    assert included("all") == {"cli", "match", "png", "rulebook", "server"}
    assert distributions("all") == set()


def pins(file: str) -> dict[str, str]:
    """The versions in a file of requirements, by name; what depends on the system or follows the version is let go."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    found = [line.split() for line in lines if "==" in line and not line.startswith(("#", " "))]
    return {canonical(name): version for name, _, version in (words[0].partition("==") for words in found)}


def test_everything_a_server_installs_is_the_tested_version_and_known_by_its_hash():
    installed, tested = pins("deploy/requirements.txt"), pins("constraints.txt")
    wanted = {name for extra in ("server", "cli", "png", "scale", "tracing") for name in distributions(extra)}
    assert wanted - installed.keys() == set(), "deploy/requirements.txt lacks these: make constraints"
    other = {name: version for name, version in installed.items() if tested.get(name, version) != version}
    assert other == {}, "deploy/requirements.txt has other versions than constraints.txt: make constraints"
    lines = (ROOT / "deploy" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    after = [following.strip() for line, following in pairwise(lines) if "==" in line and not line.startswith("#")]
    assert len(after) == len(installed) and all(line.startswith("--hash=sha256:") for line in after)


def test_everything_that_is_tested_is_pinned():
    names = pins("constraints.txt").keys()
    # PyTorch is large, and nothing of ours imports it: the tests do without.
    wanted = {name for extra in DECLARED if extra != "learn" for name in distributions(extra)}
    assert wanted - names == set(), "constraints.txt does not pin these"
