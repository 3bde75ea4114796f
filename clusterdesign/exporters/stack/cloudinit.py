"""Cloud-init user data: what a virtual machine installs and which files it holds, in modules and never as a script.

The text is JSON below the ``#cloud-config`` line, which every YAML reader takes and in which no name, however hostile,
can break out of its string.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class HostFile:
    """A file that a host is given at its first boot.

    Attributes:
        content: text; base64 of the bytes where ``encoded`` is set. It may be a secret, so it is not printed.
        owner: user and group; they may come with a package, since files are written after packages are installed.
        append: whether the content is added to a file that is there.
    """

    path: str
    content: str
    owner: str = "root:root"
    permissions: str = "0644"
    encoded: bool = False
    append: bool = False

    def __repr__(self) -> str:
        return f"HostFile({self.path!r})"


@dataclass(frozen=True, slots=True)
class Mount:
    """A directory of the network that a host mounts."""

    source: str
    path: str
    options: str


@dataclass(frozen=True, slots=True)
class HostSetup:
    """What a host needs for its role.

    Attributes:
        packages: of Debian.
        files: in the order in which they are written.
        mounts: the network directories it mounts.
    """

    packages: tuple[str, ...] = ()
    files: tuple[HostFile, ...] = ()
    mounts: tuple[Mount, ...] = ()

    def __add__(self, other: HostSetup) -> HostSetup:
        return HostSetup(
            tuple(dict.fromkeys((*self.packages, *other.packages))),
            (*self.files, *other.files),
            tuple(dict.fromkeys((*self.mounts, *other.mounts))),
        )


def user_data(hostname: str, domain: str, user: str, keys: Iterable[str], setup: HostSetup) -> str:
    """Return the user data of a host.

    It reboots once at the end: packages start their services before the files of this host are there, and after the
    reboot each of them has read its own.

    Args:
        hostname: without the domain.
        domain: may be empty.
        user: the account of the administrators.
        keys: public SSH keys that may log in as that user. Nobody has a password.
        setup: what the role of the host asks for.
    """
    config: dict[str, Any] = {
        "hostname": hostname,
        "fqdn": f"{hostname}.{domain}" if domain else hostname,
        "prefer_fqdn_over_hostname": False,
        "manage_etc_hosts": False,
        "users": [
            {
                "name": user,
                "gecos": "Administrators",
                "groups": ["sudo"],
                "shell": "/bin/bash",
                "lock_passwd": True,
                "sudo": "ALL=(ALL) NOPASSWD:ALL",
                "ssh_authorized_keys": list(keys),
            }
        ],
        "disable_root": True,
        "ssh_pwauth": False,
        "timezone": "Etc/UTC",
        "package_update": True,
        "packages": list(dict.fromkeys(("qemu-guest-agent", "chrony", *setup.packages))),
    }
    if setup.mounts:
        config["mounts"] = [[one.source, one.path, "nfs", one.options, "0", "0"] for one in setup.mounts]
    if setup.files:
        config["write_files"] = [_file(one) for one in setup.files]
    config["power_state"] = {"mode": "reboot", "message": "the first boot is complete", "condition": True}
    return "#cloud-config\n" + json.dumps(config, indent=2, ensure_ascii=False) + "\n"


def _file(one: HostFile) -> dict[str, Any]:
    written: dict[str, Any] = {
        "path": one.path,
        "content": one.content,
        "owner": one.owner,
        "permissions": one.permissions,
        # After the packages, whose users own some of these files.
        "defer": True,
    }
    if one.encoded:
        written["encoding"] = "b64"
    if one.append:
        written["append"] = True
    return written
