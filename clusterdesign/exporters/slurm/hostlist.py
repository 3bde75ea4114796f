"""Slurm's short form of host names: ``gpu-[001-032,040]``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clusterdesign.names import natural_key

_LAST_NUMBER = re.compile(r"(.*?)(\d+)(\D*)", re.DOTALL)


def hostlist(names: Iterable[str]) -> str:
    """Return host names in brackets where they differ by their last number; zero-padding is kept."""
    groups: dict[tuple[str, int, str], list[int]] = {}
    out: list[str] = []
    for name in sorted(set(names), key=natural_key):
        found = _LAST_NUMBER.fullmatch(name)
        if found is None:
            out.append(name)
            continue
        head, digits, tail = found.groups()
        # gpu-9 and gpu-10 are one group of width 0, gpu-09 belongs to those of width 2.
        width = len(digits) if digits.startswith("0") or _padded(head, tail, len(digits), groups) else 0
        groups.setdefault((head, width, tail), []).append(int(digits))
    out += [_group(head, width, tail, numbers) for (head, width, tail), numbers in groups.items()]
    return ",".join(out)


def _padded(head: str, tail: str, width: int, groups: dict[tuple[str, int, str], list[int]]) -> bool:
    """Tell whether names of this width with leading zeros have been seen: gpu-099 makes gpu-100 one of them."""
    return (head, width, tail) in groups


def _group(head: str, width: int, tail: str, numbers: list[int]) -> str:
    numbers = sorted(numbers)
    if len(numbers) == 1:
        return f"{head}{numbers[0]:0{width}}{tail}"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    texts = (f"{a:0{width}}" if a == b else f"{a:0{width}}-{b:0{width}}" for a, b in runs)
    return f"{head}[{','.join(texts)}]{tail}"
