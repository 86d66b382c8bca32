"""Routing by the conventions of WinTR-20: structures (ponds) and channel reaches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from hydrocalc.findings import Finding, InputError, finding
from hydrocalc.kernels import wintr20 as kernels
from hydrocalc.kernels.arrays import NOT_FINISHED
from hydrocalc.wintr20.hydrograph import (
    SMALLEST_CFS,
    Column,
    Wintr20Hydrograph,
    as_column,
    kept_hydrograph,
)

Floats = npt.NDArray[np.float64]

LONGEST_HR: Final = 720.0
"""A routed hydrograph that has not ended by then is cut: its table can not be meant."""


@dataclass(frozen=True, slots=True)
class Wintr20Structure:
    """What leaves a structure, its highest level, and what was found."""

    outflow: Wintr20Hydrograph
    peak_elevation_ft: float
    """By straight lines in discharge, at the peak of the outflow"""
    substeps: int
    """Steps of the computation within one step of the hydrograph"""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Wintr20Reach:
    """What leaves a reach, and what was found."""

    outflow: Wintr20Hydrograph
    subreaches: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class ReachRating:
    """Rating of a cross-section: flow, flow area, top width and friction slope, row 0 dry."""

    discharge_cfs: Column
    area_sqft: Column
    top_width_ft: Column
    slope_ftft: Column


def _refuse(problems: Sequence[str]) -> None:
    """Raise HC238 if there are problems."""
    if problems:
        raise InputError([finding("HC238", "", problem) for problem in problems])


def _rising(name: str, column: Floats, *, strictly: bool) -> list[str]:
    """Return where a column fails to rise."""
    steps = np.diff(column)
    wrong = np.flatnonzero(~(steps > 0.0 if strictly else steps >= 0.0))
    return [f"{name} {'does not rise' if strictly else 'falls'} at row {row + 2}" for row in wrong]


def _most_stamps(step_hr: float, inflows: int) -> int:
    """Return the stamps a routed hydrograph can have."""
    return inflows + math.ceil(LONGEST_HR / step_hr)


def route_structure(
    hydrograph: Wintr20Hydrograph,
    elevation_ft: Column,
    discharge_cfs: Column,
    storage_cuft: Column,
    start_elevation_ft: float | None = None,
    *,
    smallest_cfs: float = SMALLEST_CFS,
) -> Wintr20Structure:
    r"""
    Return the outflow of a structure (a pond) by storage indication.

    .. math:: \frac{2 S_2}{h} + O_2 = I_1 + I_2 + \frac{2 S_1}{h} - O_1, \quad
              h = \frac{\Delta t}{n}, \quad
              n = \max\left(2, \left\lceil \frac{\Delta t}{\min_i (S_i - S_0)/O_i}
              \right\rceil\right)

    Outflow is a straight line in 2S/h + O between rows, inflow one within a step.  The least ratio
    of storage to outflow is that of the whole table, of rows never reached too.

    Parameters
    ----------
    hydrograph : Wintr20Hydrograph
        Inflow, I
    elevation_ft, discharge_cfs, storage_cuft : sequence of float
        The rating: elevation, rising [ft], outflow O, the first 0, not falling [cfs], and storage
        S, rising [cu ft]
    start_elevation_ft : float or None
        Level at the first ordinate of the inflow; the first row's if None [ft]
    smallest_cfs : float
        Flow below which nothing is kept [cfs]

    Returns
    -------
    Wintr20Structure
        Outflow at the steps of the inflow, highest level; HC504 if the table had to be extended,
        HC508 if the outflow was cut

    Raises
    ------
    InputError
        HC238 if the rating can not be routed, or the start is not within it

    Notes
    -----
    A structure that starts full drains from the first ordinate of the inflow, and the first
    ordinate of its outflow is lost, so that the peak can be the second.  The program's own answer
    above the table is not known; here the last line goes on.  Source: [WINTR20]_, deduced from
    runs.
    """
    elevation, discharge = as_column(elevation_ft), as_column(discharge_cfs)
    storage = as_column(storage_cuft)
    if not elevation.size == discharge.size == storage.size or elevation.size < 2:
        _refuse(["the columns need one length, at least 2"])
    start_ft = float(elevation[0]) if start_elevation_ft is None else start_elevation_ft
    problems = _rising("elevation", elevation, strictly=True)
    problems += _rising("storage", storage, strictly=True)
    problems += _rising("discharge", discharge, strictly=False)
    if discharge[0] != 0.0 or not discharge[-1] > 0.0:
        problems.append("discharge begins at zero and does not stay there")
    if not elevation[0] <= start_ft <= elevation[-1]:
        problems.append(f"the start at {start_ft:g} ft is not within the rating")
    _refuse(problems)

    step_hr = hydrograph.step_hr
    substeps = int(kernels.structure_substeps(step_hr, storage, discharge))
    stamps, most = 2 * hydrograph.flow_cfs.size, _most_stamps(step_hr, hydrograph.flow_cfs.size)
    while True:
        stamps = min(2 * stamps, most)
        flow = np.zeros(stamps)
        status, filled = kernels.route_structure(
            step_hr, substeps, hydrograph.flow_cfs, storage, discharge,
            float(np.interp(start_ft, elevation, storage)),
            float(np.interp(start_ft, elevation, discharge)), smallest_cfs, flow,
        )  # fmt: skip
        if status != NOT_FINISHED or stamps == most:
            break
    outflow = kept_hydrograph(
        hydrograph.start_hr, step_hr, flow[:filled], smallest_cfs=smallest_cfs,
        area_ac=hydrograph.area_ac, ends_at_zero=False,
    )  # fmt: skip
    above = outflow.peak_cfs > discharge[-1]
    return Wintr20Structure(
        outflow, _level_ft(outflow.peak_cfs, elevation, discharge), substeps,
        _routing_findings(above, status == NOT_FINISHED, "HC504"),
    )  # fmt: skip


def _level_ft(flow_cfs: float, elevation_ft: Floats, discharge_cfs: Floats) -> float:
    """Return the level at a discharge; above the table its last line goes on."""
    if flow_cfs <= discharge_cfs[-1]:
        return float(np.interp(flow_cfs, discharge_cfs, elevation_ft))
    rise = (elevation_ft[-1] - elevation_ft[-2]) / (discharge_cfs[-1] - discharge_cfs[-2])
    return float(elevation_ft[-1] + rise * (flow_cfs - discharge_cfs[-1]))


def _routing_findings(above: bool, cut: bool, above_code: str) -> tuple[Finding, ...]:
    """Return what is to be said of a routed hydrograph."""
    found = []
    if above:
        found.append(finding(above_code, "", "the flow is above the rating; its last line goes on"))
    if cut:
        found.append(
            finding("HC508", "", f"the outflow was cut {LONGEST_HR:g} hr after the inflow")
        )
    return tuple(found)


def route_reach(
    hydrograph: Wintr20Hydrograph,
    length_ft: float,
    rating: ReachRating,
    *,
    smallest_cfs: float = SMALLEST_CFS,
) -> Wintr20Reach:
    r"""
    Return the outflow of a channel reach by the constant-parameter Muskingum-Cunge method.

    .. math:: c = \frac{m Q}{A}, \quad
              N = \left\lceil \frac{L}{\frac12 (c \Delta t + Q/(T S c))} \right\rceil, \quad
              C = \frac{c \Delta t}{\Delta x}, \quad D = \frac{Q}{T S c\, \Delta x}

    .. math:: O_2 = \frac{(1 + C - D) I_1 + (C + D - 1) I_2 + (1 - C + D) O_1}{1 + C + D}

    Q is the peak of the inflow of each of N sub-reaches of length L/N, N itself that of the first;
    A, T, S and m are straight lines in Q.  m is the mean slope of log Q on log A up to a row,
    weighted by discharge.

    Parameters
    ----------
    hydrograph : Wintr20Hydrograph
        Inflow, I
    length_ft : float
        Length of the reach, L, > 0 [ft]
    rating : ReachRating
        Rating of the cross-section: Q, A, T, S
    smallest_cfs : float
        Flow below which nothing is kept [cfs]

    Returns
    -------
    Wintr20Reach
        Outflow at the steps of the inflow; HC507 if the rating had to be extended, HC508 if the
        outflow was cut

    Raises
    ------
    InputError
        HC238 if the rating can not be routed
    ValueError
        If the length is not above zero

    Notes
    -----
    As in the program, no ordinate of a sub-reach may exceed the peak that enters it, which loses
    water where the weight of the outflow before is negative.  Source: [WINTR20]_, deduced from
    runs.
    """
    if not length_ft > 0.0:
        raise ValueError("length_ft must be above zero")
    columns = [
        as_column(column)
        for column in (
            rating.discharge_cfs, rating.area_sqft, rating.top_width_ft, rating.slope_ftft
        )
    ]  # fmt: skip
    discharge, area, width, slope = columns
    if any(column.size != discharge.size for column in columns) or discharge.size < 3:
        _refuse(["the columns need one length, at least 3"])
    problems = _rising("discharge", discharge, strictly=True)
    problems += _rising("flow area", area, strictly=True)
    if discharge[0] != 0.0 or area[0] != 0.0:
        problems.append("discharge and flow area begin at zero")
    if not (np.all(width[1:] > 0.0) and np.all(slope[1:] > 0.0)):
        problems.append("top width and slope are above zero")
    _refuse(problems)
    if hydrograph.peak_cfs <= 0.0:
        return Wintr20Reach(hydrograph, 1, ())

    step_hr = hydrograph.step_hr
    stamps, most = hydrograph.flow_cfs.size, _most_stamps(step_hr, hydrograph.flow_cfs.size)
    while True:
        stamps = min(2 * stamps, most)
        work = np.zeros((2, stamps))
        status, filled, row, subreaches = kernels.route_reach(
            step_hr, hydrograph.flow_cfs, length_ft, discharge, area, width, slope, smallest_cfs,
            np.zeros(discharge.size), work,
        )  # fmt: skip
        if status != NOT_FINISHED or stamps == most:
            break
    outflow = kept_hydrograph(
        hydrograph.start_hr, step_hr, work[row, :filled], smallest_cfs=smallest_cfs,
        area_ac=hydrograph.area_ac,
    )  # fmt: skip
    above = hydrograph.peak_cfs > discharge[-1]
    return Wintr20Reach(
        outflow, int(subreaches), _routing_findings(above, status == NOT_FINISHED, "HC507")
    )
