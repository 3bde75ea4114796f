"""Exporter of a self-contained Pulumi project, and what it is made of. Nothing here imports Pulumi.

The resources themselves are in :mod:`clusterdesign.exporters.pulumi`, which the project imports when it runs.
"""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.design.manifest import dump
from clusterdesign.exporters.fileset import FileSet


def stack_files(design: Design) -> FileSet:
    """Return ``stack/``: program, design, configuration, versions and policies; nothing without a management plane.

    Raises:
        DesignError: the scheduler is unknown, or two hosts would have one name.
    """
    if not design.scheduler and not design.managed_hosts:
        return FileSet({})
    # Only who builds a stack waits for what reads the fabrics.
    from clusterdesign.exporters.stack import pins, project  # noqa: PLC0415
    from clusterdesign.exporters.stack.hosts import machine_names  # noqa: PLC0415
    from clusterdesign.exporters.stack.readme import readme  # noqa: PLC0415

    machine_names(design)
    texts = {
        "Pulumi.yaml": project.project_file(design),
        "README.md": readme(design),
        "__main__.py": project.program(project.DESIGN),
        "requirements.txt": pins.requirements(),
        "policy/PulumiPolicy.yaml": project.policy_file(),
        "policy/__main__.py": project.policy_program(design),
    }
    files = {f"stack/{name}": text.encode() for name, text in texts.items()}
    return FileSet(files | {f"stack/{project.DESIGN}": dump(design)})


__all__ = ["stack_files"]
