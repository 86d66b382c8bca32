"""The arrays of many scenarios of one subcatchment above one pond, a scenario a lane."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hydrocalc.kernels.arrays import Floats, Ints

BLOCK = 64
"""Steps computed at a time; after each the lane may be found finished."""
LEAD = 2
"""Means of later steps that the flow at the end of a step needs."""
MOST_TAPS = 4096

COLUMNS = 8
LOW, HIGH, CARRY, SHIFT, GAIN, TREND, BASE, RATE = range(COLUMNS)
"""
Lines of a routing table, an element for each pair of rows of the rating table: storage at its
ends; S1 = CARRY S0 + SHIFT + GAIN I + TREND (i1 - i0); outflow BASE + RATE S.
"""

STEPS_PER_TP = 8.0
"""
Steps to the peak of the unit hydrograph with which peaks are within 0.05 % or 0.001 cfs of the
exact ones, the step being 3 min at most.
"""


class Rain(NamedTuple):
    """One storm at one or more grids of steps, to be scaled by the depth of each lane."""

    step_hr: Floats
    """[grid]"""
    start: Ints
    """[grid + 1] first stamp of each grid"""
    wet: Ints
    """[grid] number of steps after which no rain falls"""
    ratio: Floats
    """[stamp] share of the depth fallen since time 0"""
    steepest_after_ratio: Floats
    """[stamp] largest share that falls in any one step from the stamp on"""


class Shape(NamedTuple):
    """A unit hydrograph of unit area on t/Tp, straight between knots."""

    tau_ratio: Floats
    """[knot]"""
    flow_ratio: Floats
    """[knot]"""
    area_ratio: Floats
    """[knot] its integral"""
    double_ratio: Floats
    """[knot] the integral of that"""
    triple_ratio: Floats
    """[knot] the integral of that"""


class Lanes(NamedTuple):
    """The scenarios."""

    area_ac: Floats
    """[lane]"""
    retention_in: Floats
    """[lane]"""
    abstraction_in: Floats
    """[lane]"""
    tp_hr: Floats
    """[lane] time to peak of the unit hydrograph; 0 where runoff leaves as it falls"""
    depth_in: Floats
    """[lane]"""
    grid: Ints
    """[lane] grid of steps the lane is computed on"""
    pond: Ints
    """[lane] row of the tables"""
    first_stage_ft: Floats
    """[lane] level at time 0, from the bottom"""


class Tables(NamedTuple):
    """
    Rating tables or, where the lanes have outlets, stage-area tables, one after the other.

    The column that is not used has no elements.
    """

    start: Ints
    """[pond + 1] first row of each"""
    top_row: Ints
    """[pond] row of the top of the described storage, counted from the pond's first"""
    stage_ft: Floats
    """[row] from the bottom"""
    storage_cuft: Floats
    """[row]"""
    outflow_cfs: Floats
    """[row] outflow of a rating table"""
    area_sqft: Floats
    """[row] surface of a stage-area table"""


class Outlets(NamedTuple):
    """Vertical circular orifices and sharp weirs of each lane, levels from the bottom."""

    invert_ft: Floats
    """[lane, orifice]"""
    diameter_ft: Floats
    """[lane, orifice] 0 where there is none"""
    orifice_c: Floats
    """[lane, orifice]"""
    crest_ft: Floats
    """[lane, weir]"""
    length_ft: Floats
    """[lane, weir] 0 where there is none"""
    weir_c: Floats
    """[lane, weir]"""


class Peaks(NamedTuple):
    """What each lane gives; all are [lane]."""

    inflow_cfs: Floats
    inflow_hr: Floats
    outflow_cfs: Floats
    storage_cuft: Floats
    stage_ft: Floats
    storage_hr: Floats
    runoff_in: Floats
    """Depth of runoff of the whole storm"""
    inflow_cuft: Floats
    """Volumes up to the end of the span where all of it was asked for, else to the last step"""
    outflow_cuft: Floats
    stored_cuft: Floats
    """Change of the storage in the same time"""
    status: Ints


def rain_of(time_hr: Floats, ratio: Floats, span_hr: float, steps_hr: Floats) -> Rain:
    """
    Return a storm at grids of steps.

    Parameters
    ----------
    time_hr, ratio : array [knot]
        Cumulative rain as a share of the depth, straight between knots, from time 0
    span_hr : float
        Length of the computation [hr]
    steps_hr : array [grid]
        Steps, each a whole fraction of the span [hr]
    """
    starts, wets, ratios, steepest = [0], [], [], []
    for step_hr in steps_hr:
        count = round(span_hr / step_hr)
        at = np.interp(np.arange(count + 1) * step_hr, time_hr, ratio)
        falls = np.append(np.diff(at), 0.0)
        starts.append(starts[-1] + count + 1)
        wets.append(int(np.searchsorted(at, at[-1])))
        ratios.append(at)
        steepest.append(np.maximum.accumulate(falls[::-1])[::-1])
    return Rain(
        np.ascontiguousarray(steps_hr, dtype=np.float64),
        np.array(starts, dtype=np.int64),
        np.array(wets, dtype=np.int64),
        np.concatenate(ratios),
        np.concatenate(steepest),
    )


def shape_of(t_over_tp: Floats, q_over_qp: Floats) -> Shape:
    """Return a unit hydrograph, zero at both its ends, made to unit area."""
    flow = q_over_qp / np.trapezoid(q_over_qp, t_over_tp)
    width = np.diff(t_over_tp)
    area = np.concatenate([[0.0], np.cumsum(width * (flow[1:] + flow[:-1]) / 2.0)])
    rises = width * area[:-1] + width**2 * (2.0 * flow[:-1] + flow[1:]) / 6.0
    double = np.concatenate([[0.0], np.cumsum(rises)])
    rises = width * double[:-1] + width**2 * area[:-1] / 2.0
    rises += width**3 * (3.0 * flow[:-1] + flow[1:]) / 24.0
    triple = np.concatenate([[0.0], np.cumsum(rises)])
    return Shape(np.array(t_over_tp, dtype=np.float64), flow, area, double, triple)


def stage_area_table(stage_ft: Floats, area_sqft: Floats) -> Tables:
    """Return one pond for lanes with outlets, the area straight between its levels."""
    volume = np.cumsum(np.diff(stage_ft) * (area_sqft[1:] + area_sqft[:-1]) / 2.0)
    return Tables(
        np.array([0, len(stage_ft)], dtype=np.int64),
        np.array([len(stage_ft) - 1], dtype=np.int64),
        np.array(stage_ft, dtype=np.float64),
        np.concatenate([[0.0], volume]),
        np.zeros(0),
        np.array(area_sqft, dtype=np.float64),
    )


def no_outlets(count: int) -> Outlets:
    """Return the outlets of lanes whose tables hold the outflow."""
    none = np.zeros((count, 0))
    return Outlets(none, none, none, none, none, none)


def coarsest_grid(tp_hr: Floats, rain: Rain, steps_per_tp: float = STEPS_PER_TP) -> Ints:
    """
    Return the coarsest grid that has enough steps to each time to peak, else the finest.

    Parameters
    ----------
    tp_hr : array [lane]
        Time to peak of the unit hydrograph [hr]
    rain : Rain
        The storm at its grids
    steps_per_tp : float
        Least number of steps to the peak
    """
    order = np.argsort(rain.step_hr)
    fine = rain.step_hr[order]
    place = np.searchsorted(fine, tp_hr / steps_per_tp * (1.0 + 1e-12), side="right") - 1
    return np.ascontiguousarray(order[np.maximum(place, 0)], dtype=np.int64)
