"""Parts of the site: a directory of <vendor>/<kind>/<part>.toml."""

from __future__ import annotations

from importlib.resources import files

PARTS = files("acme_cluster") / "parts"
