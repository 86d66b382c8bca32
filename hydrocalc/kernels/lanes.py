"""
Peaks of many scenarios of one site: a subcatchment and a pond with an orifice and a weir.

One scenario is a lane.  A lane computes its excess rain at the steps, the mean inflow of each step
by the exact integrals of the unit hydrograph over the steps, a rating table of its own, and the
routing; only peaks are kept.  Nothing is allocated within a lane, and a lane does not depend on
its neighbours, so that any division of the lanes over threads gives the same bits.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import Floats

CFS_PER_ACRE_INPH = 43560.0 / (12.0 * 3600.0)
GRAVITY_FTPS2 = 32.2
SEGMENT_CELLS = 20
MOST_SUBSTEPS = 512


class Lanes(NamedTuple):
    """One value a lane: the scenario's numbers."""

    area_ac: Floats
    depth_in: Floats
    retention_in: Floats
    abstraction_in: Floats
    tp_hr: Floats
    orifice_invert_ft: Floats
    orifice_diameter_ft: Floats
    orifice_c: Floats
    weir_crest_ft: Floats
    weir_length_ft: Floats
    weir_c: Floats


class LanePeaks(NamedTuple):
    """One value a lane: what is kept."""

    inflow_cfs: Floats
    """Largest mean inflow of a step"""
    outflow_cfs: Floats
    stage_ft: Floats
    volume_error_ratio: Floats
    """Inflow less outflow less storage, over inflow"""
    above_top_ratio: Floats
    """1 where the level rose above the stage-area table, else 0"""


@kernel
def _table(
    lane: int,
    lanes: Lanes,
    stage_ft: Floats,
    area_sqft: Floats,
    level: Floats,
    stored: Floats,
    flow: Floats,
) -> int:
    """Fill a lane's rating table, close where a device begins, and return its rows."""
    breaks = np.empty(stage_ft.shape[0] + 4)
    top = stage_ft[-1]
    count = 0
    for row in range(stage_ft.shape[0]):
        breaks[count] = stage_ft[row]
        count += 1
    invert = lanes.orifice_invert_ft[lane]
    diameter = lanes.orifice_diameter_ft[lane]
    crest = lanes.weir_crest_ft[lane]
    for extra in (invert, invert + diameter, crest):
        if stage_ft[0] < extra < top:
            breaks[count] = extra
            count += 1
    # insertion sort: a handful of numbers, nearly in order
    for at in range(1, count):
        value = breaks[at]
        place = at
        while place > 0 and breaks[place - 1] > value:
            breaks[place] = breaks[place - 1]
            place -= 1
        breaks[place] = value
    rows = 0
    level[0] = breaks[0]
    rows = 1
    for at in range(1, count):
        low = breaks[at - 1]
        span = breaks[at] - low
        if span <= 1e-9:
            continue
        for cell in range(1, SEGMENT_CELLS + 1):
            part = cell / SEGMENT_CELLS
            # levels stand closer above a break, where discharge begins steeply curved
            level[rows] = low + span * part * part
            rows += 1
        level[rows - 1] = breaks[at]
    level[rows] = top + 2.0 * (top - stage_ft[0])
    rows += 1

    opening = lanes.orifice_c[lane] * math.pi / 4.0 * diameter * diameter
    opening *= math.sqrt(2.0 * GRAVITY_FTPS2)
    at_crown = opening * math.sqrt(0.5 * diameter)
    weir = lanes.weir_c[lane] * lanes.weir_length_ft[lane]
    area_row = 0
    below = 0.0
    for row in range(rows):
        at = level[row]
        while area_row + 2 < stage_ft.shape[0] and at > stage_ft[area_row + 1]:
            below += (
                0.5
                * (area_sqft[area_row] + area_sqft[area_row + 1])
                * (stage_ft[area_row + 1] - stage_ft[area_row])
            )
            area_row += 1
        inside = min(at, top) - stage_ft[area_row]
        slope = (area_sqft[area_row + 1] - area_sqft[area_row]) / (
            stage_ft[area_row + 1] - stage_ft[area_row]
        )
        stored[row] = below + inside * (area_sqft[area_row] + 0.5 * slope * inside)
        if at > top:
            stored[row] += (at - top) * area_sqft[-1]
        head = at - invert
        out = 0.0
        if head >= diameter:
            out = opening * math.sqrt(head - 0.5 * diameter)
        elif head > 0.0:
            ratio = head / diameter
            out = at_crown * ratio * math.sqrt(ratio)
        over = at - crest
        if over > 0.0:
            out += weir * over * math.sqrt(over)
        flow[row] = out
    return rows


@kernel
def _taps(
    step_hr: float, tp_hr: float, tau_ratio: Floats, slope_ratio: Floats, taps: Floats
) -> int:
    """Fill the share of a step's runoff that leaves in that step and in each one after it."""
    ramps = tau_ratio.shape[0]
    count = 1 + math.ceil(tau_ratio[ramps - 1] * tp_hr / step_hr)
    scale = 1.0 / (6.0 * tp_hr * tp_hr)
    before = 0.0
    middle = 0.0
    # second differences of the unit hydrograph's triple ramp sum, walked by its derivatives
    value = 0.0
    first = 0.0
    second = 0.0
    third = 0.0
    at = 0.0
    ramp = 0
    for tap in range(count):
        target = (tap + 1) * step_hr
        while ramp < ramps and tau_ratio[ramp] * tp_hr < target:
            here = tau_ratio[ramp] * tp_hr
            span = here - at
            value += span * (first + span * (0.5 * second + span * third / 6.0))
            first += span * (second + 0.5 * span * third)
            second += span * third
            third += 6.0 * scale * slope_ratio[ramp]
            at = here
            ramp += 1
        span = target - at
        value += span * (first + span * (0.5 * second + span * third / 6.0))
        first += span * (second + 0.5 * span * third)
        second += span * third
        at = target
        taps[tap] = (value - 2.0 * middle + before) / (step_hr * step_hr)
        before = middle
        middle = value
    return int(count)


@kernel
def route_lanes(
    begin: int,
    end: int,
    step_hr: float,
    steps: int,
    rain_ratio: Floats,
    tau_ratio: Floats,
    slope_ratio: Floats,
    stage_ft: Floats,
    area_sqft: Floats,
    lanes: Lanes,
    peaks: LanePeaks,
) -> None:
    """
    Fill the peaks of the lanes from ``begin`` up to ``end``.

    Parameters
    ----------
    begin, end : int
        The lanes of this call
    step_hr, steps : float, int
        Step and number of steps of the computation
    rain_ratio : array [stamp]
        Cumulative rain over the storm's depth at the steps' ends, from time 0
    tau_ratio, slope_ratio : array [ramp]
        The unit hydrograph on t/Tp as a sum of ramps of unit area
    stage_ft, area_sqft : array [row]
        The pond, surface a straight line between rows, the first level its bottom
    lanes, peaks : NamedTuples of arrays [lane]
        Scenarios, and their peaks, filled
    """
    rained = rain_ratio.shape[0] - 1
    most_rows = (stage_ft.shape[0] + 3) * SEGMENT_CELLS + 3
    level = np.empty(most_rows)
    stored = np.empty(most_rows)
    flow = np.empty(most_rows)
    mark = np.empty(most_rows)
    slope = np.empty(most_rows)
    offset = np.empty(most_rows)
    excess = np.empty(rained)
    inflow = np.empty(steps + 1)
    slowest_hr = 0.0
    for lane in range(begin, end):
        slowest_hr = max(slowest_hr, lanes.tp_hr[lane])
    taps = np.empty(math.ceil(tau_ratio[-1] * slowest_hr / step_hr) + 2)
    for lane in range(begin, end):
        depth = lanes.depth_in[lane]
        abstraction = lanes.abstraction_in[lane]
        retention = lanes.retention_in[lane]
        first = 0
        while first < rained and depth * rain_ratio[first + 1] <= abstraction:
            first += 1
        before = 0.0
        for step in range(first, rained):
            beyond = depth * rain_ratio[step + 1] - abstraction
            runoff = beyond * beyond / (beyond + retention)
            excess[step - first] = runoff - before
            before = runoff
        count = rained - first
        scale = lanes.area_ac[lane] * CFS_PER_ACRE_INPH
        for step in range(count):
            excess[step] *= scale

        length = _taps(step_hr, lanes.tp_hr[lane], tau_ratio, slope_ratio, taps)
        inflow[:] = 0.0
        for tap in range(min(length, steps - first)):
            weight = taps[tap]
            reach = min(count, steps - first - tap)
            target = inflow[first + tap : first + tap + reach]
            source = excess[:reach]
            for step in range(reach):
                target[step] += weight * source[step]

        rows = _table(lane, lanes, stage_ft, area_sqft, level, stored, flow)
        steepest = 0.0
        for row in range(rows - 1):
            slope[row] = (flow[row + 1] - flow[row]) / (stored[row + 1] - stored[row])
            if level[row] < stage_ft[-1]:
                steepest = max(steepest, slope[row])
        parts = 1
        while 0.5 * 3600.0 * step_hr * steepest > parts and parts < MOST_SUBSTEPS:
            parts *= 2
        # outflow against 2S/h + O, as straight lines: O = offset + slope X
        per_volume = 2.0 * parts / (3600.0 * step_hr)
        for row in range(rows):
            mark[row] = per_volume * stored[row] + flow[row]
        for row in range(rows - 1):
            slope[row] = (flow[row + 1] - flow[row]) / (mark[row + 1] - mark[row])
            offset[row] = flow[row] - slope[row] * mark[row]
        mark[0] = -np.inf
        mark[rows - 1] = np.inf

        # X1 = X0 - 2 O0 + 2 I with O0 on the line of its row: one product a step
        at = 0.0
        out = 0.0
        row = 0
        low = mark[0]
        high = mark[1]
        line = slope[0]
        base = offset[0]
        keep = 1.0 - 2.0 * line
        highest = 0.0
        peak = 0.0
        earlier_out = 0.0
        came = 0.0
        went = 0.0
        for step in range(first, steps):
            twice = 2.0 * inflow[step]
            came += inflow[step]
            highest = max(highest, inflow[step])
            for _ in range(parts):
                at = keep * at + (twice - 2.0 * base)
                if at >= high or at < low:
                    while at >= mark[row + 1]:
                        row += 1
                    while at < mark[row]:
                        row -= 1
                    low = mark[row]
                    high = mark[row + 1]
                    line = slope[row]
                    base = offset[row]
                    keep = 1.0 - 2.0 * line
                new = base + line * at
                went += new
                if new <= out and out > earlier_out:
                    # the vertex of the parabola through three outflows
                    bend = earlier_out - 2.0 * out + new
                    top_out = out
                    if bend < 0.0:
                        change = new - earlier_out
                        top_out = out - change * change / (8.0 * bend)
                    peak = max(peak, top_out)
                earlier_out = out
                out = new
        went -= 0.5 * out
        peak = max(peak, out)
        left = (at - out) / per_volume
        total = came * 3600.0 * step_hr
        peaks.inflow_cfs[lane] = highest
        peaks.outflow_cfs[lane] = peak
        balance = total - went * 3600.0 * step_hr / parts - left
        peaks.volume_error_ratio[lane] = balance / total if total > 0.0 else 0.0
        row = 0
        while row + 2 < rows and flow[row + 1] < peak:
            row += 1
        share = 0.0
        if flow[row + 1] > flow[row]:
            share = (peak - flow[row]) / (flow[row + 1] - flow[row])
        peaks.stage_ft[lane] = level[row] + share * (level[row + 1] - level[row])
        peaks.above_top_ratio[lane] = 1.0 if peaks.stage_ft[lane] > stage_ft[-1] else 0.0
