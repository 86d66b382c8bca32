"""
Subcatchment hydrographs: runoff convolved with a piecewise linear unit hydrograph, exactly.

The unit hydrograph is a sum of ramps, u(t) = sum_j a_j (t - tau_j)+.  Convolved with the rate of
runoff, each ramp gives the integral R of the runoff depth, so that

    q(t) = A sum_j a_j R(t - tau_j),   dq/dt = A sum_j a_j Q(t - tau_j),
    volume(t) = A sum_j a_j RR(t - tau_j),

with no time step anywhere.
"""

from __future__ import annotations

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import Floats, Ints
from hydrocalc.kernels.runoff import at_time, cell_of

CFS_PER_ACRE_INPH = 43560.0 / (12.0 * 3600.0)
CUFT_PER_ACRE_INCH = 43560.0 / 12.0
NEAR_PEAK = 0.8
BISECTIONS = 60


@kernel
def _responses(
    at_hr: float,
    tp_hr: float,
    tau_ratio: Floats,
    slope_ratio: Floats,
    pointers: Ints,
    cell_hr: Floats,
    cell: Floats,
    cells: int,
) -> tuple[float, float, float]:
    """Return flow [in/hr], its slope [in/hr^2] and the depth passed [in] at one time."""
    flow = 0.0
    slope = 0.0
    passed = 0.0
    for ramp in range(tau_ratio.shape[0]):
        since = at_hr - tau_ratio[ramp] * tp_hr
        if since <= 0.0:
            break
        row = cell_of(since, cell_hr, cells, pointers[ramp])
        pointers[ramp] = row
        depth, first, second = at_time(since - cell_hr[row], row, cell)
        change = slope_ratio[ramp] / (tp_hr * tp_hr)
        flow += change * first
        slope += change * depth
        passed += change * second
    return flow, slope, passed


@kernel
def exact_hydrograph(
    step_hr: float,
    area_ac: float,
    tp_hr: float,
    tau_ratio: Floats,
    slope_ratio: Floats,
    cell_hr: Floats,
    cell: Floats,
    cells: int,
    flow_cfs: Floats,
    slope_cfsph: Floats,
    volume_cuft: Floats,
) -> tuple[float, float]:
    """
    Fill flow, slope and volume at each stamp; return the peak between stamps and its time.

    Parameters
    ----------
    step_hr : float
        Time between stamps; stamp 0 is time 0 [hr]
    area_ac, tp_hr : float
        Area [ac] and time to peak of the unit hydrograph, > 0 [hr]
    tau_ratio, slope_ratio : array [ramp]
        The unit hydrograph on t/Tp as a sum of ramps of unit area
    cell_hr, cell, cells : arrays and their length in use
        The runoff, as filled by :func:`hydrocalc.kernels.runoff.fill_cells`
    flow_cfs, slope_cfsph, volume_cuft : array [stamp]
        Filled: flow, its rate of change, volume passed since time 0

    Returns
    -------
    tuple of float
        Peak flow [cfs] and its time [hr]; zero and the last time if nothing flows
    """
    pointers = np.zeros(tau_ratio.shape[0], dtype=np.int64)
    stamps = flow_cfs.shape[0]
    ended_hr = cell_hr[cells - 1] + tau_ratio[-1] * tp_hr
    highest = 0.0
    for stamp in range(stamps):
        if stamp > 0 and (stamp - 1) * step_hr >= ended_hr:
            # the last runoff has left; the volume is the one the convolution came to
            volume_cuft[stamp] = volume_cuft[stamp - 1]
            flow_cfs[stamp] = 0.0
            slope_cfsph[stamp] = 0.0
            continue
        flow, slope, passed = _responses(
            min(stamp * step_hr, ended_hr),
            tp_hr,
            tau_ratio,
            slope_ratio,
            pointers,
            cell_hr,
            cell,
            cells,
        )
        # the sums leave rounding noise of either sign where nothing flows yet or any more
        flow_cfs[stamp] = max(flow, 0.0) * area_ac * CFS_PER_ACRE_INPH
        slope_cfsph[stamp] = slope * area_ac * CFS_PER_ACRE_INPH
        volume_cuft[stamp] = max(passed, 0.0) * area_ac * CUFT_PER_ACRE_INCH
        if stamp > 0:
            volume_cuft[stamp] = max(volume_cuft[stamp], volume_cuft[stamp - 1])
        highest = max(highest, flow_cfs[stamp])

    # Scan finely where the stamps come near the highest, then close in on the top.
    finer = 1
    while step_hr / finer > tp_hr / 4.0:
        finer += 1
    scan_hr = step_hr / finer
    best = -1.0
    best_hr = (stamps - 1) * step_hr
    for stamp in range(stamps):
        if flow_cfs[stamp] <= 0.0:
            continue
        near = flow_cfs[stamp]
        if finer > 1:
            # between coarse stamps the flow may rise well above both
            near += abs(slope_cfsph[stamp]) * step_hr / 2.0
        if near < NEAR_PEAK * highest:
            continue
        for part_step in range(-finer + 1, finer):
            at_hr = stamp * step_hr + part_step * scan_hr
            if at_hr < 0.0 or at_hr > (stamps - 1) * step_hr:
                continue
            if part_step == 0:
                flow = flow_cfs[stamp]
            else:
                flow, _, _ = _responses(
                    at_hr,
                    tp_hr,
                    tau_ratio,
                    slope_ratio,
                    pointers,
                    cell_hr,
                    cell,
                    cells,
                )
                flow *= area_ac * CFS_PER_ACRE_INPH
            if flow > best:
                best = flow
                best_hr = at_hr
    if best <= 0.0:
        return 0.0, (stamps - 1) * step_hr

    low = max(best_hr - scan_hr, 0.0)
    high = min(best_hr + scan_hr, (stamps - 1) * step_hr)
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        flow, slope, _ = _responses(
            middle,
            tp_hr,
            tau_ratio,
            slope_ratio,
            pointers,
            cell_hr,
            cell,
            cells,
        )
        flow *= area_ac * CFS_PER_ACRE_INPH
        if flow > best:
            best = flow
            best_hr = middle
        if slope > 0.0:
            low = middle
        else:
            high = middle
    return best, best_hr


@kernel
def excess_hydrograph(
    step_hr: float,
    area_ac: float,
    depth_in: Floats,
    flow_cfs: Floats,
    slope_cfsph: Floats,
    volume_cuft: Floats,
) -> None:
    """
    Fill the hydrograph of an area with no time of concentration: runoff leaves as it forms.

    The flow at a stamp is the mean over the step that ends there, so that volumes are exact.
    ``depth_in`` [stamp] is the runoff depth since time 0.
    """
    flow_cfs[0] = 0.0
    slope_cfsph[0] = 0.0
    volume_cuft[0] = depth_in[0] * area_ac * CUFT_PER_ACRE_INCH
    for stamp in range(1, flow_cfs.shape[0]):
        rate = (depth_in[stamp] - depth_in[stamp - 1]) / step_hr
        flow_cfs[stamp] = rate * area_ac * CFS_PER_ACRE_INPH
        slope_cfsph[stamp] = 0.0
        volume_cuft[stamp] = depth_in[stamp] * area_ac * CUFT_PER_ACRE_INCH


@kernel
def peak_between(step_hr: float, flow_cfs: Floats, slope_cfsph: Floats) -> tuple[float, float]:
    """
    Return the largest value, and its time, of the cubics through flows and slopes at the stamps.

    Used for sums of hydrographs, whose peak seldom falls on a stamp.
    """
    best = flow_cfs[0]
    best_hr = 0.0
    for stamp in range(1, flow_cfs.shape[0]):
        if flow_cfs[stamp] > best:
            best = flow_cfs[stamp]
            best_hr = stamp * step_hr
    for stamp in range(flow_cfs.shape[0] - 1):
        left = flow_cfs[stamp]
        right = flow_cfs[stamp + 1]
        rise_left = slope_cfsph[stamp] * step_hr
        rise_right = slope_cfsph[stamp + 1] * step_hr
        if rise_left <= 0.0 or rise_right >= 0.0:
            continue
        if max(left, right) + 0.25 * (rise_left - rise_right) < best:
            continue
        # cubic in s on 0..1: left + rise_left s + second s^2 + third s^3
        second = 3.0 * (right - left) - 2.0 * rise_left - rise_right
        third = 2.0 * (left - right) + rise_left + rise_right
        low = 0.0
        high = 1.0
        for _ in range(BISECTIONS):
            middle = 0.5 * (low + high)
            if rise_left + middle * (2.0 * second + 3.0 * third * middle) > 0.0:
                low = middle
            else:
                high = middle
        value = left + low * (rise_left + low * (second + third * low))
        if value > best:
            best = value
            best_hr = (stamp + low) * step_hr
    return best, best_hr
