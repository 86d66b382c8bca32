"""One pass over the ordered network for one event: every hydrograph, every pond, every peak."""

from __future__ import annotations

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import (
    BEYOND_SPLIT,
    DIVERSION,
    JUNCTION,
    OK,
    POND,
    SUBCATCHMENT,
    Diversions,
    Floats,
    Nodes,
    Ponds,
    Results,
    Shapes,
    Subcatchments,
)
from hydrocalc.kernels.hydrograph import exact_hydrograph, excess_hydrograph, peak_between
from hydrocalc.kernels.pond import fit_inflow, inflow_at, route
from hydrocalc.kernels.runoff import at_time, cell_of, fill_cells, most_cells, steepest_inph

CFS_PER_ACRE_INPH = 43560.0 / (12.0 * 3600.0)
SPLIT_PROBES = 32


@kernel
def split(flow: float, table_in: Floats, table_out: Floats) -> tuple[float, float]:
    """Return the diverted flow and its slope for one inflow; the last line goes on above."""
    row = 0
    while row + 2 < table_in.shape[0] and table_in[row + 1] <= flow:
        row += 1
    slope = (table_out[row + 1] - table_out[row]) / (table_in[row + 1] - table_in[row])
    return table_out[row] + slope * (flow - table_in[row]), slope


@kernel
def _subcatchment(
    row: int,
    port: int,
    step_hr: float,
    rain_hr: Floats,
    rain_in: Floats,
    subcatchments: Subcatchments,
    shapes: Shapes,
    results: Results,
) -> None:
    """Compute one subcatchment's runoff and hydrograph."""
    stamps = results.flow_cfs.shape[1]
    begin = subcatchments.part_start[row]
    end = subcatchments.part_start[row + 1]
    ratio = subcatchments.part_ratio[begin:end]
    retention = subcatchments.retention_in[begin:end]
    abstraction = subcatchments.abstraction_in[begin:end]
    most = most_cells(rain_hr, rain_in, retention, abstraction)
    cell_hr = np.zeros(most)
    cell = np.zeros((most, 8))
    cells = fill_cells(rain_hr, rain_in, ratio, retention, abstraction, cell_hr, cell)
    at_cell = 0
    for stamp in range(stamps):
        at_hr = stamp * step_hr
        at_cell = cell_of(at_hr, cell_hr, cells, at_cell)
        depth, _, _ = at_time(at_hr - cell_hr[at_cell], at_cell, cell)
        results.runoff_in[row, stamp] = max(depth, 0.0)

    area = subcatchments.area_ac[row]
    tp_hr = subcatchments.tp_hr[row]
    if tp_hr > 0.0:
        first = shapes.start[subcatchments.shape[row]]
        last = shapes.start[subcatchments.shape[row] + 1]
        peak, peak_hr = exact_hydrograph(
            step_hr,
            area,
            tp_hr,
            shapes.tau_ratio[first:last],
            shapes.slope_ratio[first:last],
            cell_hr,
            cell,
            cells,
            results.flow_cfs[port],
            results.slope_cfsph[port],
            results.volume_cuft[port],
        )
    else:
        excess_hydrograph(
            step_hr,
            area,
            results.runoff_in[row],
            results.flow_cfs[port],
            results.slope_cfsph[port],
            results.volume_cuft[port],
        )
        results.abrupt_cfs[port] = results.flow_cfs[port]
        # the steepest piece of the parts taken together, at the end of a piece of rain
        peak = 0.0
        peak_hr = (stamps - 1) * step_hr
        for part in range(end - begin):
            _, at_hr = steepest_inph(rain_hr, rain_in, retention[part], abstraction[part])
            rate = 0.0
            for other in range(end - begin):
                rate += ratio[other] * _rate_before(
                    at_hr, rain_hr, rain_in, retention[other], abstraction[other]
                )
            if rate * area * CFS_PER_ACRE_INPH > peak and at_hr <= (stamps - 1) * step_hr:
                peak = rate * area * CFS_PER_ACRE_INPH
                peak_hr = at_hr
    results.port_peak_cfs[port] = peak
    results.port_peak_hr[port] = peak_hr


@kernel
def _rate_before(
    at_hr: float, rain_hr: Floats, rain_in: Floats, retention_in: float, abstraction_in: float
) -> float:
    """Return the rate of runoff at the end of the piece of rain that ends at a knot."""
    for knot in range(1, rain_hr.shape[0]):
        if rain_hr[knot] >= at_hr:
            excess = rain_in[knot] - abstraction_in
            if excess <= 0.0:
                return 0.0
            rate = (rain_in[knot] - rain_in[knot - 1]) / (rain_hr[knot] - rain_hr[knot - 1])
            rate *= 1.0 - (retention_in / (excess + retention_in)) ** 2
            return float(rate)
    return 0.0


@kernel
def _diverted_cuft(
    step_hr: float, inflow: Floats, came_cuft: float, table_in: Floats, table_out: Floats
) -> float:
    """
    Return the volume diverted in a step; ``inflow`` [5] is the inflow's polynomial [cu ft/hr].

    Where the whole step lies on one line of the table the volume follows from the inflow's own,
    exactly; where it crosses a corner, by Simpson's rule.
    """
    first = -1
    crosses = False
    total = 0.0
    for probe in range(SPLIT_PROBES + 1):
        flow = max(inflow_at(inflow, step_hr * probe / SPLIT_PROBES) / 3600.0, 0.0)
        row = 0
        while row + 2 < table_in.shape[0] and table_in[row + 1] <= flow:
            row += 1
        if first < 0:
            first = row
        crosses = crosses or row != first
        weight = 1.0
        if 0 < probe < SPLIT_PROBES:
            weight = 4.0 if probe % 2 == 1 else 2.0
        total += weight * split(flow, table_in, table_out)[0]
    if crosses:
        return float(min(total * 3600.0 * step_hr / (3.0 * SPLIT_PROBES), came_cuft))
    slope = (table_out[first + 1] - table_out[first]) / (table_in[first + 1] - table_in[first])
    level = table_out[first] - slope * table_in[first]
    return float(min(max(level * 3600.0 * step_hr + slope * came_cuft, 0.0), came_cuft))


@kernel
def _diversion(
    port: int,
    step_hr: float,
    inflow_cfs: Floats,
    inflow_slope: Floats,
    abrupt_cfs: Floats,
    inflow_cuft: Floats,
    table_in: Floats,
    table_out: Floats,
    results: Results,
) -> int:
    """Split a hydrograph between the first port (what stays) and the second (diverted)."""
    status = OK
    passed = 0.0
    inflow = np.zeros(5)
    for stamp in range(inflow_cfs.shape[0]):
        diverted, slope = split(inflow_cfs[stamp], table_in, table_out)
        if inflow_cfs[stamp] > table_in[-1]:
            status = BEYOND_SPLIT
        if stamp > 0:
            steady = abrupt_cfs[stamp] - abrupt_cfs[stamp - 1]
            came = inflow_cuft[stamp] - inflow_cuft[stamp - 1]
            fit_inflow(
                step_hr,
                3600.0 * (inflow_cfs[stamp - 1] + steady),
                3600.0 * inflow_cfs[stamp],
                3600.0 * inflow_slope[stamp - 1],
                3600.0 * inflow_slope[stamp],
                came / step_hr,
                inflow,
            )
            passed += _diverted_cuft(step_hr, inflow, came, table_in, table_out)
        # the part constant over the step stays so on both sides, at the margin's split
        abrupt = abrupt_cfs[stamp] * slope
        results.flow_cfs[port, stamp] = inflow_cfs[stamp] - diverted
        results.flow_cfs[port + 1, stamp] = diverted
        results.slope_cfsph[port, stamp] = (1.0 - slope) * inflow_slope[stamp]
        results.slope_cfsph[port + 1, stamp] = slope * inflow_slope[stamp]
        results.abrupt_cfs[port, stamp] = abrupt_cfs[stamp] - abrupt
        results.abrupt_cfs[port + 1, stamp] = abrupt
        results.volume_cuft[port, stamp] = inflow_cuft[stamp] - passed
        results.volume_cuft[port + 1, stamp] = passed
    for side in range(2):
        peak, peak_hr = peak_between(
            step_hr, results.flow_cfs[port + side], results.slope_cfsph[port + side]
        )
        results.port_peak_cfs[port + side] = peak
        results.port_peak_hr[port + side] = peak_hr
    return status


@kernel
def sweep(
    step_hr: float,
    rain_hr: Floats,
    rain_in: Floats,
    nodes: Nodes,
    subcatchments: Subcatchments,
    shapes: Shapes,
    ponds: Ponds,
    diversions: Diversions,
    results: Results,
) -> None:
    """
    Fill the results of one event over the network.

    Parameters
    ----------
    step_hr : float
        Time between stamps [hr]; the number of stamps is that of the result arrays
    rain_hr, rain_in : array [knot]
        Cumulative rain of the event, straight between knots, from time 0
    nodes, subcatchments, shapes, ponds, diversions : NamedTuples of arrays
        The network, nodes in flow order
    results : NamedTuple of arrays
        Filled; ``status`` per node is ``OK``, ``ABOVE_TABLE``, ``NOT_FINISHED`` or
        ``BEYOND_SPLIT``
    """
    stamps = results.flow_cfs.shape[1]
    inflow = np.zeros(stamps)
    slope = np.zeros(stamps)
    abrupt = np.zeros(stamps)
    volume = np.zeros(stamps)
    peaks = np.zeros(4)
    for node in range(nodes.kind.shape[0]):
        row = nodes.row[node]
        port = nodes.port_start[node]
        results.status[node] = OK
        if nodes.kind[node] == SUBCATCHMENT:
            _subcatchment(row, port, step_hr, rain_hr, rain_in, subcatchments, shapes, results)
            continue
        inflow[:] = 0.0
        slope[:] = 0.0
        abrupt[:] = 0.0
        volume[:] = 0.0
        first = nodes.inlet_start[node]
        last = nodes.inlet_start[node + 1]
        for inlet in range(first, last):
            source = nodes.inlet_port[inlet]
            inflow += results.flow_cfs[source]
            slope += results.slope_cfsph[source]
            abrupt += results.abrupt_cfs[source]
            volume += results.volume_cuft[source]
        if last - first == 1:
            # a single hydrograph keeps its own peak, found where it was made
            results.inflow_peak_cfs[node] = results.port_peak_cfs[nodes.inlet_port[first]]
            results.inflow_peak_hr[node] = results.port_peak_hr[nodes.inlet_port[first]]
        else:
            peak, peak_hr = peak_between(step_hr, inflow, slope)
            results.inflow_peak_cfs[node] = peak
            results.inflow_peak_hr[node] = peak_hr

        if nodes.kind[node] == JUNCTION:
            results.flow_cfs[port] = inflow
            results.slope_cfsph[port] = slope
            results.abrupt_cfs[port] = abrupt
            results.volume_cuft[port] = volume
            results.port_peak_cfs[port] = results.inflow_peak_cfs[node]
            results.port_peak_hr[port] = results.inflow_peak_hr[node]
        elif nodes.kind[node] == DIVERSION:
            begin = diversions.start[row]
            end = diversions.start[row + 1]
            results.status[node] = _diversion(
                port,
                step_hr,
                inflow,
                slope,
                abrupt,
                volume,
                diversions.inflow_cfs[begin:end],
                diversions.diverted_cfs[begin:end],
                results,
            )
        elif nodes.kind[node] == POND:
            begin = ponds.start[row]
            end = ponds.start[row + 1]
            after = nodes.port_start[node + 1]
            block = ponds.port_flow_cfs[ponds.port_flow_start[row] : ponds.port_flow_start[row + 1]]
            results.status[node] = route(
                step_hr,
                inflow,
                slope,
                abrupt,
                volume,
                ponds.first_storage_cuft[row],
                ponds.storage_cuft[begin:end],
                ponds.outflow_cfs[begin:end],
                ponds.top_row[row],
                block.reshape((after - port, end - begin)),
                results.storage_cuft[row],
                results.flow_cfs[port:after],
                results.slope_cfsph[port:after],
                results.volume_cuft[port:after],
                results.port_peak_cfs[port:after],
                results.port_peak_hr[port:after],
                peaks,
            )
            results.peak_storage_cuft[row] = peaks[0]
            results.peak_storage_hr[row] = peaks[1]
            results.outflow_peak_cfs[row] = peaks[2]
            results.outflow_peak_hr[row] = peaks[3]
