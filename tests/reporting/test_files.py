"""The files of a run: which are written, what they hold, and what is never overwritten."""

from __future__ import annotations

import csv
import dataclasses
import json
import math
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

import hydrocalc
from hydrocalc.criteria import compare
from hydrocalc.findings import InputError
from hydrocalc.reporting import json_document, report
from hydrocalc.results import Results


@pytest.fixture(scope="module")
def folder(two_pond_results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("report") / "new" / "folder"
    report(two_pond_results, place)
    return place


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file, its comments left out."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return list(csv.DictReader(lines))


def test_the_files_of_a_run(folder: Path, two_pond_results: Results) -> None:
    assert sorted(path.name for path in folder.iterdir()) == [
        "comparison.csv",
        "hydrographs_post_100-yr.csv",
        "hydrographs_post_2-yr.csv",
        "hydrographs_pre_100-yr.csv",
        "hydrographs_pre_2-yr.csv",
        "nodes.csv",
        "rating_post_Lower-pond.csv",
        "rating_post_Upper-pond.csv",
        "report.html",
        "results.json",
        "results.nc",
    ]


def test_no_file_names_a_place_on_this_machine(folder: Path) -> None:
    for path in folder.iterdir():
        assert str(folder.parent).encode() not in path.read_bytes()
        assert str(Path.home()).encode() + b"/" not in path.read_bytes()


def test_nothing_is_overwritten_unless_asked(folder: Path, two_pond_results: Results) -> None:
    (folder / "nodes.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        report(two_pond_results, folder)
    (found,) = caught.value.findings
    assert found.code == "HC106"
    assert "report.html" in found.message
    assert (folder / "nodes.csv").read_text(encoding="utf-8") == "mine"
    written = report(two_pond_results, folder, force=True)
    assert written[0] == folder / "report.html"
    assert {path.name for path in written} == {path.name for path in folder.iterdir()}
    assert len(rows_of(folder / "nodes.csv")) > 10


def test_other_files_of_the_folder_do_not_matter(small_results: Results, tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("mine", encoding="utf-8")
    report(small_results, tmp_path)
    assert (tmp_path / "site.toml").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_can_not_be_made(small_results: Results, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(InputError) as caught:
            report(small_results, place)
        assert [item.code for item in caught.value.findings] == ["HC107"]


def test_the_package_can_be_called_whatever_was_imported_first(
    small_results: Results, tmp_path: Path
) -> None:
    written = hydrocalc.report(small_results, tmp_path / "called")
    assert (tmp_path / "called" / "report.html") in written


def test_the_comparison_and_nodes_are_unrounded(folder: Path, two_pond_results: Results) -> None:
    compared = rows_of(folder / "comparison.csv")
    for row, texts in zip(compare(two_pond_results), compared, strict=True):
        assert float(texts["post_peak_cfs"]) == row.post_peak_cfs
        assert texts["verdict"] == row.verdict
    listed = rows_of(folder / "nodes.csv")
    expected = (*two_pond_results.nodes, *two_pond_results.system)
    for node, texts in zip(expected, listed, strict=True):
        assert float(texts["volume_out_cuft"]) == node.volume_out_cuft
        assert texts["kind"] == node.kind
        assert (texts["peak_stage_ft"] == "") == (node.peak_stage_ft is None)


def test_hydrographs_begin_with_where_they_come_from(
    folder: Path, two_pond_results: Results
) -> None:
    path = folder / "hydrographs_post_100-yr.csv"
    first, second, third = path.read_text(encoding="utf-8").splitlines()[:3]
    assert first.startswith("# hydrocalc ")
    assert second == "# Two ponds"
    assert third.startswith("# post, 100-yr")
    rows = rows_of(path)
    event = two_pond_results.event("post", "100-yr")
    node = event.network.node_of("Upper pond")
    hours = np.array([float(row["time_hr"]) for row in rows])
    assert np.allclose(hours, two_pond_results.time_hr, rtol=1e-7)
    for key, values in (
        ("Upper pond inflow_cfs", event.inflow_cfs(node)),
        ("Upper pond outflow_cfs", event.outflow_cfs(node)),
        ("Upper pond stage_ft", event.stage_ft(node)),
    ):
        assert np.allclose([float(row[key]) for row in rows], values, rtol=1e-7)
    assert "rain on Lower pond outflow_cfs" not in rows[0]


def test_ratings_have_every_row_and_receiver(folder: Path, two_pond_results: Results) -> None:
    network = two_pond_results.networks["post"]
    working = network.pond_workings[network.row_of(network.node_of("Upper pond"))]
    rows = rows_of(folder / "rating_post_Upper-pond.csv")
    assert len(rows) == len(working.rating.stage_ft)
    assert float(rows[0]["stage_ft"]) == 120.0
    for row in rows:
        parts = [value for key, value in row.items() if key and key.startswith("to ")]
        assert len(parts) == 2
        total = sum(float(part) for part in parts)
        assert float(row["discharge_cfs"]) == pytest.approx(total, rel=1e-10)


def test_metric_tables_say_so_in_their_heads(metric_results: Results, tmp_path: Path) -> None:
    report(metric_results, tmp_path)
    row = next(item for item in rows_of(tmp_path / "nodes.csv") if item["node"] == "Pond")
    assert "peak_stage_ft" not in row
    stage_ft = metric_results.node("pre", "10-yr", "Outlet")
    assert stage_ft.peak_stage_ft is None
    pond = metric_results.node("post", "10-yr", "Pond")
    assert float(row["peak_stage_m"]) == pytest.approx(0.3048 * float(pond.peak_stage_ft or 0))
    hydrograph = rows_of(tmp_path / "hydrographs_post_10-yr.csv")
    assert "Pond outflow_cms" in hydrograph[0]


def test_the_netcdf_file_reads_back(folder: Path, two_pond_results: Results) -> None:
    with xarray.open_dataset(folder / "results.nc", engine="scipy", decode_times=False) as read:
        assert dict(read.sizes) == dict(two_pond_results.dataset.sizes)
        assert [str(name) for name in read["node"].values] == [
            str(name) for name in two_pond_results.dataset["node"].values
        ]
        assert str(read["kind"].sel(condition="post", node="Upper pond").values) == "pond"
        event = two_pond_results.event("post", "2-yr")
        node = event.network.node_of("Creek")
        outflow = read["outflow_cfs"].sel(condition="post", event="2-yr", node="Creek")
        assert np.array_equal(outflow.values, event.outflow_cfs(node))
        assert read["outflow_cfs"].attrs["units"] == "ft3 s-1"


def check(value: Any, schema: dict[str, Any], place: str = "") -> None:
    """Hold a value against the part of JSON Schema that the schema of the results uses."""
    known = {"$schema", "title", "description", "type", "enum", "properties", "required",
             "additionalProperties", "items", "pattern"}  # fmt: skip
    assert set(schema) <= known, place
    types = {
        "object": dict, "array": list, "string": str, "integer": int, "null": type(None),
        "number": (int, float),
    }  # fmt: skip
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        assert any(isinstance(value, types[name]) for name in names), f"{place}: {value!r}"
        assert not isinstance(value, bool)
    assert value in schema.get("enum", [value]), f"{place}: {value!r}"
    if "pattern" in schema:
        assert re.search(schema["pattern"], value), f"{place}: {value!r}"
    if isinstance(value, dict) and "properties" in schema:
        assert set(schema["required"]) <= set(value), place
        assert schema["additionalProperties"] is False
        assert set(value) <= set(schema["properties"]), place
        for key, item in value.items():
            check(item, schema["properties"][key], f"{place}.{key}")
    if isinstance(value, list):
        for number, item in enumerate(value):
            check(item, schema["items"], f"{place}[{number}]")


def schema_of_results() -> dict[str, Any]:
    """Return the schema that is shipped."""
    path = files("hydrocalc").joinpath("reporting", "results.schema.json")
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_the_json_document_is_as_its_schema_says(
    folder: Path, two_pond_results: Results, hostile_results: Results, small_results: Results
) -> None:
    schema = schema_of_results()
    for results in (two_pond_results, hostile_results, small_results):
        document = json_document(results, compare(results))
        text = json.dumps(document, allow_nan=False)
        check(json.loads(text), schema)
    written = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert written == json_document(two_pond_results, compare(two_pond_results))
    broken = {**written, "comparison": [{**written["comparison"][0], "verdict": "perhaps"}]}
    with pytest.raises(AssertionError):
        check(broken, schema)


def test_the_json_document_has_what_was_promised(two_pond_results: Results) -> None:
    document = json_document(two_pond_results, compare(two_pond_results))
    assert list(document) == ["project", "findings", "comparison", "nodes", "system"]
    assert {
        "design_point", "event", "pre_peak_cfs", "post_peak_cfs", "pre_volume_cuft",
        "post_volume_cuft", "pre_time_to_peak_hr", "post_time_to_peak_hr", "verdict",
    } <= set(document["comparison"][0])  # fmt: skip
    assert {
        "condition", "event", "node", "kind", "inflow_peak_cfs", "outflow_peak_cfs",
        "time_to_peak_hr", "runoff_depth_in", "volume_in_cuft", "volume_out_cuft",
        "volume_error_percent", "peak_stage_ft", "peak_storage_cuft",
    } <= set(document["nodes"][0])  # fmt: skip


def test_a_number_that_is_not_finite_is_null(small_results: Results) -> None:
    row = compare(small_results)[0]
    odd = dataclasses.replace(row, change_percent=math.inf, error_cfs=math.nan)
    (shown,) = json_document(small_results, [odd])["comparison"]
    assert shown["change_percent"] is None
    assert shown["error_cfs"] is None


def test_the_page_on_json_lists_the_keys_of_the_schema() -> None:
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")

    def keys(schema: dict[str, Any]) -> set[str]:
        found = set(schema.get("properties", {}))
        for part in (*schema.get("properties", {}).values(), schema.get("items")):
            found |= keys(part) if part else set()
        return found

    missing = {key for key in keys(schema_of_results()) if f"`{key}`" not in page}
    assert missing <= {"project", "findings", "comparison", "nodes", "system"}
