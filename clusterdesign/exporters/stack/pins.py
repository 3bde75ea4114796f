"""The versions of the provider packages that this version of the library was tested with."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from types import MappingProxyType

PINS: Mapping[str, str] = MappingProxyType(
    {
        "pulumi": "3.272.0",
        "pulumi-kubernetes": "4.34.2",
        "pulumi-policy": "1.21.0",
        "pulumi-proxmoxve": "8.6.0",
        "pulumi-random": "4.21.4",
    }
)
"""Version by package, as in the lock file of the library; a test keeps the two together."""


def requirements() -> str:
    """Return ``requirements.txt`` of a stack: the library and the providers, each in one version."""
    lines = [f"clusterdesign=={version('clusterdesign')}"]
    lines += [f"{package}=={pin}" for package, pin in PINS.items()]
    return "\n".join((*lines, ""))
