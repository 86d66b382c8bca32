"""
Routing of a lane's pond: storage-indication with one more term of the Euler-Maclaurin sum.

With S the storage at the ends of a step h, O the outflow, I the mean inflow of the step and i the
inflow at its ends,

    S1 - S0 = h I - h/2 (O0 + O1) - h^2/12 (O0' - O1'),   O' = dO/dS (i - O).

Between two rows of the rating table dO/dS is constant, and S1 is a straight line in S0, I and
i1 - i0, whose coefficients stand in a routing table; a pointer walks its rows.  The storage does
not ring: it carries over by (1 - z/2 + z^2/12)/(1 + z/2 + z^2/12) with z = h dO/dS, positive for
every z.  Where z is large, or changes much within the step, the step is cut, the inflow within it
taken as the parabola of its mean and its ends.
"""

from __future__ import annotations

import math

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import Floats
from hydrocalc.kernels.lane_arrays import BASE, CARRY, GAIN, HIGH, LOW, RATE, SHIFT, TREND

STIFF_RATIO = 4.0
"""Largest h dO/dS of a step; the damping is right to 2 % of the storage up to there."""
MOST_CUTS = 512
"""Beyond, backward Euler."""
STRAIGHT_RATIO = 1e-6
NEAR_RATIO = 0.01
JUMP_RATIO = 0.05
"""Largest change of h dO/dS within a step."""
JUMP_CUTS = 64
"""Most parts a step is cut into for that reason."""


@kernel
def prepare(step_sec: float, storage: Floats, outflow: Floats, table: Floats) -> None:
    """Fill the routing table of a rating table; stiff rows are marked by an empty range."""
    low, high, carry, shift = table[LOW], table[HIGH], table[CARRY], table[SHIFT]
    gain, trend, base, rate = table[GAIN], table[TREND], table[BASE], table[RATE]
    rows = storage.shape[0]
    twelfth = 1.0 / 12.0
    # short loops over few arrays, and a division that does not look for zeros: vectorised
    for row in range(rows - 1):
        rate[row] = np.divide(outflow[row + 1] - outflow[row], storage[row + 1] - storage[row])
    for row in range(rows - 1):
        base[row] = outflow[row] - rate[row] * storage[row]
        low[row] = storage[row]
    for row in range(rows - 1):
        stiff = rate[row] * step_sec
        damp = np.divide(1.0, 1.0 + stiff * (0.5 + stiff * twelfth))
        carry[row] = (1.0 - stiff * (0.5 - stiff * twelfth)) * damp
        gain[row] = step_sec * damp
        trend[row] = step_sec * stiff * twelfth * damp
    for row in range(rows - 1):
        shift[row] = -gain[row] * base[row]
        high[row] = storage[row + 1]
    for row in range(rows - 1):
        if abs(rate[row] * step_sec) > STIFF_RATIO:
            high[row] = -math.inf
    if high[rows - 2] > low[rows - 2]:
        high[rows - 2] = math.inf


@kernel
def storage_peak(
    step_sec: float, low: float, high: float, net0: float, net1: float
) -> tuple[float, float]:
    """Return the largest storage between two stamps with rising and falling ends, and its place."""
    rise = high - low
    first = step_sec * net0
    last = step_sec * net1
    second = 3.0 * rise - 2.0 * first - last
    third = 3.0 * (first + last - 2.0 * rise)
    inside = second * second - third * first
    if inside < 0.0:
        return low, 0.0
    under = math.sqrt(inside) - second
    if under <= 0.0 or first >= under:
        return low, 0.0
    part = first / under
    return low + part * (first + part * (second + part * third * (1.0 / 3.0))), part


@kernel
def _walk(
    step_sec: float,
    held: float,
    row: int,
    mean: float,
    start: float,
    end: float,
    table: Floats,
) -> tuple[float, int]:
    """Return storage and row at the end of a step that changes rows; row -1 at a stiff one."""
    low, high, gain, base, rate = table[LOW], table[HIGH], table[GAIN], table[BASE], table[RATE]
    half = 0.5 * step_sec
    twelfth = step_sec * step_sec * (1.0 / 12.0)
    outflow = base[row] + rate[row] * held
    known = held + step_sec * mean - half * outflow - twelfth * rate[row] * (start - outflow)
    inverse = 1.0 / step_sec
    at = row
    if high[at] < low[at]:
        return held, -1
    going = 0
    while True:
        after = known - half * base[at] + twelfth * rate[at] * (end - base[at])
        after *= gain[at] * inverse
        if after > high[at] and going >= 0:
            at += 1
            going = 1
        elif after < low[at] and going <= 0 and at > 0:
            at -= 1
            going = -1
        else:
            break
        if high[at] < low[at]:
            return held, -1
    if abs(rate[at] - rate[row]) * step_sec > JUMP_RATIO:
        return held, -1
    if after < low[0]:
        # an outlet that takes water from an empty pond passes what comes
        after = low[0]
    return after, at


@kernel
def _cross(
    step_sec: float,
    held: float,
    row: int,
    mean: float,
    start: float,
    end: float,
    storage: Floats,
    table: Floats,
) -> tuple[float, int, float]:
    """
    Return storage and row at the end of a step that changes rows or is stiff, and the largest.

    The inflow within the step is the parabola with the given mean and ends.
    """
    base, rate = table[BASE], table[RATE]
    last = storage.shape[0] - 2
    bend = 6.0 * (mean - 0.5 * (start + end))
    at = 0.0
    cut = 1.0
    inflow0 = start
    highest = held
    after = held
    while at < 1.0:
        while abs(rate[row]) * step_sec * cut > STIFF_RATIO and cut * MOST_CUTS > 1.0:
            cut *= 0.5
        to = at + cut
        span = cut * step_sec
        inflow = mean
        inflow1 = end
        if cut < 1.0:
            inflow1 = start + to * (end - start + bend * (1.0 - to))
            inflow = start + 0.5 * (at + to) * (end - start + bend)
            inflow -= bend * (at * at + at * to + to * to) * (1.0 / 3.0)
        outflow0 = base[row] + rate[row] * held
        twelfth = span * span * (1.0 / 12.0)
        known = held + span * inflow - 0.5 * span * outflow0
        known -= twelfth * rate[row] * (inflow0 - outflow0)
        going = 0
        new_row = row
        too_long = False
        while True:
            stiff = rate[new_row] * span
            if abs(stiff) <= STIFF_RATIO:
                after = (
                    known - 0.5 * span * base[new_row]
                    + twelfth * rate[new_row] * (inflow1 - base[new_row])
                ) / (1.0 + 0.5 * stiff + stiff * stiff * (1.0 / 12.0))  # fmt: skip
            elif cut * MOST_CUTS > 1.0:
                too_long = True
                break
            else:
                # stiffer than cutting can help: backward Euler, which never rings
                after = (held + span * inflow - span * base[new_row]) / (1.0 + stiff)
            if after > storage[new_row + 1] and going >= 0 and new_row < last:
                new_row += 1
                going = 1
            elif after < storage[new_row] and going <= 0 and new_row > 0:
                new_row -= 1
                going = -1
            else:
                break
        jump = abs(rate[new_row] - rate[row]) * span
        if too_long or (jump > JUMP_RATIO and cut * JUMP_CUTS > 1.0):
            cut *= 0.5
            continue
        # an outlet that takes water from an empty pond passes what comes
        after = max(after, storage[0])
        highest = max(highest, after)
        net0 = inflow0 - outflow0
        net1 = inflow1 - base[new_row] - rate[new_row] * after
        if net0 > 0.0 and net1 < 0.0:
            highest = max(highest, storage_peak(span, held, after, net0, net1)[0])
        held = after
        row = new_row
        inflow0 = inflow1
        at = to
    return held, row, highest


@kernel
def route_steps(
    first: int,
    after: int,
    step_sec: float,
    blunt: bool,
    mean: Floats,
    ends: Floats,
    storage: Floats,
    table: Floats,
    held: float,
    row: int,
    lowest: int,
    best: float,
    best_step: int,
    stored: Floats,
) -> tuple[float, int, int, float, int, float]:
    """
    Route some steps and fill the storage at the end of each.

    Parameters
    ----------
    first, after : int
        First step, and the one after the last
    step_sec : float
        The step [sec]
    blunt : bool
        Whether the inflow is uniform within each step
    mean, ends : array [step]
        Mean inflow of each step, and the flow at its start
    storage : array [row]
        Storage of the rating table
    table : array [column, row]
        Filled by :func:`prepare`
    held, row : float, int
        Storage at the start and its row
    lowest, best, best_step : int, float, int
        Lowest row and largest storage so far, and the step at whose end that was
    stored : array [step]
        Filled

    Returns
    -------
    tuple
        held, row, lowest, best and best_step at the end, and the volume of the outflow
    """
    low, high, carry, shift = table[LOW], table[HIGH], table[CARRY], table[SHIFT]
    gain, trend = table[GAIN], table[TREND]
    row_low, row_high, row_carry = low[row], high[row], carry[row]
    row_shift, row_gain, row_trend = shift[row], gain[row], trend[row]
    base, rate = table[BASE], table[RATE]
    row_base, row_rate = base[row], rate[row]
    half = 0.5 * step_sec
    twelfth = step_sec * step_sec * (1.0 / 12.0)
    passed = 0.0
    means = mean[first:after]
    sides = ends[first : after + 1]
    out = stored[first:after]
    for place in range(means.shape[0]):
        inflow = means[place]
        trial = row_carry * held + (
            row_shift + row_gain * inflow + row_trend * (sides[place + 1] - sides[place])
        )
        if trial > row_high or trial < row_low:
            start = inflow if blunt else sides[place]
            end = inflow if blunt else sides[place + 1]
            trial, at = _walk(step_sec, held, row, inflow, start, end, table)
            if at < 0:
                trial, at, highest = _cross(step_sec, held, row, inflow, start, end, storage, table)
                if highest > best:
                    best = highest
                    best_step = first + place
            passed += step_sec * inflow - (trial - held)
            row = at
            lowest = min(lowest, row)
            row_low, row_high, row_carry = low[row], high[row], carry[row]
            row_shift, row_gain, row_trend = shift[row], gain[row], trend[row]
            row_base, row_rate = base[row], rate[row]
        else:
            # from the outflows and not from the storages, so that the balance is a check
            turn = sides[place + 1] - sides[place] - row_rate * (trial - held)
            passed += half * (2.0 * row_base + row_rate * (held + trial))
            passed -= twelfth * row_rate * turn
        held = trial
        out[place] = held
        if held > best:
            best = held
            best_step = first + place
    return held, row, lowest, best, best_step, passed


@kernel
def drain(
    seconds: float, held: float, row: int, storage: Floats, table: Floats
) -> tuple[float, int]:
    """Return storage and row after a time without inflow; exact, row by row."""
    left = seconds
    while True:
        rate = table[RATE, row]
        bottom = storage[row]
        flow = table[BASE, row] + rate * held
        if flow <= 0.0:
            return held, row
        below = flow - rate * (held - bottom)
        if below > 0.0:
            # (S0 - S1) ln(O0/O1)/(O0 - O1), by the series of the logarithm where the two are near
            twice = flow + below
            off = (flow - below) / twice
            square = off * off
            span = 2.0 * (held - bottom) / twice
            if square < NEAR_RATIO:
                span *= 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0)))
            else:
                span *= math.log(flow / below) / (2.0 * off)
            if span <= left:
                left -= span
                held = bottom
                if row == 0:
                    return held, row
                row -= 1
                continue
        fall = flow * left
        if abs(rate) * left > STRAIGHT_RATIO:
            fall = -flow * math.expm1(-rate * left) / rate
        return max(held - fall, bottom), row


@kernel
def row_of(held: float, hint: int, storage: Floats) -> int:
    """Return the row of a rating table that holds a storage."""
    row = hint
    while row > 0 and storage[row] > held:
        row -= 1
    while row + 2 < storage.shape[0] and storage[row + 1] < held:
        row += 1
    return row


@kernel
def between(row: int, held: float, storage: Floats, column: Floats) -> float:
    """Return a column of a rating table at a storage of a row."""
    part = (held - storage[row]) / (storage[row + 1] - storage[row])
    return float(column[row] + part * (column[row + 1] - column[row]))
