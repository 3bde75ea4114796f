"""For tests of clusters and of this library: strategies that draw clusters, invariants that every design keeps.

Needs ``hypothesis`` for :mod:`clusterdesign.testing.strategies`; the invariants need nothing beyond the library.
"""
