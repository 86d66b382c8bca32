"""
Checks of one element by itself: its curve number, time of concentration, levels, tables.

Elements of a file that has faults elsewhere are checked too, as far as they can be read, so that
all faults are reported together.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.findings import Finding, InputError, finding
from hydrocalc.outlets import RatingCurve
from hydrocalc.outlets.structure import Structure
from hydrocalc.project.derive import curve_number_working, tc_working
from hydrocalc.project.lines import LineMap
from hydrocalc.project.links import where as where_is
from hydrocalc.project.model import Diversion, Node, Pond, Settings, Storm, Subcatchment

Path = tuple[str | int, ...]

TR55_SMALLEST_TC_MIN = 6.0
RAIN_AREA_RATIO = 1.25
LEVEL_TOLERANCE_FT = 1e-6
"""Levels given in metres do not convert to the same last digit."""


class Collector:
    """Gathers findings, each at its line of the file where there is one."""

    def __init__(self, lines: LineMap | None) -> None:
        self.found: list[Finding] = []
        self._lines = lines

    def add(self, code: str, path: Path, where: str, message: str) -> None:
        """Keep one finding at its place in the file."""
        self._place(finding(code, where, message), path)

    def add_all(self, findings: Iterable[Finding], path: Path, where: str) -> None:
        """Keep several findings at one place, under the name of an element."""
        for item in findings:
            there = ", ".join(filter(None, (where, item.where)))
            self._place(finding(item.code, there, item.message, source=item.source), path)

    def _place(self, item: Finding, path: Path) -> None:
        if self._lines is not None:
            item = item.at(self._lines.name, self._lines.line(path))
        self.found.append(item)


def check_unit_hydrograph_name(
    name: str, own: frozenset[str], path: Path, where: str, collector: Collector
) -> None:
    """Find a unit hydrograph that is neither in the project nor in the library."""
    if name in own:
        return
    try:
        unit_hydrograph.unit_hydrograph(name)
    except InputError as error:
        collector.add_all(error.findings, path, where)


def storm_findings(storm: Storm) -> list[Finding]:
    """Return what is found in one storm; raise if its rain can not be made."""
    own_table = storm.time_hr is not None or storm.cumulative_in is not None or (
        storm.cumulative_ratio is not None
    )  # fmt: skip
    if own_table:
        return _own_table_findings(storm)
    found: list[Finding] = []
    if storm.return_period_yr is not None and storm.county is None:
        raise InputError(finding("HC244", "", "return_period_yr goes with county only"))
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


def check_node(
    node: Node, path: Path, settings: Settings, own: frozenset[str], collector: Collector
) -> None:
    """
    Find what is wrong with one node by itself.

    ``path`` is its place in the file, (condition, table, position); ``own`` holds the names of
    the project's own unit hydrographs.
    """
    where = where_is(str(path[0]), str(path[1]), node.name)
    try:
        if isinstance(node, Subcatchment):
            _check_subcatchment(node, path, where, settings, own, collector)
        elif isinstance(node, Pond):
            _check_pond(node, path, where, collector)
        elif isinstance(node, Diversion):
            _check_diversion(node, path, where, collector)
    except InputError as error:
        collector.add_all(error.findings, path, where)


def _check_subcatchment(
    node: Subcatchment,
    path: Path,
    where: str,
    settings: Settings,
    own: frozenset[str],
    collector: Collector,
) -> None:
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
        check_unit_hydrograph_name(
            node.unit_hydrograph, own, (*path, "unit_hydrograph"), where, collector
        )


def _check_pond(node: Pond, path: Path, where: str, collector: Collector) -> None:
    bottom, top = node.storage.bottom_ft, node.storage.top_ft
    start = node.starting_stage_ft
    if start is not None and not bottom - LEVEL_TOLERANCE_FT <= start <= top + LEVEL_TOLERANCE_FT:
        collector.add(
            "HC242", (*path, "starting_stage_ft"), where,
            f"starting_stage_ft is {start:g}, outside the storage from {bottom:g} to {top:g} ft",
        )  # fmt: skip
    Structure(node.outlet, node.to)
    surface = float(node.storage.surface_sqft(np.array([top]))[0])
    if (node.rain_area_sqft or 0.0) > RAIN_AREA_RATIO * surface > 0.0:
        collector.add(
            "HC424", (*path, "rain_area_sqft"), where,
            f"rain falls on {node.rain_area_sqft:,.0f} sq ft, but the water surface at the top is "
            f"{surface:,.0f} sq ft",
        )  # fmt: skip
    lowest = min(device.lowest_ft() for device in node.outlet if device.through is None)
    if start is not None and start > max(lowest, bottom) + LEVEL_TOLERANCE_FT:
        collector.add(
            "HC425", (*path, "starting_stage_ft"), where,
            f"the water stands at {start:g} ft at time 0, above an outlet at {lowest:g} ft; "
            "the largest outflow may be that first one",
        )  # fmt: skip
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
        elif level < bottom - LEVEL_TOLERANCE_FT:
            collector.add(
                "HC422", there, name,
                f"begins to discharge at {level:g} ft, below the bottom of the storage "
                f"at {bottom:g} ft",
            )  # fmt: skip


def _check_diversion(node: Diversion, path: Path, where: str, collector: Collector) -> None:
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


_READABLE: dict[str, TypeAdapter[Any]] = {
    "subcatchment": TypeAdapter(Subcatchment),
    "pond": TypeAdapter(Pond),
    "diversion": TypeAdapter(Diversion),
}


def _read(adapter: TypeAdapter[Any], item: Any) -> Any:
    """Return an element of a file that has faults, or None if it has some itself."""
    try:
        return adapter.validate_python(item)
    except ValidationError:
        return None


def check_readable(raw: dict[str, Any], lines: LineMap | None) -> list[Finding]:
    """Return what is found in the elements of a faulty file that can be read by themselves."""
    collector = Collector(lines)
    settings = _read(TypeAdapter(Settings), raw.get("settings", {})) or Settings()
    hydrographs = raw.get("unit_hydrograph")
    own = frozenset(
        item["name"]
        for item in (hydrographs if isinstance(hydrographs, list) else [])
        if isinstance(item, dict) and isinstance(item.get("name"), str)
    )
    for side in ("pre", "post"):
        condition = raw.get(side)
        for table, adapter in _READABLE.items():
            items = condition.get(table) if isinstance(condition, dict) else None
            for position, item in enumerate(items if isinstance(items, list) else []):
                node = _read(adapter, item)
                if node is not None:
                    check_node(node, (side, table, position), settings, own, collector)
    storms = raw.get("storm")
    for position, item in enumerate(storms if isinstance(storms, list) else []):
        storm = _read(TypeAdapter(Storm), item)
        if storm is not None:
            check_storm(storm, position, collector)
    return collector.found


def check_storm(storm: Storm, position: int, collector: Collector) -> None:
    """Find what is wrong with one storm."""
    path: Path = ("storm", position)
    where = f'storm "{storm.name}"'
    try:
        collector.add_all(storm_findings(storm), path, where)
    except InputError as error:
        collector.add_all(error.findings, path, where)
