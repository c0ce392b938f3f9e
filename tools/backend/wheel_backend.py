"""The build backend: scikit-build-core, but that a wheel in which nothing is compiled says so by its tag.

Where no compiler is, or nothing compiles, the build succeeds all the same. A wheel of Python only that carries the tag
of one machine and one Python would be taken for a compiled one; it gets the tag py3-none-any instead.
"""

from __future__ import annotations

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


def build_wheel(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    return _tagged(backend.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    return _tagged(backend.build_editable, wheel_directory, config_settings, metadata_directory)


def _tagged(build: Callable[..., str], folder: str, settings: Settings | None, metadata: str | None) -> str:
    name = build(folder, settings, metadata)
    wheel = Path(folder, name)
    with zipfile.ZipFile(wheel) as archive:
        if any(Path(file).suffix in (".so", ".pyd") for file in archive.namelist()):
            return name
    wheel.unlink()
    # The metadata that was prepared before names the other tag, and is not compared.
    return build(folder, {**(settings or {}), "wheel.cmake": "false"}, None)
