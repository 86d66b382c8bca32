"""Compiles one condition of a project to arrays in flow order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from graphlib import TopologicalSorter

import numpy as np

from hydrocalc import curve_number, unit_hydrograph
from hydrocalc.kernels.arrays import (
    DIVERSION,
    JUNCTION,
    POND,
    SUBCATCHMENT,
    Diversions,
    Floats,
    Ints,
    Nodes,
    Ponds,
    Shapes,
    Subcatchments,
)
from hydrocalc.network.network import Network, PondWorking, Port, SubcatchmentWorking
from hydrocalc.outlets import Outlet
from hydrocalc.outlets.rating import (
    FLOW_ERROR_CFS,
    FLOW_ERROR_RATIO,
    STAGE_ERROR_FT,
    RatingTable,
    build_rating,
)
from hydrocalc.outlets.structure import Structure
from hydrocalc.project.derive import curve_number_working, pond_rain_area_ac, tc_working
from hydrocalc.project.links import RAIN_ON, receivers
from hydrocalc.project.model import (
    Diversion,
    Node,
    Outfall,
    Pond,
    Project,
    Subcatchment,
)
from hydrocalc.storage import Storage
from hydrocalc.unit_hydrograph import UnitHydrograph

_CODES = {
    "subcatchment": SUBCATCHMENT,
    "pond": POND,
    "junction": JUNCTION,
    "design_point": JUNCTION,
    "outfall": JUNCTION,
    "diversion": DIVERSION,
}


def _floats(values: Sequence[float] | Floats) -> Floats:
    return np.ascontiguousarray(values, dtype=np.float64)


def _ints(values: Sequence[int]) -> Ints:
    return np.ascontiguousarray(values, dtype=np.int64)


def _starts(lengths: Sequence[int]) -> Ints:
    """Return where each of several blocks begins, and the end of the last."""
    return _ints([0, *np.cumsum(np.asarray(lengths, dtype=np.int64))])


def _flow_order(elements: dict[str, Node | None], links: dict[str, list[str]]) -> list[str]:
    """Return the names so that each comes after all that drain to it; ties by name."""
    sorter: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(sorted(elements), ()))
    for name in sorted(links):
        for target in links[name]:
            sorter.add(target, name)
    sorter.prepare()
    order: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        order.extend(ready)
        sorter.done(*ready)
    return order


def _port_receivers(node: Node | None, pond: str) -> list[str | None]:
    """Return the receiver of each port of a node, in port order."""
    if node is None:
        return [pond]
    if isinstance(node, Pond):
        return list(Structure(node.outlet, node.to).receivers)
    if isinstance(node, Diversion):
        return [node.to, node.diverted_to]
    if isinstance(node, Outfall):
        return [None]
    return [node.to]


def _unit_hydrograph(project: Project, name: str) -> UnitHydrograph:
    """Return a unit hydrograph of the project or of the library."""
    for own in project.unit_hydrograph:
        if own.name == name:
            made, _ = unit_hydrograph.user_unit_hydrograph(
                own.t_over_tp_ratio, own.q_over_qp_ratio, own.peak_factor
            )
            return made
    return unit_hydrograph.unit_hydrograph(name)


def compile_condition(project: Project, condition: str, refinement: int = 0) -> Network:
    """
    Return one condition of a checked project as arrays.

    Parameters
    ----------
    project : Project
        A project without errors
    condition : str
        "pre" or "post"
    refinement : int
        How often the allowed errors of the rating tables are quartered
    """
    model = project.conditions()[condition]
    elements: dict[str, Node | None] = {}
    tables: dict[str, str] = {}
    for table, _, node in model.nodes():
        elements[node.name] = node
        tables[node.name] = table
    for pond in model.pond:
        if pond.rain_area_sqft:
            elements[RAIN_ON + pond.name] = None
            tables[RAIN_ON + pond.name] = "subcatchment"
    links = {
        name: [target for _, target in receivers(node)]
        if node is not None
        else [name.removeprefix(RAIN_ON)]
        for name, node in elements.items()
    }
    order = _flow_order(elements, links)

    ports: list[Port] = []
    port_counts: list[int] = []
    rows: list[int] = []
    seen: dict[int, int] = {}
    for position, name in enumerate(order):
        targets = _port_receivers(elements[name], name.removeprefix(RAIN_ON))
        ports.extend(Port(position, target) for target in targets)
        port_counts.append(len(targets))
        code = _CODES[tables[name]]
        rows.append(seen.get(code, 0))
        seen[code] = rows[-1] + 1
    inlets = [
        [number for number, port in enumerate(ports) if port.receiver == name] for name in order
    ]
    nodes = Nodes(
        kind=_ints([_CODES[tables[name]] for name in order]),
        row=_ints(rows),
        port_start=_starts(port_counts),
        inlet_start=_starts([len(found) for found in inlets]),
        inlet_port=_ints([number for found in inlets for number in found]),
    )
    subcatchments, shapes, subcatchment_workings = _compile_subcatchments(
        project, model.pond, order, elements
    )
    ponds, pond_workings = _compile_ponds([elements[name] for name in order], 0.25**refinement)
    return Network(
        condition=condition,
        names=tuple(order),
        kinds=tuple(tables[name] for name in order),
        elements=tuple(elements[name] for name in order),
        ports=tuple(ports),
        nodes=nodes,
        subcatchments=subcatchments,
        shapes=shapes,
        ponds=ponds,
        diversions=_compile_diversions([elements[name] for name in order]),
        subcatchment_workings=tuple(subcatchment_workings),
        pond_workings=tuple(pond_workings),
    )


def _compile_subcatchments(
    project: Project,
    ponds: Sequence[Pond],
    order: Sequence[str],
    elements: dict[str, Node | None],
) -> tuple[Subcatchments, Shapes, list[SubcatchmentWorking]]:
    """Return the subcatchments as arrays, with the unit hydrographs they use."""
    rain_areas = {RAIN_ON + pond.name: pond.rain_area_sqft for pond in ponds}
    workings: list[SubcatchmentWorking] = []
    used: dict[str, int] = {}
    shape_rows: list[int] = []
    parts: list[list[tuple[float, float]]] = []
    for name in order:
        node = elements[name]
        if node is None:
            area_ac = pond_rain_area_ac(float(rain_areas[name] or 0.0))
            workings.append(SubcatchmentWorking(area_ac, None, None, 0.0, None))
            shape_rows.append(0)
            parts.append([(1.0, 100.0)])
        elif isinstance(node, Subcatchment):
            cn = curve_number_working(node, project.settings)
            tc = tc_working(node, project.settings, cn.used_cn)
            wanted = node.unit_hydrograph or project.settings.unit_hydrograph
            shape = _unit_hydrograph(project, wanted)
            tc_hr = tc.used_min / 60.0
            tp_hr = unit_hydrograph.time_to_peak_hr(tc_hr, shape.peak_index)
            if project.settings.time_to_peak == "lag":
                tp_hr = unit_hydrograph.LAG_RATIO * tc_hr
            workings.append(SubcatchmentWorking(cn.area_ac, cn, tc, tp_hr, shape))
            shape_rows.append(used.setdefault(wanted, len(used)))
            parts.append(list(cn.parts))
    flat = [part for own in parts for part in own]
    cns = [cn for _, cn in flat]
    ratios = [project.settings.ia_ratio if cn < 100.0 else 0.0 for cn in cns]
    arrays = Subcatchments(
        area_ac=_floats([working.area_ac for working in workings]),
        tp_hr=_floats([working.tp_hr for working in workings]),
        shape=_ints(shape_rows),
        part_start=_starts([len(own) for own in parts]),
        part_ratio=_floats([share for share, _ in flat]),
        retention_in=_floats([float(curve_number.retention_in(cn)) for cn in cns]),
        abstraction_in=_floats(
            [
                float(curve_number.initial_abstraction_in(cn, ratio))
                for cn, ratio in zip(cns, ratios, strict=True)
            ]
        ),
    )
    ramps = [unit_hydrograph.ramp_coefficients(_unit_hydrograph(project, name)) for name in used]
    shapes = Shapes(
        start=_starts([len(tau) for tau, _ in ramps]),
        tau_ratio=_floats(np.concatenate([tau for tau, _ in ramps]) if ramps else []),
        slope_ratio=_floats(np.concatenate([change for _, change in ramps]) if ramps else []),
    )
    return arrays, shapes, workings


@lru_cache(maxsize=512)
def _rating(
    storage: Storage, devices: tuple[Outlet, ...], to: str | None, fineness_ratio: float
) -> RatingTable:
    """Return a pond's rating table; the same pond is tabulated once."""
    return build_rating(
        storage,
        Structure(devices, to),
        flow_error_ratio=FLOW_ERROR_RATIO * fineness_ratio,
        flow_error_cfs=FLOW_ERROR_CFS * fineness_ratio,
        stage_error_ft=STAGE_ERROR_FT * fineness_ratio,
    )


def _compile_ponds(
    elements: Sequence[Node | None], fineness_ratio: float
) -> tuple[Ponds, list[PondWorking]]:
    """Return the rating tables of the ponds, each from its own lowest level."""
    workings: list[PondWorking] = []
    top_rows: list[int] = []
    for node in elements:
        if not isinstance(node, Pond):
            continue
        # levels count from the bottom, so that a change of datum changes nothing
        datum_ft = node.storage.bottom_ft
        storage = node.storage.lowered(datum_ft)
        devices = tuple(device.lowered(datum_ft) for device in node.outlet)
        rating = _rating(storage, devices, node.to, fineness_ratio)
        start_ft = 0.0
        if node.starting_stage_ft is not None:
            start_ft = round(node.starting_stage_ft - datum_ft, 9)
        first = float(storage.storage_cuft(np.array([start_ft]))[0])
        workings.append(PondWorking(datum_ft, rating, first))
        top_rows.append(int(np.searchsorted(rating.stage_ft, rating.top_ft - 1e-12)))
    tables = [working.rating for working in workings]
    empty = np.zeros(0)
    return (
        Ponds(
            start=_starts([len(table.stage_ft) for table in tables]),
            top_row=_ints(top_rows),
            storage_cuft=_floats(np.concatenate([empty, *(t.storage_cuft for t in tables)])),
            outflow_cfs=_floats(
                np.concatenate([empty, *(table.discharge_cfs.sum(axis=0) for table in tables)])
            ),
            port_flow_start=_starts([table.discharge_cfs.size for table in tables]),
            port_flow_cfs=_floats(
                np.concatenate([empty, *(table.discharge_cfs.ravel() for table in tables)])
            ),
            first_storage_cuft=_floats([working.first_storage_cuft for working in workings]),
        ),
        workings,
    )


def _compile_diversions(elements: Sequence[Node | None]) -> Diversions:
    """Return the splitting tables of the diversions."""
    diversions = [node for node in elements if isinstance(node, Diversion)]
    return Diversions(
        start=_starts([len(node.inflow_cfs) for node in diversions]),
        inflow_cfs=_floats([value for node in diversions for value in node.inflow_cfs]),
        diverted_cfs=_floats([value for node in diversions for value in node.diverted_cfs]),
    )
