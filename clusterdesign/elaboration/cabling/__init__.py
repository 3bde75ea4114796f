"""From links to bought cables: which cages hang together, what fits them, how far it runs, and why."""

from clusterdesign.elaboration.cabling.lay import lay_cables

__all__ = ["lay_cables"]
