"""Checks between elements: names, links, cycles, levels, storms, and limits of use."""

from __future__ import annotations

from collections import Counter

from hydrocalc import unit_hydrograph
from hydrocalc.findings import Finding, InputError, suggestion
from hydrocalc.project.derive import curve_number_working, pond_rain_area_ac
from hydrocalc.project.elements import (
    Collector,
    check_node,
    check_storm,
    check_unit_hydrograph_name,
)
from hydrocalc.project.links import design_point_findings, link_findings, rows_of
from hydrocalc.project.links import where as where_is
from hydrocalc.project.model import (
    Condition,
    DesignPoint,
    Diversion,
    Pond,
    Project,
    Subcatchment,
)

Path = tuple[str | int, ...]

MOST_STEPS = 200_000
AREA_CAUTION_RATIO = 0.001


def check_project(project: Project) -> list[Finding]:
    """Return everything found in a project: errors, cautions and notes."""
    collector = Collector(project._lines)
    _check_settings(project, collector)
    _check_storms(project, collector)
    _check_unit_hydrographs(project, collector)
    for side, condition in project.conditions().items():
        _check_links(side, condition, collector)
        if project.settings.method == "wintr20":
            _check_method(side, condition, collector)
        for table, position, node in condition.nodes():
            path = (side, table, position)
            check_node(node, path, project.settings, _own_hydrographs(project), collector)
    _check_both(project, collector)
    _check_exceptions(project, collector)
    return sorted(
        dict.fromkeys(collector.found), key=lambda item: (item.severity != "error", item.line or 0)
    )


def _check_method(side: str, condition: Condition, collector: Collector) -> None:
    """Find what the conventions of WinTR-20 have no place for."""
    for table, position, node in condition.nodes():
        missing = ""
        if isinstance(node, Subcatchment) and node.tc_min == 0.0:
            missing = "a subcatchment without a time of concentration"
        elif isinstance(node, Pond) and node.rain_area_sqft:
            missing = "rain on a pond's own surface"
        elif isinstance(node, Pond) and len({device.to for device in node.outlet}) > 1:
            missing = "a pond with several receivers"
        elif isinstance(node, Diversion):
            missing = "a diversion"
        if missing:
            collector.add(
                "HC252", (side, table, position), where_is(side, table, node.name),
                f"method wintr20 does not know {missing}; use method exact",
            )  # fmt: skip


def _own_hydrographs(project: Project) -> frozenset[str]:
    return frozenset(own.name for own in project.unit_hydrograph)


def _off_step(steps: float) -> bool:
    """Return whether a number of steps is not whole, but for rounding."""
    return abs(steps - round(steps)) > 1e-6


def _check_settings(project: Project, collector: Collector) -> None:
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
    check_unit_hydrograph_name(
        settings.unit_hydrograph,
        _own_hydrographs(project),
        ("settings", "unit_hydrograph"),
        "settings",
        collector,
    )


def _check_unit_hydrographs(project: Project, collector: Collector) -> None:
    taken = dict.fromkeys(unit_hydrograph.unit_hydrograph_ids(), "the library")
    for position, own in enumerate(project.unit_hydrograph):
        path: Path = ("unit_hydrograph", position)
        where = f'unit hydrograph "{own.name}"'
        if own.name in taken:
            message = f"{taken[own.name]} has a unit hydrograph of that name"
            collector.add("HC301", path, where, message)
        taken[own.name] = "the project"
        try:
            _, found = unit_hydrograph.user_unit_hydrograph(
                own.t_over_tp_ratio, own.q_over_qp_ratio, own.peak_factor
            )
            collector.add_all(found, path, where)
        except InputError as error:
            collector.add_all(error.findings, path, where)


def _check_storms(project: Project, collector: Collector) -> None:
    for name, count in Counter(storm.name for storm in project.storm).items():
        if count > 1:
            collector.add("HC301", ("storm",), f'storm "{name}"', f"{count} storms have this name")
    for position, storm in enumerate(project.storm):
        check_storm(storm, position, collector)


def _check_links(side: str, condition: Condition, collector: Collector) -> None:
    for path, item in link_findings(side, rows_of(condition)):
        collector.add_all([item], path, "")
    for position, pond in enumerate(condition.pond):
        _check_pond_receivers(side, position, pond, collector)


def _check_pond_receivers(side: str, position: int, pond: Pond, collector: Collector) -> None:
    for number, device in enumerate(pond.outlet):
        if device.through is None and device.to is None and pond.to is None:
            collector.add(
                "HC202", (side, "pond", position, "outlet", number),
                f'{where_is(side, "pond", pond.name)}, outlet {number + 1}',
                "to is missing, here and for the pond: say where the water goes",
            )  # fmt: skip


def _check_both(project: Project, collector: Collector) -> None:
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


def _check_exceptions(project: Project, collector: Collector) -> None:
    events = [storm.name for storm in project.storm]
    points = [
        point.name
        for condition in project.conditions().values()
        for point in condition.design_point
        if isinstance(point, DesignPoint)
    ]
    seen: set[tuple[str, str | None]] = set()
    for position, item in enumerate(project.exception):
        where = f"exception {position + 1}"
        if (item.event, item.design_point) in seen:
            message = "the same comparison is declared more than once"
            collector.add("HC301", ("exception", position), where, message)
        seen.add((item.event, item.design_point))
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
