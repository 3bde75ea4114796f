"""Accounts that share the GPUs of a cluster, and their quotas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.exporters.stack.schedulers import scheduler
from clusterdesign.parts import Node
from clusterdesign.subnet import host_name

_NAME = re.compile(r"[a-z]([a-z0-9-]{0,30}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may use GPUs.

    Attributes:
        gpus: most GPUs that its jobs hold at once; None for no limit.
        share: weight among the accounts when they compete.
    """

    name: str
    gpus: int | None = None
    share: int = 1


DEFAULT = (Account("default"),)
"""What there is where nobody declared accounts: one, without limit."""


def accounts(raw: object, design: Design) -> tuple[Account, ...]:
    """Read the accounts from the configuration of a stack.

    Raises:
        DesignError: they are no list of accounts, a name is used twice, or a quota is more than there is.
    """
    if raw is None:
        return DEFAULT
    if not isinstance(raw, list) or not raw:
        raise DesignError("is no list of accounts", thing="accounts", fix=_EXAMPLE)
    found = tuple(_account(one, design) for one in raw)
    names = [account.name for account in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DesignError(f"account {twice!r} is listed twice", thing="accounts", fix="keep one of the two")
    promised = sum(account.gpus or 0 for account in found)
    # Slurm's limits are upper bounds and may overlap; Kueue's quotas are promises.
    if scheduler(design) == "kubernetes" and promised > gpus(design):
        raise DesignError(
            f"promise {promised} GPUs of {gpus(design)}", thing="accounts", fix="lower some, or leave gpus out"
        )
    return found


def gpus(design: Design) -> int:
    """Return the GPUs of all nodes."""
    parts = (design.parts[device.part] for device in design.nodes())
    return sum(part.gpus for part in parts if isinstance(part, Node))


def sacctmgr_file(design: Design, found: Sequence[Account]) -> str:
    """Return what ``sacctmgr load`` reads: the accounts with their shares and limits."""
    cluster = host_name(design.name).lower()
    lines = [
        "# Accounts and quotas: sacctmgr load file=accounts.cfg",
        f"Cluster - '{cluster}':Fairshare=1",
        "Parent - 'root'",
    ]
    for account in found:
        limit = "" if account.gpus is None else f":GrpTRES='gres/gpu={account.gpus}'"
        lines.append(
            f"Account - '{account.name}':Description='{account.name}':Organization='{cluster}'"
            f":Fairshare={account.share}{limit}"
        )
    return "\n".join((*lines, ""))


_EXAMPLE = 'write a list such as [{"name": "research", "gpus": 64, "share": 2}]'
_KEYS = {"name", "gpus", "share"}


def _account(raw: object, design: Design) -> Account:
    if not isinstance(raw, dict) or "name" not in raw or not set(raw) <= _KEYS:
        raise DesignError("holds something that is no account", thing="accounts", fix=_EXAMPLE)
    name = raw["name"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise DesignError(
            f"{str(name)[:40]!r} cannot be the name of an account",
            thing="accounts",
            fix="use up to 32 lower-case letters, digits and '-', beginning with a letter",
        )
    limit, share = raw.get("gpus"), raw.get("share", 1)
    if limit is not None and not (_whole(limit) and 0 < limit <= gpus(design)):
        raise DesignError(
            f"account {name!r} cannot hold {limit!r} GPUs",
            thing="accounts",
            fix=f"the cluster has {gpus(design)}; leave gpus out for no limit",
        )
    if not (_whole(share) and share > 0):
        raise DesignError(f"account {name!r} has share {share!r}", thing="accounts", fix="give a whole number above 0")
    return Account(name, None if limit is None else int(limit), int(share))


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
