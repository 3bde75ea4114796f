"""An assumed weight and an assumed size."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Source
from tests.rules.designs import NODE, sound, with_part


def triggering() -> Design:
    guess = Source(ref="taken from a similar node", confidence="assumed")
    return with_part(sound(), NODE.with_(sources={"weight": guess, "size": guess}))


def clean() -> Design:
    known = Source(ref="datasheet", confidence="high")
    return with_part(sound(), NODE.with_(sources={"weight": known}))
