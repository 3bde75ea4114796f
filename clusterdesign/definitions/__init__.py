"""Definitions: a Python file that binds ``cluster``, or a ``design.json``; either becomes a design."""

from __future__ import annotations

from clusterdesign.definitions.loading import load, load_cluster

__all__ = ["load", "load_cluster"]
