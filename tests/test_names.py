"""Names of components: what can be one, how they sort, how globs and templates work."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.names import check_name, fill, matches, natural_key, natural_ordered, natural_sorted, template_fields

segments = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,8}", fullmatch=True)
paths = st.lists(segments, min_size=1, max_size=4).map("/".join)


@given(segments)
def test_a_segment_is_a_name(name: str) -> None:
    assert check_name(name) == name


@given(st.text(max_size=6).filter(lambda text: not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", text)))
def test_anything_else_is_no_name(name: str) -> None:
    with pytest.raises(DesignError) as caught:
        check_name(name)
    assert str(caught.value) == (
        f"{name!r} cannot be a name\n"
        "  way out: use ASCII letters, digits, '.', '_', '+' and '-', beginning with a letter or digit"
    )


@given(
    st.lists(st.text(max_size=8), unique=True).flatmap(lambda texts: st.tuples(st.just(texts), st.permutations(texts)))
)
def test_natural_order_does_not_depend_on_the_order_given(texts: tuple[list[str], list[str]]) -> None:
    one, other = texts
    assert natural_sorted(one) == natural_sorted(other)
    assert sorted(natural_sorted(one)) == sorted(one)


@given(st.text(max_size=8), st.text(max_size=8))
def test_natural_order_tells_every_two_texts_apart(one: str, other: str) -> None:
    assert (natural_key(one) == natural_key(other)) == (one == other)


@given(st.text("a1:/", max_size=8), st.text("a1:/", max_size=8))
def test_natural_order_takes_a_colon_for_any_other_sign(one: str, other: str) -> None:
    plain = [text.replace(":", ";") for text in (one, other)]
    assert (natural_key(one) < natural_key(other)) == (natural_key(plain[0]) < natural_key(plain[1]))


_sides = st.lists(st.text("a1b:/-", max_size=4), min_size=1, max_size=4)


@given(_sides, _sides, st.randoms(use_true_random=False))
def test_many_paths_of_ports_sort_as_each_does_alone(devices: list[str], ports: list[str], random: Random) -> None:
    texts = [*(f"{device}:{port}" for device in devices for port in ports), *devices, *ports]
    random.shuffle(texts)
    items = list(enumerate(texts))
    assert natural_ordered(items, lambda item: item[1]) == sorted(items, key=lambda item: natural_key(item[1]))


@given(segments, st.integers(min_value=0, max_value=9999), st.integers(min_value=0, max_value=9999))
def test_numbers_inside_names_count_as_numbers(stem: str, a: int, b: int) -> None:
    stem = f"{stem}/x"
    assert (natural_key(f"{stem}{a}") < natural_key(f"{stem}{b}")) == (a < b)


def test_natural_order_of_a_cluster() -> None:
    given_paths = ["gpu/10", "gpu/2", "compute/leaf/su10-r1", "compute/leaf/su2-r8", "compute/leaf/su2-r1"]
    assert natural_sorted(given_paths) == [
        "compute/leaf/su2-r1",
        "compute/leaf/su2-r8",
        "compute/leaf/su10-r1",
        "gpu/2",
        "gpu/10",
    ]


@given(paths)
def test_a_path_is_a_glob_of_itself(path: str) -> None:
    assert matches(path, path)
    assert matches("**", path)
    assert not matches(path, f"{path}x")


@given(paths)
def test_a_star_stays_in_its_segment(path: str) -> None:
    assert matches("*", path) == ("/" not in path)
    assert matches("/".join("*" * (path.count("/") + 1)), path)


@given(paths, segments)
def test_two_stars_cross_segments(path: str, last: str) -> None:
    assert matches(f"**/{last}", f"{path}/{last}")
    assert matches(f"{path}/**", f"{path}/{last}")
    assert not matches(f"{path}/*", f"{path}/{last}/x")


@pytest.mark.parametrize(
    ("glob", "path", "expected"),
    [
        ("gpu/0??", "gpu/017", True),
        ("gpu/0??", "gpu/0", False),
        ("gpu?017", "gpu/017", False),
        ("gpu.017", "gpu/017", False),
        ("compute/**-r3", "compute/leaf/su1-r3", True),
        ("*/leaf/*", "compute/leaf/su1-r3", True),
    ],
)
def test_globs(glob: str, path: str, *, expected: bool) -> None:
    assert matches(glob, path) is expected


@given(st.integers(min_value=0, max_value=10**6))
def test_padding_comes_from_the_template(n: int) -> None:
    assert fill("gpu/{n:03}", n=n) == f"gpu/{str(n).zfill(3)}"
    assert fill("gpu/{n}", n=n) == f"gpu/{n}"


def test_the_fields_of_a_template() -> None:
    assert template_fields("su{unit}-r{rail:02}") == {"unit", "rail"}
    assert template_fields("plain") == frozenset()


@pytest.mark.parametrize("template", ["gpu/{m}", "gpu/{}", "gpu/{n", "gpu/{n:zz}", "gpu/{n.size}", "gpu/{n[0]}"])
def test_a_template_that_cannot_be_filled_says_what_it_may_use(template: str) -> None:
    with pytest.raises(DesignError) as caught:
        fill(template, n=1, unit=2)
    assert caught.value.what.startswith(f"name template {template!r} cannot be filled: ")
    assert caught.value.fix == "use the fields {n}, {unit}"


def test_a_malformed_template_is_refused() -> None:
    with pytest.raises(DesignError) as caught:
        template_fields("gpu/{n:03")
    assert caught.value.what.startswith("name template 'gpu/{n:03' is malformed: ")
    assert caught.value.fix == "close every brace, as in 'gpu/{n:03}'"
