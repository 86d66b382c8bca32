"""Checks between elements: names, links, cycles, levels, storms, and limits of use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.findings import Finding, InputError, finding, suggestion
from hydrocalc.outlets import RatingCurve
from hydrocalc.outlets.structure import Structure
from hydrocalc.project.derive import curve_number_working, pond_rain_area_ac, tc_working
from hydrocalc.project.links import design_point_findings, link_findings, rows_of
from hydrocalc.project.links import where as where_is
from hydrocalc.project.model import (
    Condition,
    DesignPoint,
    Diversion,
    Pond,
    Project,
    Storm,
    Subcatchment,
)

Path = tuple[str | int, ...]

MOST_STEPS = 200_000
TR55_SMALLEST_TC_MIN = 6.0
AREA_CAUTION_RATIO = 0.001


class _Collector:
    """Gathers findings, each at its line of the file where there is one."""

    def __init__(self, project: Project) -> None:
        self.found: list[Finding] = []
        self._lines = project._lines

    def add(self, code: str, path: Path, where: str, message: str) -> None:
        self._place(finding(code, where, message), path)

    def add_all(self, findings: Iterable[Finding], path: Path, where: str) -> None:
        for item in findings:
            there = ", ".join(filter(None, (where, item.where)))
            self._place(finding(item.code, there, item.message, source=item.source), path)

    def _place(self, item: Finding, path: Path) -> None:
        if self._lines is not None:
            item = item.at(self._lines.name, self._lines.line(path))
        self.found.append(item)


def check_project(project: Project) -> list[Finding]:
    """Return everything found in a project: errors, cautions and notes."""
    collector = _Collector(project)
    _check_settings(project, collector)
    _check_storms(project, collector)
    _check_unit_hydrographs(project, collector)
    for side, condition in project.conditions().items():
        _check_links(side, condition, collector)
        _check_elements(side, condition, project, collector)
    _check_both(project, collector)
    _check_exceptions(project, collector)
    return sorted(
        dict.fromkeys(collector.found), key=lambda item: (item.severity != "error", item.line or 0)
    )


def _off_step(steps: float) -> bool:
    """Return whether a number of steps is not whole, but for rounding."""
    return abs(steps - round(steps)) > 1e-6


def _check_settings(project: Project, collector: _Collector) -> None:
    settings = project.settings
    start, end = settings.span_hr
    path: Path = ("settings", "span_hr")
    if not 0.0 <= start < end:
        collector.add(
            "HC243",
            path,
            "settings",
            f"span_hr is [{start:g}, {end:g}]; 0 <= start < end is needed",
        )
    elif end * 60.0 / settings.time_step_min > MOST_STEPS:
        steps = end * 60.0 / settings.time_step_min
        collector.add(
            "HC243", path, "settings",
            f"span_hr and time_step_min make {steps:,.0f} steps; at most {MOST_STEPS:,} are run",
        )  # fmt: skip
    elif any(_off_step(edge * 60.0 / settings.time_step_min) for edge in (start, end)):
        collector.add(
            "HC243", path, "settings",
            f"span_hr is not a whole number of steps of {settings.time_step_min:g} min",
        )  # fmt: skip
    if not project.conditions():
        collector.add("HC302", (), "", "there is neither a pre nor a post condition")
    _known_unit_hydrograph(project, settings.unit_hydrograph, ("settings", "unit_hydrograph"),
                           "settings", collector)  # fmt: skip


def _known_unit_hydrograph(
    project: Project, name: str, path: Path, where: str, collector: _Collector
) -> None:
    if name in {own.name for own in project.unit_hydrograph}:
        return
    try:
        unit_hydrograph.unit_hydrograph(name)
    except InputError as error:
        collector.add_all(error.findings, path, where)


def _check_unit_hydrographs(project: Project, collector: _Collector) -> None:
    for position, own in enumerate(project.unit_hydrograph):
        path: Path = ("unit_hydrograph", position)
        where = f'unit hydrograph "{own.name}"'
        try:
            _, found = unit_hydrograph.user_unit_hydrograph(
                own.t_over_tp_ratio, own.q_over_qp_ratio, own.peak_factor
            )
            collector.add_all(found, path, where)
        except InputError as error:
            collector.add_all(error.findings, path, where)


def _check_storms(project: Project, collector: _Collector) -> None:
    for name, count in Counter(storm.name for storm in project.storm).items():
        if count > 1:
            collector.add("HC301", ("storm",), f'storm "{name}"', f"{count} storms have this name")
    for position, storm in enumerate(project.storm):
        path: Path = ("storm", position)
        where = f'storm "{storm.name}"'
        try:
            collector.add_all(_storm_findings(storm), path, where)
        except InputError as error:
            collector.add_all(error.findings, path, where)


def _storm_findings(storm: Storm) -> list[Finding]:
    """Return what is found in one storm; raise if its rain can not be made."""
    own_table = storm.time_hr is not None or storm.cumulative_in is not None or (
        storm.cumulative_ratio is not None
    )  # fmt: skip
    if own_table:
        return _own_table_findings(storm)
    found: list[Finding] = []
    if storm.county is not None:
        if storm.depth_in is not None:
            raise InputError(finding("HC244", "", "depth_in and county are both given; give one"))
        if storm.return_period_yr is None:
            raise InputError(finding("HC202", "", "county needs return_period_yr"))
        depth = rainfall.county_depth_in(storm.county, storm.return_period_yr)
        if storm.distribution is None and len(depth.distributions) > 1:
            choices = " or ".join(depth.distributions)
            raise InputError(
                finding(
                    "HC251", "",
                    f"{storm.county} has more than one rainfall distribution; "
                    f"give distribution = {choices} and the reason in source",
                )
            )  # fmt: skip
        name = storm.distribution or depth.distributions[0]
        if rainfall.distribution(name).id not in depth.distributions:
            found.append(
                finding(
                    "HC406", "",
                    f"distribution {name} is not the one tabulated for {storm.county} "
                    f"({', '.join(depth.distributions)})",
                )
            )  # fmt: skip
        if depth.interpolated:
            found.append(
                finding("HC407", "", f"the {storm.return_period_yr:g}-year depth of "
                        f"{storm.county} is interpolated in its source")
            )  # fmt: skip
        return found
    if storm.distribution is None:
        raise InputError(
            finding("HC202", "", "give distribution with depth_in, county, or a table of your own")
        )
    rainfall.distribution(storm.distribution)
    if storm.depth_in is None:
        raise InputError(finding("HC202", "", "depth_in is missing"))
    if not storm.source:
        found.append(finding("HC408", "", "no source is given for the rainfall depth"))
    return found


def _own_table_findings(storm: Storm) -> list[Finding]:
    """Return what is found in a storm given as a table of the user's own."""
    if storm.distribution is not None or storm.county is not None:
        raise InputError(
            finding("HC244", "", "a table of rain is given together with distribution or county")
        )
    if storm.time_hr is None:
        raise InputError(finding("HC202", "", "time_hr is missing"))
    if (storm.cumulative_in is None) == (storm.cumulative_ratio is None):
        raise InputError(
            finding("HC244", "", "give either cumulative_in, or cumulative_ratio with depth_in")
        )
    if storm.cumulative_ratio is not None:
        if storm.depth_in is None:
            raise InputError(finding("HC202", "", "cumulative_ratio needs depth_in"))
        return rainfall.check_cumulative(storm.time_hr, storm.cumulative_ratio)
    if storm.depth_in is not None:
        raise InputError(
            finding("HC244", "", "cumulative_in already gives the depth; drop depth_in")
        )
    depths = storm.cumulative_in or ()
    last = depths[-1] if depths else 0.0
    if last <= 0.0:
        raise InputError(finding("HC213", "", "cumulative_in must end above zero"))
    return rainfall.check_cumulative(storm.time_hr, tuple(depth / last for depth in depths))


def _check_links(side: str, condition: Condition, collector: _Collector) -> None:
    for path, item in link_findings(side, rows_of(condition)):
        collector.add_all([item], path, "")
    for position, pond in enumerate(condition.pond):
        _check_pond_receivers(side, position, pond, collector)


def _check_pond_receivers(side: str, position: int, pond: Pond, collector: _Collector) -> None:
    for number, device in enumerate(pond.outlet):
        if device.through is None and device.to is None and pond.to is None:
            collector.add(
                "HC202", (side, "pond", position, "outlet", number),
                f'{where_is(side, "pond", pond.name)}, outlet {number + 1}',
                "to is missing, here and for the pond: say where the water goes",
            )  # fmt: skip


def _check_elements(
    side: str, condition: Condition, project: Project, collector: _Collector
) -> None:
    for table, position, node in condition.nodes():
        path: Path = (side, table, position)
        where = where_is(side, table, node.name)
        try:
            if isinstance(node, Subcatchment):
                _check_subcatchment(node, path, where, project, collector)
            elif isinstance(node, Pond):
                _check_pond(node, path, where, collector)
            elif isinstance(node, Diversion):
                _check_diversion(node, path, where, collector)
        except InputError as error:
            collector.add_all(error.findings, path, where)


def _check_subcatchment(
    node: Subcatchment, path: Path, where: str, project: Project, collector: _Collector
) -> None:
    settings = project.settings
    runoff_cn = 0.0
    try:
        working = curve_number_working(node, settings)
        runoff_cn = working.used_cn
        for _, cn in working.parts:
            if cn < 30.0:
                collector.add(
                    "HC404", path, where, f"curve number {cn:.4g} is below 30, where the method "
                    "has no published basis",
                )  # fmt: skip
    except InputError as error:
        collector.add_all(error.findings, path, where)
    try:
        tc = tc_working(node, settings, runoff_cn or 75.0)
    except InputError as error:
        collector.add_all(error.findings, path, where)
    else:
        if tc.used_min > tc.computed_min:
            collector.add(
                "HC403", path, where,
                f"time of concentration is {tc.computed_min:.2f} min, raised to the floor of "
                f"{tc.floor_min:g} min",
            )  # fmt: skip
        elif 0.0 < tc.used_min < TR55_SMALLEST_TC_MIN - 1e-9:
            collector.add(
                "HC405", path, where,
                f"time of concentration is {tc.used_min:.2f} min; TR-55 uses at least "
                f"{TR55_SMALLEST_TC_MIN:g} min (0.1 h)",
            )  # fmt: skip
        for line in tc.lines:
            limit = settings.sheet_flow_limit_ft
            if line.kind == "sheet" and line.length_ft is not None and line.length_ft > limit:
                collector.add(
                    "HC402", path, where,
                    f"sheet flow over {line.length_ft:g} ft is over the limit of {limit:g} ft",
                )  # fmt: skip
    if node.unit_hydrograph is not None:
        _known_unit_hydrograph(
            project, node.unit_hydrograph, (*path, "unit_hydrograph"), where, collector
        )


def _check_pond(node: Pond, path: Path, where: str, collector: _Collector) -> None:
    bottom, top = node.storage.bottom_ft, node.storage.top_ft
    start = node.starting_stage_ft
    if start is not None and not bottom <= start <= top:
        collector.add(
            "HC242", (*path, "starting_stage_ft"), where,
            f"starting_stage_ft is {start:g}, outside the storage from {bottom:g} to {top:g} ft",
        )  # fmt: skip
    Structure(node.outlet, node.to)
    for number, device in enumerate(node.outlet):
        there: Path = (*path, "outlet", number)
        name = f"{where}, outlet {number + 1} ({device.kind})"
        level = device.lowest_ft()
        if device.through is not None and device.to is not None:
            collector.add(
                "HC244", there, name, "to and through are both given; what passes through another "
                "outlet goes where that one sends it",
            )  # fmt: skip
        if isinstance(device, RatingCurve) and device.discharge_cfs[0] > 0.0 < (
            device.stage_ft[0] - bottom
        ):
            collector.add(
                "HC236", there, name,
                f"begins with {device.discharge_cfs[0]:g} cfs at {device.stage_ft[0]:g} ft, "
                f"above the bottom of the storage at {bottom:g} ft; begin it at zero",
            )  # fmt: skip
        if level >= top:
            collector.add(
                "HC241", there, name,
                f"begins to discharge at {level:g} ft, not below the storage's top at {top:g} ft",
            )  # fmt: skip
        elif level < bottom:
            collector.add(
                "HC422", there, name,
                f"begins to discharge at {level:g} ft, below the bottom of the storage "
                f"at {bottom:g} ft",
            )  # fmt: skip


def _check_diversion(node: Diversion, path: Path, where: str, collector: _Collector) -> None:
    if len(node.inflow_cfs) != len(node.diverted_cfs):
        collector.add(
            "HC249", path, where,
            f"inflow_cfs has {len(node.inflow_cfs)} values, diverted_cfs {len(node.diverted_cfs)}",
        )  # fmt: skip
        return
    rows = list(zip(node.inflow_cfs, node.diverted_cfs, strict=True))
    if rows[0] != (0.0, 0.0):
        collector.add("HC249", path, where, "the table must begin with 0 diverted of 0 inflow")
    for number, (before, after) in enumerate(pairwise(rows), start=2):
        if after[0] <= before[0]:
            collector.add("HC249", path, where, f"inflow_cfs does not rise at row {number}")
        elif after[1] < before[1] or after[1] - before[1] > after[0] - before[0] + 1e-12:
            collector.add(
                "HC249", path, where,
                f"at row {number} the diverted flow falls, or rises by more than the inflow",
            )  # fmt: skip


def _check_both(project: Project, collector: _Collector) -> None:
    for side, condition in project.conditions().items():
        if not condition.design_point:
            collector.add("HC309", (side,), side, "there is no design point")
    if project.pre is None or project.post is None:
        missing = "pre" if project.pre is None else "post"
        if project.conditions():
            collector.add("HC701", (), "", f"there is no {missing} condition to compare with")
        return
    points = {
        side: [point.name for point in condition.design_point]
        for side, condition in project.conditions().items()
    }
    for path, item in design_point_findings(points):
        collector.add_all([item], path, "")
    areas = {}
    for side, condition in project.conditions().items():
        try:
            areas[side] = sum(
                curve_number_working(item, project.settings).area_ac
                for item in condition.subcatchment
            ) + sum(pond_rain_area_ac(pond.rain_area_sqft or 0.0) for pond in condition.pond)
        except InputError:
            return
    if abs(areas["pre"] - areas["post"]) > AREA_CAUTION_RATIO * max(areas.values()):
        collector.add(
            "HC330", (), "",
            f"total area differs: pre {areas['pre']:.4g} ac, post {areas['post']:.4g} ac",
        )  # fmt: skip


def _check_exceptions(project: Project, collector: _Collector) -> None:
    events = [storm.name for storm in project.storm]
    points = [
        point.name
        for condition in project.conditions().values()
        for point in condition.design_point
        if isinstance(point, DesignPoint)
    ]
    for position, item in enumerate(project.exception):
        where = f"exception {position + 1}"
        if item.event not in events:
            collector.add(
                "HC305", ("exception", position, "event"), where,
                f'event is "{item.event}"' + suggestion(item.event, events, "storms"),
            )  # fmt: skip
        if item.design_point is not None and item.design_point not in points:
            known = sorted(set(points))
            collector.add(
                "HC305", ("exception", position, "design_point"), where,
                f'design_point is "{item.design_point}"'
                + suggestion(item.design_point, known, "design points"),
            )  # fmt: skip
