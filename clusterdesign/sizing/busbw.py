"""How bus bandwidth falls for small messages: shapes of published sweeps, as a share of the largest value."""

from __future__ import annotations

import bisect
import math

_KIB = 1024

NVLINK = (1.31, 2.45, 4.43, 7.47, 11.41, 18.0, 36.18, 72.33, 109.93, 106.16, 138.49, 171.54, 176.92, 194.07, 222.72)
NVLINK_TOP = (229.04, 231.41, 233.88, 234.61, 234.89)
FABRIC = (0.01, 0.04, 0.45, 1.33, 2.84, 5.37, 10.38, 18.9, 35.12, 64.43, 91.19, 156.74, 197.94, 229.09, 326.9)
FABRIC_TOP = (361.99, 372.42, 377.34, 380.39, 381.8)
"""GB/s of an all-reduce of 32 KiB, 64 KiB ... 16 GiB: 8 x A100 in one node, 32 x B200 on four nodes of 8 x 400 Gb/s.
Source: github.com/stas00/ml-engineering, network/README.md."""


def _rising(values: tuple[float, ...]) -> tuple[float, ...]:
    """Return shares of the last value that never fall, so that a larger message is never slower a byte."""
    top, shares = 0.0, []
    for value in values:
        top = max(top, value)
        shares.append(top / values[-1])
    return tuple(shares)


_SHARES = {"nvlink": _rising(NVLINK + NVLINK_TOP), "fabric": _rising(FABRIC + FABRIC_TOP)}

_SIZES = tuple(math.log(32 * _KIB * 2**step) for step in range(len(NVLINK + NVLINK_TOP)))


def share(size: float, *, fabric: bool) -> float:
    """Return the share of the large-message bus bandwidth that a message reaches, above 0 to 1.

    Args:
        size: bytes of the whole message.
        fabric: whether it crosses nodes.

    Read between the points of a sweep on logarithmic axes. Limits: one system each; other sizes of groups shift it.
    """
    shares = _SHARES["fabric" if fabric else "nvlink"]
    x = math.log(max(size, 1.0))
    place = bisect.bisect_left(_SIZES, x)
    if place == 0:
        return shares[0]
    if place == len(_SIZES):
        return shares[-1]
    part = (x - _SIZES[place - 1]) / (_SIZES[place] - _SIZES[place - 1])
    return float(shares[place - 1] * (shares[place] / shares[place - 1]) ** part)
