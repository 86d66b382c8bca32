"""The graphical peak discharge method of TR-55: a check of a peak without a hydrograph."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hydrocalc import tables
from hydrocalc.curve_number import initial_abstraction_in, runoff_depth_in
from hydrocalc.quantities import SQMI_AC

LEAST_TC_HR = 0.1
GREATEST_TC_HR = 10.0
LARGEST_POND_PERCENT = 5.0


@dataclass(frozen=True, slots=True)
class GraphicalPeak:
    """A peak by the graphical method, with the steps of worksheet 4 of TR-55."""

    ia_over_p_ratio: float
    """Initial abstraction over rain, as computed."""
    unit_peak_csm_in: float
    """Unit peak discharge, qu, in cfs per square mile and inch of runoff."""
    runoff_in: float
    pond_factor_ratio: float
    peak_cfs: float
    notes: tuple[str, ...]
    """What was done beyond the plain formula, and limits of use that were passed."""


def _unit_peak_csm_in(rain_type: str, ia_over_p_ratio: float, tc_hr: float) -> float:
    """Return qu at an Ia/P within the table, on a straight line between its curves."""
    curves = [row for row in tables.rows("unit_peak") if row["rain_type"] == rain_type]
    log_tc = math.log10(tc_hr)
    unit_peak = [
        10.0 ** (float(row["c0"]) + float(row["c1"]) * log_tc + float(row["c2"]) * log_tc**2)
        for row in curves
    ]
    ratios = [float(row["ia_over_p_ratio"]) for row in curves]
    return float(np.interp(ia_over_p_ratio, ratios, unit_peak))


def graphical_peak(
    *,
    area_ac: float,
    cn: float,
    tc_hr: float,
    rain_in: float,
    rain_type: Literal["I", "IA", "II", "III"],
    pond_percent: float = 0.0,
) -> GraphicalPeak:
    r"""
    Return the peak discharge of a 24-hour storm by the graphical method.

    .. math::

        q_p = q_u A_m Q F_p, \quad
        \log_{10} q_u = C_0 + C_1 \log_{10} T_c + C_2 (\log_{10} T_c)^2

    Parameters
    ----------
    area_ac : float
        Drainage area; Am is the same in square miles [ac]
    cn : float
        Curve number of the whole watershed [-]
    tc_hr : float
        Time of concentration, Tc; 0.1 to 10 [hr]
    rain_in : float
        24-hour rain, P [in]
    rain_type : {"I", "IA", "II", "III"}
        Rainfall distribution; no other has coefficients
    pond_percent : float
        Pond and swamp area spread over the watershed, off the flow path; 0 to 5 [%]

    Returns
    -------
    GraphicalPeak
        Peak with the intermediate values and notes

    Raises
    ------
    ValueError
        If a value is out of the range of the method.

    Notes
    -----
    Between two curves of Ia/P the unit peak is interpolated on a straight line; outside them the
    nearest curve is used, as TR-55 says, and a note tells so.  (HDS-2 interpolates the
    coefficients instead; its example 5.4 differs by one csm/in in seven hundred.)  The pond
    factor is interpolated likewise between the rows of its table.  For one homogeneous watershed
    with one main stream and a curve number above 40; Ia is 0.2 S.
    Source: [TR55]_ chapter 4, table 4-2 and appendix F table F-1.
    """
    if not area_ac > 0.0:
        raise ValueError(f"area_ac must be above zero, not {area_ac}")
    if not rain_in > 0.0:
        raise ValueError(f"rain_in must be above zero, not {rain_in}")
    if not LEAST_TC_HR <= tc_hr <= GREATEST_TC_HR:
        raise ValueError(
            f"tc_hr must be between {LEAST_TC_HR:g} and {GREATEST_TC_HR:g}, not {tc_hr}"
        )
    if not 0.0 <= pond_percent <= LARGEST_POND_PERCENT:
        raise ValueError(
            f"pond_percent must be between 0 and {LARGEST_POND_PERCENT:g}, not {pond_percent}; "
            "route the storage instead"
        )
    ratios = [
        float(row["ia_over_p_ratio"])
        for row in tables.rows("unit_peak")
        if row["rain_type"] == rain_type
    ]
    if not ratios:
        raise ValueError(f"rain_type must be I, IA, II or III, not {rain_type!r}")

    notes = []
    ia_over_p = initial_abstraction_in(cn) / rain_in
    if ia_over_p < ratios[0]:
        notes.append(f"Ia/P is {ia_over_p:.2f}; the lowest curve, {ratios[0]:.2f}, is used")
    elif ia_over_p > ratios[-1]:
        notes.append(f"Ia/P is {ia_over_p:.2f}; the highest curve, {ratios[-1]:.2f}, is used")
    if cn <= 40.0:
        notes.append(f"CN is {cn:g}; TR-55 gives the method for a CN above 40")

    unit_peak = _unit_peak_csm_in(rain_type, ia_over_p, tc_hr)
    runoff = runoff_depth_in(rain_in, cn)
    pond_factor = float(
        np.interp(
            pond_percent,
            tables.column("pond_factor", "pond_percent"),
            tables.column("pond_factor", "pond_factor_ratio"),
        )
    )
    return GraphicalPeak(
        ia_over_p_ratio=ia_over_p,
        unit_peak_csm_in=unit_peak,
        runoff_in=runoff,
        pond_factor_ratio=pond_factor,
        peak_cfs=unit_peak * (area_ac / SQMI_AC) * runoff * pond_factor,
        notes=tuple(notes),
    )
