"""What a comparison finds: each fault once, with the cables it is about and the smallest repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "absent-device",
    "missing-cable",
    "swapped",
    "rotated",
    "wrong-rail",
    "wrong-port",
    "wrong-device",
    "extra-cable",
    "unknown-device",
    "degraded",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a built fabric and its design.

    Attributes:
        cables: paths of the cables it is about, in natural order; links where no cable is laid.
        device: path of the device where the work is.
        what: what is wrong.
        fix: what to do.
    """

    kind: Kind
    cables: tuple[str, ...]
    device: str
    what: str
    fix: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a comparison.

    Attributes:
        wires: links of the design that were looked for.
        right: how many of them are as designed.
        notes: what the reader or the matching could not be sure of.
    """

    tool: str
    wires: int
    right: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the fabric is as designed."""
        return not self.differences
