"""Dimensionless unit hydrographs: those of the library, gamma shapes, and the user's own."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from hydrocalc.findings import Finding, InputError, finding, suggestion
from hydrocalc.quantities import MILE_FT, SECONDS_PER_HOUR
from hydrocalc.resources import data_folder

Floats = npt.NDArray[np.float64]

AREA_FACTOR = MILE_FT**2 / 12.0 / SECONDS_PER_HOUR
"""Flow of one inch an hour from one square mile, 645.33 [cfs]."""
LAG_RATIO = 0.6
"""Lag over time of concentration, [NEH630-15]."""
SHARP_PEAK_FACTOR = 350.0
"""Up to here the NRCS tables have five steps to the peak, above it ten."""
PEAK_FACTOR_CAUTION_PERCENT = 1.0
PEAK_TOLERANCE_RATIO = 0.005
"""A peak printed with two decimals may miss 1 by this much."""
SMALLEST_ORDINATE = 1e-4


@dataclass(frozen=True, slots=True)
class UnitHydrograph:
    """A dimensionless unit hydrograph, straight lines between its points."""

    id: str
    name: str
    t_over_tp: Floats
    q_over_qp: Floats
    peak_index: int
    """Position of the peak ordinate, k; it sets the time to peak, see ``time_to_peak_hr``"""
    nominal_peak_factor: float | None
    source: str
    note: str = ""

    @property
    def computed_peak_factor(self) -> float:
        """The peak rate factor that the area under the points implies."""
        return AREA_FACTOR / float(np.trapezoid(self.q_over_qp, self.t_over_tp))


def _arrays(
    time: Sequence[float] | Floats, flow: Sequence[float] | Floats
) -> tuple[Floats, Floats]:
    """Return the two columns as arrays that nobody can change."""
    columns = np.array(time, dtype=np.float64), np.array(flow, dtype=np.float64)
    for column in columns:
        column.setflags(write=False)
    return columns


@lru_cache(maxsize=1)
def _library() -> dict[str, UnitHydrograph]:
    """Return the unit hydrographs of the library, by id."""
    library: dict[str, UnitHydrograph] = {}
    folder = data_folder("design_storms").joinpath("unit_hydrographs")
    for path in sorted(folder.iterdir(), key=lambda item: item.name):
        if not path.name.endswith(".toml"):
            continue
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        time, flow = _arrays(raw["t_over_tp"], raw["q_over_qp"])
        library[raw["id"]] = UnitHydrograph(
            raw["id"], raw["name"], time, flow, raw["peak_index"], raw["nominal_peak_factor"],
            raw["source"], raw["note"],
        )  # fmt: skip
    return library


def unit_hydrograph_ids() -> tuple[str, ...]:
    """Return the names of the unit hydrographs in the library."""
    return tuple(_library())


def unit_hydrograph(name: str) -> UnitHydrograph:
    """
    Return a dimensionless unit hydrograph by name.

    Parameters
    ----------
    name : str
        Its id, such as ``"scs_484"`` or ``"delmarva_284"``; ``"gamma_<factor>"`` with any peak
        rate factor gives the gamma shape where the library has no table of it

    Returns
    -------
    UnitHydrograph
        Its points, peak and source

    Raises
    ------
    InputError
        If there is none of that name (HC215); the message lists the names

    Notes
    -----
    Sources: [WINTR20]_, [EFH2]_ and [NEH630-16]_ tables.
    """
    library = _library()
    if name in library:
        return library[name]
    prefix, _, factor = name.partition("_")
    if prefix == "gamma":
        try:
            return gamma_unit_hydrograph(float(factor))
        except ValueError:
            pass
    tail = suggestion(name, [*library, "gamma_<peak rate factor>"], "unit hydrographs")
    raise InputError(finding("HC215", "", f"there is no unit hydrograph {name!r}{tail}"))


def _gamma_peak_factor(shape_m: float) -> float:
    """Return the peak rate factor of a gamma shape with exponent m."""
    return AREA_FACTOR / math.exp(
        shape_m - (shape_m + 1.0) * math.log(shape_m) + math.lgamma(shape_m + 1.0)
    )


def gamma_unit_hydrograph(peak_factor: float) -> UnitHydrograph:
    r"""
    Return the gamma unit hydrograph of a peak rate factor.

    .. math:: \frac{q}{q_p} = \left(\frac{t}{T_p}\right)^m e^{m (1 - t/T_p)}, \quad
              PRF = \frac{645.33}{e^m\, m^{-(m+1)}\, \Gamma(m+1)}

    Parameters
    ----------
    peak_factor : float
        Peak rate factor, PRF; 50 to 700 [-]

    Returns
    -------
    UnitHydrograph
        Points at steps of 0.1 t/Tp, or 0.2 up to a factor of 350, until q/qp is below 0.0001

    Raises
    ------
    ValueError
        If the factor is outside 50 to 700

    Notes
    -----
    Source: [NEH630-16]_, its table of m against the peak rate factor.
    """
    if not 50.0 <= peak_factor <= 700.0:
        raise ValueError(f"peak_factor must be 50 to 700, not {peak_factor:g}")
    low, high = 1e-3, 50.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        if _gamma_peak_factor(middle) < peak_factor:
            low = middle
        else:
            high = middle
    shape_m = 0.5 * (low + high)
    peak_index = 5 if peak_factor <= SHARP_PEAK_FACTOR else 10
    time, flow = [0.0], [0.0]
    while flow[-1] >= SMALLEST_ORDINATE or len(time) <= peak_index:
        ratio = len(time) / peak_index
        time.append(ratio)
        flow.append(math.exp(shape_m * (math.log(ratio) + 1.0 - ratio)))
    flow[-1] = 0.0
    columns = _arrays(time, flow)
    return UnitHydrograph(
        f"gamma_{peak_factor:g}", f"gamma, peak rate factor {peak_factor:g}", *columns, peak_index,
        peak_factor, "NEH630-16", f"Computed with m = {shape_m:.4g}.",
    )  # fmt: skip


def _peak_problems(time: Sequence[float], flow: Sequence[float]) -> list[str]:
    """Return what is wrong with the peak: elsewhere than at 1, 1 the time to peak is not Tp."""
    largest = max(flow)
    at_one = float(np.interp(1.0, time, flow))
    if abs(largest - 1.0) <= PEAK_TOLERANCE_RATIO and at_one >= largest - PEAK_TOLERANCE_RATIO:
        return []
    place = time[list(flow).index(largest)]
    return [f"the largest flow is {largest:g} at t/Tp {place:g}, must be 1 at 1"]


def user_unit_hydrograph(
    t_over_tp_ratio: Sequence[float],
    q_over_qp_ratio: Sequence[float],
    peak_factor: float | None,
    name: str = "user",
) -> tuple[UnitHydrograph, list[Finding]]:
    """
    Return a unit hydrograph of the user's ordinates, and what is found in them.

    Parameters
    ----------
    t_over_tp_ratio, q_over_qp_ratio : sequence of float
        Time over time to peak and flow over peak flow; the first point is (0, 0), the largest
        flow is 1 and stands at time 1 [-]
    peak_factor : float or None
        Peak rate factor the user states, if any [-]
    name : str
        Name it is reported under

    Returns
    -------
    tuple of UnitHydrograph and list of Finding
        The shape, and HC410 where the stated factor is not the one the ordinates imply within
        1 %.  The volume is one inch whatever the ordinates are.

    Raises
    ------
    InputError
        HC216 if the points can not be used

    Notes
    -----
    Source of the relation between area and factor: [NEH630-16]_.
    """
    problems: list[str] = []
    if len(t_over_tp_ratio) != len(q_over_qp_ratio):
        problems.append(f"there are {len(t_over_tp_ratio)} times and {len(q_over_qp_ratio)} flows")
    elif len(t_over_tp_ratio) < 3:
        problems.append("at least three points are needed")
    else:
        if t_over_tp_ratio[0] != 0.0 or q_over_qp_ratio[0] != 0.0:
            problems.append("the first point must be 0, 0")
        falls = [
            row + 1
            for row in range(1, len(t_over_tp_ratio))
            if not t_over_tp_ratio[row] > t_over_tp_ratio[row - 1]
        ]
        problems.extend(f"time does not rise at row {row}" for row in falls)
        if not all(math.isfinite(value) for value in (*t_over_tp_ratio, *q_over_qp_ratio)):
            problems.append("there is a value that is not finite")
        if any(flow < 0.0 for flow in q_over_qp_ratio):
            problems.append("a flow is below zero")
        if not problems:
            problems.extend(_peak_problems(t_over_tp_ratio, q_over_qp_ratio))
    if problems:
        raise InputError([finding("HC216", "", problem) for problem in problems])
    time, flow = list(t_over_tp_ratio), list(q_over_qp_ratio)
    note = ""
    if flow[-1] != 0.0:
        time.append(2.0 * time[-1] - time[-2])
        flow.append(0.0)
        note = "A last ordinate of zero was added one step after the end."
    made = UnitHydrograph(name, name, *_arrays(time, flow), 10, peak_factor, "", note)
    found: list[Finding] = []
    if note:
        found.append(finding("HC411", "", f"the last ordinate is not zero. {note}"))
    if peak_factor is not None:
        implied = made.computed_peak_factor
        if abs(implied - peak_factor) > PEAK_FACTOR_CAUTION_PERCENT / 100.0 * peak_factor:
            found.append(
                finding(
                    "HC410", "",
                    f"the ordinates imply a peak rate factor of {implied:.1f}, not the stated "
                    f"{peak_factor:g}; the volume is exact either way",
                )
            )  # fmt: skip
    return made, found


def time_to_peak_hr(tc_hr: float, peak_index: int) -> float:
    r"""
    Return the time to peak of a unit hydrograph.

    .. math:: T_p = 0.6\, T_c\, \frac{k}{k - 0.5}

    It is half the duration of excess rain plus the lag of 0.6 Tc, with the duration that places
    the ordinates on the points of the table: Tp = k D.

    Parameters
    ----------
    tc_hr : float
        Time of concentration, Tc [hr]
    peak_index : int
        Position of the peak in the table, k

    Returns
    -------
    float
        Time to peak, Tp [hr]

    Notes
    -----
    Source: [WINTR20]_, deduced from runs of the engine, which it reproduces; lag of 0.6 Tc from
    [NEH630-15]_.
    """
    return LAG_RATIO * tc_hr * peak_index / (peak_index - 0.5)


def ramp_coefficients(shape: UnitHydrograph) -> tuple[Floats, Floats]:
    """
    Return a unit hydrograph of unit area on t/Tp as a sum of ramps.

    Parameters
    ----------
    shape : UnitHydrograph
        Points that begin and end at zero flow

    Returns
    -------
    tuple of array
        t/Tp at which each ramp begins, and the change of slope there; the slopes sum to zero
    """
    area = float(np.trapezoid(shape.q_over_qp, shape.t_over_tp))
    slopes = np.diff(shape.q_over_qp) / np.diff(shape.t_over_tp) / area
    changes = np.diff(np.concatenate([[0.0], slopes, [0.0]]))
    return shape.t_over_tp, np.asarray(changes, dtype=np.float64)
