"""The build backend: scikit-build-core, and what becomes of a wheel in which nothing is compiled.

Where no compiler is, or nothing compiles, a build from the repository succeeds all the same. A wheel of Python only
that carries the tag of one machine and one Python would be taken for a compiled one; it gets the tag py3-none-any.

A build from a source distribution fails then, unless HALMA_PYTHON_ONLY is set: installers keep the wheels they build
from one, show nothing of a build that succeeds, and would use the slow wheel again when there is a compiler. They do
not keep what they build from a folder.
"""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scikit_build_core import build as backend
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, Any]

PYTHON_ONLY = "HALMA_PYTHON_ONLY"
# Only a source distribution has it.
UNPACKED = Path("PKG-INFO")
REFUSAL = f"""
halma: nothing could be compiled; the reason is above. Install a C++20 compiler and Python's header files (on Debian:
apt-get install g++ python3-dev) and try again. Or install halma without its compiled parts, which is slower:

    {PYTHON_ONLY}=1 pip install --no-cache-dir halma
"""


def build_wheel(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    return _tagged(backend.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    return _tagged(backend.build_editable, wheel_directory, config_settings, metadata_directory)


def _tagged(build: Callable[..., str], folder: str, settings: Settings | None, metadata: str | None) -> str:
    if not os.environ.get(PYTHON_ONLY):
        name = build(folder, settings, metadata)
        wheel = Path(folder, name)
        with zipfile.ZipFile(wheel) as archive:
            if any(Path(file).suffix in (".so", ".pyd") for file in archive.namelist()):
                return name
        wheel.unlink()
        if UNPACKED.exists():
            print(REFUSAL, file=sys.stderr, flush=True)
            sys.exit(1)
    # The metadata that was prepared before names the other tag, and is not compared.
    return build(folder, {**(settings or {}), "wheel.cmake": "false"}, None)
