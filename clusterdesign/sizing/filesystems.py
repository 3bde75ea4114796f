"""Which file system a cluster of a size and a class of storage gets, and which others would do."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.fabric.storage import Product
from clusterdesign.sizing.storage import FILL, Class


@dataclass(frozen=True, slots=True)
class FileSystem:
    """A parallel file system, as far as sizing tells them apart.

    Attributes:
        product: what a definition calls it.
        name: what it is called in print.
        fill: share of it that may be filled.
    """

    product: Product
    name: str
    fill: float = FILL


BEEGFS = FileSystem("beegfs", "BeeGFS")
LUSTRE = FileSystem("lustre", "Lustre")
SPECTRUM_SCALE = FileSystem("spectrum-scale", "IBM Spectrum Scale", fill=1.0)
"""The rule of 80 % names it as the exception (github.com/stas00/ml-engineering, storage)."""
VAST = FileSystem("vast", "VAST")
WEKA = FileSystem("weka", "WEKA")

FILE_SYSTEMS = (BEEGFS, LUSTRE, SPECTRUM_SCALE, VAST, WEKA)

_PRODUCTION, _LARGE = 8, 33
"""From so many nodes the profiles of reference clusters say production (8 to 32 nodes) and large (32 to 128)."""

_CHOICES: dict[str, dict[Class, tuple[FileSystem, ...]]] = {
    "starter": {"good": (BEEGFS,), "better": (BEEGFS,), "best": (BEEGFS, WEKA)},
    "production": {
        "good": (LUSTRE, SPECTRUM_SCALE),
        "better": (SPECTRUM_SCALE, LUSTRE, WEKA),
        "best": (WEKA, SPECTRUM_SCALE, LUSTRE),
    },
    "large": {
        "good": (LUSTRE, SPECTRUM_SCALE, VAST),
        "better": (SPECTRUM_SCALE, VAST, LUSTRE, WEKA),
        "best": (VAST, WEKA, SPECTRUM_SCALE, LUSTRE),
    },
}
"""Profiles of reference clusters: BeeGFS for a starter, Lustre or Spectrum Scale for production, with VAST for large
ones. The order within a row is a planning choice: many small files before large streams from class to class."""


def file_systems(nodes: int, kind: Class, wished: Product | None = None) -> tuple[FileSystem, ...]:
    """Return the file systems that suit, the one to take first.

    Args:
        nodes: of the cluster.
        kind: class of storage that the data ask for; checkpoints are large streams, which suit any.
        wished: what the customer settled; then it is the only one.
    """
    if wished is not None:
        named = next((one for one in FILE_SYSTEMS if one.product == wished), FileSystem(wished, wished))
        return (named,)
    profile = "starter" if nodes < _PRODUCTION else "production" if nodes < _LARGE else "large"
    return _CHOICES[profile][kind]


__all__ = ["BEEGFS", "FILE_SYSTEMS", "LUSTRE", "SPECTRUM_SCALE", "VAST", "WEKA", "FileSystem", "file_systems"]
