"""The first page: the comparison of post- with pre-development runoff, and the findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hydrocalc.criteria import PASSING, ComparisonRow
from hydrocalc.findings import Finding
from hydrocalc.reporting.blocks import Block, Column, Section, Table, Text, merged, table
from hydrocalc.reporting.formatting import Units, counted
from hydrocalc.results import Results

_MARKS = {"met": "met", "waived": "met", "not required": "met", "not met": "not-met"}
_SEVERITIES = ("error", "caution", "note")


def comparison_columns(units: Units) -> tuple[Column, ...]:
    """Return the columns of the comparison."""
    flow, volume = units.symbol("cfs"), units.symbol("cuft")
    return (
        Column("Design point", left=True),
        Column("Storm", left=True, whole=True),
        Column("pre", flow, group="Peak flow"),
        Column("post", flow, group="Peak flow"),
        Column("change", flow, group="Peak flow"),
        Column("change", "%", group="Peak flow"),
        Column("pre", volume, group="Volume"),
        Column("post", volume, group="Volume"),
        Column("pre", "hr", group="Time of peak"),
        Column("post", "hr", group="Time of peak"),
        Column("Verdict", left=True, whole=True),
    )


def _cells(row: ComparisonRow, units: Units) -> list[str]:
    places = units.distinct_decimals(row.change_cfs, "cfs")
    percent_places = 1
    if row.change_percent:
        while percent_places < 6 and abs(row.change_percent) < 0.5 * 10.0**-percent_places:
            percent_places += 1
    return [
        row.design_point,
        row.event,
        units.number(row.pre_peak_cfs, "cfs", places),
        units.number(row.post_peak_cfs, "cfs", places),
        units.number(row.change_cfs, "cfs", places),
        units.number(row.change_percent, "percent", percent_places),
        units.number(row.pre_volume_cuft, "cuft"),
        units.number(row.post_volume_cuft, "cuft"),
        units.number(row.pre_time_to_peak_hr, "hr"),
        units.number(row.post_time_to_peak_hr, "hr"),
        row.verdict,
    ]


def comparison_table(
    results: Results, rows: Sequence[ComparisonRow]
) -> tuple[list[str], list[list[str]]]:
    """
    Return the comparison as headers and rows of text, in the units of the project.

    Parameters
    ----------
    results : Results
        As returned by :func:`hydrocalc.run`
    rows : sequence of ComparisonRow
        As returned by :func:`hydrocalc.compare`

    Returns
    -------
    tuple
        Headers with their units, and one list of texts for each row
    """
    units = Units(results.project.units)
    headers = []
    for column in comparison_columns(units):
        words = f"{column.head} {column.group.lower()}".strip() if column.group else column.head
        headers.append((words[0].upper() + words[1:] + f" {column.unit}").rstrip())
    return headers, [_cells(row, units) for row in rows]


def verdict(rows: Sequence[ComparisonRow]) -> tuple[str, str]:
    """Return the verdict on all comparisons in words, and its mark."""
    if not rows:
        return "Nothing was compared: there is no design point.", "open"
    counts = Counter(row.verdict for row in rows)
    listed = ", ".join(f"{count} {word}" for word, count in counts.items())
    if counts["missing input"] == len(rows):
        return "Not compared: only one condition is given.", "open"
    if set(counts) == {"met"}:
        return (
            "Met: at every design point and in every storm the post-development peak flow is "
            "not above the pre-development peak flow.",
            "met",
        )
    if set(counts) <= PASSING:
        return f"Met, with exceptions declared in the project: {listed}.", "met"
    failed = ", ".join(
        f"{row.design_point} in {row.event}" for row in rows if row.verdict == "not met"
    )
    if failed:
        return f"Not met: the peak flow rises at {failed}. Comparisons: {listed}.", "not-met"
    return f"Not decided. Comparisons: {listed}.", "open"


def comparison_section(results: Results, rows: Sequence[ComparisonRow]) -> Section:
    """Return the section that compares post with pre at each design point and storm."""
    units = Units(results.project.units)
    reasons = [
        f"{row.design_point}, {row.event}: {row.verdict} – {row.reason}"
        for row in rows
        if row.reason
    ]
    compared = table(
        comparison_columns(units),
        merged([_cells(row, units) for row in rows]),
        marks=[_MARKS.get(row.verdict, "open") for row in rows],
        notes=reasons,
    )
    start, end = results.project.settings.span_hr
    words = (
        "Hydrographs that reach a design point, bypass areas included, are added before their "
        "peak is taken; peaks are compared unrounded. Times are hours since the storm began; "
        f"volumes are those that pass from hour {start:g} to hour {end:g}."
    )
    return Section("Comparison at the design points", "comparison", (compared, Text(words)))


def findings_section(findings: Sequence[Finding]) -> Section:
    """Return the section of findings, the gravest first."""
    blocks: list[Block] = []
    if not findings:
        blocks.append(Text("Nothing was found to remark on."))
    else:
        counts = Counter[str](item.severity for item in findings)
        counted_words = ", ".join(
            counted(counts[severity], severity) for severity in _SEVERITIES if counts[severity]
        )
        blocks.append(
            Text(f"{counted_words}. The command “hydrocalc explain CODE” says more of each.")
        )
        blocks.append(_findings_table(findings))
    return Section("Findings", "findings", tuple(blocks))


def _findings_table(findings: Sequence[Finding]) -> Table:
    columns = (
        Column("Code", left=True, whole=True),
        Column("Severity", left=True, whole=True),
        Column("Element", left=True),
        Column("What was found", left=True),
        Column("Line"),
    )
    ordered = sorted(findings, key=lambda item: _SEVERITIES.index(item.severity))
    rows, marks = [], []
    for item in ordered:
        line = "" if item.line is None else str(item.line)
        rows.append([item.code, item.severity, item.where, item.message, line])
        marks.append("" if item.severity == "note" else "caution")
    return table(columns, rows, marks=marks)
