"""The report as plain data: what stands in it, and that it is what the results say."""

from __future__ import annotations

import dataclasses

import pytest

from hydrocalc.criteria import ComparisonRow, compare
from hydrocalc.findings import Finding
from hydrocalc.project.read import parse_project
from hydrocalc.reporting.blocks import Document, Facts, Figure, Table, Text
from hydrocalc.reporting.comparison_section import comparison_table, findings_section, verdict
from hydrocalc.reporting.document import build
from hydrocalc.reporting.formatting import Units
from hydrocalc.reporting.pond_sections import MOST_ROWS, ponds_of, printed_levels_ft
from hydrocalc.results import Results
from hydrocalc.simulation import run
from hydrocalc.storage import StageArea


def tables(document: Document, anchor: str) -> list[Table]:
    """Return the tables of one section."""
    (section,) = (part for part in document.sections if part.anchor == anchor)
    return [block for block in section.blocks if isinstance(block, Table)]


def words(document: Document, anchor: str) -> str:
    """Return every text of one section."""
    (section,) = (part for part in document.sections if part.anchor == anchor)
    found = []
    for block in section.blocks:
        if isinstance(block, Table):
            found.extend([block.caption, *(cell for row in block.rows for cell in row)])
            found.extend(block.notes)
        elif isinstance(block, Facts):
            found.extend(cell for row in block.rows for cell in row)
        elif isinstance(block, Figure):
            found.extend([block.caption, block.svg])
        else:
            found.append(block.text)
    return "\n".join(found)


def test_sections_stand_in_the_order_a_reviewer_reads(two_pond_results: Results) -> None:
    document = build(two_pond_results)
    assert [section.anchor for section in document.sections] == [
        "comparison", "findings", "project", "storms", "diagrams", "subcatchments", "ponds",
        "links", "nodes", "levels", "ratings", "hydrographs", "graphical", "methods",
    ]  # fmt: skip


def test_the_same_results_give_the_same_document(two_pond_results: Results) -> None:
    assert build(two_pond_results) == build(two_pond_results)


def test_rows_of_every_table_fit_its_columns(
    two_pond_results: Results, hostile_results: Results, metric_results: Results
) -> None:
    for results in (two_pond_results, hostile_results, metric_results):
        for section in build(results).sections:
            for block in section.blocks:
                if isinstance(block, Table):
                    assert {len(row) for row in block.rows} <= {len(block.columns)}
                    assert len(block.marks) in (0, len(block.rows))
                    spans = block.groups()
                    assert not spans or sum(span for _, span in spans) == len(block.columns)


def test_the_comparison_is_that_of_the_results(two_pond_results: Results) -> None:
    rows = compare(two_pond_results)
    headers, cells = comparison_table(two_pond_results, rows)
    assert headers[:6] == [
        "Design point", "Storm", "Pre peak flow cfs", "Post peak flow cfs",
        "Change peak flow cfs", "Change peak flow %",
    ]  # fmt: skip
    assert [(row[0], row[1], row[-1]) for row in cells] == [
        (row.design_point, row.event, row.verdict) for row in rows
    ]
    for row, texts in zip(rows, cells, strict=True):
        assert row.pre_peak_cfs is not None
        assert float(texts[2].replace(",", "")) == pytest.approx(row.pre_peak_cfs, abs=0.005)


def _row(**changes: object) -> ComparisonRow:
    row = ComparisonRow(
        "Creek", "10-yr", 5.0, 5.0, 0.0, 0.0, 100.0, 110.0, 12.1, 12.2, 1e-4, "met"
    )  # fmt: skip
    return dataclasses.replace(row, **changes)  # type: ignore[arg-type]


def test_a_rise_smaller_than_the_last_digit_is_seen(small_results: Results) -> None:
    risen = _row(
        post_peak_cfs=5.0007, change_cfs=0.0007, change_percent=0.014, verdict="not met"
    )  # fmt: skip
    _, ((*_, pre, post, change, percent, _, _, _, _, _),) = comparison_table(small_results, [risen])
    assert (pre, post, change, percent) == ("5.000", "5.001", "0.001", "0.01")


@pytest.mark.parametrize(
    ("verdicts", "mark", "word"),
    [
        (["met", "met"], "met", "Met"),
        (["met", "waived"], "met", "exceptions"),
        (["met", "not met"], "not-met", "Creek in 10-yr"),
        (["met", "indeterminate"], "open", "Not decided"),
        (["missing input"], "open", "only one condition"),
        ([], "open", "no design point"),
    ],
)
def test_the_verdict_in_words(verdicts: list[str], mark: str, word: str) -> None:
    said, marked = verdict([_row(verdict=item) for item in verdicts])
    assert marked == mark
    assert word in said


def test_findings_are_listed_the_gravest_first() -> None:
    found = [
        Finding("HC403", "note", 'post subcatchment "A"', "raised"),
        Finding("HC503", "caution", "post 100-yr", "exceeded", "site.toml", 12),
    ]
    (counted, listed) = findings_section(found).blocks
    assert isinstance(counted, Text)
    assert counted.text.startswith("1 caution, 1 note.")
    assert isinstance(listed, Table)
    assert [row[0] for row in listed.rows] == ["HC503", "HC403"]
    assert listed.rows[0][-1] == "12"


def test_inputs_are_echoed_with_units(two_pond_results: Results) -> None:
    document = build(two_pond_results)
    ponds = words(document, "ponds")
    assert "diameter 10 in" in ponds
    assert "crest 113.5 ft" in ponds
    assert "through barrel" in ponds
    assert "angle 90°" in ponds
    assert "8,712 sq ft" in ponds
    assert "Splitter" in words(document, "links")
    assert "typed for tests" in words(document, "storms")


def test_the_floor_of_the_time_of_concentration_is_shown(small_site_text: str) -> None:
    text = "[settings]\ntc_floor_min = 12\n" + small_site_text
    text = text.replace('title = "Small site"', "")
    results = run(parse_project('title = "Small site"\n' + text)[0])
    said = words(build(results), "subcatchments")
    assert "Tc used 12.00 min, the floor of 12 min" in said
    assert "Tc used 20.00 min; the floor of 12 min does not apply" in said


def test_every_node_and_the_whole_have_their_balance(two_pond_results: Results) -> None:
    document = build(two_pond_results)
    listed = [row[0] for block in tables(document, "nodes") for row in block.rows]
    for network in two_pond_results.networks.values():
        for name in network.names:
            assert listed.count(name) >= len(two_pond_results.rains)
    assert listed.count("Whole condition") == 4


def test_ratings_are_printed_on_few_rows(two_pond_results: Results) -> None:
    units = Units("US")
    for _, pond in ponds_of(two_pond_results.networks["post"]):
        levels = printed_levels_ft(pond, units)
        assert (levels[0], levels[-1]) == (pond.storage.bottom_ft, pond.storage.top_ft)
        assert len(levels) <= MOST_ROWS
        breaks = {level for device in pond.outlet for level in device.breaks_ft()}
        inside = {level for level in breaks if levels[0] <= level <= levels[-1]}
        assert all(any(abs(level - other) < 1e-5 for other in levels) for level in inside)
        fine = StageArea(
            kind="stage-area",
            stage_ft=tuple(100.0 + 0.1 * row for row in range(200)),
            area_sqft=tuple(1000.0 + row for row in range(200)),
        )
        long = printed_levels_ft(pond.model_copy(update={"storage": fine}), units)
        assert len(long) <= MOST_ROWS + 2
        assert long[-1] == fine.top_ft


def test_an_outlet_that_another_controls_is_marked(two_pond_results: Results) -> None:
    block = next(item for item in tables(build(two_pond_results), "ratings")
                 if "Lower pond" in item.caption)  # fmt: skip
    columns = [column.head for column in block.columns]
    barrel = columns.index("barrel")
    for row in block.rows:
        total = sum(float(row[place].rstrip("*")) for place in (barrel + 1, barrel + 2))
        assert not row[barrel].endswith("*")
        assert float(row[barrel]) == pytest.approx(total, abs=0.011)


def test_the_graphical_peak_stands_beside_types_it_holds_for_only(
    two_pond_results: Results,
) -> None:
    storms = {row[1] for block in tables(build(two_pond_results), "graphical")
              for row in block.rows}  # fmt: skip
    assert storms == {"2-yr"}
    assert "A check only" in words(build(two_pond_results), "graphical")


def test_sources_are_those_of_the_methods_used(
    small_results: Results, two_pond_results: Results
) -> None:
    small, large = words(build(small_results), "methods"), words(build(two_pond_results), "methods")
    assert "[NEH630-10]" in small
    assert "[HDS2]" not in small
    assert "[HDS2]" in large
    assert "hydrocalc 0." in small


def test_metric_projects_are_printed_in_metric_units(
    small_results: Results, metric_results: Results
) -> None:
    us, si = build(small_results), build(metric_results)
    said = words(si, "levels")
    stage_ft = small_results.node("post", "10-yr", "Pond").peak_stage_ft
    assert stage_ft is not None
    assert f"{stage_ft * 0.3048:.3f}" in said
    units = [column.unit for section in si.sections for block in section.blocks
             if isinstance(block, Table) for column in block.columns]  # fmt: skip
    assert not {"cfs", "ft", "ac", "cu ft", "in", "sq ft"} & set(units)
    assert {"m³/s", "m", "ha", "m³", "mm"} <= set(units)
    assert us.verdict == si.verdict


def test_one_condition_makes_a_report(hostile_results: Results) -> None:
    document = build(hostile_results)
    assert document.verdict_mark == "open"
    assert "ponds" not in [section.anchor for section in document.sections]
