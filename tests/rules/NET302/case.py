"""One link less to one of two spines, under a taper that allows it. Sound: one link less to all of them."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import LEAVES, sound, uplink


def _thinned(*cages: tuple[str, int]) -> Design:
    design = sound()
    design = replace(design, fabrics=(replace(design.fabrics[0], taper_down=2), design.fabrics[1]))
    for leaf, cage in cages:
        design = uplink(design, leaf, cage, ports=1)
    return design


def triggering() -> Design:
    return _thinned((LEAVES[0], 3))


def clean() -> Design:
    return _thinned(*((leaf, cage) for leaf in LEAVES for cage in (3, 4)))
