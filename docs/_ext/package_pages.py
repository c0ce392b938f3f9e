"""Writes a page of the reference for each public package, from its `__all__` and its docstrings."""

from __future__ import annotations

from collections.abc import Iterator

from public_names import PublicName, public_names, public_packages

GROUPS = ("Classes", "Functions", "Exceptions", "Constants and types")
LONGEST_VALUE = 60


def pages() -> Iterator[tuple[str, str]]:
    """The name and the reStructuredText of each page."""
    for package in public_packages():
        yield package, _page(package)


def _page(package: str) -> str:
    names = public_names(package)
    parts = [
        f"{package}\n{'=' * len(package)}\n",
        f".. automodule:: {package}\n   :no-members:\n",
        *_contents(names),
    ]
    own = [name for name in names if name.home == package]
    for group in GROUPS:
        members = sorted((name for name in own if name.group == group), key=lambda found: found.name.lower())
        if members:
            parts += [f"{group}\n{'-' * len(group)}\n", *(_description(member) for member in members)]
    return "\n".join(parts)


def _contents(names: tuple[PublicName, ...]) -> Iterator[str]:
    if not names:
        return
    yield ".. list-table::\n   :widths: auto\n   :class: names\n"
    for group in ("Packages", *GROUPS):
        for name in sorted((name for name in names if name.group == group), key=lambda found: found.name.lower()):
            link = (
                f":py:mod:`{name.home}.{name.name}`" if group == "Packages" else f":py:obj:`~{name.home}.{name.name}`"
            )
            yield f"   * - {link}\n     - {name.summary}"
    yield ""


def _description(member: PublicName) -> str:
    if member.group == "Functions":
        return f".. autofunction:: {member.package}.{member.name}\n"
    if member.group == "Exceptions":
        return f".. autoexception:: {member.package}.{member.name}\n   :members:\n   :show-inheritance:\n"
    if member.group == "Classes":
        return f".. autoclass:: {member.package}.{member.name}\n   :members:\n   :undoc-members:\n"
    value = repr(member.value)
    shown = f"   :value: {value}\n" if len(value) <= LONGEST_VALUE and not value.startswith("<") else ""
    text = "\n".join(f"   {line}".rstrip() for line in member.documentation.splitlines())
    return f".. py:data:: {member.name}\n   :module: {member.package}\n{shown}\n{text}\n"
