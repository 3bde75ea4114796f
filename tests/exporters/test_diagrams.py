"""Drawings: what they show is counted on the design, and nothing of the machine is in their bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import get_args

import pytest

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, PortRef, Role
from clusterdesign.errors import DesignError
from clusterdesign.exporters.diagrams import diagrams, fabric_dot, svg
from clusterdesign.exporters.diagrams.fabric import fabric_picture
from clusterdesign.exporters.diagrams.picture import Box
from clusterdesign.exporters.diagrams.render import RenderingError
from clusterdesign.exporters.diagrams.topology import topologies
from clusterdesign.exporters.diagrams.words import LANGUAGES, Words
from tests.exporters.small_fabric import fat_tree

GOLDEN = Path(__file__).with_name("golden")
ROOT = Path(__file__).resolve().parents[2]


def texts(design: Design, lang: str = "en") -> list[str]:
    return [line for box in fabric_picture(design, lang).boxes for line in box.text]


@pytest.mark.parametrize("nodes", [4, 40])
def test_the_dot_is_as_before(nodes: int) -> None:
    """Set CLUSTERDESIGN_GOLDEN=write to accept a change, and look at the drawing."""
    dot = fabric_dot(fat_tree(nodes=nodes, spines=8))
    golden = GOLDEN / f"fabric-{nodes}.gv"
    if os.environ.get("CLUSTERDESIGN_GOLDEN") == "write":
        golden.write_text(dot, encoding="utf-8")
    assert dot == golden.read_text(encoding="utf-8")


def test_up_to_four_nodes_are_drawn_one_by_one_with_every_rail() -> None:
    picture = fabric_picture(fat_tree(nodes=4, spines=4, uplinks=4))
    assert {"001", "002", "003", "004"} <= {box.text[0] for box in picture.boxes if box.text}
    assert sum(line.a.startswith("compute gpu/") for line in picture.lines) == 4 * 8


def test_one_switch_is_a_row_of_nodes_under_it() -> None:
    picture = fabric_picture(fat_tree(nodes=4, spines=0))
    assert len(picture.lines) == 4
    assert "links: 32, cables: 32, 400 Gb/s" in texts(fat_tree(nodes=4, spines=0))


def test_128_nodes_are_as_quiet_as_32() -> None:
    picture = fabric_picture(fat_tree(nodes=128))
    # For each of four units: a line for each leaf, and one bundle to the spines.
    assert len(picture.lines) == 4 * (8 + 1)
    shown = Counter(texts(fat_tree(nodes=128)))
    assert shown["links: 256, cables: 256, 400 Gb/s"] == 8
    assert shown["8 switches, 32 links to each"] == 4
    assert shown["8 x 16 pairs, 2 links each"] == 4
    assert "gpu/033 .. gpu/064" in shown
    assert "16 x spine" in shown


def test_a_bundle_says_when_its_links_are_uneven() -> None:
    design = fat_tree(nodes=32, spines=4, uplinks=6)
    assert "8 x 4 pairs, 1..2 links each" in texts(design)


def test_a_faulty_design_is_drawn_as_it_is() -> None:
    """Two nodes joined to each other, and a switch without a link: rules complain, drawings show."""
    design = fat_tree(nodes=32, spines=4)
    stray = replace(design.links[0], path="link/stray", a=PortRef("gpu/001", "P9"), b=PortRef("gpu/002", "P9"))
    lonely = Device("compute/spine/s99", "switch", "test/switch", "spine", "compute")
    faulty = replace(design, links=(*design.links, stray), devices=(*design.devices, lonely))
    assert "5 x spine" in texts(faulty)
    assert len(fabric_picture(faulty).lines) == 8 + 1 + 1
    assert svg(fabric_dot(faulty))


def test_more_switches_than_fit_one_row_stand_in_several() -> None:
    picture = fabric_picture(fat_tree(nodes=64, spines=32))
    rows = {box.y for box in picture.boxes if box.name.startswith("compute compute/spine/")}
    assert len(rows) == 2


def test_three_levels_are_drawn_pod_by_pod() -> None:
    design = fat_tree(nodes=64, spines=2)
    pods = tuple(
        replace(device, pod=1 if device.unit == 1 or device.path.endswith("s01") else 2) for device in design.devices
    )
    core = Device("compute/core/01", "switch", "test/switch", "core", "compute")
    up = tuple(
        replace(design.links[0], path=f"link/{spine}", a=PortRef(spine, "U1"), b=PortRef(core.path, spine), rail=None)
        for spine in ("compute/spine/s01", "compute/spine/s02")
    )
    design = replace(
        design,
        fabrics=(replace(design.fabrics[0], levels=3),),
        devices=(*pods, core),
        links=(*design.links, *up),
    )
    shown = texts(design)
    assert {"pod 1: 32 x node", "pod 2: 8 x leaf", "pod 2: 1 x spine", "1 x core"} <= set(shown)


def test_counts_are_read_off_the_links() -> None:
    (shape,) = topologies(fat_tree(nodes=40, spines=8))
    assert shape.units == (1, 2)
    below = {group.unit: len(group.devices) for group in shape.groups if group.rank == 0}
    assert below == {1: 32, 2: 8}
    assert sum(len(bundle.links) for bundle in shape.bundles) == 40 * 8 + 16 * 32


def test_boxes_of_a_rank_do_not_overlap() -> None:
    frames = [box for box in fabric_picture(fat_tree(nodes=128)).boxes if re.search(r" \d-", box.name) and not box.text]
    for number, one in enumerate(frames):
        assert not any(_overlap(one, other) for other in frames[number + 1 :])


def _overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.bottom and b.y < a.bottom


def test_russian_drawings_keep_names_and_translate_words() -> None:
    shown = texts(fat_tree(nodes=32, spines=4), "ru")
    assert "small: сети" in shown
    assert "масштабируемый блок 1: узлы: 32" in shown
    assert "gpu/001 .. gpu/032" in shown


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DesignError, match="unknown language 'xx'\n  way out: the languages are en, ru"):
        fabric_picture(fat_tree(nodes=4), "xx")


def test_the_svg_shows_every_text_of_the_picture() -> None:
    design = fat_tree(nodes=32, spines=4)
    drawn = re.findall(r">([^<>]+)</text>", diagrams(design)["fabric.svg"].decode())
    assert Counter(unescape(text).replace("\N{NO-BREAK SPACE}", " ") for text in drawn) == Counter(texts(design))


def test_the_svg_holds_nothing_of_the_machine() -> None:
    text = diagrams(fat_tree(nodes=4))["fabric.svg"].decode()
    assert "graphviz version" not in text
    assert str(ROOT) not in text


@pytest.mark.parametrize(
    "environment", [{"LANG": "C", "PYTHONHASHSEED": "1"}, {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"}]
)
def test_fonts_locale_and_hash_seed_change_no_byte(environment: dict[str, str], tmp_path: Path) -> None:
    """A machine without a single font draws what one with fonts draws."""
    bare = tmp_path / "fonts.conf"
    bare.write_text("<fontconfig></fontconfig>", encoding="utf-8")
    program = (
        "import sys; from tests.exporters.small_fabric import fat_tree;"
        "from clusterdesign.exporters.diagrams import diagrams;"
        "sys.stdout.buffer.write(b''.join(diagrams(fat_tree(nodes=40, spines=8), 'ru').values()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | environment | {"FONTCONFIG_FILE": str(bare)},
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"".join(diagrams(fat_tree(nodes=40, spines=8), "ru").values())
    assert done.stderr == b""


def test_a_graph_that_graphviz_refuses_is_an_error() -> None:
    with pytest.raises(RenderingError):
        svg("graph {")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_role_of_a_device_has_its_word(lang: str) -> None:
    words = Words(lang)
    assert all(words(role) for role in get_args(Role))
