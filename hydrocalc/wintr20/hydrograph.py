"""Hydrographs by the conventions of WinTR-20: of sub-areas, and sums of hydrographs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from hydrocalc.kernels import wintr20 as kernels
from hydrocalc.quantities import CUFT_PER_ACRE_INCH, SECONDS_PER_HOUR, SQMI_AC
from hydrocalc.unit_hydrograph import AREA_FACTOR, UnitHydrograph, unit_hydrograph

Floats = npt.NDArray[np.float64]
Column = Sequence[float] | Floats

SMALLEST_CFS: Final = 0.001
"""The least the program's "minimum hydrograph value" can be."""
ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Wintr20Hydrograph:
    """A hydrograph: ordinates at equal steps from its own start, straight lines between them."""

    start_hr: float
    """Time of the first ordinate"""
    step_hr: float
    flow_cfs: Floats
    peak_cfs: float
    """Largest ordinate"""
    peak_hr: float
    """Its time; the time of the first of several"""
    runoff_in: float | None
    """Of a sub-area, from the rain; of other hydrographs, volume over area, None if not known"""
    area_ac: float | None = None

    @property
    def time_hr(self) -> Floats:
        """Times of the ordinates."""
        stamps = np.arange(self.flow_cfs.size, dtype=np.float64)
        return as_column(self.start_hr + self.step_hr * stamps)

    @property
    def volume_cuft(self) -> float:
        """Volume under the straight lines."""
        return float(np.trapezoid(self.flow_cfs)) * self.step_hr * SECONDS_PER_HOUR


def as_column(values: Column) -> Floats:
    """Return a column as an array."""
    return np.array(values, dtype=np.float64, order="C")


def kept_hydrograph(
    start_hr: float,
    step_hr: float,
    flow_cfs: Column,
    *,
    smallest_cfs: float = SMALLEST_CFS,
    area_ac: float | None = None,
    runoff_in: float | None = None,
    ends_at_zero: bool = True,
) -> Wintr20Hydrograph:
    """
    Return the part of a hydrograph that WinTR-20 keeps.

    Flows below the smallest become zero, one zero is kept before and after the others, and the
    first ordinate is zero even if the flow there is not.  What leaves a structure ends with the
    first flow below the smallest as it is.

    Parameters
    ----------
    start_hr, step_hr : float
        Time of the first ordinate and time between ordinates [hr]
    flow_cfs : sequence of float
        Ordinates [cfs]
    smallest_cfs : float
        Flow below which nothing is kept [cfs]
    area_ac : float or None
        Area the water comes from, if known [ac]
    runoff_in : float or None
        Its runoff depth, where it is not to be taken from the volume [in]
    ends_at_zero : bool
        Whether the last ordinate kept is zero

    Returns
    -------
    Wintr20Hydrograph
        The ordinates kept; a single zero at the end if no flow reaches the smallest

    Notes
    -----
    Source: [WINTR20]_, deduced from runs.
    """
    given = as_column(flow_cfs)
    flow = given.copy()
    flow[0] = 0.0
    flow[flow < smallest_cfs] = 0.0
    flowing = np.flatnonzero(flow)
    if flowing.size:
        first, last = int(flowing[0]) - 1, int(flowing[-1])
        start_hr += first * step_hr
        cut_whole = ends_at_zero or last + 1 == given.size
        flow = np.append(flow[first : last + 1], 0.0 if cut_whole else given[last + 1])
    else:
        start_hr += (flow.size - 1) * step_hr
        flow = np.zeros(1)
    flow.setflags(write=False)
    largest = int(np.argmax(flow))
    if runoff_in is None and area_ac is not None:
        volume_cuft = float(np.trapezoid(flow)) * step_hr * SECONDS_PER_HOUR
        runoff_in = volume_cuft / (area_ac * CUFT_PER_ACRE_INCH)
    return Wintr20Hydrograph(
        start_hr, step_hr, flow, float(flow[largest]), start_hr + largest * step_hr, runoff_in,
        area_ac,
    )  # fmt: skip


def weighted_subarea_hydrograph(
    time_hr: Column,
    rain_in: Column,
    area_ac: float,
    part_ratio: Column,
    retention_in: Column,
    abstraction_in: Column,
    tc_hr: float,
    shape: UnitHydrograph | None = None,
    *,
    smallest_cfs: float = SMALLEST_CFS,
) -> Wintr20Hydrograph:
    r"""
    Return the hydrograph of a sub-area whose runoff is weighted over parts of it.

    The program itself knows one curve number a sub-area, which is one part; with several the clock
    starts with the first part that yields runoff.  See :func:`subarea_hydrograph`.

    Parameters
    ----------
    time_hr, rain_in : sequence of float
        Cumulative rain, straight lines between points [hr], [in]
    area_ac : float
        Area, A [ac]
    part_ratio, retention_in, abstraction_in : sequence of float
        Share of the area of each part [-], its potential retention, S [in], and its initial
        abstraction, Ia [in]
    tc_hr : float
        Time of concentration, Tc, > 0 [hr]
    shape : UnitHydrograph or None
        Unit hydrograph; the standard one if None
    smallest_cfs : float
        Flow below which nothing is kept [cfs]

    Returns
    -------
    Wintr20Hydrograph
        Ordinates; a zero at the end of the rain if there is no runoff

    Raises
    ------
    ValueError
        If Tc or the area is not above zero

    Notes
    -----
    Source: [WINTR20]_, deduced from runs.
    """
    if not (tc_hr > 0.0 and area_ac > 0.0):
        raise ValueError("tc_hr and area_ac must be above zero")
    shape = unit_hydrograph("scs_484") if shape is None else shape
    time, rain = as_column(time_hr), as_column(rain_in)
    abstraction = as_column(abstraction_in)
    step_hr = 0.6 * tc_hr / (shape.peak_index - 0.5)

    least = float(abstraction.min())
    point = int(np.searchsorted(rain, least))
    if point == rain.size:
        return kept_hydrograph(
            float(time[-1]), step_hr, [0.0], smallest_cfs=smallest_cfs, area_ac=area_ac,
            runoff_in=0.0,
        )  # fmt: skip
    start_hr = float(time[point])
    if point > 0:
        part = (least - rain[point - 1]) / (rain[point] - rain[point - 1])
        start_hr = float(time[point - 1] + part * (time[point] - time[point - 1]))
    steps = math.ceil((time[-1] - start_hr) / step_hr - ROUNDING)

    ordinate = _ordinates(shape)
    peak_factor = AREA_FACTOR * shape.peak_index / float(ordinate.sum())
    peak_cfs_per_in = peak_factor * (area_ac / SQMI_AC) / (shape.peak_index * step_hr)
    flow = np.zeros(steps + ordinate.size)
    runoff_in = kernels.subarea_hydrograph(
        start_hr, step_hr, time, rain, as_column(part_ratio), as_column(retention_in), abstraction,
        peak_cfs_per_in, ordinate, flow,
    )  # fmt: skip
    return kept_hydrograph(
        start_hr, step_hr, flow, smallest_cfs=smallest_cfs, area_ac=area_ac, runoff_in=runoff_in
    )


def _ordinates(shape: UnitHydrograph) -> Floats:
    """Return a unit hydrograph at steps of Tp/k, which are the points of an NRCS table."""
    last = math.ceil(float(shape.t_over_tp[-1]) * shape.peak_index - ROUNDING)
    at_ratio = np.arange(last + 1) / shape.peak_index
    return as_column(np.interp(at_ratio, shape.t_over_tp, shape.q_over_qp))


def subarea_hydrograph(
    time_hr: Column,
    rain_in: Column,
    area_ac: float,
    cn: float,
    tc_hr: float,
    shape: UnitHydrograph | None = None,
    *,
    ia_ratio: float = 0.2,
    smallest_cfs: float = SMALLEST_CFS,
) -> Wintr20Hydrograph:
    r"""
    Return the hydrograph of a sub-area.

    .. math:: \Delta t = \frac{0.6\, T_c}{k - 0.5}, \quad
              PRF = \frac{645.33\, k}{\sum_i u_i}, \quad
              q_n = \frac{PRF\, A}{k\, \Delta t} \sum_j (Q_j - Q_{j-1})\, u_{n-j+1}

    The clock starts when the rain reaches the initial abstraction.  Q is runoff since then at the
    end of step j, u the ordinates of the unit hydrograph, k the place of its peak, A in square
    miles.

    Parameters
    ----------
    time_hr, rain_in : sequence of float
        Cumulative rain, straight lines between points [hr], [in]
    area_ac : float
        Area, A [ac]
    cn : float
        Curve number, not rounded [-]
    tc_hr : float
        Time of concentration, Tc, > 0 [hr]
    shape : UnitHydrograph or None
        Unit hydrograph, u and k; the standard one if None
    ia_ratio : float
        Initial abstraction over potential retention [-]
    smallest_cfs : float
        Flow below which nothing is kept [cfs]

    Returns
    -------
    Wintr20Hydrograph
        Ordinates; a zero at the end of the rain if there is no runoff

    Raises
    ------
    ValueError
        If the curve number is not in 0 to 100, or Tc or the area not above zero

    Notes
    -----
    The program's clock is in single precision, this one is not: after thousands of steps they are
    some 0.0003 hr apart, and peaks differ by up to 0.03 %.  Source: [WINTR20]_, deduced from runs.
    """
    if not 0.0 < cn <= 100.0:
        raise ValueError(f"cn must be in 0 to 100, is {cn:g}")
    retention_in = 1000.0 / cn - 10.0
    return weighted_subarea_hydrograph(
        time_hr, rain_in, area_ac, [1.0], [retention_in], [ia_ratio * retention_in], tc_hr, shape,
        smallest_cfs=smallest_cfs,
    )  # fmt: skip


def add_hydrographs(hydrographs: Sequence[Wintr20Hydrograph]) -> Wintr20Hydrograph:
    """
    Return the sum of hydrographs, on the grid of the one with the shortest step.

    The others are read from straight lines between their ordinates, and are zero outside them, so
    that a peak between ordinates of that grid is cut.  Of several with the shortest step the first
    gives the grid.

    Parameters
    ----------
    hydrographs : sequence of Wintr20Hydrograph
        At least one

    Returns
    -------
    Wintr20Hydrograph
        From the earliest start to the latest end of them

    Raises
    ------
    ValueError
        If there is none

    Notes
    -----
    Source: [WINTR20]_, deduced from runs.
    """
    if not hydrographs:
        raise ValueError("there is no hydrograph to add")
    if len(hydrographs) == 1:
        return hydrographs[0]
    areas = [item.area_ac for item in hydrographs]
    known = [area for area in areas if area is not None]
    area_ac = sum(known) if len(known) == len(areas) else None
    # one with a single zero has no time of its own
    flowing = [item for item in hydrographs if item.peak_cfs > 0.0]
    if not flowing:
        last = max(hydrographs, key=lambda item: item.start_hr)
        return kept_hydrograph(last.start_hr, last.step_hr, [0.0], area_ac=area_ac)
    finest = min(flowing, key=lambda item: item.step_hr)
    step_hr = finest.step_hr
    earliest = min(item.start_hr for item in flowing)
    latest = max(float(item.time_hr[-1]) for item in flowing)
    ahead = math.ceil((finest.start_hr - earliest) / step_hr - ROUNDING)
    start_hr = finest.start_hr - ahead * step_hr
    total = np.zeros(math.ceil((latest - start_hr) / step_hr - ROUNDING) + 1)
    for item in flowing:
        kernels.add_hydrograph(item.start_hr, item.step_hr, item.flow_cfs, start_hr, step_hr, total)
    return kept_hydrograph(start_hr, step_hr, total, smallest_cfs=0.0, area_ac=area_ac)
