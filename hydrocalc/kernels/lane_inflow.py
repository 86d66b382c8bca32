"""
Inflow of a lane: the mean flow of each step and the flow at its ends.

The runoff of a step stands in closed form, and is taken to change evenly from its start to its
end.  With U2 and U3 the double and triple integrals of the unit hydrograph, the mean flow of a
step is a sum of its differences over the steps: no ordinate is sampled, and the volume is exact.
The flow at the ends of a step follows from the means to fourth order.
"""

from __future__ import annotations

import math

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import Floats
from hydrocalc.kernels.lane_arrays import BLOCK, Shape


@kernel
def _integrals(at: float, hint: int, shape: Shape) -> tuple[float, float, int]:
    """Return double and triple integral of the unit hydrograph at t/Tp, and the knot before."""
    last = shape.tau_ratio.shape[0] - 1
    knot = hint
    while knot < last and shape.tau_ratio[knot + 1] <= at:
        knot += 1
    since = at - shape.tau_ratio[knot]
    slope = 0.0
    if knot < last:
        slope = (shape.flow_ratio[knot + 1] - shape.flow_ratio[knot]) / (
            shape.tau_ratio[knot + 1] - shape.tau_ratio[knot]
        )
    flow, area, double = shape.flow_ratio[knot], shape.area_ratio[knot], shape.double_ratio[knot]
    twice = double + since * (area + since * (0.5 * flow + since * slope * (1.0 / 6.0)))
    thrice = shape.triple_ratio[knot] + since * (
        double + since * (0.5 * area + since * (flow * (1.0 / 6.0) + since * slope * (1.0 / 24.0)))
    )
    return twice, thrice, knot


@kernel
def fill_taps(step_ratio: float, shape: Shape, taps: Floats, lean_taps: Floats) -> int:
    """
    Fill the weights of a step's runoff in the mean inflow of that step and each later one.

    Parameters
    ----------
    step_ratio : float
        The step over the time to peak; infinite where there is no unit hydrograph
    shape : Shape
        The unit hydrograph
    taps, lean_taps : array [tap]
        Filled: weights of the mean rate of runoff, which sum to 1, and of its rise from the start
        of the step to the end, which sum to 0

    Returns
    -------
    int
        Number of weights, a multiple of two
    """
    taps[:2] = 0.0
    lean_taps[:2] = 0.0
    if step_ratio == math.inf:
        taps[0] = 1.0
        return 2
    end = shape.tau_ratio[-1]
    inverse = 1.0 / step_ratio
    count = 0
    twice_before, thrice_before, lean_before = 0.0, 0.0, 0.0
    mean_before = 0.0
    knot = 0
    while count < taps.shape[0] - 2:
        twice, thrice, knot = _integrals((count + 1) * step_ratio, knot, shape)
        # what has left by the end of a step: of uniform runoff, and of runoff that leans
        mean = (twice - twice_before) * inverse
        lean = (thrice - thrice_before) * inverse - 0.5 * (twice + twice_before)
        lean *= inverse
        taps[count] = mean - mean_before
        lean_taps[count] = lean - lean_before
        twice_before, thrice_before, lean_before, mean_before = twice, thrice, lean, mean
        count += 1
        if (count - 1) * step_ratio >= end:
            break
    if count % 2 != 0:
        taps[count] = 0.0
        lean_taps[count] = 0.0
        count += 1
    return count


@kernel
def excess(
    ratio: Floats,
    first: int,
    count: int,
    scale: float,
    depth: float,
    retention: float,
    abstraction: float,
    runoff: Floats,
    lean: Floats,
) -> None:
    """
    Fill the mean rate of runoff of a block of steps and its rise within each, times a scale.

    Both are zero after ``count`` steps.
    """
    count = max(count, 0)
    if count > 0 and retention <= 0.0:
        for step in range(count):
            runoff[step] = scale * depth * (ratio[first + 1 + step] - ratio[first + step])
            lean[step] = 0.0
    elif count > 0:
        # Q1 - Q0 of Q = x^2/(x + S), and dQ/dx = 1 - S^2/(x + S)^2, without cancellation
        start = ratio[first : first + count]
        end = ratio[first + 1 : first + 1 + count]
        for step in range(count):
            before = max(start[step] * depth - abstraction, 0.0)
            after = end[step] * depth - abstraction
            rain = scale * (end[step] - start[step]) * depth
            base0 = before + retention
            base1 = after + retention
            inverse = np.divide(1.0, base0 * base1)
            grown = scale * (after - before)
            runoff[step] = grown * (before * after + retention * (before + after)) * inverse
            share = retention * inverse
            lean[step] = rain * share * share * (after - before) * (base0 + base1)
    runoff[count:] = 0.0
    lean[count:] = 0.0


@kernel
def convolve(
    runoff: Floats, lean: Floats, taps: Floats, lean_taps: Floats, count: int, mean: Floats
) -> None:
    """Fill the mean inflow of a block of steps; the runoff begins ``count`` steps earlier."""
    mean[:] = 0.0
    for tap in range(0, count, 2):
        tap0, tap1 = taps[tap], taps[tap + 1]
        lean0, lean1 = lean_taps[tap], lean_taps[tap + 1]
        begin = count - tap
        part0 = runoff[begin : begin + BLOCK]
        part1 = runoff[begin - 1 : begin - 1 + BLOCK]
        part2 = lean[begin : begin + BLOCK]
        part3 = lean[begin - 1 : begin - 1 + BLOCK]
        for step in range(BLOCK):
            mean[step] += (tap0 * part0[step] + tap1 * part1[step]) + (
                lean0 * part2[step] + lean1 * part3[step]
            )


@kernel
def flow_at_ends(mean: Floats, ends: Floats) -> None:
    """Fill the flow between steps 1 and 2, 2 and 3, .. from the means, to fourth order."""
    for step in range(ends.shape[0]):
        value = 7.0 * (mean[step + 1] + mean[step + 2]) - mean[step] - mean[step + 3]
        ends[step] = max(value * (1.0 / 12.0), 0.0)


@kernel
def inflow_peak(mean: float, start: float, end: float) -> tuple[float, float]:
    """Return the largest flow of a parabola with a mean and ends, and its place in the step."""
    bend = 6.0 * (mean - 0.5 * (start + end))
    best, place = (start, 0.0) if start > end else (end, 1.0)
    if bend > 0.0:
        part = 0.5 * (end - start + bend) / bend
        if 0.0 < part < 1.0:
            best = start + part * (end - start + bend * (1.0 - part))
            place = part
    return best, place
