"""Lines of a definition, for reports: what was declared where, as seen from the definition itself.

Files are named relative to the one that declares the cluster, so that a report has the same bytes wherever the
project is checked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clusterdesign.design.records import Origin
from clusterdesign.intent.cluster import Cluster
from clusterdesign.parts.declared_at import declared_at

_FIELD = re.compile(r"\{[^}]*\}")


def origins(cluster: Cluster) -> tuple[Origin, ...]:
    """Return the lines that the parts of a declaration come from; what was made elsewhere is left out."""
    root = declared_at(cluster)
    if root is None:
        return ()
    found = ((about, declared_at(made)) for about, made in _declared(cluster) if made is not None)
    return tuple(Origin(about, f"{_seen_from(root[0], at[0])}:{at[1]}") for about, at in found if at is not None)


def _declared(cluster: Cluster) -> Iterator[tuple[str, Any]]:
    """Yield what each declaration is about; a glob where it makes components of a family."""
    yield "cluster", cluster
    for n, waiver in enumerate(cluster.waivers):
        yield f"waiver/{n}", waiver
    for n, limit in enumerate(cluster.limits):
        yield f"limit/{n}", limit
    for n, exception in enumerate(cluster.exceptions):
        yield f"exception/{n}", exception
    for fabric in cluster.fabrics:
        yield f"fabric/{fabric.name}", fabric
    for nodes in cluster.groups:
        yield _FIELD.sub("*", nodes.name), nodes
    for about in ("rack/*", "route/*", "tray/*"):
        yield about, cluster.racks
    for about in ("pdu/*", "feed/*", "cord/**"):
        yield about, cluster.power
    yield "cdu/**", cluster.cooling
    yield "network/*", cluster.addressing
    yield "host/*", cluster.management


def _seen_from(definition: str, file: str) -> str:
    """Name a file relative to the definition; one that lies elsewhere by its name alone."""
    path, directory = Path(file), Path(definition).parent
    return path.relative_to(directory).as_posix() if path.is_relative_to(directory) else path.name
