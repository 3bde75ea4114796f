"""Architectures by name, and a likely one where only the number of parameters is known."""

from __future__ import annotations

import math
from itertools import pairwise

from clusterdesign.errors import DesignError
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.counts import short


def _llama(name: str, layers: int, hidden: int, heads: int, ffn: int) -> Architecture:
    return Architecture(
        name=name,
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_heads=8,
        ffn=ffn,
        gated=True,
        norm="scale",
        vocabulary=128_256,
        tied=False,
    )


SHAPES = {
    shape.name: shape
    for shape in (
        _llama("llama-3-8b", 32, 4096, 32, 14_336),
        _llama("llama-3-70b", 80, 8192, 64, 28_672),
        _llama("llama-3-405b", 126, 16_384, 128, 53_248),
        Architecture(name="gpt3-175b", layers=96, hidden=12_288, heads=96, positions=2048),
        Architecture(name="gpt-530b", layers=105, hidden=20_480, heads=128, positions=2048),
        Architecture(name="gpt-1t", layers=128, hidden=25_600, heads=160, positions=2048),
    )
}
"""Published shapes: arXiv:2407.21783 (table 3) and arXiv:2104.04473 (table 1)."""

_DEPTHS = (
    (1.7e9, 24),
    (3.6e9, 30),
    (7.5e9, 36),
    (18.4e9, 40),
    (39.1e9, 48),
    (76.1e9, 60),
    (145.6e9, 80),
    (310.1e9, 96),
    (529.6e9, 105),
    (1008.0e9, 128),
)
"""Parameters to layers (arXiv:2104.04473, table 1)."""

_HEAD, _VOCABULARY = 128, 51_200
_NEAR, _SHALLOWEST = 0.03, 12
SMALLEST, LARGEST = 10**8, 20 * 10**12
_EVEN = 8


def named(name: str) -> Architecture:
    """Return a published architecture.

    Raises:
        DesignError: there is none of that name.
    """
    if name not in SHAPES:
        raise DesignError(f"no architecture {name!r}", thing="model", fix=f"the names are {', '.join(SHAPES)}")
    return SHAPES[name]


def shaped(parameters: int) -> Architecture:
    """Return a likely dense architecture with about so many parameters: within 3 %.

    Args:
        parameters: how many.

    The depth is read between the rows of table 1 of arXiv:2104.04473 and is a multiple of 4, heads have 128 channels,
    the width follows from the number of parameters. Limits: a guess of the shape; give the architecture
    where it is known, since width and depth decide which pipelines divide it.

    Raises:
        DesignError: fewer than 100 million or more than 20 trillion parameters.
    """
    if not SMALLEST <= parameters <= LARGEST:
        raise DesignError(
            f"{short(parameters)} parameters are outside {short(SMALLEST)} to {short(LARGEST)}",
            thing="model.parameters",
            fix='check the number and its suffix, as in "70B"',
        )
    depth = max(_SHALLOWEST, _depth(parameters))
    tried = [
        _dense(parameters, layers, heads)
        for layers in range(4, 2 * round(depth), 4)
        if abs(layers - depth) <= max(8, depth / 4)
        for heads in _heads(parameters, layers)
    ]
    return min(tried, key=lambda shape: (max(_NEAR, abs(shape.parameters / parameters - 1)), abs(shape.layers - depth)))


def _heads(parameters: int, layers: int) -> tuple[int, int]:
    """Return the numbers of heads next to the width that so many layers ask for: multiples of 8, 4, 2 or 1."""
    width = (-_VOCABULARY + math.sqrt(_VOCABULARY**2 + 48 * layers * parameters)) / (24 * layers)
    step = next(size for size in (_EVEN, 4, 2, 1) if size == 1 or width >= 4 * size * _HEAD)
    below = max(step, int(width / _HEAD) // step * step)
    return below, below + step


def _dense(parameters: int, layers: int, heads: int) -> Architecture:
    return Architecture(
        name=f"dense-{short(parameters).lower()}",
        layers=layers,
        hidden=heads * _HEAD,
        heads=heads,
        vocabulary=_VOCABULARY,
    )


def _depth(parameters: float) -> float:
    points = [(math.log(size), layers) for size, layers in _DEPTHS]
    x = math.log(parameters)
    pairs = list(pairwise(points))
    (x0, y0), (x1, y1) = next((pair for pair in pairs if x <= pair[1][0]), pairs[-1])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
