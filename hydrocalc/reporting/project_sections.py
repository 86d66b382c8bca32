"""What was computed and how: the project, its settings and its storms."""

from __future__ import annotations

import numpy as np

from hydrocalc import rainfall
from hydrocalc.network import Rain
from hydrocalc.project.model import Project, Settings, Storm
from hydrocalc.reporting.blocks import Block, Column, Facts, Figure, Heading, Section, Text, table
from hydrocalc.reporting.figures import Line, Panel, plot
from hydrocalc.reporting.formatting import Units, counted, plain
from hydrocalc.results import Results

OWN_TABLE = "table of the project"
"""How a storm given by the user's own table names its distribution."""
_MOST_POINTS = 60
_STYLES = 6


def library_distribution(rain: Rain) -> rainfall.Distribution | None:
    """Return the distribution of the library that a rain was made from, if it was."""
    return None if rain.distribution == OWN_TABLE else rainfall.distribution(rain.distribution)


def project_section(results: Results) -> Section:
    """Return the section on the project and the settings it was computed with."""
    project = results.project
    conditions = []
    for name, condition in project.conditions().items():
        network = results.networks[name]
        area_ac = float(np.sum(network.subcatchments.area_ac))
        units = Units(project.units)
        words = f"{counted(sum(1 for _ in condition.nodes()), 'node')}, " + (
            f"{units.with_unit(area_ac, 'ac')} rained on"
        )
        conditions.append((condition_title(name), _joined(words, condition.description)))
    rows = [
        ("Project", project.title),
        ("Description", project.description),
        ("Location", project.location),
        ("Datum of elevations", project.datum or "not named"),
        ("Units printed", "SI" if project.units == "SI" else "US customary"),
        *conditions,
    ]
    facts = Facts(tuple(row for row in rows if row[1]))
    settings = Facts(tuple(_settings(project, project.settings)))
    return Section("Project and settings", "project", (facts, Heading("Settings"), settings))


def condition_title(name: str) -> str:
    """Return a condition in words."""
    return {"pre": "Pre-development", "post": "Post-development"}[name]


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _settings(project: Project, settings: Settings) -> list[tuple[str, str]]:
    """Return every setting in words, whether given or not."""
    units = Units(project.units)
    start, end = settings.span_hr
    weighting = {
        "cn": "curve numbers weighted by area",
        "runoff": "runoff weighted by area, curve number by curve number",
    }
    floor = settings.tc_floor_min
    rounding = settings.tc_segment_rounding_min
    return [
        ("Method", f"{settings.method} (see Methods and sources)"),
        ("Reporting span", f"hour {start:g} to {end:g} since the storm began"),
        ("Time between printed points", f"{plain(settings.time_step_min)} min"),
        ("Initial abstraction", f"Ia = {plain(settings.ia_ratio)} S"),
        ("Antecedent runoff condition", settings.arc),
        ("Weighting", weighting[settings.cn_weighting]),
        (
            "Rounding of curve numbers",
            "to whole numbers" if settings.cn_rounding == "whole" else "none",
        ),
        ("Floor of the time of concentration", f"{plain(floor)} min" if floor else "none"),
        (
            "Rounding of parts of the flow path",
            f"each to {plain(rounding)} min" if rounding else "none",
        ),
        (
            "Sheet flow length without a finding",
            f"up to {units.given_with_unit(settings.sheet_flow_limit_ft, 'ft')}",
        ),
        ("Unit hydrograph", settings.unit_hydrograph),
        (
            "Time to peak",
            "0.6 Tc"
            if settings.time_to_peak == "lag"
            else "0.6 Tc and half the duration of excess",
        ),
    ]


def storms_section(results: Results) -> Section:
    """Return the section on the storms: depth, distribution and the source of both."""
    project = results.project
    units = Units(project.units)
    columns = (
        Column("Storm", left=True, whole=True),
        Column("Rain", units.symbol("in")),
        Column("Lasts", "hr"),
        Column("Distribution", left=True),
        Column("Source of the depth", left=True),
    )
    rows = []
    for storm, rain in zip(project.storm, results.rains, strict=True):
        rows.append(
            [
                rain.name,
                units.number(rain.total_in, "in", 1 if project.units == "SI" else 3),
                plain(float(rain.time_hr[-1])),
                _distribution_words(rain),
                _joined(_lookup_words(storm), rain.source) or "not given",
            ]
        )
    curves = [library_distribution(rain) for rain in results.rains]
    notes = [f"{curve.id}: superseded by {curve.superseded_by}." for curve in curves
             if curve is not None and curve.superseded_by]  # fmt: skip
    blocks: list[Block] = [table(columns, rows, notes=list(dict.fromkeys(notes)))]
    own = [rain for rain in results.rains if rain.distribution == OWN_TABLE]
    for rain in own:
        blocks.extend(_own_table(rain, units))
    blocks.append(_rain_figure(results.rains, units))
    return Section("Storms", "storms", tuple(blocks))


def _distribution_words(rain: Rain) -> str:
    curve = library_distribution(rain)
    if curve is None:
        return "the project's own table"
    words = f"{curve.id}: {curve.name}, from [{curve.source}]"
    return words if curve.verified else words + "; not verified"


def _lookup_words(storm: Storm) -> str:
    if storm.county is None:
        return ""
    return f"{storm.county}, {plain(storm.return_period_yr or 0.0)} years"


def _own_table(rain: Rain, units: Units) -> list[Block]:
    """Return the points of a storm that the user gave, or how many they are."""
    count = len(rain.time_hr)
    heading = Heading(f"{rain.name}: rain given in the project")
    if count > _MOST_POINTS:
        return [heading, Text(f"{count} points, drawn below.")]
    columns = (Column("Time", "hr"), Column("Rain since the storm began", units.symbol("in")))
    pairs = zip(rain.time_hr.tolist(), rain.depth_in.tolist(), strict=True)
    return [heading, table(columns, [[plain(hour), units.given(depth, "in")]
                                     for hour, depth in pairs])]  # fmt: skip


def _rain_figure(rains: tuple[Rain, ...], units: Units) -> Figure:
    lines = tuple(
        Line(
            rain.name,
            f"rain-{number % _STYLES}",
            rain.time_hr,
            rain.depth_in * units.value(1.0, "in"),
            units.with_unit(rain.total_in, "in"),
        )
        for number, rain in enumerate(rains)
    )
    panel = Panel(f"rain ({units.symbol('in')})", units.decimals("in"), lines)
    svg = plot([panel], "Cumulative rain of the storms", whole_span=True)
    return Figure(svg, "Rain since the storm began", wide=False)
