"""A rack that carries 1000 kg on its feet and 200 kg on its casters."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import kg
from tests.rules.designs import RACK, sound, with_part


def triggering() -> Design:
    return with_part(sound(), RACK.with_(load_rolling=kg(200)))


def clean() -> Design:
    return sound()
