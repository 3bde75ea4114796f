"""Power along its graph: currents of phases and banks, states of devices, every single failure."""

from clusterdesign.engineering.power.failures import Outcome, PowerAnalysis, Worst, lose, power_analysis
from clusterdesign.engineering.power.network import Consumer, Plug, PowerNetwork, Strip, power_network
from clusterdesign.engineering.power.redundancy import Need, State, need_of

__all__ = [
    "Consumer",
    "Need",
    "Outcome",
    "Plug",
    "PowerAnalysis",
    "PowerNetwork",
    "State",
    "Strip",
    "Worst",
    "lose",
    "need_of",
    "power_analysis",
    "power_network",
]
