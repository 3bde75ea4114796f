"""The second port of a box moved to a free port of the first one's leaf. Sound: each on a leaf of its own."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import PortRef
from tests.rules.storage_designs import stored


def triggering() -> Design:
    design = stored()
    moved = "link/storage/scratch/1:IB2"
    links = tuple(
        replace(link, b=PortRef("storage/leaf/box-1", "16/2")) if link.path == moved else link for link in design.links
    )
    return replace(design, links=links)


def clean() -> Design:
    return stored()


ALSO = ("CBL004", "CAT901", "CAT902")
