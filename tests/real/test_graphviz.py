"""The DOT is a drawing for others too: the ``dot`` of a distribution draws it in the places that we gave it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from clusterdesign.exporters.diagrams import fabric_dot
from clusterdesign.exporters.diagrams.fabric import fabric_picture
from tests.exporters.small_fabric import fat_tree


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_dot_draws_every_box_where_it_belongs(lang: str, program: Callable[[str], Path]) -> None:
    design = fat_tree(nodes=40, spines=8)
    done = subprocess.run(
        [program("dot"), "-Tjson"], input=fabric_dot(design, lang).encode(), capture_output=True, check=True
    )
    drawn = json.loads(done.stdout)
    picture = fabric_picture(design, lang)
    assert [node["name"] for node in drawn["objects"]] == [box.name for box in picture.boxes]
    assert len(drawn["edges"]) == len(picture.lines)
    # dot moves the whole drawing to its origin: only distances are ours.
    places = [tuple(map(float, node["pos"].split(","))) for node in drawn["objects"]]
    title = picture.boxes[0]
    for (x, y), box in zip(places, picture.boxes, strict=True):
        assert x - places[0][0] == pytest.approx(box.middle - title.middle, abs=0.1)
        assert places[0][1] - y == pytest.approx(box.y + box.height / 2 - title.height / 2, abs=0.1)
