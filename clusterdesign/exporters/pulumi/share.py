"""Files of the shared directory as resources, one each: a change of one touches no other."""

from __future__ import annotations

from collections.abc import Mapping

import pulumi
from pulumi_proxmoxve import FileLegacy, FileLegacySourceRawArgs

from clusterdesign.errors import DesignError

_LARGEST = 1 << 20
"""Most bytes of a file: the API of Kubernetes stops there as well, and so no file fits one place and not another."""


def shared_files(
    prefix: str, files: Mapping[str, str], *, datastore: str, hypervisor: str, parent: pulumi.Resource
) -> dict[str, FileLegacy]:
    """Register the files of a component.

    Args:
        prefix: path of the component, with which the logical names begin.
        files: text by file name. None of it is a secret.
        datastore: the one on the shared export.
        hypervisor: any that sees the datastore.
        parent: the component.

    Raises:
        DesignError: a file is too large.
    """
    made = {}
    for name, text in sorted(files.items()):
        check_size(name, text)
        made[name] = FileLegacy(
            f"{prefix}/{name}",
            content_type="snippets",
            datastore_id=datastore,
            node_name=hypervisor,
            source_raw=FileLegacySourceRawArgs(data=text, file_name=name),
            # A new version has the name of the old one: it can only come after it.
            opts=pulumi.ResourceOptions(parent=parent, delete_before_replace=True),
        )
    return made


def check_size(name: str, text: str) -> None:
    """Check that a file fits.

    Raises:
        DesignError: it is larger than 1 MiB.
    """
    size = len(text.encode())
    if size > _LARGEST:
        raise DesignError(
            f"has {size} bytes, at most {_LARGEST} fit", thing=name, fix="deploy this file by other means"
        )
