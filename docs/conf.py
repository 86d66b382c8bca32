"""Builds the documentation; what the program already knows is written into the pages from there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

import pages

import hydrocalc

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "hydrocalc"
author = "The hydrocalc contributors"
release = hydrocalc.__version__
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
# a publication may be listed before anything on these pages cites it
suppress_warnings = ["ref.citation"]

html_theme = "pydata_sphinx_theme"
html_title = "hydrocalc"
html_theme_options = {"show_prev_next": False, "secondary_sidebar_items": ["page-toc"]}
html_show_sourcelink = False

_MARK = re.compile(r"^<!-- from the program: (\w+) -->$", re.MULTILINE)


def _fill(app: Sphinx, name: str, source: list[str]) -> None:
    """Put what the program knows in place of the marks of a page."""
    source[0] = _MARK.sub(lambda mark: pages.PARTS[mark.group(1)](), source[0])


def setup(app: Sphinx) -> None:
    """Connect to the reading of the pages."""
    app.connect("source-read", _fill)
