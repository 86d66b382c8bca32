"""Rating tables of lanes from a stage-area table and their orifices and weirs."""

from __future__ import annotations

import math

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import Floats
from hydrocalc.kernels.lane_arrays import Outlets, Tables

GRAVITY_FTPS2 = 32.2
LEAST_CELLS = 4
MOST_CELLS = 120
CHORD_RATIO = 5e-5
CHORD_CFS = 1e-4
"""Allowed error of a straight line between rows at a quarter of the way to the next formula."""


@kernel
def most_table_rows(tables: Tables, outlets: Outlets) -> int:
    """Return a number of rows that no rating table of the lanes exceeds."""
    most = 2
    for pond in range(tables.start.shape[0] - 1):
        most = max(most, tables.start[pond + 1] - tables.start[pond])
    orifices = outlets.invert_ft.shape[1]
    weirs = outlets.crest_ft.shape[1]
    if orifices + weirs > 0:
        most = (most + 2 * orifices + weirs + 1) * MOST_CELLS
    return int(most)


@kernel
def _outlet_flow(stage: float, lane: int, outlets: Outlets) -> float:
    """Return the outflow of a lane's outlets at a level."""
    flow = 0.0
    for item in range(outlets.invert_ft.shape[1]):
        size = outlets.diameter_ft[lane, item]
        if size > 0.0:
            full = outlets.orifice_c[lane, item] * 0.25 * math.pi * size * size
            full *= math.sqrt(2.0 * GRAVITY_FTPS2)
            depth = max(stage - outlets.invert_ft[lane, item], 0.0)
            above = max(depth - 0.5 * size, 0.0)
            part = depth / size
            low = math.sqrt(0.5 * size) * part * math.sqrt(part)
            flow += full * (math.sqrt(above) if depth >= size else low)
    for item in range(outlets.crest_ft.shape[1]):
        head = max(stage - outlets.crest_ft[lane, item], 0.0)
        flow += outlets.weir_c[lane, item] * outlets.length_ft[lane, item] * head * math.sqrt(head)
    return flow


@kernel
def tabulate(
    lane: int,
    first: int,
    end: int,
    tables: Tables,
    outlets: Outlets,
    levels: Floats,
    stage: Floats,
    storage: Floats,
    outflow: Floats,
) -> tuple[int, int]:
    """
    Fill a lane's rating table; return the number of rows and the row of the top.

    Rows stand at every level where a formula changes.  Between two of those they stand closer
    near the lower one, as the squares of equal parts of 1; their number is such that straight
    lines in storage are within ``CHORD_RATIO`` or ``CHORD_CFS`` at a quarter of the way.
    """
    top = tables.stage_ft[end - 1]
    highest = top + max(10.0, 2.0 * (top - tables.stage_ft[first]))
    count = 0
    for row in range(first, end):
        levels[count] = tables.stage_ft[row]
        count += 1
    for item in range(outlets.invert_ft.shape[1]):
        if outlets.diameter_ft[lane, item] > 0.0:
            levels[count] = outlets.invert_ft[lane, item]
            levels[count + 1] = outlets.invert_ft[lane, item] + outlets.diameter_ft[lane, item]
            count += 2
    for item in range(outlets.crest_ft.shape[1]):
        if outlets.length_ft[lane, item] > 0.0:
            levels[count] = outlets.crest_ft[lane, item]
            count += 1
    levels[count] = highest
    count += 1
    for place in range(1, count):
        level = levels[place]
        other = place
        while other > 0 and levels[other - 1] > level:
            levels[other] = levels[other - 1]
            other -= 1
        levels[other] = level

    stage[0] = tables.stage_ft[first]
    storage[0] = tables.storage_cuft[first]
    outflow[0] = _outlet_flow(stage[0], lane, outlets)
    rows = 1
    top_row = 0
    source = first
    for place in range(1, count):
        low = levels[place - 1]
        high = levels[place]
        if low < stage[0] or high <= low or high > highest:
            continue
        while source + 2 < end and tables.stage_ft[source + 1] <= low:
            source += 1
        base_ft = tables.stage_ft[source]
        base_area = tables.area_sqft[source]
        slope = (tables.area_sqft[source + 1] - base_area) / (tables.stage_ft[source + 1] - base_ft)
        base_storage = tables.storage_cuft[source]
        if low >= top:
            base_ft = top
            base_area = tables.area_sqft[end - 1]
            base_storage = tables.storage_cuft[end - 1]
            slope = 0.0
        depth = high - base_ft
        storage1 = base_storage + depth * (base_area + 0.5 * slope * depth)
        outflow1 = _outlet_flow(high, lane, outlets)
        middle = low + 0.25 * (high - low)
        depth = middle - base_ft
        share = base_storage + depth * (base_area + 0.5 * slope * depth) - storage[rows - 1]
        share /= storage1 - storage[rows - 1]
        straight = outflow[rows - 1] + share * (outflow1 - outflow[rows - 1])
        exact = _outlet_flow(middle, lane, outlets)
        allowed = max(CHORD_RATIO * exact, CHORD_CFS)
        off = abs(straight - exact)
        cells = max(LEAST_CELLS, min(MOST_CELLS, math.ceil(math.sqrt(off / allowed))))
        at = stage[rows : rows + cells]
        held = storage[rows : rows + cells]
        flow = outflow[rows : rows + cells]
        for cell in range(cells):
            part = (cell + 1.0) * (1.0 / cells)
            at[cell] = low + (high - low) * part * part
            depth = at[cell] - base_ft
            held[cell] = base_storage + depth * (base_area + 0.5 * slope * depth)
            flow[cell] = 0.0
        at[cells - 1] = high
        for item in range(outlets.invert_ft.shape[1]):
            size = outlets.diameter_ft[lane, item]
            invert = outlets.invert_ft[lane, item]
            if size <= 0.0 or high <= invert:
                continue
            full = outlets.orifice_c[lane, item] * 0.25 * math.pi * size * size
            full *= math.sqrt(2.0 * GRAVITY_FTPS2)
            if low >= invert + size:
                for cell in range(cells):
                    flow[cell] += full * math.sqrt(at[cell] - invert - 0.5 * size)
            else:
                full *= math.sqrt(0.5 * size)
                for cell in range(cells):
                    part = (at[cell] - invert) * (1.0 / size)
                    flow[cell] += full * part * math.sqrt(part)
        for item in range(outlets.crest_ft.shape[1]):
            crest = outlets.crest_ft[lane, item]
            full = outlets.weir_c[lane, item] * outlets.length_ft[lane, item]
            if full > 0.0 and low >= crest:
                for cell in range(cells):
                    head = at[cell] - crest
                    flow[cell] += full * head * math.sqrt(head)
        rows += cells
        if high == top:
            top_row = rows - 1
    return rows, top_row
