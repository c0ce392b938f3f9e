"""The examples in the documentation of halma.batch are run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import halma.batch

MODULES = ["halma.batch", *(f"halma.batch.{module.name}" for module in pkgutil.iter_modules(halma.batch.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("_native")])
def test_examples_in_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


def test_examples_of_the_page() -> None:
    page = Path(__file__).parents[2] / "docs/learning.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 8 and not failed
