"""XML in a few lines: elements as text, numbers as short as they can be."""

from __future__ import annotations

Value = str | float | None
# The modules of the standard library for this load half of the network with them.
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
ATTRIBUTE_ESCAPES = ESCAPES | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def number(value: float) -> str:
    """A length with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}"


def element(name: str, *children: str, **attributes: Value) -> str:
    """An element. Underscores in names of attributes become hyphens; one at the end is dropped (`class_`)."""
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(children)
    return f"<{name}{listed}>{content}</{name}>" if content else f"<{name}{listed}/>"


def _attribute(value: str) -> str:
    return value.translate(ATTRIBUTE_ESCAPES)


def title(text: str) -> str:
    """What a screen reader says of the element around it, and what a pointer shows."""
    return f"<title>{text.translate(ESCAPES)}</title>"


def polyline(points: list[tuple[float, float]], *, closed: bool = False) -> str:
    """The data of a path along some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")
