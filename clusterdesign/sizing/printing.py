"""Numbers as they are shown: two or three digits, never more than the models know."""

from __future__ import annotations

_BYTES = (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6))

_WHOLE = 1000


def digits(value: float, count: int = 2) -> str:
    """Print a number with so many significant digits, and no exponent: ``1,400``, ``0.97``, ``64``."""
    rounded = float(f"{value:.{count}g}")
    return f"{rounded:,.0f}" if abs(rounded) >= _WHOLE else f"{rounded:g}"


def size(number: float, count: int = 3) -> str:
    """Print bytes: ``980 GB``."""
    name, unit = next((pair for pair in _BYTES if number >= pair[1]), _BYTES[-1])
    return f"{digits(number / unit, count)} {name}"


def rate(number: float, count: int = 2) -> str:
    """Print bytes per second: ``43 GB/s``."""
    return f"{size(number, count)}/s"


def hours(seconds: float) -> str:
    """Print a time span in the unit that suits it: ``40 s``, ``21 min``, ``5.2 h``, ``14 d``."""
    for name, unit, most in (("s", 1.0, 120.0), ("min", 60.0, 120.0), ("h", 3600.0, 72.0)):
        if seconds < unit * most:
            return f"{digits(seconds / unit)} {name}"
    return f"{digits(seconds / 86_400)} d"


def ordered(low: float, high: float, unit: str = "", count: int = 2) -> str:
    """Print a range, or one number where both ends look alike: ``52 to 78``."""
    a, b = digits(low, count), digits(high, count)
    text = a if a == b else f"{a} to {b}"
    return f"{text} {unit}" if unit else text
