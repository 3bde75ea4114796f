from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.names import matches
from clusterdesign.tables.places import family, summary, walk_key

SEGMENT = st.text(alphabet="ab0-", min_size=1, max_size=3)
PATHS = st.builds(
    lambda segments, port: "/".join(segments) + (f":{port}" if port else ""),
    st.lists(SEGMENT, min_size=1, max_size=4),
    st.sampled_from(["", "12/1", "P1"]),
)


def test_many_paths_are_named_in_few_words() -> None:
    paths = ["gpu/002", "gpu/010", "compute/leaf/r1", "cable/gpu/001:1/2", "cable/gpu/001:1/1", "cable/ufm:1/2"]

    assert summary(paths) == "cable/ufm:1/2, cable/gpu/** × 2, compute/leaf/r1, gpu/* × 2"
    assert summary([]) == ""


@given(PATHS)
def test_a_path_matches_the_glob_of_its_family(path: str) -> None:
    assert matches(family(path), path)


def test_a_rack_is_walked_from_the_top_down_and_racks_in_natural_order() -> None:
    keys = [walk_key("A2", 40, "b"), walk_key("A2", 3, "a"), walk_key("A2", None, "c"), walk_key("A10", 41, "a")]

    assert keys == sorted(keys)
