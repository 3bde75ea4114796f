"""Named sets of rules: what has to be right before money is spent, before hands start, before nodes are added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from clusterdesign.errors import DesignError
from clusterdesign.names import matches
from clusterdesign.rules.rule import FAMILIES, Rule


@dataclass(frozen=True, slots=True)
class Bundle:
    """A named set of rules.

    Attributes:
        text: what it is for.
        codes: globs over codes. Rules of plug-ins belong to every bundle, since a site installs them to be heard.
    """

    name: str
    text: str
    codes: tuple[str, ...]

    def holds(self, rule: Rule) -> bool:
        """Tell whether a rule belongs to it; rules about the check itself always do."""
        if rule.after or rule.family not in FAMILIES:
            return True
        return any(matches(glob, rule.code) for glob in self.codes)


BUNDLES: Mapping[str, Bundle] = MappingProxyType(
    {
        bundle.name: bundle
        for bundle in (
            Bundle(
                "procurement",
                "before the order goes out: every part exists, fits, is sold in that length and is counted right",
                (
                    "PRC*",
                    "CAT*",
                    "CBL*",
                    "NET*",
                    "STO*",
                    "INT*",
                    "PWR1*",
                    "CLG1*",
                    "RCK1*",
                    "RCK00?",
                    "ADR1*",
                    "ADR201",
                ),
            ),
            Bundle(
                "pre-install",
                "before anything is carried in: places, loads, supplies, cooling and wiring",
                ("RCK*", "PWR*", "CLG*", "CBL*", "NET0*", "INT*", "STO0*", "ADR*"),
            ),
            Bundle(
                "growth",
                "before nodes are added: reserved ports, balance, redundancy, room, power and cooling",
                ("NET*", "STO*", "PWR*", "CLG*", "RCK*", "INT*", "ADR1*", "ADR2*"),
            ),
        )
    }
)
"""Every bundle by name."""


def bundled(name: str, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules of a bundle.

    Raises:
        DesignError: there is no such bundle.
    """
    bundle = BUNDLES.get(name)
    if bundle is None:
        near = get_close_matches(name, BUNDLES, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise DesignError("no such bundle", thing=name, fix=f"{hint}the bundles are {', '.join(BUNDLES)}")
    return tuple(rule for rule in rules if bundle.holds(rule))
