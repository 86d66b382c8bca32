"""Results of every node in every storm, with the balance of each and of the whole."""

from __future__ import annotations

from typing import Final, Literal

from hydrocalc.network import Rain
from hydrocalc.peak_discharge import GREATEST_TC_HR, LEAST_TC_HR, graphical_peak
from hydrocalc.project.model import KINDS
from hydrocalc.reporting.blocks import Block, Column, Heading, Section, Table, Text, merged, table
from hydrocalc.reporting.formatting import NOTHING, Units, fixed
from hydrocalc.reporting.network_sections import cn_text, listed_nodes
from hydrocalc.reporting.pond_sections import ponds_of
from hydrocalc.reporting.project_sections import condition_title, library_distribution
from hydrocalc.results import NodeResult, Results

RainType = Literal["I", "IA", "II", "III"]
TR55_IA_RATIO = 0.2
TYPES: Final[dict[str, RainType]] = {
    "type_I": "I", "type_IA": "IA", "type_II": "II", "type_III": "III"
}  # fmt: skip
"""Distributions that the graphical method has coefficients for."""


def nodes_section(results: Results) -> Section:
    """Return the section of peaks, volumes and balances, storm by storm."""
    units = Units(results.project.units)
    worst = max(
        (abs(row.volume_error_percent) for row in (*results.nodes, *results.system)), default=0.0
    )
    blocks: list[Block] = [
        Text(
            f"Largest volume error of any node or of the whole: {worst:.1e} %. The error is "
            "inflow less outflow less the change of storage, over the largest of the three; the "
            "inflow of a subcatchment is its runoff before the unit hydrograph. Depths and "
            "volumes are those inside the reporting span."
        ),
        *_error_text(results, units),
    ]
    for name, network in results.networks.items():
        blocks.append(Heading(condition_title(name)))
        listed = [network.names[node] for node in listed_nodes(results, name)]
        listed.extend(other for other in network.names if other not in listed)
        for rain in results.rains:
            rows = [results.node(name, rain.name, node) for node in listed]
            rows.extend(
                row for row in results.system if (row.condition, row.event) == (name, rain.name)
            )
            caption = f"{rain.name}, {units.with_unit(rain.total_in, 'in')} of rain"
            blocks.append(_nodes_table(rows, caption, units))
        ports = _ports_table(results, name, units)
        if ports is not None:
            blocks.append(ports)
    return Section("Results by node", "nodes", tuple(blocks))


def _error_text(results: Results, units: Units) -> list[Block]:
    """Return the largest estimated errors in words, if they were estimated."""
    peaks = [row.peak_error_cfs for row in results.nodes if row.peak_error_cfs is not None]
    stages = [row.stage_error_ft for row in results.nodes if row.stage_error_ft is not None]
    if not peaks:
        return []
    words = (
        "Estimated numerical errors, from a second run with half the step and finer rating "
        f"tables: of a peak flow at most {_brief(max(peaks), 'cfs', units)}"
    )
    if stages:
        words += f", of a pond's level at most {_brief(max(stages), 'ft', units)}"
    return [Text(words + ".")]


def _brief(value: float, suffix: str, units: Units) -> str:
    return f"{units.value(value, suffix):.1g} {units.symbol(suffix)}"


def _nodes_table(rows: list[NodeResult], caption: str, units: Units) -> Table:
    flow, volume = units.symbol("cfs"), units.symbol("cuft")
    columns = (
        Column("Node", left=True),
        Column("Kind", left=True, whole=True),
        Column("in", flow, group="Peak flow"),
        Column("out", flow, group="Peak flow"),
        Column("at", "hr", group="Peak flow"),
        Column("depth", units.symbol("in"), group="Runoff"),
        Column("in", volume, group="Volume"),
        Column("out", volume, group="Volume"),
        Column("stored", volume, group="Volume"),
        Column("error", volume, group="Balance"),
        Column("error", "%", group="Balance"),
    )
    cells, marks = [], []
    for row in rows:
        whole = row.kind == "system"
        cells.append(
            [
                "Whole condition" if whole else row.node,
                "" if whole else KINDS[row.kind],
                units.number(row.inflow_peak_cfs, "cfs"),
                NOTHING if whole else units.number(row.outflow_peak_cfs, "cfs"),
                units.number(row.time_to_peak_hr, "hr"),
                units.number(row.runoff_depth_in, "in"),
                units.number(row.volume_in_cuft, "cuft"),
                units.number(row.volume_out_cuft, "cuft"),
                units.number(row.storage_change_cuft, "cuft"),
                units.number(row.volume_error_cuft, "cuft", 3),
                fixed(row.volume_error_percent, 4),
            ]
        )
        marks.append("total" if whole else "")
    return table(columns, cells, caption, marks=marks)


def _ports_table(results: Results, condition: str, units: Units) -> Table | None:
    """Return the flow to each receiver of the nodes that have more than one."""
    network = results.networks[condition]
    rows = []
    for node, name in enumerate(network.names):
        ports = network.ports_of(node)
        if len(ports) < 2:
            continue
        for rain in results.rains:
            event = results.event(condition, rain.name)
            for port in ports:
                peak = float(event.arrays.port_peak_cfs[port])
                passed = event.arrays.volume_cuft[port]
                rows.append(
                    [
                        name,
                        network.ports[port].receiver or "outside",
                        rain.name,
                        units.number(peak, "cfs"),
                        units.number(float(event.arrays.port_peak_hr[port]), "hr")
                        if peak > 0.0
                        else NOTHING,
                        units.number(float(passed[-1] - passed[results.first_stamp]), "cuft"),
                    ]
                )
    if not rows:
        return None
    columns = (
        Column("Node", left=True),
        Column("To", left=True),
        Column("Storm", left=True, whole=True),
        Column("Peak flow", units.symbol("cfs")),
        Column("at", "hr"),
        Column("Volume", units.symbol("cuft")),
    )
    return table(columns, rows, "Flow by receiver")


def pond_results_section(results: Results) -> Section:
    """Return the section on the ponds' levels, with what is left below the top of the storage."""
    units = Units(results.project.units)
    flow, level = units.symbol("cfs"), units.symbol("ft")
    columns = (
        Column("Pond", left=True),
        Column("Storm", left=True, whole=True),
        Column("in", flow, group="Peak flow"),
        Column("out", flow, group="Peak flow"),
        Column("less", "%", group="Peak flow"),
        Column("stage", level, group="Highest level"),
        Column("at", "hr", group="Highest level"),
        Column("below top", level, group="Highest level"),
        Column("storage", units.symbol("cuft"), group="Largest"),
    )
    blocks: list[Block] = []
    for name, network in results.networks.items():
        rows, marks = [], []
        for _, pond in ponds_of(network):
            for rain in results.rains:
                row = results.node(name, rain.name, pond.name)
                inflow, stage = row.inflow_peak_cfs, row.peak_stage_ft
                less = None
                if inflow:
                    less = 100.0 * (1.0 - row.outflow_peak_cfs / inflow)
                left = None if stage is None else pond.storage.top_ft - stage
                marks.append("caution" if left is not None and left < 0.0 else "")
                rows.append(
                    [
                        pond.name,
                        rain.name,
                        units.number(inflow, "cfs"),
                        units.number(row.outflow_peak_cfs, "cfs"),
                        units.number(less, "percent"),
                        units.number(stage, "ft"),
                        units.number(row.time_to_peak_stage_hr, "hr"),
                        units.number(left, "ft"),
                        units.number(row.peak_storage_cuft, "cuft"),
                    ]
                )
        if rows:
            caption = condition_title(name)
            notes = []
            if "caution" in marks:
                notes.append("Below top less than zero: the described storage is exceeded.")
            blocks.append(table(columns, merged(rows), caption, marks=marks, notes=notes))
    if not blocks:
        blocks.append(Text("There is no pond."))
    return Section("Pond levels", "levels", tuple(blocks))


def graphical_section(results: Results) -> Section:
    """Return the section that sets the graphical method's peaks beside the hydrographs' peaks."""
    units = Units(results.project.units)
    columns = (
        Column("Subcatchment", left=True),
        Column("Storm", left=True, whole=True),
        Column("CN"),
        Column("Tc", "hr"),
        Column("hydrograph", units.symbol("cfs"), group="Peak flow"),
        Column("graphical", units.symbol("cfs"), group="Peak flow"),
        Column("differs", "%", group="Peak flow"),
        Column("Note", left=True),
    )
    blocks: list[Block] = []
    for name in results.networks:
        rows: list[list[str]] = []
        for node in listed_nodes(results, name):
            own = [_graphical_row(results, name, node, rain, units) for rain in results.rains]
            rows.extend(row for row in own if row is not None)
        if not any(row[-1] for row in rows):
            rows = [row[:-1] for row in rows]
        if rows:
            blocks.append(table(columns[: len(rows[0])], rows, condition_title(name)))
    words = (
        "A check only: the graphical method of TR-55 gives a peak without a hydrograph, by curves "
        "fitted to TR-20 runs. Nothing else in this report uses it. It holds for the "
        "distributions I, IA, II and III, Ia = 0.2 S and a time of concentration of "
        f"{LEAST_TC_HR:g} to {GREATEST_TC_HR:g} hr. "
    )
    if blocks:
        words += "Subcatchments it does not hold for are left out."
    else:
        words += "No subcatchment and storm of this project is within that."
    return Section("Graphical peak as a check", "graphical", (Text(words), *blocks))


def _graphical_row(
    results: Results, condition: str, node: int, rain: Rain, units: Units
) -> list[str] | None:
    """Return the check of one subcatchment in one storm, or None where the method fails to hold."""
    network = results.networks[condition]
    curve = library_distribution(rain)
    rain_type = TYPES.get(curve.id) if curve is not None else None
    if network.kinds[node] != "subcatchment" or rain_type is None:
        return None
    working = network.subcatchment_workings[network.row_of(node)]
    if working.curve_number is None or working.tc is None:
        return None
    tc_hr = working.tc.used_min / 60.0
    in_range = LEAST_TC_HR <= tc_hr <= GREATEST_TC_HR
    if not in_range or results.project.settings.ia_ratio != TR55_IA_RATIO:
        return None
    check = graphical_peak(
        area_ac=working.area_ac,
        cn=working.curve_number.used_cn,
        tc_hr=tc_hr,
        rain_in=rain.total_in,
        rain_type=rain_type,
    )
    peak = results.node(condition, rain.name, network.names[node]).outflow_peak_cfs
    notes = list(check.notes)
    if working.curve_number.weighting == "runoff":
        notes.append("with the weighted curve number")
    return [
        network.names[node],
        rain.name,
        cn_text(working.curve_number.used_cn),
        fixed(tc_hr, 2),
        units.number(peak, "cfs"),
        units.number(check.peak_cfs, "cfs"),
        units.number(100.0 * (check.peak_cfs / peak - 1.0) if peak > 0.0 else None, "percent"),
        "; ".join(notes),
    ]
