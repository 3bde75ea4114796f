"""Cooling along its graph: heat into air and coolant, flows, temperatures, the loss of a CDU."""

from clusterdesign.engineering.cooling.dew import dew_point
from clusterdesign.engineering.cooling.network import CoolingAnalysis, LoopLoad, RackHeat, cooling_analysis

__all__ = ["CoolingAnalysis", "LoopLoad", "RackHeat", "cooling_analysis", "dew_point"]
