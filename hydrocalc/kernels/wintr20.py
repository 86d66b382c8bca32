"""
Step-wise conventions of the NRCS program WinTR-20: runoff, addition, structures and reaches.

Every hydrograph has its own start and its own step, and the answer depends on the step.
"""

from __future__ import annotations

import math

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import NOT_FINISHED, OK, Floats

SECONDS_PER_HOUR = 3600.0
LEAST_SUBSTEPS = 2


@kernel
def subarea_hydrograph(
    start_hr: float,
    step_hr: float,
    time_hr: Floats,
    rain_in: Floats,
    part_ratio: Floats,
    retention_in: Floats,
    abstraction_in: Floats,
    peak_cfs_per_in: float,
    ordinate_ratio: Floats,
    flow_cfs: Floats,
) -> float:
    """
    Fill the hydrograph of a sub-area and return its runoff depth [in].

    Runoff of the step from stamp j - 1 to stamp j enters at stamp j with the second ordinate of
    the unit hydrograph, at the next stamp with the third, and so on.

    Parameters
    ----------
    start_hr, step_hr : float
        Time of stamp 0, before any runoff, and the step [hr]
    time_hr, rain_in : array [point]
        Cumulative rain, straight lines between points
    part_ratio, retention_in, abstraction_in : array [part]
        Share of the area, S and Ia of each part
    peak_cfs_per_in : float
        Peak of the unit hydrograph of one inch [cfs/in]
    ordinate_ratio : array [ordinate]
        Unit hydrograph over its peak at steps of ``step_hr``, the first 0
    flow_cfs : array [stamp]
        Filled; runoff has ended ``ordinates - 1`` stamps before its end
    """
    points = time_hr.shape[0]
    ordinates = ordinate_ratio.shape[0]
    steps = flow_cfs.shape[0] - ordinates + 1
    for stamp in range(flow_cfs.shape[0]):
        flow_cfs[stamp] = 0.0
    point = 0
    before_in = 0.0
    for stamp in range(steps + 1):
        at_hr = start_hr + stamp * step_hr
        while point + 2 < points and time_hr[point + 1] < at_hr:
            point += 1
        part_of_cell = (at_hr - time_hr[point]) / (time_hr[point + 1] - time_hr[point])
        part_of_cell = min(max(part_of_cell, 0.0), 1.0)
        fallen = rain_in[point] + part_of_cell * (rain_in[point + 1] - rain_in[point])
        runoff_in = 0.0
        for part in range(part_ratio.shape[0]):
            excess = fallen - abstraction_in[part]
            if excess > 0.0:
                runoff_in += part_ratio[part] * excess * excess / (excess + retention_in[part])
        flow_per_ratio = peak_cfs_per_in * (runoff_in - before_in)
        if stamp > 0 and flow_per_ratio > 0.0:
            for ordinate in range(1, ordinates):
                flow_cfs[stamp + ordinate - 1] += flow_per_ratio * ordinate_ratio[ordinate]
        before_in = runoff_in
    return before_in


@kernel
def add_hydrograph(
    start_hr: float,
    step_hr: float,
    flow_cfs: Floats,
    sum_start_hr: float,
    sum_step_hr: float,
    sum_cfs: Floats,
) -> None:
    """Add a hydrograph to a sum on another grid: straight lines, zero outside its ends."""
    last = flow_cfs.shape[0] - 1
    for stamp in range(sum_cfs.shape[0]):
        place = (sum_start_hr - start_hr + stamp * sum_step_hr) / step_hr
        if place < 0.0 or place > last:
            continue
        left = min(int(place), max(last - 1, 0))
        right = min(left + 1, last)
        sum_cfs[stamp] += flow_cfs[left] + (place - left) * (flow_cfs[right] - flow_cfs[left])


@kernel
def structure_substeps(step_hr: float, storage_cuft: Floats, discharge_cfs: Floats) -> int:
    """
    Return the number of steps of the computation within a step of the hydrograph.

    No step is longer than the least ratio of storage above the first row to discharge, over the
    whole table, reached or not.
    """
    shortest_hr = step_hr / LEAST_SUBSTEPS
    for row in range(1, storage_cuft.shape[0]):
        if discharge_cfs[row] > 0.0:
            stored_cuft = storage_cuft[row] - storage_cuft[0]
            shortest_hr = min(shortest_hr, stored_cuft / discharge_cfs[row] / SECONDS_PER_HOUR)
    return max(LEAST_SUBSTEPS, math.ceil(step_hr / shortest_hr))


@kernel
def route_structure(
    step_hr: float,
    substeps: int,
    inflow_cfs: Floats,
    storage_cuft: Floats,
    discharge_cfs: Floats,
    first_storage_cuft: float,
    first_discharge_cfs: float,
    smallest_cfs: float,
    outflow_cfs: Floats,
) -> tuple[int, int]:
    """
    Fill the outflow of a structure by storage indication; return a status and the stamps filled.

    With h the step over ``substeps``, outflow is a straight line in 2S/h + O between the rows of
    the table, whose last line goes on above it, and inflow is one between stamps.

    Parameters
    ----------
    step_hr, substeps : float, int
        Step of the hydrograph [hr], and the steps of the computation within it
    inflow_cfs : array [stamp]
        Inflow; zero after its end
    storage_cuft, discharge_cfs : array [row]
        The table; storage rises and discharge does not fall from row to row
    first_storage_cuft, first_discharge_cfs : float
        Storage and outflow at stamp 0, on a line of the table
    smallest_cfs : float
        After the end of the inflow the outflow ends when it is below this [cfs]
    outflow_cfs : array [stamp]
        Filled as far as the outflow goes

    Returns
    -------
    tuple of int
        ``OK``, or ``NOT_FINISHED`` if the outflow goes beyond the array; and the stamps filled
    """
    rows = storage_cuft.shape[0]
    inflows = inflow_cfs.shape[0]
    flow_of_storage = 2.0 * substeps / (step_hr * SECONDS_PER_HOUR)
    indication = flow_of_storage * first_storage_cuft + first_discharge_cfs
    outflow = first_discharge_cfs
    outflow_cfs[0] = outflow
    row = 0
    low = flow_of_storage * storage_cuft[0] + discharge_cfs[0]
    high = flow_of_storage * storage_cuft[1] + discharge_cfs[1]
    for stamp in range(1, outflow_cfs.shape[0]):
        before = inflow_cfs[stamp - 1] if stamp - 1 < inflows else 0.0
        after = inflow_cfs[stamp] if stamp < inflows else 0.0
        for substep in range(substeps):
            inflow_twice = 2.0 * before + (after - before) * (2 * substep + 1) / substeps
            indication += inflow_twice - 2.0 * outflow
            while indication > high and row + 2 < rows:
                row += 1
                low = high
                high = flow_of_storage * storage_cuft[row + 1] + discharge_cfs[row + 1]
            while indication < low and row > 0:
                row -= 1
                high = low
                low = flow_of_storage * storage_cuft[row] + discharge_cfs[row]
            part = max(indication - low, 0.0) / (high - low)
            outflow = discharge_cfs[row] + part * (discharge_cfs[row + 1] - discharge_cfs[row])
        outflow_cfs[stamp] = outflow
        if stamp >= inflows and outflow < smallest_cfs:
            return OK, stamp + 1
    return NOT_FINISHED, outflow_cfs.shape[0]


@kernel
def kinematic_exponents(discharge_cfs: Floats, area_sqft: Floats, exponent: Floats) -> None:
    """
    Fill m, the ratio of wave celerity to velocity, at each row of a reach's rating.

    It is the mean, weighted by discharge, of the slopes of log Q on log A between the rows up to
    this one; row 0 is the dry reach, and rows 0, 1 and 2 have the slope between rows 1 and 2.
    """
    weighted = 0.0
    for row in range(2, discharge_cfs.shape[0]):
        slope = math.log(discharge_cfs[row] / discharge_cfs[row - 1]) / math.log(
            area_sqft[row] / area_sqft[row - 1]
        )
        if row == 2:
            weighted = slope * discharge_cfs[1]
            exponent[0] = slope
            exponent[1] = slope
        weighted += slope * (discharge_cfs[row] - discharge_cfs[row - 1])
        exponent[row] = weighted / discharge_cfs[row]


@kernel
def _celerity_and_spread(
    peak_cfs: float,
    discharge_cfs: Floats,
    area_sqft: Floats,
    top_width_ft: Floats,
    slope_ftft: Floats,
    exponent: Floats,
) -> tuple[float, float]:
    """Return c [fps] and Q/(T S c) [ft] at a flow; beyond the table its last line goes on."""
    row = 0
    while row + 2 < discharge_cfs.shape[0] and discharge_cfs[row + 1] < peak_cfs:
        row += 1
    part = (peak_cfs - discharge_cfs[row]) / (discharge_cfs[row + 1] - discharge_cfs[row])
    area = area_sqft[row] + part * (area_sqft[row + 1] - area_sqft[row])
    width = top_width_ft[row] + part * (top_width_ft[row + 1] - top_width_ft[row])
    slope = slope_ftft[row] + part * (slope_ftft[row + 1] - slope_ftft[row])
    power = exponent[row] + part * (exponent[row + 1] - exponent[row])
    celerity = power * peak_cfs / area
    return celerity, peak_cfs / (width * slope * celerity)


@kernel
def route_reach(
    step_hr: float,
    inflow_cfs: Floats,
    length_ft: float,
    discharge_cfs: Floats,
    area_sqft: Floats,
    top_width_ft: Floats,
    slope_ftft: Floats,
    smallest_cfs: float,
    exponent: Floats,
    work_cfs: Floats,
) -> tuple[int, int, int, int]:
    """
    Fill the outflow of a reach by Muskingum-Cunge with coefficients constant through the event.

    Parameters
    ----------
    step_hr : float
        Step of the hydrograph [hr]
    inflow_cfs : array [stamp]
        Inflow, the first 0; zero after its end; some of it above zero
    length_ft : float
        Length of the reach [ft]
    discharge_cfs, area_sqft, top_width_ft, slope_ftft : array [row]
        The rating of the cross-section, row 0 dry
    smallest_cfs : float
        Outflows below this are zero, and count as such in the next step [cfs]
    exponent : array [row]
        Filled with m
    work_cfs : array [2, stamp]
        Filled; its rows, longer than the inflow, hold inflow and outflow of the sub-reaches by
        turns

    Returns
    -------
    tuple of int
        Status as of :func:`route_structure`; stamps filled; row of ``work_cfs`` that holds the
        outflow; number of sub-reaches
    """
    kinematic_exponents(discharge_cfs, area_sqft, exponent)
    step_sec = step_hr * SECONDS_PER_HOUR
    most = work_cfs.shape[1]
    filled = inflow_cfs.shape[0]
    for stamp in range(filled):
        work_cfs[0, stamp] = inflow_cfs[stamp]
    taken = 0
    status = OK
    subreaches = 1
    subreach = 0
    while subreach < subreaches:
        peak = 0.0
        for stamp in range(filled):
            peak = max(peak, work_cfs[taken, stamp])
        if peak <= 0.0:
            break
        celerity, spread = _celerity_and_spread(
            peak, discharge_cfs, area_sqft, top_width_ft, slope_ftft, exponent
        )
        if subreach == 0:
            subreaches = math.ceil(length_ft / (0.5 * (celerity * step_sec + spread)))
        # C = c dt/dx and D = Q/(T S c dx) give the weights of I1, I2 and O1
        courant = celerity * step_sec * subreaches / length_ft
        reynolds = spread * subreaches / length_ft
        below = 1.0 + courant + reynolds
        first = (1.0 + courant - reynolds) / below
        second = (courant + reynolds - 1.0) / below
        third = (1.0 + reynolds - courant) / below
        given = 1 - taken
        work_cfs[given, 0] = 0.0
        before = 0.0
        last = most - 1
        for stamp in range(1, most):
            inflow_before = work_cfs[taken, stamp - 1] if stamp - 1 < filled else 0.0
            inflow_after = work_cfs[taken, stamp] if stamp < filled else 0.0
            outflow = first * inflow_before + second * inflow_after + third * before
            # the program never lets a sub-reach pass more than the peak that enters it
            before = min(outflow, peak)
            if before < smallest_cfs:
                before = 0.0
            work_cfs[given, stamp] = before
            if stamp >= filled and before == 0.0:
                last = stamp
                break
        if before > 0.0:
            status = NOT_FINISHED
        filled = last + 1
        taken = given
        subreach += 1
    return status, filled, taken, subreaches
