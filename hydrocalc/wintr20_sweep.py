"""One event over a network by the conventions of WinTR-20, read off at the project's stamps."""

from __future__ import annotations

import numpy as np

from hydrocalc import wintr20
from hydrocalc.findings import Finding
from hydrocalc.kernels.arrays import ABOVE_TABLE, Floats
from hydrocalc.kernels.arrays import Results as Arrays
from hydrocalc.network import Network, Rain
from hydrocalc.quantities import SECONDS_PER_HOUR
from hydrocalc.wintr20 import Wintr20Hydrograph


def _volume_at(hydrograph: Wintr20Hydrograph, time_hr: Floats) -> Floats:
    """Return the volume under straight lines between the ordinates, up to each time."""
    own = hydrograph.time_hr
    flow = hydrograph.flow_cfs
    if own.size < 2:
        return np.zeros_like(time_hr)
    step_cuft = hydrograph.step_hr * SECONDS_PER_HOUR
    passed = np.concatenate([[0.0], np.cumsum(0.5 * (flow[1:] + flow[:-1]) * step_cuft)])
    at = np.clip(time_hr, own[0], own[-1])
    left = np.clip(((at - own[0]) / hydrograph.step_hr).astype(np.int64), 0, own.size - 2)
    since = at - own[left]
    here = np.interp(at, own, flow)
    return np.asarray(passed[left] + 0.5 * (flow[left] + here) * since * SECONDS_PER_HOUR)


def _keep(port: int, hydrograph: Wintr20Hydrograph, time_hr: Floats, arrays: Arrays) -> None:
    """Keep a hydrograph at the stamps; its peak is its own largest ordinate."""
    arrays.flow_cfs[port] = np.interp(
        time_hr, hydrograph.time_hr, hydrograph.flow_cfs, left=0.0, right=0.0
    )
    arrays.slope_cfsph[port] = np.gradient(arrays.flow_cfs[port], time_hr)
    arrays.volume_cuft[port] = _volume_at(hydrograph, time_hr)
    arrays.port_peak_cfs[port] = hydrograph.peak_cfs
    arrays.port_peak_hr[port] = hydrograph.peak_hr


def _runoff_in(network: Network, row: int, rain: Rain, time_hr: Floats) -> Floats:
    """Return the runoff depth of a subcatchment at the stamps."""
    parts = network.subcatchments
    begin, end = parts.part_start[row], parts.part_start[row + 1]
    fallen = np.interp(time_hr, rain.time_hr, rain.depth_in)[:, None]
    excess = np.maximum(fallen - parts.abstraction_in[begin:end], 0.0)
    beyond = excess + parts.retention_in[begin:end]
    depth = np.divide(excess**2, beyond, out=excess.copy(), where=beyond > 0.0)
    return np.asarray(depth @ parts.part_ratio[begin:end])


def sweep_wintr20(
    step_hr: float, rain: Rain, network: Network, arrays: Arrays
) -> list[tuple[int, Finding]]:
    """
    Fill the results of one event and return what was found, by node.

    Parameters
    ----------
    step_hr : float
        Time between the stamps that are printed; the computation has its own steps [hr]
    rain : Rain
        The storm
    network : Network
        Subcatchments with a time of concentration, junctions, and ponds with one receiver
    arrays : Results
        Filled, as by the sweep of the exact method

    Returns
    -------
    list of tuple
        Node and finding

    Notes
    -----
    Source: [WINTR20]_.
    """
    time_hr = np.arange(arrays.flow_cfs.shape[1], dtype=np.float64) * step_hr
    found: list[tuple[int, Finding]] = []
    made: dict[int, Wintr20Hydrograph] = {}
    for node, kind in enumerate(network.kinds):
        port = network.ports_of(node)[0]
        row = network.row_of(node)
        if kind == "subcatchment":
            working = network.subcatchment_workings[row]
            parts = network.subcatchments
            begin, end = parts.part_start[row], parts.part_start[row + 1]
            tc = working.tc
            made[port] = wintr20.weighted_subarea_hydrograph(
                rain.time_hr,
                rain.depth_in,
                working.area_ac,
                parts.part_ratio[begin:end],
                parts.retention_in[begin:end],
                parts.abstraction_in[begin:end],
                tc.used_min / 60.0 if tc is not None else 0.0,
                working.unit_hydrograph,
            )
            arrays.runoff_in[row] = _runoff_in(network, row, rain, time_hr)
            _keep(port, made[port], time_hr, arrays)
            continue
        inlets = [made[source] for source in network.inlets_of(node)]
        inflow = (
            wintr20.add_hydrographs(inlets)
            if inlets
            else wintr20.kept_hydrograph(0.0, step_hr, [0.0])
        )
        arrays.inflow_peak_cfs[node] = inflow.peak_cfs
        arrays.inflow_peak_hr[node] = inflow.peak_hr
        made[port] = inflow
        if kind == "pond":
            pond = network.pond_workings[row]
            table = pond.rating
            flows = table.discharge_cfs.sum(axis=0)
            start_ft = float(np.interp(pond.first_storage_cuft, table.storage_cuft, table.stage_ft))
            routed = wintr20.route_structure(
                inflow, table.stage_ft, flows, table.storage_cuft, start_ft
            )
            made[port] = routed.outflow
            found.extend((node, item) for item in routed.findings)
            stored = float(np.interp(routed.peak_elevation_ft, table.stage_ft, table.storage_cuft))
            arrays.peak_storage_cuft[row] = stored
            arrays.peak_storage_hr[row] = routed.outflow.peak_hr
            arrays.outflow_peak_cfs[row] = routed.outflow.peak_cfs
            arrays.outflow_peak_hr[row] = routed.outflow.peak_hr
            if stored > table.storage_cuft[network.ponds.top_row[row]]:
                arrays.status[node] = ABOVE_TABLE
        _keep(port, made[port], time_hr, arrays)
        if kind == "pond":
            came = sum(
                (arrays.volume_cuft[source] for source in network.inlets_of(node)),
                np.zeros_like(time_hr),
            )
            arrays.storage_cuft[row] = np.maximum(
                network.pond_workings[row].first_storage_cuft + came - arrays.volume_cuft[port],
                0.0,
            )
    return found
