"""The built fabric against its design: readers of dumps, and the comparison."""

from clusterdesign.asbuilt.compare import verify
from clusterdesign.asbuilt.dump import Dump
from clusterdesign.asbuilt.findings import Difference, Verification
from clusterdesign.asbuilt.reading import read_dump, read_lines

__all__ = ["Difference", "Dump", "Verification", "read_dump", "read_lines", "verify"]
