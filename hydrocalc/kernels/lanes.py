"""
Peaks of many scenarios of one subcatchment above one pond, a scenario a lane.

Each lane is computed at the steps of one of the grids of the storm.  Peaks between the stamps are
found from the flows and slopes at their sides.  A lane ends where no later inflow can raise its
peaks, unless the whole span is asked for.  No lane knows of another, so that the results are the
same bits on any number of threads.
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import ABOVE_TABLE, OK, Floats
from hydrocalc.kernels.lane_arrays import (
    BASE,
    BLOCK,
    COLUMNS,
    HIGH,
    LEAD,
    LOW,
    MOST_TAPS,
    RATE,
    Lanes,
    Outlets,
    Peaks,
    Rain,
    Shape,
    Tables,
)
from hydrocalc.kernels.lane_inflow import (
    convolve,
    excess,
    fill_taps,
    flow_at_ends,
    inflow_peak,
)
from hydrocalc.kernels.lane_pond import between, drain, prepare, route_steps, row_of, storage_peak
from hydrocalc.kernels.lane_tables import most_table_rows, tabulate

CFS_PER_ACRE_INPH = 43560.0 / (12.0 * 3600.0)
CHUNKS_PER_THREAD = 4
MOST_IN_CHUNK = 4096


@kernel
def _first_wet(ratio: Floats, steps: int, depth: float, abstraction: float) -> int:
    """Return the first step at whose end there is runoff; ``steps`` if there is none."""
    start = 0
    end = steps
    while start < end:
        middle = (start + end) // 2
        if ratio[middle + 1] * depth > abstraction:
            end = middle
        else:
            start = middle + 1
    return start


@kernel
def run_lanes(
    first: int,
    after: int,
    whole: bool,
    rain: Rain,
    shape: Shape,
    lanes: Lanes,
    tables: Tables,
    outlets: Outlets,
    peaks: Peaks,
) -> None:
    """
    Fill the peaks of a range of lanes.

    Parameters
    ----------
    first, after : int
        First lane, and the one after the last
    whole : bool
        Whether to go on to the end of the span when the peaks are known
    rain, shape, lanes, tables, outlets : NamedTuples of arrays
        The scenarios; with outlets the tables hold areas, without any they hold outflows
    peaks : NamedTuple of arrays
        Filled
    """
    longest = 0
    for number in range(rain.step_hr.shape[0]):
        longest = max(longest, rain.start[number + 1] - rain.start[number])
    runoff = np.zeros(longest + MOST_TAPS + 2 * BLOCK)
    mean = np.zeros(longest + 4 * BLOCK)
    ends = np.zeros(longest + 4 * BLOCK)
    stored = np.zeros(longest + 4 * BLOCK)
    sums = np.zeros(BLOCK)
    taps = np.zeros(MOST_TAPS)
    lean_taps = np.zeros(MOST_TAPS)
    lean = np.zeros(longest + MOST_TAPS + 2 * BLOCK)
    own = outlets.invert_ft.shape[1] + outlets.crest_ft.shape[1] > 0
    most_rows = most_table_rows(tables, outlets)
    levels = np.zeros(most_rows)
    own_stage = np.zeros(most_rows)
    own_storage = np.zeros(most_rows)
    own_outflow = np.zeros(most_rows)
    table = np.zeros((COLUMNS, most_rows))
    stage, storage, outflow = own_stage, own_storage, own_outflow
    ready_pond = -1
    ready_grid = -1
    ready_ratio = -1.0
    top_row = 0
    count = 0

    for lane in range(first, after):
        grid = lanes.grid[lane]
        step_hr = rain.step_hr[grid]
        step_sec = step_hr * 3600.0
        steps = rain.start[grid + 1] - rain.start[grid] - 1
        ratio = rain.ratio[rain.start[grid] : rain.start[grid + 1]]
        steepest_after = rain.steepest_after_ratio[rain.start[grid] : rain.start[grid + 1]]

        pond = lanes.pond[lane]
        if own or pond != ready_pond or grid != ready_grid:
            begin = tables.start[pond]
            end = tables.start[pond + 1]
            if own:
                rows, top_row = tabulate(
                    lane, begin, end, tables, outlets, levels, own_stage, own_storage, own_outflow
                )
                stage, storage, outflow = own_stage[:rows], own_storage[:rows], own_outflow[:rows]
            else:
                top_row = tables.top_row[pond]
                stage, storage = tables.stage_ft[begin:end], tables.storage_cuft[begin:end]
                outflow = tables.outflow_cfs[begin:end]
            prepare(step_sec, storage, outflow, table)
            ready_pond = pond
            ready_grid = grid

        tp_hr = lanes.tp_hr[lane]
        blunt = tp_hr <= 0.0
        step_ratio = math.inf if blunt else step_hr / tp_hr
        if step_ratio != ready_ratio:
            count = fill_taps(step_ratio, shape, taps, lean_taps)
            runoff[:count] = 0.0
            lean[:count] = 0.0
            ready_ratio = step_ratio

        retention = lanes.retention_in[lane]
        abstraction = lanes.abstraction_in[lane]
        depth = lanes.depth_in[lane]
        start = _first_wet(ratio, steps, depth, abstraction)
        wet = max(rain.wet[grid] - start, 0)
        span = steps - start
        flowing = min(wet + count, span) if wet > 0 else 0
        scale = lanes.area_ac[lane] * CFS_PER_ACRE_INPH / step_hr
        beyond = max(ratio[steps] * depth - abstraction, 0.0)
        peaks.runoff_in[lane] = beyond * beyond / (beyond + retention) if beyond > 0.0 else 0.0

        first_stage = max(lanes.first_stage_ft[lane], stage[0])
        first_held = between(row_of(first_stage, 0, stage), first_stage, stage, storage)
        row = row_of(first_held, 0, storage)
        best = first_held
        best_step = -1
        highest_row = row
        held, row = drain(start * step_sec, first_held, row, storage, table)
        passed = first_held - held
        lowest = row
        at_start = held

        # steps count from the start of runoff; the means of LEAD steps before it are zero
        sums[:] = 0.0
        inflow_best = 0.0
        inflow_step = 0
        done = 0
        block = 0
        while done < flowing:
            excess(
                ratio, start + block, min(BLOCK, wet - block), scale, depth, retention,
                abstraction, runoff[count + block : count + block + BLOCK],
                lean[count + block : count + block + BLOCK],
            )  # fmt: skip
            if block == 0 and retention > 0.0:
                # runoff begins within the step, and grows from there with the time
                dry = (abstraction / depth - ratio[start]) / (ratio[start + 1] - ratio[start])
                dry = max(dry, 0.0)
                lean[count] = 12.0 * runoff[count] * (dry + 2.0 / 3.0 * (1.0 - dry) - 0.5)
            now = mean[LEAD + block : LEAD + block + BLOCK]
            convolve(
                runoff[block : block + count + BLOCK], lean[block : block + count + BLOCK],
                taps, lean_taps, count, now,
            )  # fmt: skip
            for step in range(BLOCK):
                sums[step] += now[step]
            block += BLOCK
            end = min(block - LEAD, span)
            if blunt:
                ends[done : end + 1] = 0.0
            else:
                flow_at_ends(mean[done : end + 4], ends[done : end + 1])
            for step in range(done, end):
                if mean[LEAD + step] > inflow_best:
                    inflow_best = mean[LEAD + step]
                    inflow_step = step
            held, row, lowest, best, best_step, gone = route_steps(
                done, end, step_sec, blunt, mean[LEAD:], ends, storage, table,
                held, row, lowest, best, best_step, stored,
            )  # fmt: skip
            passed += gone
            done = end
            if not whole:
                # later runoff is not steeper than the rain, nor the inflow than the runoff
                bound = steepest_after[min(max(start + done - count, 0), steps)] * depth * scale
                at = row_of(best, row, storage)
                if bound <= min(table[BASE, at] + table[RATE, at] * best, inflow_best):
                    break
        # the last means belong to steps not routed
        came = 0.0
        for step in range(BLOCK):
            came += sums[step]
        for step in range(done, block):
            came -= mean[LEAD + step]
        if whole and done < span:
            before = held
            held, row = drain((span - done) * step_sec, held, row, storage, table)
            passed += before - held

        if blunt:
            peaks.inflow_cfs[lane] = inflow_best
            peaks.inflow_hr[lane] = (start + inflow_step) * step_hr
        else:
            peak = 0.0
            peak_hr = start * step_hr
            for step in range(max(inflow_step - 1, 0), min(inflow_step + 2, done)):
                flow, place = inflow_peak(mean[LEAD + step], ends[step], ends[step + 1])
                if flow > peak:
                    peak = flow
                    peak_hr = (start + step + place) * step_hr
            peaks.inflow_cfs[lane] = peak
            peaks.inflow_hr[lane] = peak_hr

        best_hr = 0.0
        if best_step >= 0:
            best_hr = (start + best_step + 1) * step_hr
            row = row_of(best, row, storage)
            if best == stored[best_step] and table[HIGH, row] > table[LOW, row] and not blunt:
                net = ends[best_step + 1] - table[BASE, row] - table[RATE, row] * best
                step = best_step + 2 if net > 0.0 else best_step
                if step <= done and net != 0.0:
                    other = stored[step - 1] if step > 0 else at_start
                    at = row_of(other, row, storage)
                    other_net = ends[step] - table[BASE, at] - table[RATE, at] * other
                    if net > 0.0:
                        level, place = storage_peak(step_sec, best, other, net, other_net)
                    else:
                        level, place = storage_peak(step_sec, other, best, other_net, net)
                    if level > best:
                        best = level
                        best_hr = (start + min(step, best_step + 1) + place) * step_hr
        row = max(row_of(best, row, storage), highest_row)
        # a rating may fall with the level: the largest of all that were passed through
        largest = between(row_of(best, row, storage), best, storage, outflow)
        for at in range(lowest + 1, row + 1):
            if storage[at] <= best:
                largest = max(largest, outflow[at])
        peaks.outflow_cfs[lane] = largest
        peaks.storage_cuft[lane] = best
        peaks.storage_hr[lane] = best_hr
        peaks.stage_ft[lane] = between(row_of(best, row, storage), best, storage, stage)
        peaks.inflow_cuft[lane] = came * step_sec
        peaks.outflow_cuft[lane] = passed
        peaks.stored_cuft[lane] = held - first_held
        peaks.status[lane] = ABOVE_TABLE if best > storage[top_row] else OK


def lane_peaks(
    rain: Rain,
    shape: Shape,
    lanes: Lanes,
    tables: Tables,
    outlets: Outlets,
    *,
    whole: bool = False,
    threads: int | None = None,
) -> Peaks:
    """
    Return the peaks of all lanes.

    Parameters
    ----------
    rain, shape, lanes, tables, outlets : NamedTuples of arrays
        The scenarios; with outlets the tables hold areas, without any they hold outflows
    whole : bool
        Whether to go on to the end of the span when the peaks are known, for the volumes
    threads : int, optional
        Number of threads; as many as there are processors if not given

    Returns
    -------
    Peaks
        The same bits whatever the number of threads

    Raises
    ------
    ValueError
        If a unit hydrograph has too many steps, or the arrays do not fit together
    """
    count = len(lanes.area_ac)
    if not (
        all(len(column) == count for column in (*lanes, *outlets))
        and np.all((lanes.grid >= 0) & (lanes.grid < len(rain.step_hr)))
        and np.all((lanes.pond >= 0) & (lanes.pond < len(tables.top_row)))
        and np.all((tables.top_row >= 0) & (tables.top_row < np.diff(tables.start)))
    ):
        raise ValueError("the arrays of the lanes differ in length, or name rows there are not")
    finest = rain.step_hr[lanes.grid]
    if np.any(lanes.tp_hr * shape.tau_ratio[-1] > (MOST_TAPS - 8) * finest):
        raise ValueError(f"a unit hydrograph is longer than {MOST_TAPS - 8} steps")
    columns = np.zeros((len(Peaks._fields) - 1, count))
    peaks = Peaks._make([*columns, np.zeros(count, dtype=np.int64)])
    workers = threads or os.cpu_count() or 1
    size = max(1, min(MOST_IN_CHUNK, -(-count // (workers * CHUNKS_PER_THREAD))))
    if workers == 1:
        run_lanes(0, count, whole, rain, shape, lanes, tables, outlets, peaks)
        return peaks
    with ThreadPoolExecutor(max_workers=workers) as pool:
        list(
            pool.map(
                lambda begin: run_lanes(
                    begin, min(begin + size, count), whole, rain, shape, lanes, tables, outlets,
                    peaks,
                ),
                range(0, count, size),
            )
        )  # fmt: skip
    return peaks
