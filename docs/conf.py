"""How Sphinx builds the documentation: `make docs`."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

project = "Halma"
author = "The Halma authors"
copyright = "The Halma authors"  # noqa: A001 - the name Sphinx reads
release = version = version_of("halma")
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "reference"]
exclude_patterns = ["_ext", "**/.ipynb_checkpoints"]
nitpicky = True
# Code in backticks need not be a public name, and other projects are not linked: everything is read offline. Names that
# begin with `halma.` must lead somewhere.
nitpick_ignore_regex = [("py:.*", r"(?!halma\.).*")]

# A single backtick is code, and a link where the name is public.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

myst_heading_anchors = 3
# The tests run the notebooks.
nb_execution_mode = "off"

html_theme = "furo"
html_title = "Halma"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_logo = "pictures/logo.svg"
html_favicon = "pictures/logo.svg"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False}


def _without_empty_patterns(app: Any, page: str, source: list[str]) -> None:
    """Some pages come with parts of the project that need not be there: their patterns may match nothing."""
    if page == "index":
        lines = source[0].splitlines()
        source[0] = "\n".join(line for line in lines if not line.endswith("*") or any(HERE.glob(f"{line}.*")))


def setup(app: Any) -> None:
    app.connect("source-read", _without_empty_patterns)
