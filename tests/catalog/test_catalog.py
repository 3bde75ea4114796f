"""How a catalogue is asked and what it answers when it cannot."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clusterdesign import catalog
from clusterdesign.catalog import Catalog
from clusterdesign.catalog.kinds import KINDS
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_sorted

RACK = 'name = "Rack"\nvendor = "Acme"\nweight = "100 kg"\n\n[sources.""]\nref = "quote 4711"\nconfidence = "high"\n'

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file below the user's catalogue directory."""

    def write(place: str, text: str) -> Path:
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(DesignError) as caught:
        call()
    return str(caught.value)


class TestAsking:
    @pytest.mark.parametrize("info", KINDS.values(), ids=lambda info: info.name)
    def test_each_call_returns_its_own_kind(self, info: Any) -> None:
        call = getattr(catalog, info.call)
        assert {type(call(id_)) for id_ in catalog.ids(info.name)} == {info.model}
        assert catalog.parts(info.name) == tuple(call(id_) for id_ in catalog.ids(info.name))

    def test_a_part_is_read_once(self) -> None:
        assert catalog.node("nvidia/dgx-h100") is catalog.part("nvidia/dgx-h100")

    def test_ids_come_in_natural_order_and_the_kinds_share_them_out(self) -> None:
        assert list(catalog.ids()) == natural_sorted(catalog.ids())
        by_kind = [id_ for info in KINDS.values() for id_ in catalog.ids(info.name)]
        assert sorted(by_kind) == sorted(catalog.ids())

    def test_only_the_part_that_is_asked_for_is_parsed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        parsed: list[str] = []
        original = tomllib.loads

        def counting(text: str) -> dict[str, Any]:
            parsed.append(text)
            return original(text)

        monkeypatch.setattr(tomllib, "loads", counting)
        fresh = Catalog.builtin()
        assert len(fresh.ids("cable")) == 91
        assert parsed == []
        fresh.node("nvidia/dgx-h100")
        fresh.node("nvidia/dgx-h100")
        assert len(parsed) == 1

    def test_importing_the_catalogue_imports_no_heavy_library(self) -> None:
        heavy = ["networkx", "openpyxl", "graphviz", "fpdf", "rich", "typer", "pulumi"]
        code = f"import sys, clusterdesign.catalog; print([name for name in {heavy} if name in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"


class TestRefusing:
    @pytest.mark.parametrize(
        ("call", "id_", "message"),
        [
            (
                catalog.node,
                "nvidia/dgx-h10",
                "nvidia/dgx-h10: no such node in the catalogue\n"
                "  way out: did you mean nvidia/dgx-h100 or nvidia/dgx-h200 or nvidia/dgx-a100-640gb?",
            ),
            (
                catalog.switch,
                "NVIDIA/MQM9700-NS2F",
                "NVIDIA/MQM9700-NS2F: no such switch in the catalogue\n"
                "  way out: did you mean nvidia/mqm9700-ns2f or nvidia/mqm9790-ns2f or nvidia/mqm9700-ns2r?",
            ),
            (
                catalog.part,
                "%%",
                "%%: no such part in the catalogue\n  way out: `clusterdesign catalog list` prints every id",
            ),
            (
                catalog.switch,
                "nvidia/dgx-h100",
                'nvidia/dgx-h100: is a node, not a switch\n  way out: write catalog.node("nvidia/dgx-h100")',
            ),
            (
                catalog.node,
                "generic/uqd04",
                "generic/uqd04: is a quick disconnect, not a node\n"
                '  way out: write catalog.quick_disconnect("generic/uqd04")',
            ),
            (
                catalog.cable,
                "nvidia/mcx75310aas-neat",
                "nvidia/mcx75310aas-neat: is an adapter, not a cable\n"
                '  way out: write catalog.hca("nvidia/mcx75310aas-neat")',
            ),
        ],
    )
    def test_a_wrong_id_names_the_right_one(self, call: Callable[[str], object], id_: str, message: str) -> None:
        assert refused(lambda: call(id_)) == message

    def test_an_unknown_kind(self) -> None:
        assert refused(lambda: catalog.ids("server")) == (  # type: ignore[arg-type]  # that is the point
            "'server' is no kind of part\n"
            "  way out: the kinds are node, hca, switch, appliance, storage, gpu, cable, transceiver, fibre, rack, "
            "pdu, cdu, quick-disconnect, fitting"
        )


class TestOwnDirectory:
    def test_own_parts_lie_over_the_built_in_ones(self, write: Write, tmp_path: Path) -> None:
        write("acme/rack/tall.toml", RACK)
        own = Catalog.load(tmp_path)
        assert own.rack("acme/tall").weight is not None
        assert own.node("nvidia/dgx-h100") == catalog.node("nvidia/dgx-h100")
        assert set(own.ids()) - set(catalog.ids()) == {"acme/tall"}
        assert own.where("acme/tall") == f"{tmp_path}/acme/rack/tall.toml"

    def test_an_own_part_replaces_the_built_in_one_of_the_same_id(self, write: Write, tmp_path: Path) -> None:
        write("generic/rack/48u-800x1200.toml", RACK)
        own = Catalog.load(tmp_path)
        assert own.rack("generic/48u-800x1200").vendor == "Acme"
        assert catalog.rack("generic/48u-800x1200").vendor == "generic"
        assert own.ids() == catalog.ids()

    def test_layers_stack(self, write: Write, tmp_path: Path) -> None:
        write("one/acme/rack/a.toml", RACK)
        write("two/acme/rack/b.toml", RACK)
        own = Catalog.load(tmp_path / "two", base=Catalog.load(tmp_path / "one"))
        assert set(own.ids()) - set(catalog.ids()) == {"acme/a", "acme/b"}

    def test_hidden_files_and_other_texts_are_no_parts(self, write: Write, tmp_path: Path) -> None:
        for place in ("README.md", ".git/config", "acme/rack/notes.txt", "acme/rack/.draft.toml"):
            write(place, "no part")
        assert Catalog.load(tmp_path).ids() == catalog.ids()

    @pytest.mark.parametrize(
        ("place", "message"),
        [
            (
                "tall.toml",
                "{root}/tall.toml: a part cannot lie here\n  way out: put one part into <vendor>/<kind>/<part>.toml",
            ),
            (
                "acme/tall.toml",
                "{root}/acme/tall.toml: a part cannot lie here\n"
                "  way out: put one part into <vendor>/<kind>/<part>.toml",
            ),
            (
                "acme/cabinet/tall.toml",
                "{root}/acme/cabinet: 'cabinet' is no kind of part\n"
                "  way out: the kinds are node, hca, switch, appliance, storage, gpu, cable, transceiver, fibre, rack, "
                "pdu, cdu, quick-disconnect, fitting",
            ),
            (
                "Acme/rack/tall.toml",
                "{root}/Acme/rack/tall.toml: 'Acme/tall' cannot be an id\n"
                "  way out: use lower-case ASCII letters, digits, '.', '_', '+' and '-'",
            ),
        ],
    )
    def test_a_misplaced_file_is_found_at_once(self, place: str, message: str, write: Write, tmp_path: Path) -> None:
        write(place, RACK)
        assert refused(lambda: Catalog.load(tmp_path)) == message.format(root=tmp_path)

    def test_an_id_belongs_to_one_file(self, write: Write, tmp_path: Path) -> None:
        write("acme/rack/tall.toml", RACK)
        write("acme/pdu/tall.toml", RACK)
        assert refused(lambda: Catalog.load(tmp_path)) == (
            f"{tmp_path}/acme/rack/tall.toml: acme/tall: the id is taken by {tmp_path}/acme/pdu/tall.toml\n"
            "  way out: give one of them another file name"
        )

    def test_a_directory_that_is_not_there(self, tmp_path: Path) -> None:
        assert refused(lambda: Catalog.load(tmp_path / "none")) == (
            f"{tmp_path}/none: is not a directory\n"
            "  way out: name a directory, and put one part into <vendor>/<kind>/<part>.toml"
        )

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                'name = "Rack"\nweight = \n',
                "{file}:2: is not TOML: Invalid value\n"
                '  way out: write one key = value a line; quantities are text, as in weight = "14.8 kg"',
            ),
            (
                'name = "Rack"\nname = "Rack"\n',
                "{file}:2: is not TOML: Cannot overwrite a value\n"
                '  way out: write one key = value a line; quantities are text, as in weight = "14.8 kg"',
            ),
            (
                RACK.replace("weight", "wieght"),
                "{file}: acme/tall: unknown field 'wieght'\n  way out: the fields are {fields}",
            ),
            (
                RACK.replace("confidence", "certainty"),
                '{file}: acme/tall: sources."".confidence is missing\n  way out: give sources."".confidence=',
            ),
            (
                RACK.replace("100 kg", "100"),
                "{file}: acme/tall: weight: cannot read '100' as a mass\n"
                '  way out: write a number and a unit, such as "1 kg"',
            ),
            (
                RACK.replace('"100 kg"', "100"),
                "{file}: acme/tall: weight: expected a mass with its unit, got 100\n"
                '  way out: write text such as "1 kg"',
            ),
            (RACK.replace('name = "Rack"\n', ""), "{file}: acme/tall: name is missing\n  way out: give name="),
            (
                'id = "acme/tall"\n' + RACK,
                "{file}: acme/tall: 'id' is not written in the file: its place gives it\n"
                "  way out: delete the line id = 'acme/tall'",
            ),
            (
                'kind = "rack"\n' + RACK,
                "{file}: acme/tall: 'kind' is not written in the file: its place gives it\n"
                "  way out: delete the line kind = 'rack'",
            ),
        ],
    )
    def test_a_faulty_file_is_named_with_field_and_way_out(
        self, text: str, message: str, write: Write, tmp_path: Path
    ) -> None:
        file = write("acme/rack/tall.toml", text)
        fields = ", ".join(KINDS["rack"].model.model_fields)
        assert refused(lambda: Catalog.load(tmp_path).part("acme/tall")) == message.format(file=file, fields=fields)

    def test_a_file_that_is_not_utf_8(self, write: Write, tmp_path: Path) -> None:
        file = write("acme/rack/tall.toml", "")
        file.write_bytes(b'name = "\xff"')
        assert refused(lambda: Catalog.load(tmp_path).part("acme/tall")) == (
            f"{file}: is not UTF-8 text\n  way out: save the file as UTF-8"
        )

    def test_a_faulty_file_does_not_spoil_the_others(self, write: Write, tmp_path: Path) -> None:
        write("acme/rack/broken.toml", "=")
        write("acme/rack/tall.toml", RACK)
        assert Catalog.load(tmp_path).rack("acme/tall").name == "Rack"


class TestDescribing:
    def test_rows_are_fields_values_sources_and_what_is_unknown(self) -> None:
        rows = catalog.describe(catalog.rack("generic/48u-800x1200"))
        assert [(row.field, row.value, row.source and row.source.confidence) for row in rows] == [
            ("kind", "rack", None),
            ("id", "generic/48u-800x1200", None),
            ("name", "48U rack, 800 x 1200 mm", None),
            ("vendor", "generic", None),
            ("description", "stands for the rack that the buyer chooses", None),
            ("size.height_u", "48", "assumed"),
            ("size.width", "0.8 m", "assumed"),
            ("size.depth", "1.2 m", "assumed"),
            ("weight", "190 kg", "assumed"),
            ("load_static", "1360 kg", "assumed"),
        ]

    def test_what_rules_need_and_no_source_gives_is_printed_as_unknown(self) -> None:
        rows = catalog.describe(catalog.node("yadro/hgx-h100-8"))
        assert [row.field for row in rows if row.value == "unknown"] == list(catalog.node("yadro/hgx-h100-8").NEEDED)

    @pytest.mark.parametrize("id_", catalog.ids())
    def test_every_line_is_one_line(self, id_: str) -> None:
        rows = catalog.describe(catalog.part(id_))
        assert [row for row in rows if "\n" in row.value or row.value in ("", "None")] == []
