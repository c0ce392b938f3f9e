"""What the library offers to others: the packages below `halma` and the names in their `__all__`."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer

import halma

# Programs, which are used through the command, the page and requests; and what only they need.
APPLICATIONS = ("__main__", "cli", "extras", "server", "web")


@dataclass(frozen=True)
class PublicName:
    """A name in the `__all__` of a package, and what the reference says about it."""

    package: str
    name: str
    value: object
    # The public package in which the reference describes it; another one where this package only passes it on.
    home: str
    # The documentation of a constant or type; classes and functions have theirs in `__doc__`.
    comment: str = ""

    @property
    def group(self) -> str:
        """The heading under which the reference has it."""
        if inspect.ismodule(self.value):
            return "Packages"
        if isinstance(self.value, type):
            return "Exceptions" if issubclass(self.value, BaseException) else "Classes"
        return "Functions" if inspect.isroutine(self.value) else "Constants and types"

    @property
    def documentation(self) -> str:
        """What is said about it, without the margin."""
        described = self.group != "Constants and types"
        return inspect.cleandoc((self.value.__doc__ if described else self.comment) or "")

    @property
    def summary(self) -> str:
        """The first sentence."""
        paragraph = " ".join(self.documentation.split("\n\n")[0].split())
        end = paragraph.find(". ")
        return paragraph if end < 0 else paragraph[: end + 1]


@cache
def public_packages() -> tuple[str, ...]:
    """The packages others may import from, `halma` itself first."""
    below = (found.name for found in pkgutil.iter_modules(halma.__path__))
    return ("halma", *(f"halma.{name}" for name in below if name not in APPLICATIONS and not name.startswith("_")))


@cache
def public_names(package: str) -> tuple[PublicName, ...]:
    """The names of a package in the order in which it lists them."""
    module = import_module(package)
    return tuple(_public_name(module, name) for name in getattr(module, "__all__", ()))


def _public_name(module: ModuleType, name: str) -> PublicName:
    value = getattr(module, name)
    if inspect.ismodule(value):
        return PublicName(module.__name__, name, value, module.__name__)
    defined_in = getattr(value, "__module__", None) if isinstance(value, type) or inspect.isroutine(value) else None
    defined_in = defined_in or _imported_from(module, name)
    home = ".".join(defined_in.split(".")[:2])
    if home not in public_packages() or name not in getattr(import_module(home), "__all__", ()):
        home = module.__name__
    return PublicName(module.__name__, name, value, home, _comment(defined_in, name))


def _imported_from(module: ModuleType, name: str) -> str:
    """The module that a package has a constant from, followed to where it is assigned."""
    for node in ast.walk(_tree(module.__name__)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("halma"):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return _imported_from(import_module(node.module), alias.name)
    return module.__name__


@cache
def _tree(module: str) -> ast.Module:
    file = import_module(module).__file__
    return ast.parse(Path(file).read_text(encoding="utf-8") if file else "")


def _comment(module: str, name: str) -> str:
    """The `#:` comment above an assignment, or the string below it."""
    try:
        analyzer = ModuleAnalyzer.for_module(module)
        analyzer.analyze()
    except PycodeError:
        return ""
    return "\n".join(analyzer.attr_docs.get(("", name), ()))
