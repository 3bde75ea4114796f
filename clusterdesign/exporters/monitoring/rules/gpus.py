"""GPUs: how many each node shows, what they report, whether heat slows them."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring.forms import Data, alert, match
from clusterdesign.parts import Node

_BY = "component, host, rack, row, unit, gpus"
_GPU = "GPU {{ $labels.gpu }} of {{ $labels.component }} (rack {{ $labels.rack }})"

APPLICATION_XIDS = (13, 31, 43, 45)
"""Xids that a faulty program causes as well (NVIDIA, Xid errors): the job's fault as long as they do not repeat."""


def gpu_rules(design: Design) -> Iterator[Data]:
    """Yield the rules about GPUs; none where no node has any."""
    counts = sorted({part.gpus for node in design.nodes() if isinstance(part := design.parts[node.part], Node)} - {0})
    for count in counts:
        one = match(job="dcgm", gpus=str(count))
        seen = f"count by ({_BY}) (DCGM_FI_DEV_GPU_TEMP{one}) or (max by ({_BY}) (up{one}) - 1)"
        yield alert(
            "GpuMissing",
            f"0 <= ({seen}) < {count}",
            wait="5m",
            severity="critical",
            concern="gpus",
            summary="{{ $labels.component }} shows {{ $value }} of " + f"{count} GPUs (rack {{{{ $labels.rack }}}})",
            why=f"The part has {count} GPUs. One that fell off the bus shows as Xid 79 in the kernel's log; drain the "
            "node, then reset it.",
            labels={"gpus": str(count)},
        )
    if not counts:
        return
    excused = " unless ".join(f"DCGM_FI_DEV_XID_ERRORS == {xid}" for xid in APPLICATION_XIDS)
    yield alert(
        "GpuXid",
        f"DCGM_FI_DEV_XID_ERRORS > 0 unless {excused}",
        wait="1m",
        severity="critical",
        concern="gpus",
        summary=f"Xid {{{{ $value }}}} on {_GPU}",
        why="The last Xid of the GPU is none that programs cause. It stands until the exporter starts anew: "
        "drain the node and look the number up in NVIDIA's list.",
    )
    yield alert(
        "GpuMemoryFault",
        "increase(DCGM_FI_DEV_ECC_DBE_VOL_TOTAL[1h]) > 0 or DCGM_FI_DEV_ROW_REMAP_FAILURE > 0",
        wait="1m",
        severity="critical",
        concern="gpus",
        summary=f"Memory fault on {_GPU}",
        why="A double-bit error, or a row that could not be remapped. The job on it is lost; "
        "a failed remap means that the GPU is to be replaced.",
    )
    yield alert(
        "GpuSlowedByHeat",
        "rate(DCGM_FI_DEV_THERMAL_VIOLATION[5m]) > 0",
        wait="10m",
        severity="warning",
        concern="gpus",
        summary=f"Heat slows {_GPU}",
        why="One slow GPU slows every job across it. Look at the inlet air or the coolant of its rack, "
        "then at the node's fans or cold plates.",
    )


__all__ = ["APPLICATION_XIDS", "gpu_rules"]
