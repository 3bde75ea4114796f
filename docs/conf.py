"""How Sphinx builds these pages; `make docs` does it with every warning an error."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdesign.rules.reference import pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

project = "clusterdesign"
author = "The clusterdesign authors"
copyright = author
release = version_of("clusterdesign")
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]

# --- pages ---

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"clusterdesign {release}"
html_static_path = ["_static"]
templates_path: list[str] = []
# The list of top-level packages: there is only one, and reference/api.md names it.
exclude_patterns = ["reference/api/modules.rst"]
# A copied transcript holds the commands alone.
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

# --- reference: one page for each module, written from the docstrings before every build ---

apidoc_modules = [
    {
        "path": "../clusterdesign",
        "destination": "reference/api",
        "max_depth": 3,
        "separate_modules": True,
        "include_private": False,
        "no_headings": False,
        "module_first": True,
    }
]
# An object has one entry, where it is defined, not another wherever it is exported.
autodoc_default_options = {"ignore-module-all": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
# "Attributes:" of a class and the documented fields themselves would otherwise be two entries of one name.
napoleon_use_ivar = True

# Two rooms may have a class of one name (Step, Difference): a short name in a signature then has two targets, and
# Sphinx takes the first. Nothing else is silenced.
suppress_warnings = ["ref.python"]

# --- reference: one page for each rule, written from its docstring before every build ---


def write_rules(app: Sphinx) -> None:
    """Write the pages of the rules; a page that has not changed keeps its time, so that it is not built again."""
    folder = Path(app.srcdir, "reference", "rules")
    folder.mkdir(exist_ok=True)
    written = pages()
    for old in folder.glob("*.md"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


# --- side bar: the branch of its own page ---


def collapse_navigation(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Let the side bar open the branch of its own page alone, when the theme asks for all that there is.

    With every page in the side bar of every page, writing these took most of the time of the build, and a reader
    scrolled past all rules to come to the next guide.
    """
    whole = context.get("toctree")
    if whole is not None:
        context["toctree"] = partial(_collapsed, whole)


def _collapsed(whole: Callable[..., str], **options: Any) -> str:
    return whole(**options | {"collapse": True})


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_rules)
    app.connect("html-page-context", collapse_navigation, priority=400)  # before the theme, which comes at 500
