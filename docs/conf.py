"""How Sphinx builds the documentation: `make docs`."""

from __future__ import annotations

import re
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
# The texts have the right quotes and dashes, and `--players` is none.
smartquotes = False

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


def _prepare(app: Any, page: str, source: list[str]) -> None:
    """Change what has to look otherwise in the file than on the page."""
    if page == "index":
        # Some pages come with parts of the project that need not be there: their patterns may match nothing.
        lines = source[0].splitlines()
        source[0] = "\n".join(line for line in lines if not line.endswith("*") or any(HERE.glob(f"{line}.*")))
    # Examples end with an empty line, so that they can be run.
    source[0] = re.sub(r"(^```python\n>>> .*?\n)\n```$", r"\1```", source[0], flags=re.MULTILINE | re.DOTALL)


def setup(app: Any) -> None:
    app.connect("source-read", _prepare)
