"""The law and its tests: every clause has tests, every citation a clause, and no clause changes behind its tests' back.

`clauses.json` beside this file keeps a digest of each clause. Whoever changes a clause looks at the tests that this
test then lists, and writes the digests anew: python -m tests.rules.test_law
"""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path

import pytest

from halma.rulebook.law import clauses, law_text
from tests.law import rule

TESTS = Path(__file__).parent.parent
DIGESTS = Path(__file__).with_name("clauses.json")


@cache
def citations() -> dict[str, list[str]]:
    """The tests that cite each clause, as file::name; read from the source, so that no test has to be collected."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for clause in cited_by(node):
                    found.setdefault(clause, []).append(f"{file.relative_to(TESTS)}::{node.name}")
    return found


def cited_by(function: ast.FunctionDef) -> list[str]:
    """The clauses that the markers of a test name."""
    return [
        str(ast.literal_eval(argument))
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule"
        for argument in decorator.args
    ]


def digest(text: str) -> str:
    """A short print of a text that line breaks do not change."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12]


def digests() -> dict[str, str]:
    return {clause.number: digest(f"{clause.title}: {clause.text}") for clause in clauses().values()}


def test_every_clause_has_a_test():
    assert [number for number in clauses() if number not in citations()] == []


def test_every_cited_clause_exists():
    unknown = {clause: tests for clause, tests in citations().items() if clause not in clauses()}
    assert unknown == {}


@pytest.mark.parametrize("number", sorted(set(json.loads(DIGESTS.read_text(encoding="utf-8"))) | set(clauses())))
def test_a_clause_changes_only_together_with_its_tests(number: str):
    known = json.loads(DIGESTS.read_text(encoding="utf-8"))
    if digests().get(number) != known.get(number):
        change = "new" if number not in known else "gone" if number not in clauses() else "changed"
        listed = "\n".join(f"  {test}" for test in citations().get(number, ["none"]))
        pytest.fail(f"Clause {number} is {change}. Look at its tests, then run this file as a program:\n{listed}")


def test_every_rule_test_names_its_clause():
    """In this folder every test is one of a rule, except those of this file."""
    silent = [
        f"{file.name}::{node.name}"
        for file in sorted(Path(__file__).parent.rglob("test_*.py"))
        if file != Path(__file__)
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not cited_by(node)
    ]
    assert silent == []


def test_the_marker_carries_the_clauses():
    assert rule("2.11", "2.12").args == ("2.11", "2.12")


def test_the_numbers_stand_in_order_and_none_is_used_twice():
    """A number that is given away twice would hide a clause."""
    numbers = [tuple(int(part) for part in number.split(".")) for number in clauses()]
    assert numbers == sorted(numbers)
    for number in clauses():
        assert law_text().count(f"**{number} ") + law_text().count(f"**{number}**") <= 1


def main() -> None:
    DIGESTS.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
