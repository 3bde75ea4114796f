"""Every rule there is, in the order in which they run: one visible tuple, nothing registers itself."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from clusterdesign.errors import DesignError
from clusterdesign.rules.about_check import ABOUT_CHECK
from clusterdesign.rules.adr import ADR, ADR_HYGIENE
from clusterdesign.rules.adr_hosts import ADR_HOSTS
from clusterdesign.rules.cat import CAT
from clusterdesign.rules.cbl_bend import CBL_BEND
from clusterdesign.rules.cbl_fit import CBL_FIT
from clusterdesign.rules.cbl_length import CBL_HYGIENE, CBL_LENGTH
from clusterdesign.rules.cbl_reach import CBL_REACH
from clusterdesign.rules.cbl_trays import CBL_SPARE, CBL_TRAYS
from clusterdesign.rules.cbl_wiring import CBL_WIRING
from clusterdesign.rules.clg_air import CLG_HEAT, CLG_HYGIENE, CLG_INLET
from clusterdesign.rules.clg_aisles import CLG_AISLES
from clusterdesign.rules.clg_loops import CLG_LOOPS, CLG_LOSS
from clusterdesign.rules.clg_pumps import CLG_PUMPS
from clusterdesign.rules.deviations import INT
from clusterdesign.rules.net_links import NET_LINKS
from clusterdesign.rules.net_redundancy import NET_REDUNDANCY
from clusterdesign.rules.net_shape import NET_BALANCE, NET_SHAPE
from clusterdesign.rules.prc import PRC
from clusterdesign.rules.pwr import PWR_CORDS, PWR_SUPPLIES
from clusterdesign.rules.pwr_cdus import PWR_CDUS
from clusterdesign.rules.pwr_coolant import PWR_COOLANT
from clusterdesign.rules.pwr_cords import PWR_REACH
from clusterdesign.rules.pwr_load import PWR_LOAD
from clusterdesign.rules.pwr_loss import PWR_BALANCE, PWR_LOSS
from clusterdesign.rules.pwr_outlets import PWR_OUTLETS
from clusterdesign.rules.rck_floor import RCK_FLOOR
from clusterdesign.rules.rck_load import RCK_LOAD
from clusterdesign.rules.rck_rows import RCK_ROWS
from clusterdesign.rules.rck_site import RCK_AIR, RCK_BALANCE, RCK_LIMITS
from clusterdesign.rules.rck_space import RCK_FULL, RCK_SPACE
from clusterdesign.rules.rule import Rule
from clusterdesign.rules.sto import STO

RULES: tuple[Rule, ...] = (
    *NET_LINKS,
    *NET_SHAPE,
    *NET_REDUNDANCY,
    *NET_BALANCE,
    *CBL_WIRING,
    *CBL_FIT,
    *CBL_LENGTH,
    *CBL_REACH,
    *CBL_TRAYS,
    *CBL_BEND,
    *CBL_SPARE,
    *CBL_HYGIENE,
    *PWR_CORDS,
    *PWR_OUTLETS,
    *PWR_SUPPLIES,
    *PWR_LOAD,
    *PWR_CDUS,
    *PWR_REACH,
    *PWR_LOSS,
    *PWR_COOLANT,
    *PWR_BALANCE,
    *CLG_HEAT,
    *CLG_LOOPS,
    *CLG_INLET,
    *CLG_AISLES,
    *CLG_LOSS,
    *CLG_PUMPS,
    *CLG_HYGIENE,
    *RCK_SPACE,
    *RCK_AIR,
    *RCK_FULL,
    *RCK_LOAD,
    *RCK_LIMITS,
    *RCK_FLOOR,
    *RCK_ROWS,
    *RCK_BALANCE,
    *STO,
    *ADR,
    *ADR_HOSTS,
    *ADR_HYGIENE,
    *PRC,
    *CAT,
    *INT,
    *ABOUT_CHECK,
)


def named(text: str, rules: Iterable[Rule] = RULES) -> Rule:
    """Return the rule of a code or name.

    Raises:
        DesignError: there is none; the message names the nearest.
    """
    known = {key: rule for rule in rules for key in (rule.code, rule.name)}
    if text in known:
        return known[text]
    near = get_close_matches(text, known, n=3, cutoff=0.5) or get_close_matches(text.upper(), known, n=3)
    raise DesignError(
        "no such rule",
        thing=text,
        fix=f"did you mean {', '.join(near)}?" if near else "codes look like NET301; the reference lists all rules",
    )
