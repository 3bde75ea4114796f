from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from clusterdesign.exporters.slurm import slurm_files
from clusterdesign.exporters.slurm.hostlist import hostlist
from tests.subnet.fabrics import design, planes, three_levels

NAMES = st.sets(
    st.one_of(
        st.builds(lambda n: f"gpu-{n:03}", st.integers(0, 2000)),
        st.builds(lambda n: f"gpu-{n}", st.integers(0, 200)),
        st.builds(lambda a, b: f"su{a}-node{b:02}x", st.integers(1, 3), st.integers(0, 120)),
        st.sampled_from(("login", "head-a", "gpu-0", "gpu-00")),
    ),
    min_size=1,
    max_size=40,
)


def expand(text: str) -> set[str]:
    found: set[str] = set()
    for item in re.findall(r"[^,\[]+(?:\[[^\]]*\][^,]*)?", text):
        match = re.fullmatch(r"([^\[]*)\[([^\]]*)\](.*)", item)
        if match is None:
            found.add(item)
            continue
        for piece in match[2].split(","):
            first, _, last = piece.partition("-")
            last = last or first
            found |= {f"{match[1]}{n:0{len(first)}}{match[3]}" for n in range(int(first), int(last) + 1)}
    return found


@given(NAMES)
@example({"gpu-099", "gpu-100"})
@example({"gpu-9", "gpu-10"})
@example({"gpu-01", "gpu-100"})
def test_a_host_list_names_the_same_hosts(names: set[str]) -> None:
    assert expand(hostlist(names)) == names


def test_consecutive_hosts_are_one_range() -> None:
    assert hostlist(f"gpu-{n:03}" for n in range(1, 129)) == "gpu-[001-128]"
    assert hostlist(("gpu-1", "gpu-3")) == "gpu-[1,3]"
    assert hostlist(("login",)) == "login"


def test_a_unit_is_one_switch_below_the_spine() -> None:
    text = slurm_files(design(40, storage=True))["slurm/topology.conf"].decode()
    assert text.splitlines()[1:] == [
        "SwitchName=compute-su1 Nodes=gpu-[001-032]",
        "SwitchName=compute-su2 Nodes=gpu-[033-040]",
        "SwitchName=compute-spine Switches=compute-su[1-2]",
    ]


def test_storage_does_not_distort_the_topology() -> None:
    with_storage, without = (slurm_files(design(40, storage=storage)) for storage in (True, False))
    assert with_storage["slurm/topology.conf"] == without["slurm/topology.conf"]


def test_one_switch_is_one_switch() -> None:
    text = slurm_files(design(4, "hdr"))["slurm/topology.conf"].decode()
    assert text.splitlines()[1:] == ["SwitchName=compute-su1 Nodes=gpu-[001-004]"]


def test_gpus_have_a_type_where_the_platform_has_one() -> None:
    files = slurm_files(design(32))
    assert "Gres=gpu:h100:8" in files["slurm/slurm.conf"].decode()
    assert files["slurm/gres.conf"] == b"NodeName=gpu-[001-032] Name=gpu Type=h100 File=/dev/nvidia[0-7]\n"


def test_nccl_gets_the_adapters_by_rail_and_by_exact_name() -> None:
    files = slurm_files(design(32))
    conf = files["slurm/nccl-dgx-h100.conf"].decode()
    assert "\nNCCL_IB_HCA==mlx5_0,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_9,mlx5_10,mlx5_11\n" in conf
    assert conf.endswith("NCCL_CROSS_NIC=2\n")
    rails = files["slurm/rails-dgx-h100.csv"].decode().splitlines()
    assert rails[:2] == ["rail,port,rdma,netdev,gpu", "1,OSFP4P2,mlx5_0,ibp24s0,0"]


def test_a_taper_keeps_traffic_on_its_rail() -> None:
    assert b"NCCL_CROSS_NIC=0" in slurm_files(design(40, taper="2:1"))["slurm/nccl-dgx-h100.conf"]


def test_rdma_names_that_are_not_published_are_left_to_the_site() -> None:
    conf = slurm_files(design(4, "hdr"))["slurm/nccl-dgx-a100-640gb.conf"].decode()
    assert "\nNCCL_IB_HCA=" not in conf
    assert "not published" in conf


def test_pods_stand_between_units_and_cores() -> None:
    text = slurm_files(three_levels(60))["slurm/topology.conf"].decode()
    assert text.splitlines()[1:] == [
        "SwitchName=compute-su1 Nodes=gpu-[001-020]",
        "SwitchName=compute-su2 Nodes=gpu-[021-040]",
        "SwitchName=compute-su3 Nodes=gpu-[041-060]",
        "SwitchName=compute-pod1 Switches=compute-su[1-2]",
        "SwitchName=compute-pod2 Switches=compute-su3",
        "SwitchName=compute-core Switches=compute-pod[1-2]",
    ]


def test_the_rails_of_all_planes_stand_in_one_map() -> None:
    files = slurm_files(planes(4, 2))
    assert len(files["slurm/rails-dgx-h100.csv"].decode().splitlines()) == 9
    conf = files["slurm/nccl-dgx-h100.conf"].decode()
    assert "\nNCCL_IB_HCA==mlx5_0,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_9,mlx5_10,mlx5_11\n" in conf
    assert conf.endswith("NCCL_CROSS_NIC=0\n")
