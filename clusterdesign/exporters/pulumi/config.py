"""The configuration of a stack, read once; secrets stay outputs that nobody can print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import pulumi

from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.exporters.stack.accounts import Account, accounts
from clusterdesign.exporters.stack.settings import settings

Secret = pulumi.Output[str]
"""A text that Pulumi encrypts wherever it goes."""


@dataclass(frozen=True, slots=True)
class Site:
    """What the configuration says of the site.

    Attributes:
        hypervisors: names of hypervisors for hosts without a server.
        accounts: who shares the GPUs.
    """

    texts: dict[str, str]
    secrets: dict[str, Secret]
    switches: dict[str, bool]
    hypervisors: tuple[str, ...]
    accounts: tuple[Account, ...]


def site(design: Design) -> Site:
    """Read the configuration that the stack of a design needs.

    Raises:
        DesignError: a key is missing or holds something else than it should. Values of secrets are never told.
    """
    config = pulumi.Config()
    texts: dict[str, str] = {}
    secrets: dict[str, Secret] = {}
    switches: dict[str, bool] = {}
    lists: dict[str, object] = {}
    # The cluster that the first run brings up has no credentials yet.
    needed = [one for one in settings(design) if one.key != "kubeconfig" or _services(config)]
    for setting in needed:
        if setting.secret:
            secret = config.get_secret(setting.key)
            # Only whether it is empty is asked, here and nowhere else.
            if secret is None or not pulumi.runtime.get_config(config.full_key(setting.key)):
                raise _missing(setting.key, "--secret ")
            secrets[setting.key] = secret
        elif setting.kind == "boolean":
            switches[setting.key] = _switch(config, setting.key, default=bool(setting.default))
        else:
            text = config.get(setting.key)
            if text is None and setting.default is None:
                raise _missing(setting.key)
            value = text if text is not None else str(setting.default)
            if setting.kind == "array":
                lists[setting.key] = _list(setting.key, value)
            else:
                texts[setting.key] = value
    return Site(
        texts,
        secrets,
        switches,
        _names("hypervisors", lists.get("hypervisors")),
        accounts(lists.get("accounts"), design),
    )


def _services(config: pulumi.Config) -> bool:
    return _switch(config, "services", default=True)


def _switch(config: pulumi.Config, key: str, *, default: bool) -> bool:
    text = config.get(key)
    if text is None:
        return default
    if text.lower() not in {"true", "false"}:
        raise DesignError(
            f"is neither true nor false but {text[:40]!r}", thing=key, fix=f"pulumi config set {key} true"
        )
    return text.lower() == "true"


def _missing(key: str, flag: str = "") -> DesignError:
    return DesignError("is not set", thing=key, fix=f"pulumi config set {flag}{key}; README.md says what it means")


def _list(key: str, text: str) -> object:
    if not text:
        return None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DesignError(
            f"is not JSON: {error.msg.lower()}", thing=key, fix="write a list as JSON, in quotes of the shell"
        ) from error


def _names(key: str, raw: object) -> tuple[str, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not all(isinstance(name, str) for name in raw):
        raise DesignError("is no list of names", thing=key, fix='write a list such as ["pve-1", "pve-2"]')
    return tuple(raw)
