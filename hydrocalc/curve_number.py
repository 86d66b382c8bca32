"""
The curve-number method: runoff depth, and the curve number of a cover, a mix and a condition.

The functions take plain numbers or numpy arrays, and return the same kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar, overload

import numpy as np
import numpy.typing as npt

from hydrocalc import tables
from hydrocalc.findings import InputError, finding
from hydrocalc.tables.cover import CoverCn, cover_choices, cover_cn, cover_names

__all__ = [
    "CoverCn",
    "arc_cn",
    "composite_cn",
    "connected_impervious_cn",
    "cover_choices",
    "cover_cn",
    "cover_names",
    "initial_abstraction_in",
    "retention_in",
    "round_cn",
    "runoff_depth_in",
    "unconnected_impervious_cn",
    "weighted_runoff_in",
]

Floats = npt.NDArray[np.float64]
Number = TypeVar("Number", float, Floats)

IMPERVIOUS_CN = 98.0
"""Curve number of impervious surfaces in TR-55 figures 2-3 and 2-4."""
UNCONNECTED_LIMIT_PERCENT = 30.0
"""Total impervious area from which TR-55 treats all of it as connected."""


def _checked(cn: Number) -> Number:
    """Return the curve numbers, refused unless all are above 0 and at most 100."""
    if not np.all((cn > 0.0) & (cn <= 100.0)):
        raise ValueError(f"curve number must be above 0 and at most 100, not {cn}")
    return cn


def retention_in(cn: Number) -> Number:
    r"""
    Return the potential maximum retention after runoff begins.

    .. math:: S = \frac{1000}{CN} - 10

    Parameters
    ----------
    cn : float or array
        Curve number, CN; 0 < CN <= 100 [-]

    Returns
    -------
    float or array
        Retention, S [in]

    Raises
    ------
    ValueError
        If a curve number is out of range.

    Notes
    -----
    Source: [NEH630-10]_, equation and table 10-1; [TR55]_ chapter 2.

    Examples
    --------
    Example 10-1 of the handbook prints 3.51 in.

    >>> round(retention_in(74.0), 2)
    3.51
    """
    return 1000.0 / _checked(cn) - 10.0


def initial_abstraction_in(cn: Number, ia_ratio: float = 0.2) -> Number:
    r"""
    Return the rain that is lost before runoff begins.

    .. math:: I_a = \lambda S

    Parameters
    ----------
    cn : float or array
        Curve number, CN; 0 < CN <= 100 [-]
    ia_ratio : float
        Initial abstraction over retention, lambda [-]

    Returns
    -------
    float or array
        Initial abstraction, Ia [in]

    Raises
    ------
    ValueError
        If a curve number is out of range or the ratio is negative.

    Notes
    -----
    Published curve numbers were derived with a ratio of 0.2; with another ratio the same curve
    number means another retention.  Source: [NEH630-10]_; [TR55]_ chapter 2.

    Examples
    --------
    Table 4-1 of TR-55 prints 0.667 in.

    >>> round(initial_abstraction_in(75.0), 3)
    0.667
    """
    if not ia_ratio >= 0.0:
        raise ValueError(f"ia_ratio must not be negative, not {ia_ratio}")
    return ia_ratio * retention_in(cn)


@overload
def runoff_depth_in(rain_in: float, cn: float, ia_ratio: float = ...) -> float: ...
@overload
def runoff_depth_in(rain_in: Floats, cn: float | Floats, ia_ratio: float = ...) -> Floats: ...
@overload
def runoff_depth_in(rain_in: float | Floats, cn: Floats, ia_ratio: float = ...) -> Floats: ...
def runoff_depth_in(
    rain_in: float | Floats, cn: float | Floats, ia_ratio: float = 0.2
) -> float | Floats:
    r"""
    Return the runoff depth of a storm, or since a storm began.

    .. math:: Q = \frac{(P - I_a)^2}{P - I_a + S}, \quad I_a = \lambda S

    Parameters
    ----------
    rain_in : float or array
        Rain since the storm began, P [in]
    cn : float or array
        Curve number, CN; 0 < CN <= 100 [-]
    ia_ratio : float
        Initial abstraction over retention, lambda [-]

    Returns
    -------
    float or array
        Runoff depth, Q [in], the shape of the inputs broadcast together; zero until the rain
        exceeds the initial abstraction

    Raises
    ------
    ValueError
        If a curve number is out of range or the ratio is negative.

    Notes
    -----
    The result is not rounded: the printed tables are, to 0.01 in.  The method is less accurate
    where the runoff is below 0.5 in (TR-55, limitations of chapter 2).
    Source: [NEH630-10]_ and [TR55]_ chapter 2.

    Examples
    --------
    Example 10-1 of the handbook prints 1.82 in.

    >>> round(runoff_depth_in(4.3, 74.0), 2)
    1.82
    """
    curve = np.asarray(cn, dtype=np.float64)
    retention = retention_in(curve)
    excess = np.maximum(
        np.asarray(rain_in, dtype=np.float64) - initial_abstraction_in(curve, ia_ratio), 0.0
    )
    total = np.asarray(excess + retention)
    # 0/0 where CN is 100 and no rain has fallen
    depth = np.divide(excess * excess, total, out=np.zeros_like(total), where=total != 0.0)
    return float(depth) if depth.ndim == 0 else depth


def _shares(area_ac: Sequence[float] | Floats, count: int) -> Floats:
    """Return areas as parts of their total."""
    area = np.asarray(area_ac, dtype=np.float64)
    if area.shape != (count,):
        raise ValueError("there must be one area for each curve number")
    if not (np.all(area >= 0.0) and area.sum() > 0.0):
        raise ValueError("areas must not be negative, and not all zero")
    shares: Floats = area / area.sum()
    return shares


def composite_cn(area_ac: Sequence[float] | Floats, cn: Sequence[float] | Floats) -> float:
    r"""
    Return the area-weighted curve number of several areas.

    .. math:: CN = \frac{\sum A_i \, CN_i}{\sum A_i}

    Parameters
    ----------
    area_ac : sequence of float
        Areas, in any one unit [ac]
    cn : sequence of float
        Curve number of each [-]

    Returns
    -------
    float
        Composite curve number, not rounded

    Raises
    ------
    ValueError
        If the lists differ in length, no area is given, or a value is out of range.

    Notes
    -----
    Where the curve numbers differ much, or the rain is small, the runoff of the composite falls
    short of the mean of the runoffs; see :func:`weighted_runoff_in`.
    Source: [TR55]_ worksheet 2; [NEH630-10]_ example 10-4.

    Examples
    --------
    Example 2-2 of TR-55 prints 75.2.

    >>> round(composite_cn([75, 100, 75], [70, 80, 74]), 1)
    75.2
    """
    curve = _checked(np.asarray(cn, dtype=np.float64))
    return float(_shares(area_ac, curve.size) @ curve)


def weighted_runoff_in(
    rain_in: Number,
    area_ac: Sequence[float] | Floats,
    cn: Sequence[float] | Floats,
    ia_ratio: float = 0.2,
) -> Number:
    r"""
    Return the area-weighted mean of the runoff depths of several areas.

    .. math:: Q = \frac{\sum A_i \, Q_i}{\sum A_i}

    Parameters
    ----------
    rain_in : float or array
        Rain since the storm began, P [in]
    area_ac : sequence of float
        Areas, in any one unit [ac]
    cn : sequence of float
        Curve number of each [-]
    ia_ratio : float
        Initial abstraction over retention, lambda [-]

    Returns
    -------
    float or array
        Mean runoff depth, Q [in], the shape of the rain

    Raises
    ------
    ValueError
        If the lists differ in length, no area is given, or a value is out of range.

    Notes
    -----
    Source: [NEH630-10]_ example 10-3.

    Examples
    --------
    Example 10-3 of the handbook prints 2.35 in.

    >>> round(weighted_runoff_in(5.1, [400, 230], [75, 69]), 2)
    2.35
    """
    curve = np.asarray(cn, dtype=np.float64)
    shares = _shares(area_ac, curve.size)
    rain = np.asarray(rain_in, dtype=np.float64)
    depth = np.asarray(runoff_depth_in(rain[..., np.newaxis], curve, ia_ratio) @ shares)
    return depth if isinstance(rain_in, np.ndarray) else float(depth)


def _between(name: str, value: float | Floats, highest: float) -> None:
    """Refuse values below 0 or above the highest."""
    if not np.all((np.asarray(value) >= 0.0) & (np.asarray(value) <= highest)):
        raise ValueError(f"{name} must be between 0 and {highest:g}, not {value}")


def connected_impervious_cn(pervious_cn: Number, impervious_percent: float) -> Number:
    r"""
    Return the composite curve number of an area whose impervious part drains to the sewer.

    .. math:: CN_c = CN_p + \frac{P_{imp}}{100} (98 - CN_p)

    Parameters
    ----------
    pervious_cn : float or array
        Curve number of the pervious part, CNp [-]
    impervious_percent : float
        Impervious share of the area, Pimp [%]

    Returns
    -------
    float or array
        Composite curve number, CNc, not rounded

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Not for a curve number of table 2-2a that already contains its average impervious area.
    Source: [TR55]_ figure 2-3.

    Examples
    --------
    Example 2-3 of TR-55 reads 74 from the figure.

    >>> round(connected_impervious_cn(61.0, 35.0))
    74
    """
    _between("impervious_percent", impervious_percent, 100.0)
    return _checked(pervious_cn) + impervious_percent / 100.0 * (IMPERVIOUS_CN - pervious_cn)


def unconnected_impervious_cn(
    pervious_cn: Number, impervious_percent: float, unconnected_ratio: float
) -> Number:
    r"""
    Return the composite curve number where part of the impervious area drains over pervious land.

    .. math:: CN_c = CN_p + \frac{P_{imp}}{100} (98 - CN_p) (1 - 0.5 R)

    Parameters
    ----------
    pervious_cn : float or array
        Curve number of the pervious part, CNp [-]
    impervious_percent : float
        Total impervious share of the area, Pimp; below 30 [%]
    unconnected_ratio : float
        Unconnected over total impervious area, R; 0 to 1 [-]

    Returns
    -------
    float or array
        Composite curve number, CNc, not rounded

    Raises
    ------
    InputError
        If the total impervious area is 30 % or more (HC228).
    ValueError
        If a value is out of range.

    Notes
    -----
    From 30 % impervious area TR-55 uses figure 2-3, as if all of it were connected, since the
    pervious rest can no longer absorb its runoff.  That step is not taken here unasked.
    Source: [TR55]_ figure 2-4.

    Examples
    --------
    Example 2-4 of TR-55 reads 78 from the figure.

    >>> round(unconnected_impervious_cn(74.0, 25.0, 0.5))
    78
    """
    _between("impervious_percent", impervious_percent, 100.0)
    _between("unconnected_ratio", unconnected_ratio, 1.0)
    if impervious_percent >= UNCONNECTED_LIMIT_PERCENT:
        raise InputError(
            finding(
                "HC228",
                "",
                f"impervious_percent is {impervious_percent:g} with unconnected_ratio "
                f"{unconnected_ratio:g}; TR-55 figure 2-4 is for less than "
                f"{UNCONNECTED_LIMIT_PERCENT:g} %, above that leave unconnected_ratio out",
            )
        )
    effective_percent = impervious_percent * (1.0 - 0.5 * unconnected_ratio)
    return connected_impervious_cn(pervious_cn, effective_percent)


def arc_cn(cn: Number, arc: Literal["I", "II", "III"]) -> Number:
    """
    Return the curve number for another antecedent runoff condition.

    Parameters
    ----------
    cn : float or array
        Curve number for the average condition, II [-]
    arc : {"I", "II", "III"}
        Condition wanted: I dry, II average, III wet

    Returns
    -------
    float or array
        Curve number for that condition

    Raises
    ------
    ValueError
        If a curve number is out of range or the condition unknown.

    Notes
    -----
    The table has whole numbers from 30 to 100 and steps of 5 below.  Between its rows the value
    is interpolated on a straight line, which the handbook does not publish.
    Source: [NEH630-10]_ table 10-1.

    Examples
    --------
    Example 10-2 of the handbook prints 55 and 88.

    >>> arc_cn(74.0, "I"), arc_cn(74.0, "III")
    (55.0, 88.0)
    """
    columns = {"I": "cn_i", "II": "cn_ii", "III": "cn_iii"}
    if arc not in columns:
        raise ValueError(f"antecedent runoff condition must be I, II or III, not {arc!r}")
    _checked(cn)
    # the printed table falls from 100 to 0
    average = tables.column("arc_cn", "cn_ii")[::-1]
    wanted = tables.column("arc_cn", columns[arc])[::-1]
    value = np.interp(cn, average, wanted)
    return value if isinstance(cn, np.ndarray) else float(value)


def round_cn(cn: Number, rule: Literal["none", "whole"]) -> Number:
    """
    Return the curve number rounded as stated.

    Parameters
    ----------
    cn : float or array
        Curve number [-]
    rule : {"none", "whole"}
        ``"whole"`` rounds to the nearest whole number, as the worksheets of TR-55 and most
        programs do; a half goes up

    Returns
    -------
    float or array
        Rounded curve number

    Raises
    ------
    ValueError
        If a curve number is out of range or the rule unknown.

    Notes
    -----
    Source: [TR55]_ worksheet 2.

    Examples
    --------
    Example 2-2 of TR-55 uses 75 for 75.2.

    >>> round_cn(75.2, "whole")
    75.0
    """
    if rule not in ("none", "whole"):
        raise ValueError(f"rounding must be none or whole, not {rule!r}")
    if rule == "none":
        return _checked(cn)
    # a weighted mean that is exactly a half may fall short of it in its last bit
    whole = np.floor(np.round(_checked(cn), 9) + 0.5)
    return whole if isinstance(cn, np.ndarray) else float(whole)
