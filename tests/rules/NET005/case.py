"""InfiniBand links into cages of an Ethernet-only adapter. Sound: an adapter that speaks both."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Protocol
from tests.rules.designs import BMC, NODE, sound, with_part


def _speaking(protocol: Protocol) -> Design:
    cage = NODE.extra_cages[0].with_(protocol=protocol)
    return with_part(sound(), NODE.with_(extra_cages=(cage, BMC)))


def triggering() -> Design:
    return _speaking("ethernet")


def clean() -> Design:
    return _speaking("any")
