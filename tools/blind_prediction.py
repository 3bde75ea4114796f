"""Predict published training throughput and print how far off the model is.

Run as ``python -m tools.blind_prediction``. The three shares of :mod:`clusterdesign.sizing.stack` were set on the rows
that are printed as "set on"; every other row is predicted blind.
"""

from __future__ import annotations

import csv
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clusterdesign import catalog
from clusterdesign.parts import Gpu
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.flops import recomputed_flops, utilisation
from clusterdesign.sizing.hardware import Accelerator, Network, Precision
from clusterdesign.sizing.layertime import Machine
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.shapes import named
from clusterdesign.sizing.stack import MEGATRON, SHARDED, UNFUSED, Stack
from clusterdesign.sizing.steptime import step_time

PUBLISHED = Path(__file__).resolve().parents[1] / "tests" / "data" / "published"

GPUS = {"a100_40gb": "a100-sxm4-40gb", "a100_80gb": "a100-sxm4-80gb", "h100_80gb": "h100-sxm5-80gb"}

MPT = {
    "125m": (12, 768, 12),
    "350m": (24, 1024, 16),
    "760m": (24, 1536, 12),
    "1b": (24, 2048, 16),
    "3b": (32, 2560, 20),
    "7b": (32, 4096, 32),
    "13b": (40, 5120, 40),
    "30b": (48, 7168, 56),
    "70b": (80, 8192, 64),
}
"""Layers, width and heads of the llm-foundry models."""

SEQUENCE, VOCABULARY = 2048, 51_200
"""Of the Megatron papers."""


@dataclass(frozen=True, slots=True)
class Row:
    """A published row and what the model says.

    Attributes:
        table: the table it is from.
        name: the row.
        measured, predicted: seconds of a step.
        share: share of the peak that was measured, where it is published (MFU).
        calibration: whether a share of the stack was set on this row.
    """

    table: str
    name: str
    measured: float
    predicted: float
    share: float | None
    calibration: bool

    @property
    def error(self) -> float:
        """Predicted to measured throughput, less one: positive where the model promises too much."""
        return self.measured / self.predicted - 1

    @property
    def points(self) -> float | None:
        """Error in points of MFU."""
        return None if self.share is None else 100 * self.share * self.error


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a published table."""
    with (PUBLISHED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def accelerator(name: str) -> Accelerator:
    """Return a GPU of the catalogue."""
    part = catalog.part(f"nvidia/{GPUS[name]}")
    if not isinstance(part, Gpu):
        raise TypeError(name)
    return Accelerator.of(part)


def _network(gpus: int, nic: float) -> Network:
    return Network(nodes=max(1, gpus // 8), nic=nic)


def _seconds(model: Architecture, batch: int, plan: Plan, gpus: int, stack: Stack = UNFUSED) -> float:
    machine = Machine(accelerator("a100_80gb"), _network(gpus, 25e9), stack)
    return step_time(model, SEQUENCE, batch, plan, machine).total


def _gpt(row: dict[str, str]) -> Architecture:
    return Architecture(
        layers=int(row["layers"]), hidden=int(row["hidden"]), heads=int(row["attn_heads"]), vocabulary=VOCABULARY
    )


def korthikanti() -> Iterator[Row]:
    """Predict the iteration times of arXiv:2205.05198, table 5."""
    for row in table("korthikanti2022_table3_5"):
        for recompute, column in (("full", "iter_s_full_recompute"), ("selective", "iter_s_seqpar_selective")):
            plan = Plan(
                tp=int(row["tp"]),
                pp=int(row["pp"]),
                micro_batch=int(row["microbatch"]),
                chunks=int(row["interleave_m"]),
                recompute="full" if recompute == "full" else "selective",
                sequence_parallel=recompute != "full",
            )
            seconds = _seconds(_gpt(row), int(row["global_batch"]), plan, int(row["gpus"]))
            name = f"{row['model']} {recompute}"
            yield Row("arXiv:2205.05198, table 5", name, float(row[column]), seconds, None, False)


def weak_scaling() -> Iterator[Row]:
    """Predict arXiv:2104.04473, table 1: the rows that the share of matrix products was set on."""
    for row, schedule in zip(table("megatron_sc21_table1"), table("megatron_sc21_schedule"), strict=True):
        gpus, batch = int(row["gpus"]), int(row["global_batch_seqs"])
        plan = Plan(
            tp=int(row["tp"]),
            pp=int(row["pp"]),
            dp=gpus // int(row["tp"]) // int(row["pp"]),
            micro_batch=int(schedule["micro_batch"]),
            chunks=int(schedule["chunks"]),
            recompute="full",
            sequence_parallel=False,
        )
        work = recomputed_flops(int(row["layers"]), int(row["hidden"]), batch, SEQUENCE, VOCABULARY)
        measured = work / gpus / (float(row["achieved_tflops_per_gpu_HW"]) * 1e12)
        seconds = _seconds(_gpt(row), batch, plan, gpus)
        yield Row("arXiv:2104.04473, table 1", f"{row['params_B']}B", measured, seconds, None, True)


def strong_scaling() -> Iterator[Row]:
    """Predict arXiv:2104.04473, table 2: the same models with ZeRO-3 alone and with tensor and pipeline parallelism."""
    shapes = {"174.6": (96, 12_288, 96, 8, 12), "529.6": (105, 20_480, 128, 8, 35)}
    for row in table("megatron_sc21_table2_zero3_vs_ptdp"):
        layers, hidden, heads, tp, pp = shapes[row["params_B"]]
        gpus, batch, micro = int(row["gpus"]), int(row["global_batch_seqs"]), int(row["microbatch"])
        model = Architecture(layers=layers, hidden=hidden, heads=heads, vocabulary=VOCABULARY)
        if row["scheme"] == "ZeRO-3":
            plan = Plan(dp=gpus, zero=3, micro_batch=micro, recompute="full", sequence_parallel=False)
        else:
            plan = Plan(tp=tp, pp=pp, dp=gpus // tp // pp, micro_batch=micro, recompute="full", sequence_parallel=False)
        work = recomputed_flops(layers, hidden, batch, SEQUENCE, VOCABULARY)
        measured = work / gpus / (float(row["achieved_tflops_per_gpu_HW"]) * 1e12)
        yield Row(
            f"arXiv:2104.04473, table 2, {row['scheme']}",
            f"{row['params_B']}B on {gpus}",
            measured,
            _seconds(model, batch, plan, gpus),
            None,
            False,
        )


def foundry() -> Iterator[Row]:
    """Predict the llm-foundry tables; the 7B rows are those that the share of attention was set on."""
    for row in table("llm_foundry_throughput"):
        layers, hidden, heads = MPT[row["model"]]
        gpus, micro, sequence = int(row["gpus"]), int(row["microbatch"]), int(row["seq_len"])
        batch = micro * int(row["grad_accum"]) * gpus
        gpu = accelerator(row["gpu"])
        precision: Precision = "fp8" if "fp8" in row["precision"] else "bf16"
        plan = Plan(dp=gpus, zero=3, micro_batch=micro, recompute="full" if row["act_ckpt"] == "True" else "none")
        model = Architecture(layers=layers, hidden=hidden, heads=heads, vocabulary=50_368)
        network = _network(gpus, 50e9 if row["gpu"].startswith("h100") else 25e9)
        seconds = step_time(model, sequence, batch, plan, Machine(gpu, network, SHARDED, precision)).total
        share = float(row["mfu_pct"]) / 100
        predicted = utilisation(
            float(row["num_params"]),
            layers,
            hidden,
            sequence,
            sequences_per_second=batch / seconds,
            gpus=gpus,
            peak=gpu.peak(precision),
        )
        yield Row(
            f"llm-foundry, {row['gpu']}, {precision}",
            f"{row['model']} s{sequence} on {gpus}",
            seconds * predicted / share,
            seconds,
            share,
            row["model"] == "7b" and precision == "bf16",
        )


def llama() -> Iterator[Row]:
    """Predict arXiv:2407.21783, table 4, taking one layer a chunk, since the paper does not give the chunks."""
    model = named("llama-3-405b")
    for row in table("llama3_table4_405B"):
        gpus, sequence, dp = int(row["gpus"]), int(row["sequence"]), int(row["dp"])
        batch = int(row["batch_per_dp"]) * dp
        plan = Plan(tp=int(row["tp"]), pp=int(row["pp"]), cp=int(row["cp"]), dp=dp, zero=1, chunks=8)
        machine = Machine(accelerator("h100_80gb"), _network(gpus, 50e9), MEGATRON)
        # The paper counts causal attention: half of the full square.
        work = 6 * (model.active_parameters + model.layers * model.projection * sequence) * sequence * batch
        measured = work / gpus / (float(row["tflops_per_gpu"]) * 1e12)
        seconds = step_time(model, sequence, batch, plan, machine).total
        name = f"405B s{sequence} on {gpus}"
        yield Row("arXiv:2407.21783, table 4", name, measured, seconds, float(row["mfu_pct"]) / 100, False)


def rows() -> Iterator[Row]:
    """Yield every row of every table."""
    for source in (weak_scaling, korthikanti, strong_scaling, llama, foundry):
        yield from source()


def summary(found: list[Row]) -> str:
    """Return count, mean, median and worst error of rows, in per cent of throughput and in points of MFU."""
    errors = [row.error for row in found]
    worst = max(found, key=lambda row: abs(row.error))
    text = (
        f"{len(found):3} rows  mean {100 * statistics.mean(errors):+5.1f} %"
        f"  median {100 * statistics.median(map(abs, errors)):4.1f} %  worst {100 * worst.error:+6.1f} % ({worst.name})"
    )
    points = [abs(row.points) for row in found if row.points is not None]
    return f"{text}  median {statistics.median(points):.1f}, worst {max(points):.1f} points" if points else text


def main() -> int:
    """Print errors by table, first of the rows that shares were set on, then of the blind ones."""
    found = list(rows())
    for calibration, head in ((True, "set on"), (False, "predicted blind")):
        print(head)
        chosen = [row for row in found if row.calibration is calibration]
        names = dict.fromkeys(row.table for row in chosen)
        for name in names:
            print(f"  {name:<40} {summary([row for row in chosen if row.table == name])}")
        if not calibration:
            models = [row for row in chosen if not row.table.endswith("ZeRO-3")]
            print(f"  {'all of them':<40} {summary(chosen)}")
            print(f"  {'all but ZeRO-3 of 2021':<40} {summary(models)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
