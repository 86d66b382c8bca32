"""Peaks of many scenarios of one site: a subcatchment that drains to a pond with two outlets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hydrocalc import curve_number, unit_hydrograph
from hydrocalc.kernels.arrays import ABOVE_TABLE
from hydrocalc.kernels.lane_arrays import (
    Lanes,
    Outlets,
    coarsest_grid,
    rain_of,
    shape_of,
    stage_area_table,
)
from hydrocalc.kernels.lanes import lane_peaks
from hydrocalc.rainfall import Distribution, mass_curve_in

Floats = npt.NDArray[np.float64]
Values = float | Sequence[float] | Floats

LONGEST_STEP_HR = 0.05
STEP_PARTS = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0)
"""Steps to choose from are the longest one that divides the storm's interval, by these."""


@dataclass(frozen=True, slots=True)
class SiteScenarios:
    """
    Scenarios of one site; each field is one value, or one value a scenario.

    The pond has a vertical circular orifice and a sharp-crested weir, as the outlets of those
    names in a project.
    """

    area_ac: Values
    cn: Values
    tc_min: Values
    depth_in: Values
    orifice_invert_ft: Values
    orifice_diameter_in: Values
    weir_crest_ft: Values
    weir_length_ft: Values
    orifice_c: Values = 0.6
    weir_c: Values = 3.33
    ia_ratio: Values = 0.2


@dataclass(frozen=True, slots=True)
class SitePeaks:
    """Peaks of the scenarios; each field has one value a scenario."""

    inflow_peak_cfs: Floats
    outflow_peak_cfs: Floats
    peak_stage_ft: Floats
    volume_error_percent: Floats
    """Inflow less outflow less change of storage, over inflow, up to where the scenario ended"""
    above_top: npt.NDArray[np.bool_]
    """Whether the level rose above the stage-area table"""


def site_peaks(
    scenarios: SiteScenarios,
    storm: Distribution,
    stage_ft: Sequence[float],
    area_sqft: Sequence[float],
    *,
    step_min: float | None = None,
    hours_hr: float = 48.0,
    shape: str = "scs_484",
    whole: bool = False,
    threads: int | None = None,
) -> SitePeaks:
    """
    Return the peaks of many scenarios of one site.

    The same bits come whatever the number of threads.  Runoff of a step enters the unit
    hydrograph as a straight line over the step, and routing is of the fourth order.  With no step
    given each scenario has the longest, up to 3 min, of which eight go into its time to peak:
    routed peaks are then within 0.05 % or 0.001 cfs of the exact method.  A scenario ends where no
    later rain can raise its peaks.

    Parameters
    ----------
    scenarios : SiteScenarios
        What varies
    storm : Distribution
        Rainfall distribution of all of them
    stage_ft, area_sqft : sequence of float
        The pond: levels, rising [ft], and water surfaces, a straight line between them [sq ft]
    step_min : float or None
        Step of the computation, the same for all; None for steps that suit each [min]
    hours_hr : float
        Length of the computation, at least the storm's [hr]
    shape : str
        Unit hydrograph of the library
    whole : bool
        Whether to compute the whole span, for the balance of volumes
    threads : int or None
        Threads to use; the machine's processors if None

    Returns
    -------
    SitePeaks
        One value a scenario

    Raises
    ------
    ValueError
        If the fields differ in length, or a value can not be used

    Notes
    -----
    Sources: [NEH630-10]_, [NEH630-16]_ and [HEC22]_, as the exact method.
    """
    names = list(SiteScenarios.__dataclass_fields__)
    columns = dict(
        zip(
            names,
            np.broadcast_arrays(
                *(np.asarray(getattr(scenarios, name), dtype=np.float64) for name in names)
            ),
            strict=True,
        )
    )
    values = {name: np.ascontiguousarray(np.atleast_1d(column)) for name, column in columns.items()}
    for name, column in values.items():
        if not np.all(np.isfinite(column)):
            raise ValueError(f"{name} holds a value that is not finite")
        if name not in ("orifice_invert_ft", "weir_crest_ft", "ia_ratio") and np.any(column <= 0):
            raise ValueError(f"{name} must be above zero")
    levels = np.ascontiguousarray(stage_ft, dtype=np.float64)
    areas = np.ascontiguousarray(area_sqft, dtype=np.float64)
    if levels.shape != areas.shape or levels.size < 2 or np.any(np.diff(levels) <= 0):
        raise ValueError("stage_ft must rise, with one area_sqft for each level")
    if np.any(areas <= 0):
        raise ValueError("area_sqft must be above zero")
    if hours_hr < storm.duration_hr:
        raise ValueError(f"hours_hr must be at least the storm's {storm.duration_hr:g}")

    time_hr, ratio = mass_curve_in(storm, 1.0)
    if step_min is None:
        coarsest_hr = storm.interval_hr / math.ceil(storm.interval_hr / LONGEST_STEP_HR - 1e-9)
        steps_hr = np.array([coarsest_hr / part for part in STEP_PARTS])
    else:
        steps_hr = np.array([step_min / 60.0])
    made = unit_hydrograph.unit_hydrograph(shape)
    retention = np.asarray(curve_number.retention_in(values["cn"]))
    tp_hr = unit_hydrograph.time_to_peak_hr(1.0, made.peak_index) * values["tc_min"] / 60.0
    count = len(tp_hr)
    rain = rain_of(time_hr, ratio, hours_hr, steps_hr)
    lanes = Lanes(
        area_ac=values["area_ac"],
        retention_in=retention,
        abstraction_in=values["ia_ratio"] * retention,
        tp_hr=tp_hr,
        depth_in=values["depth_in"],
        grid=coarsest_grid(tp_hr, rain),
        pond=np.zeros(count, dtype=np.int64),
        first_stage_ft=np.zeros(count),
    )
    bottom = levels[0]
    outlets = Outlets(
        invert_ft=values["orifice_invert_ft"][:, None] - bottom,
        diameter_ft=values["orifice_diameter_in"][:, None] / 12.0,
        orifice_c=values["orifice_c"][:, None].copy(),
        crest_ft=values["weir_crest_ft"][:, None] - bottom,
        length_ft=values["weir_length_ft"][:, None].copy(),
        weir_c=values["weir_c"][:, None].copy(),
    )
    peaks = lane_peaks(
        rain,
        shape_of(made.t_over_tp, made.q_over_qp),
        lanes,
        stage_area_table(levels - bottom, areas),
        outlets,
        whole=whole,
        threads=threads,
    )
    left = peaks.inflow_cuft - peaks.outflow_cuft - peaks.stored_cuft
    came = np.where(peaks.inflow_cuft > 0.0, peaks.inflow_cuft, 1.0)
    return SitePeaks(
        peaks.inflow_cfs,
        peaks.outflow_cfs,
        peaks.stage_ft + bottom,
        100.0 * left / came,
        peaks.status == ABOVE_TABLE,
    )
