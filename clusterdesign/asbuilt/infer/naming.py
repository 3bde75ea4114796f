"""Names of a dump: host and device of an adapter, the pattern that numbers hosts, the name of the fabric."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clusterdesign.asbuilt.identify import plain

_NUMBER = re.compile(r"(.*?)(\d{1,9})(\D*)", re.ASCII)
_FABRIC = re.compile(r"(.+?)-(?:leaf|spine|core|switch)\b", re.ASCII)
_PREFIX = re.compile(r"[a-z][a-z0-9._+-]*", re.ASCII)
_PIECE = re.compile(r"[a-z0-9._+-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Numbered:
    """How hosts are named: ``gpu-`` and three digits.

    Attributes:
        digits: digits with leading zeros; 0 where there are none.
        first, last: the least and the greatest number.
    """

    before: str
    digits: int
    after: str
    first: int
    last: int

    @property
    def template(self) -> str:
        """The pattern as a definition writes it."""
        field = f"{{n:0{self.digits}}}" if self.digits > 1 else "{n}"
        return f"{self.before}{field}{self.after}"

    def number(self, host: str) -> int | None:
        """Return the number of a host; None where it does not follow the pattern."""
        found = _NUMBER.fullmatch(host)
        return int(found[2]) if found and (found[1], found[3]) == (self.before, self.after) else None


def host_and_device(name: str) -> tuple[str, str]:
    """Split the description of an adapter, in lower case."""
    host, _, device = plain(name).rpartition(" ")
    return (host, device) if host else (device, "")


def main_group(hosts: Mapping[str, list[int]]) -> list[str]:
    """Return the hosts with the commonest kind of name, weighed by their adapters."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for host in hosts:
        kinds[re.sub(r"\d+", "#", host)].append(host)
    return max(kinds.values(), key=lambda names: (sum(len(hosts[name]) for name in names), names), default=[])


def numbered(hosts: Iterable[str]) -> Numbered | None:
    """Return the pattern of some hosts; None where numbers do not tell all of them apart, or leave many gaps."""
    names = list(hosts)
    matches = [_NUMBER.fullmatch(name) for name in names]
    found = [match for match in matches if match is not None]
    if len(found) < len(names) or len({(match[1], match[3]) for match in found}) != 1:
        return None
    before, after = found[0][1], found[0][3]
    texts = [match[2] for match in found]
    numbers = {int(text) for text in texts}
    if len(numbers) < len(names) or max(numbers) - min(numbers) >= len(names) * 1.25 + 1:
        return None
    if not _PREFIX.fullmatch(before) or not _PIECE.fullmatch(after):
        return None
    width = min(len(text) for text in texts)
    padded = any(text.startswith("0") and len(text) > 1 for text in texts)
    return Numbered(before, width if padded and width < 10 else 0, after, min(numbers), max(numbers))  # noqa: PLR2004


def fabric_name(switches: Iterable[str]) -> str:
    """Return what the names of the switches begin with; ``compute`` where nothing fits."""
    counts: Counter[str] = Counter()
    for name in switches:
        found = _FABRIC.match(plain(name))
        if found and _PREFIX.fullmatch(found[1]):
            counts[found[1]] += 1
    return counts.most_common(1)[0][0] if counts else "compute"
