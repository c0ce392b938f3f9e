"""What the library offers: listed once in each package, described, in the reference, and all that examples use."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path

import pytest
from docs._ext.public_names import PublicName, public_names, public_packages

ROOT = Path(__file__).parent.parent
PACKAGES = public_packages()
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def own_names(package: str) -> list[PublicName]:
    return [name for name in public_names(package) if name.home == package]


def test_the_packages_of_the_reference() -> None:
    assert {"halma", "halma.boards", "halma.engine", "halma.play", "halma.rules", "halma.words"} <= set(PACKAGES)
    assert not {"halma.cli", "halma.server", "halma.web"} & set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_lists_its_names_once(package: str) -> None:
    module = import_module(package)
    listed = module.__all__
    assert listed and len(set(listed)) == len(listed)
    assert not [name for name in listed if name.startswith("_")]
    assert not [name for name in listed if not hasattr(module, name)]
    assert set(listed) <= set(dir(module)), "dir() does not show them all"
    assert inspect.cleandoc(module.__doc__ or "")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_described(package: str) -> None:
    bare = [
        name.name
        for name in own_names(package)
        # A dataclass without a docstring is given its signature.
        if not name.documentation or name.documentation.startswith(f"{name.name}(")
    ]
    assert not bare, "a docstring, or `#:` above a constant"


def undescribed_members(owner: type) -> Iterator[str]:
    for name, member in vars(owner).items():
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        function = function.func if isinstance(function, cached_property) else function
        if name.startswith("_") or not inspect.isroutine(function) or function.__name__ == "<lambda>":
            continue
        if not inspect.getdoc(getattr(owner, name)) and not inspect.getdoc(function):
            yield f"{owner.__name__}.{name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_method_and_property_is_described(package: str) -> None:
    owners = [name.value for name in own_names(package) if isinstance(name.value, type)]
    assert not [bare for owner in owners for bare in undescribed_members(owner)]


def imported_names(source: str) -> Iterator[tuple[str, str | None]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "halma":
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names if alias.name.split(".")[0] == "halma")


def is_public(module: str, name: str | None) -> bool:
    if name is None:
        return module in PACKAGES
    return module in PACKAGES and (name in import_module(module).__all__ or f"{module}.{name}" in PACKAGES)


def python_of(page: Path) -> Iterator[str]:
    """The Python of a page: whole blocks, and what follows the prompts."""
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        prompted = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block, re.MULTILINE)
        yield "\n".join(prompted) if ">>>" in block else block


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_of_pages_import_only_public_names(page: Path) -> None:
    used = [found for source in python_of(page) for found in imported_names(source)]
    assert not [found for found in used if not is_public(*found)]


def test_examples_of_docstrings_import_only_public_names() -> None:
    for path in (ROOT / "src/halma").rglob("*.py"):
        prompted = re.findall(r"^\s*>>> ((?:from|import) .*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        for found in imported_names("\n".join(prompted)):
            assert is_public(*found), (path, found)
