"""One name means one thing: in the code, and in the glossary's words of the code."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/halma"
GLOSSARY = ROOT / "docs/glossary.md"
# The interface of a kernel and the kernels that have it.
SHARED = {"State"}


def classes() -> dict[str, list[Path]]:
    """The public classes of all modules, each with where it is defined."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(SOURCE))
    return found


@cache
def defined() -> frozenset[str]:
    """Every name that Python, C++ or JavaScript define in their outermost scope."""
    names: set[str] = set()
    for suffix, pattern in (
        ("py", r"^(?:class|def|async def) (\w+)|^(\w+)(?:: [^=]+)? = "),
        ("hpp", r"^(?:class|struct|enum class) (\w+)"),
        ("js", r"^export (?:class|function|const) (\w+)"),
    ):
        for path in SOURCE.rglob(f"*.{suffix}"):
            for found in re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE):
                names |= {found} if isinstance(found, str) else set(found)
    return frozenset(names)


def words_of_the_code() -> list[list[str]]:
    """The rows of the glossary's third table: word, names, meaning."""
    part = GLOSSARY.read_text(encoding="utf-8").split("\n## Words of the code\n")[1]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines[2:]]


def test_no_two_classes_have_the_same_name():
    assert {name: paths for name, paths in classes().items() if len(paths) > 1 and name not in SHARED} == {}


def test_every_name_of_the_glossary_is_in_the_code():
    rows = words_of_the_code()
    assert len(rows) > 30
    for word, names, meaning in rows:
        assert meaning and re.findall(r"`(\w+)`", names), word
        assert set(re.findall(r"`(\w+)`", names)) <= defined(), word


def test_the_glossary_has_every_word_and_name_once():
    rows = words_of_the_code()
    words = [row[0] for row in rows]
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row[1])]
    assert len(set(words)) == len(words) and len(set(names)) == len(names)
