"""Published tables: what the formulas give for every row, and how far the model of a step is off."""

from __future__ import annotations

import statistics

import pytest

from clusterdesign.sizing import flops
from clusterdesign.sizing.activations import per_layer
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.checkpoints import checkpoint_bytes
from clusterdesign.sizing.evaluating import FAST, SLOW
from clusterdesign.sizing.fabric_counts import fat_tree
from clusterdesign.sizing.failures import mean_time_to_failure
from clusterdesign.sizing.states import state_bytes
from clusterdesign.sizing.storage import class_for_write, guideline, record_read
from tools.blind_prediction import MPT, foundry, korthikanti, llama, main, rows, strong_scaling, table, weak_scaling

GIB = 2**30

PEAKS = {("a100", "bf16"): 312e12, ("h100", "bf16"): 989.4e12, ("h100", "fp8"): 1978.9e12}


def gpt(row: dict[str, str]) -> Architecture:
    return Architecture(layers=int(row["layers"]), hidden=int(row["hidden"]), heads=int(row["attn_heads"]))


# --- utilisation -----------------------------------------------------------------------------------------------


def test_every_row_of_llm_foundry() -> None:
    published = table("llm_foundry_throughput")
    assert len(published) == 198
    for row in published:
        layers, hidden, _ = MPT[row["model"]]
        gpus, sequence = int(row["gpus"]), int(row["seq_len"])
        peak = PEAKS[row["gpu"][:4], "fp8" if "fp8" in row["precision"] else "bf16"]
        mfu, hfu = (
            flops.utilisation(
                float(row["num_params"]),
                layers,
                hidden,
                sequence,
                sequences_per_second=float(row["tokens_per_s"]) / sequence,
                gpus=gpus,
                peak=peak,
                passes=passes,
            )
            for passes in ((3, 3), (4, 4) if row["act_ckpt"] == "True" else (3, 3))
        )
        assert 100 * mfu == pytest.approx(float(row["mfu_pct"]), rel=1e-3), row
        assert 100 * hfu == pytest.approx(float(row["hfu_pct"]), rel=1e-3), row


def test_utilisation_of_the_selective_recomputation_paper() -> None:
    expected = {"22B": (41.65, 43.81), "175B": (51.39, 52.77), "530B": (56.05, 56.96), "1T": (56.27, 57.01)}
    for row in table("korthikanti2022_table3_5"):
        batch, gpus = int(row["global_batch"]), int(row["gpus"])
        available = gpus * 312e12 * float(row["iter_s_seqpar_selective"])
        for selective, published, worked in ((False, "mfu_pct", 0), (True, "hfu_pct", 1)):
            work = flops.iteration_flops(
                int(row["layers"]), int(row["hidden"]), batch, 2048, 51_200, selective=selective
            )
            assert 100 * work / available == pytest.approx(expected[row["model"]][worked], rel=5e-4)
            assert 100 * work / available == pytest.approx(float(row[published]), rel=5e-3)


# --- memory ----------------------------------------------------------------------------------------------------


def test_memory_of_figure_1_to_the_last_digit() -> None:
    shapes = {row["model"]: row for row in table("korthikanti2022_table3_5")}
    for row in table("korthikanti2022_fig1_memory_GiB"):
        shape = shapes[row["model"]]
        model, tp, pp, chunks = gpt(shape), int(shape["tp"]), int(shape["pp"]), int(shape["interleave_m"])
        states = state_bytes(12 * model.layers * model.hidden**2 / (tp * pp), 1, 0, gradient=4)
        assert states / GIB == float(row["params_optimizer_GiB_per_gpu"])
        factor = model.layers * (1 + (pp - 1) / (pp * chunks) if chunks > 1 else 1)
        micro = int(shape["microbatch"])
        tensor = per_layer(model, 2048, micro, tp=tp)
        both = per_layer(model, 2048, micro, tp=tp, sequence_parallel=True, recompute="selective")
        assert factor * tensor / GIB == pytest.approx(float(row["activations_TP_only_GiB"]), rel=1e-12)
        assert factor * both / GIB == pytest.approx(float(row["activations_TP_SP_selective_GiB"]), rel=1e-12)


def test_recomputation_costs_what_table_4_measured() -> None:
    """Measured 39 % for full recomputation; the model's forward pass is a third of the whole."""
    times = {row["experiment"]: float(row["combined_ms"]) for row in table("korthikanti2022_table4_layer_time_22B")}
    measured = times["Baseline with full recompute"] / times["Baseline no recompute"] - 1
    assert measured == pytest.approx(0.39, abs=0.005)


def test_parameters_of_the_megatron_models() -> None:
    for row in table("megatron_sc21_table1"):
        layers, hidden, size = int(row["layers"]), int(row["hidden"]), float(row["params_B"]) * 1e9
        tolerance = 0.03 if size < 18e9 else 0.003
        assert flops.closed_parameters(layers, hidden, 2048, 51_200) == pytest.approx(size, rel=tolerance)
        counted = gpt(row).with_(positions=2048).parameters
        assert counted == pytest.approx(size, rel=tolerance)


# --- time ------------------------------------------------------------------------------------------------------


def test_days_of_table_2() -> None:
    """With attention and logits counted within 2 %; the short form is 1.4 to 3.1 % low, since it leaves them out."""
    for row in table("megatron_sc21_table2_zero3_vs_ptdp"):
        size, gpus = float(row["params_B"]) * 1e9, int(row["gpus"])
        achieved = float(row["achieved_tflops_per_gpu_HW"]) * 1e12
        layers, hidden = (96, 12_288) if size < 200e9 else (105, 20_480)
        published = float(row["days_for_300B_tokens"])
        work = flops.recomputed_flops(layers, hidden, 1, 2048, 51_200) / 2048 * 300e9
        assert work / (gpus * achieved) / 86_400 == pytest.approx(published, rel=0.02), row
        short = flops.training_days(size, 300e9, gpus, achieved, recompute=True)
        assert 0.014 < 1 - short / published < 0.031, row


def test_iteration_times_without_fitting_to_them() -> None:
    errors = [abs(row.predicted / row.measured - 1) for row in korthikanti()]
    assert len(errors) == 8
    assert statistics.mean(errors) < 0.0365
    assert max(errors) < 0.0887


def test_shares_were_set_on_the_rows_that_the_stack_names() -> None:
    assert statistics.mean(row.predicted / row.measured - 1 for row in weak_scaling()) == pytest.approx(0, abs=0.002)
    seven = [row for row in foundry() if row.calibration]
    assert len(seven) == 23
    assert statistics.mean(row.error for row in seven if "h100" in row.table) == pytest.approx(0, abs=0.005)


def test_other_megatron_rows_blind() -> None:
    errors = [abs(row.error) for row in strong_scaling() if row.table.endswith("PTD-P")]
    assert len(errors) == 6
    assert max(errors) < 0.04


def test_llm_foundry_blind() -> None:
    """The goal was 6 points; a few rows at the edge of memory or of context are further off."""
    blind = [row for row in foundry() if not row.calibration]
    points = [abs(row.points) for row in blind if row.points is not None]
    assert len(points) == 175
    assert statistics.median(points) < 3
    assert sum(error <= 6 for error in points) / len(points) > 0.75
    hopper = [abs(row.error) for row in blind if "h100" in row.table]
    assert statistics.median(hopper) < 0.05


def test_llama_3_405b_blind() -> None:
    """Two of three rows within 3 %; at 128k tokens the model is a third too slow, since it prices attention in full."""
    short, also_short, long = (row.error for row in llama())
    assert abs(short) < 0.03
    assert abs(also_short) < 0.03
    assert -0.4 < long < -0.3


def test_the_range_of_a_step_covers_eight_of_ten_blind_rows() -> None:
    ratios = sorted(
        row.measured / row.predicted for row in rows() if not row.calibration and not row.table.endswith("ZeRO-3")
    )
    assert ratios[len(ratios) // 10] == pytest.approx(FAST, abs=0.01)
    assert ratios[len(ratios) * 9 // 10] == pytest.approx(SLOW, abs=0.01)


def test_old_zero_3_is_predicted_far_too_fast() -> None:
    """What was published for ZeRO-3 in 2021 (31 % kept from 384 to 1536 GPUs) is software, not bandwidth."""
    errors = [row.error for row in strong_scaling() if row.table.endswith("ZeRO-3")]
    assert min(errors) > 0


def test_the_script_prints_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    text = capsys.readouterr().out
    assert text.startswith("set on\n  arXiv:2104.04473, table 1")
    assert "\npredicted blind\n" in text
    assert "  all of them " in text


# --- fabric, storage, failures ---------------------------------------------------------------------------------


def test_switches_of_the_reference_architectures() -> None:
    for row in table("superpod_fabric_counts"):
        counted = fat_tree(int(row["nodes"]), 64)
        published = (int(row["leaf"]), int(row["spine"]), int(row["core"] or 0))
        assert (counted.leaves, counted.spines, counted.cores) == published, row


def test_checkpoints_of_mlperf() -> None:
    for row in table("mlperf_storage_v2_checkpoint"):
        size = checkpoint_bytes(float(row["derived_params_B"]) * 1e9) / GIB
        assert size == pytest.approx(float(row["derived_14B_per_param_GiB"]), rel=1e-3)
        if row["model"] != "llama3-1t":  # its size does not follow from its own configuration
            assert size == pytest.approx(float(row["checkpoint_size_published_GB"]), rel=5e-3)


def test_parameters_of_the_mlperf_models() -> None:
    for row in table("mlperf_storage_v2_checkpoint"):
        if row["model"] == "llama3-1t":
            continue  # its 192 heads do not divide its width
        model = Architecture(
            layers=int(row["layers"]),
            hidden=int(row["hidden"]),
            heads=int(row["heads"]),
            kv_heads=int(row["kv_heads"]),
            ffn=int(row["ffn"]),
            gated=True,
            norm="scale",
            tied=False,
            vocabulary=128_256,
        )
        assert model.parameters == pytest.approx(float(row["derived_params_B"]) * 1e9, rel=1e-3)


def test_reads_of_mlperf() -> None:
    for row in table("mlperf_storage_training_read_demand"):
        rate = record_read(int(row["batch_size"]), float(row["record_bytes"]), float(row["computation_time_s"]))
        assert rate / 1e9 == pytest.approx(float(row["derived_GBps_per_accel_at_AU1"]), abs=6e-4)


def test_projected_failures() -> None:
    for row in table("reliability_published"):
        if row["kind"] == "projected":
            hours = mean_time_to_failure(int(row["gpus"]) // 8, 6.5e-3) / 3600
            assert hours == pytest.approx(float(row["job_mttf_h"]), abs=0.006)


def test_storage_guidelines() -> None:
    assert guideline(32, "good") == (15e9, 7e9)
    assert guideline(128, "best") == (500e9, 250e9)
    assert guideline(256, "best") == (1000e9, 500e9)
    assert guideline(1, "better") == (8e9, 4e9)
    assert class_for_write(32, 10e9) == "better"
    assert class_for_write(32, 100e9) is None
