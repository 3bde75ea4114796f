"""Lots: what is delivered together. They are read off the design; rules judge them too."""

from clusterdesign.design.lots import LOTS, SPARES, lot_of, lots

__all__ = ["LOTS", "SPARES", "lot_of", "lots"]
