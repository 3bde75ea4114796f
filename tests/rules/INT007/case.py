"""A rule that raises."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.rules import RULES, Hit, rule
from tests.rules.designs import sound


@rule("XYZ001", "always-broken", "error")
def always_broken(design: Design) -> Iterator[Hit]:
    """It stumbles over the second node."""
    yield Hit(paths=("gpu/1",), message="gpu/1 is looked at", fix="none")
    raise KeyError(design.devices[1].path)


CHECK = {"rules": (*RULES, always_broken)}
ASKED = True
ALSO = ("XYZ001",)


def triggering() -> Design:
    """Any design."""
    return sound()


def clean() -> Design:
    """Any design."""
    return sound()
