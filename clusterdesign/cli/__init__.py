"""The command line: reads arguments, calls the library, prints. No logic lives here."""

from __future__ import annotations

from clusterdesign.cli.main import main

__all__ = ["main"]
