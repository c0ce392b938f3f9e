"""The Sphinx extension of the reference: it writes the generated pages and finds what their names refer to."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import command_pages
import package_pages
import server_pages
from docutils import nodes
from public_names import public_names, public_packages
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def write_pages(app: Sphinx) -> None:
    """Write the generated pages below `reference/generated`, and delete those of packages that are gone."""
    source = Path(app.srcdir)
    folder = source / "reference" / "generated"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {f"{name}.rst": text for name, text in package_pages.pages()}
    wanted["commands.md"] = command_pages.page()
    wanted["requests.md"] = server_pages.page(source / "openapi.json")
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        # An unchanged file keeps its time, so that its page is not built again.
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


@cache
def _public_places() -> dict[str, str]:
    """Where a class or function is public, by where it is defined; and by its bare name, where only one has it."""
    places: dict[str, str] = {}
    bare: dict[str, set[str]] = {}
    for package in public_packages():
        for found in public_names(package):
            place = f"{found.home}.{found.name}"
            bare.setdefault(found.name, set()).add(place)
            places[f"{package}.{found.name}"] = place
            if isinstance(found.value, type) or callable(found.value):
                places[f"{found.value.__module__}.{getattr(found.value, '__qualname__', found.name)}"] = place
    return {name: next(iter(found)) for name, found in bare.items() if len(found) == 1} | places


def leave_built_ins(app: Sphinx, document: nodes.document) -> None:
    """Take the links off `bytes` and its like, for which Sphinx would look among the members of our classes."""
    for node in list(document.findall(pending_xref)):
        if node.get("reftype") == "class" and node["reftarget"] in vars(builtins):
            node.replace_self(nodes.Text(node["reftarget"]))


def find_public_name(
    app: Sphinx, environment: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """Lead from where something is defined, or from its bare name, to where it is public."""
    if node["refdomain"] != "py":
        return None
    if isinstance(_object_at(node["reftarget"]), TypeVar):
        # It stands for any type, so there is nothing to lead to.
        return content
    place = _public_places().get(node["reftarget"])
    if place is None or place == node["reftarget"]:
        return None
    domain = environment.domains.python_domain
    return domain.resolve_xref(environment, node["refdoc"], app.builder, "obj", place, node, content)


def _object_at(address: str) -> object:
    module, _, name = address.rpartition(".")
    try:
        return getattr(import_module(module), name, None) if module.startswith("halma") else None
    except ImportError:
        return None


def convert_tables(app: Sphinx, what: str, name: str, value: object, options: Any, lines: list[str]) -> None:
    """Turn the Markdown tables of a docstring into those of reStructuredText."""
    found: list[str] = []
    table: list[str] = []
    for line in (*lines, ""):
        if line.strip().startswith("|"):
            table.append(line)
            continue
        if len(table) > 2 and set(table[1].strip()) <= set("|-: "):
            found += _list_table(table)
        else:
            found += table
        table = []
        found.append(line)
    lines[:] = found


def _list_table(table: list[str]) -> Iterator[str]:
    margin = " " * (len(table[0]) - len(table[0].lstrip()))
    heads, _, *rows = ([cell.strip() for cell in row.strip().strip("|").split("|")] for row in table)
    yield ""
    yield f"{margin}.. list-table::"
    if any(heads):
        yield f"{margin}   :header-rows: 1"
    yield ""
    for row in ([heads] if any(heads) else []) + rows:
        for number, cell in enumerate(row):
            yield f"{margin}   {'  -' if number else '* -'} {cell}".rstrip()
    yield ""


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", write_pages)
    app.connect("doctree-read", leave_built_ins)
    app.connect("missing-reference", find_public_name)
    app.connect("autodoc-process-docstring", convert_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
