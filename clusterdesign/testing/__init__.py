"""For tests of clusters and of this library.

* :func:`prove`: a definition holds over the whole range of its parameters.
* :mod:`clusterdesign.testing.invariants`: what is true of every design, as plain functions.
* :mod:`clusterdesign.testing.strategies` and :mod:`clusterdesign.testing.drawn`: what hypothesis draws.
* :mod:`clusterdesign.testing.mutations`: single faults, for authors of rules.

Only the strategies need ``hypothesis``, only the plug-in needs ``pytest``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clusterdesign.testing.proof import Break, Demands, ProofError, prove

__all__ = ["Break", "Demands", "ProofError", "prove"]


def __getattr__(name: str) -> Any:  # the public names, each of its own type
    """Import a name where it is first used: pytest loads the plug-in of this package in every run."""
    if name in __all__:
        from clusterdesign.testing import proof  # noqa: PLC0415

        return getattr(proof, name)
    raise AttributeError(f"module 'clusterdesign.testing' has no attribute {name!r}")
