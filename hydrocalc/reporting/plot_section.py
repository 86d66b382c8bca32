"""Hydrographs at the design points and ponds, each with its peak."""

from __future__ import annotations

from hydrocalc.project.model import Pond
from hydrocalc.reporting.blocks import Block, Figure, Heading, Section, Text
from hydrocalc.reporting.figures import Floats, Line, Panel, plot
from hydrocalc.reporting.formatting import Units
from hydrocalc.reporting.pond_sections import peak_text, ponds_of
from hydrocalc.reporting.project_sections import condition_title
from hydrocalc.results import EventResults, Results


def plots_section(results: Results) -> Section:
    """Return the section of hydrographs."""
    blocks: list[Block] = [
        Text(
            "Circles mark the peaks, which may lie between two printed points. Each plot "
            "shows the hours in which there is flow to see."
        ),
        Text("Move the pointer over a plot to read its values.", "screen-only"),
    ]
    points = dict.fromkeys(
        point.name
        for condition in results.project.conditions().values()
        for point in condition.design_point
    )
    for point in points:
        blocks.append(Heading(f"Design point {point}"))
        blocks.extend(_point_figure(results, point, rain.name) for rain in results.rains)
    for name, network in results.networks.items():
        for node, pond in ponds_of(network):
            blocks.append(Heading(f"{condition_title(name)}: {pond.name}"))
            blocks.extend(
                _pond_figure(results, results.event(name, rain.name), node, pond)
                for rain in results.rains
            )
    return Section("Hydrographs", "hydrographs", tuple(blocks))


def _shown(results: Results, values: Floats, units: Units, suffix: str) -> Floats:
    """Return the part of a series inside the reporting span, in the printed unit."""
    return values[results.first_stamp :] * units.value(1.0, suffix)


def _line(
    results: Results,
    name: str,
    style: str,
    flow_cfs: Floats,
    peak_cfs: float | None,
    peak_hr: float | None,
) -> Line:
    units = Units(results.project.units)
    peak = None
    if peak_cfs and peak_hr is not None:
        peak = (peak_hr, units.value(peak_cfs, "cfs"))
    return Line(
        name,
        style,
        results.time_hr[results.first_stamp :],
        _shown(results, flow_cfs, units, "cfs"),
        peak_text(peak_cfs, "cfs", units, peak_hr),
        peak,
    )


def _point_figure(results: Results, point: str, event_name: str) -> Figure:
    units = Units(results.project.units)
    lines = []
    for side, network in results.networks.items():
        if point not in network.names:
            continue
        row = results.node(side, event_name, point)
        flow = results.event(side, event_name).outflow_cfs(network.node_of(point))
        lines.append(
            _line(
                results, condition_title(side), side, flow,
                row.outflow_peak_cfs, row.time_to_peak_hr,
            )
        )  # fmt: skip
    panel = Panel(f"flow ({units.symbol('cfs')})", units.decimals("cfs"), tuple(lines))
    caption = f"{point}, {event_name}"
    return Figure(plot([panel], f"Hydrographs at {caption}"), caption, wide=False)


def _pond_figure(results: Results, event: EventResults, node: int, pond: Pond) -> Figure:
    units = Units(results.project.units)
    row = results.node(event.network.condition, event.rain.name, pond.name)
    inflow_hr = float(event.arrays.inflow_peak_hr[node])
    lines = (
        _line(results, "Inflow", "inflow", event.inflow_cfs(node), row.inflow_peak_cfs,
              inflow_hr if row.inflow_peak_cfs else None),
        _line(results, "Outflow", "outflow", event.outflow_cfs(node), row.outflow_peak_cfs,
              row.time_to_peak_hr),
    )  # fmt: skip
    stage_peak = None
    if row.peak_stage_ft is not None and row.time_to_peak_stage_hr is not None:
        stage_peak = (row.time_to_peak_stage_hr, units.value(row.peak_stage_ft, "ft"))
    stage = Line(
        "Stage",
        "stage",
        results.time_hr[results.first_stamp :],
        _shown(results, event.stage_ft(node), units, "ft"),
        peak_text(row.peak_stage_ft, "ft", units, row.time_to_peak_stage_hr),
        stage_peak,
    )
    top_ft = pond.storage.top_ft
    levels = (("top of storage", units.value(top_ft, "ft")),)
    panels = [
        Panel(f"flow ({units.symbol('cfs')})", units.decimals("cfs"), lines),
        Panel(f"stage ({units.symbol('ft')})", units.decimals("ft"), (stage,), False, levels),
    ]
    caption = f"{pond.name}, {event.rain.name}"
    return Figure(plot(panels, f"Flows and level of {caption}"), caption, wide=False)
