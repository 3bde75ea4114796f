"""How Sphinx builds these pages; `make docs` does it with every warning an error."""

from __future__ import annotations

from importlib.metadata import version as version_of

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
