"""Bringing a designed fabric up before it is bought: the real OpenSM over a simulator, its routes read back.

:func:`simulate` brings a subnet up once and analyses the routes; :func:`simulate_without` does so after taking
parts away.
"""

from clusterdesign.simulation.cases import Case, cases, has_part, simulate_cases, simulate_without
from clusterdesign.simulation.result import Simulation, simulate

__all__ = ["Case", "Simulation", "cases", "has_part", "simulate", "simulate_cases", "simulate_without"]
