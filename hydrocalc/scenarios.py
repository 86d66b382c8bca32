"""Peaks of many scenarios of one site: a subcatchment that drains to a pond with two outlets."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hydrocalc import curve_number, unit_hydrograph
from hydrocalc.kernels.lanes import LanePeaks, Lanes, route_lanes
from hydrocalc.rainfall import Distribution, mass_curve_in

Floats = npt.NDArray[np.float64]
Values = float | Sequence[float] | Floats


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
    """Largest mean inflow of a step"""
    outflow_peak_cfs: Floats
    peak_stage_ft: Floats
    volume_error_percent: Floats
    above_top: npt.NDArray[np.bool_]
    """Whether the level rose above the stage-area table"""


def site_peaks(
    scenarios: SiteScenarios,
    storm: Distribution,
    stage_ft: Sequence[float],
    area_sqft: Sequence[float],
    *,
    step_min: float = 1.0,
    hours_hr: float = 48.0,
    shape: str = "scs_484",
    threads: int | None = None,
) -> SitePeaks:
    """
    Return the peaks of many scenarios of one site.

    The same bits come whatever the number of threads.  Runoff of a step enters the unit
    hydrograph evenly over the step, and the outflow of the pond is a straight line over the step.
    The error falls with the square of the step: for times of concentration of 10 min and more,
    routed peaks were within 0.15 % of the exact method at 1 min, and within 1.5 % at 3 min where
    a pond hardly stores.

    Parameters
    ----------
    scenarios : SiteScenarios
        What varies
    storm : Distribution
        Rainfall distribution of all of them
    stage_ft, area_sqft : sequence of float
        The pond: levels, rising [ft], and water surfaces, a straight line between them [sq ft]
    step_min : float
        Step of the computation [min]
    hours_hr : float
        Length of the computation, at least the storm's [hr]
    shape : str
        Unit hydrograph of the library
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

    step_hr = step_min / 60.0
    time_hr, ratio = mass_curve_in(storm, 1.0)
    stamps = np.arange(int(np.ceil(storm.duration_hr / step_hr - 1e-9)) + 1) * step_hr
    made = unit_hydrograph.unit_hydrograph(shape)
    tau, change = unit_hydrograph.ramp_coefficients(made)
    retention = np.asarray(curve_number.retention_in(values["cn"]))
    lanes = Lanes(
        area_ac=values["area_ac"],
        depth_in=values["depth_in"],
        retention_in=retention,
        abstraction_in=values["ia_ratio"] * retention,
        tp_hr=unit_hydrograph.time_to_peak_hr(1.0, made.peak_index) * values["tc_min"] / 60.0,
        orifice_invert_ft=values["orifice_invert_ft"],
        orifice_diameter_ft=values["orifice_diameter_in"] / 12.0,
        orifice_c=values["orifice_c"],
        weir_crest_ft=values["weir_crest_ft"],
        weir_length_ft=values["weir_length_ft"],
        weir_c=values["weir_c"],
    )
    count = len(lanes.area_ac)
    peaks = LanePeaks(*(np.zeros(count) for _ in LanePeaks._fields))
    workers = min(threads or os.cpu_count() or 1, count)
    edges = np.linspace(0, count, workers + 1).astype(np.int64)
    shared = (
        step_hr, round(hours_hr / step_hr), np.interp(stamps, time_hr, ratio), np.array(tau),
        change, levels, areas, lanes, peaks,
    )  # fmt: skip
    with ThreadPoolExecutor(max_workers=workers) as pool:
        parts = [
            pool.submit(route_lanes, int(begin), int(end), *shared)
            for begin, end in pairwise(edges)
        ]
        for part in parts:
            part.result()
    return SitePeaks(
        peaks.inflow_cfs,
        peaks.outflow_cfs,
        peaks.stage_ft,
        100.0 * peaks.volume_error_ratio,
        peaks.above_top_ratio > 0.0,
    )
