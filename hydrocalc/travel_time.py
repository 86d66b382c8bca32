"""Travel time along a flow path, and time of concentration by formula."""

from __future__ import annotations

import math

from hydrocalc import tables
from hydrocalc.findings import InputError, finding, suggestion


def _positive(**values: float) -> None:
    """Refuse values that are not above zero, by name."""
    for name, value in values.items():
        if not (value > 0.0 and math.isfinite(value)):
            raise ValueError(f"{name} must be above zero, not {value}")


def _looked_up(table: str, key: str, surface: str, code: str, where: str) -> float:
    """Return a number of the row of a surface."""
    by_surface = {row["surface"]: float(row[key]) for row in tables.rows(table)}
    if surface not in by_surface:
        tail = suggestion(surface, tuple(by_surface), "surfaces")
        raise InputError(finding(code, "", f"surface {surface!r} is not in {where}{tail}"))
    return by_surface[surface]


def sheet_flow_n(surface: str) -> float:
    """
    Return Manning's n for sheet flow over a surface.

    Parameters
    ----------
    surface : str
        Name of a row of the table, such as ``"grass_dense"``

    Returns
    -------
    float
        Roughness coefficient for sheet flow, n

    Raises
    ------
    InputError
        If the surface is not in the table (HC225); the message lists the names.

    Notes
    -----
    For sheet flow only; channels have other values.  Source: [TR55]_ table 3-1.

    Examples
    --------
    Example 3-1 of TR-55 uses 0.24 for dense grass.

    >>> sheet_flow_n("grass_dense")
    0.24
    """
    return _looked_up("sheet_flow_n", "manning_n", surface, "HC225", "TR-55 table 3-1")


def sheet_flow_time_min_tr55(
    manning_n: float, length_ft: float, p2_in: float, slope_ftft: float
) -> float:
    r"""
    Return the travel time of sheet flow.

    .. math:: T_t = \frac{0.007 (n L)^{0.8}}{P_2^{0.5} s^{0.4}} \quad \text{in hours}

    Parameters
    ----------
    manning_n : float
        Roughness coefficient for sheet flow, n [-]
    length_ft : float
        Flow length, L [ft]
    p2_in : float
        2-year 24-hour rain, P2 [in]
    slope_ftft : float
        Slope of the land, s [ft/ft]

    Returns
    -------
    float
        Travel time, Tt [min]

    Raises
    ------
    ValueError
        If a value is not above zero.

    Notes
    -----
    TR-55 allows 300 ft; the handbook of 2010 100 ft, and offers
    :func:`mccuen_spiess_limit_ft`.  No limit is applied here.
    Source: [TR55]_ equation 3-3; [NEH630-15]_.

    Examples
    --------
    Example 3-1 of TR-55 prints 0.30 h.

    >>> round(sheet_flow_time_min_tr55(0.24, 100, 3.6, 0.01) / 60, 2)
    0.3
    """
    _positive(manning_n=manning_n, length_ft=length_ft, p2_in=p2_in, slope_ftft=slope_ftft)
    travel_hr: float = 0.007 * (manning_n * length_ft) ** 0.8 / (p2_in**0.5 * slope_ftft**0.4)
    return 60.0 * travel_hr


def mccuen_spiess_limit_ft(manning_n: float, slope_ftft: float) -> float:
    r"""
    Return the length beyond which flow is no longer taken for sheet flow.

    .. math:: L = \frac{100 \sqrt{S}}{n}

    Parameters
    ----------
    manning_n : float
        Roughness coefficient for sheet flow, n [-]
    slope_ftft : float
        Slope of the land, S [ft/ft]

    Returns
    -------
    float
        Limiting length, L [ft]

    Raises
    ------
    ValueError
        If a value is not above zero.

    Notes
    -----
    The formula of McCuen and Spiess as given in [NEH630-15]_.
    """
    _positive(manning_n=manning_n, slope_ftft=slope_ftft)
    return 100.0 * math.sqrt(slope_ftft) / manning_n


def shallow_velocity_factor_fps(surface: str) -> float:
    """
    Return the factor K of the velocity of shallow concentrated flow.

    Parameters
    ----------
    surface : str
        Name of a row of the table, such as ``"unpaved"``

    Returns
    -------
    float
        Velocity at a slope of 1 ft/ft, K [ft/s]

    Raises
    ------
    InputError
        If the surface is not in the table (HC227); the message lists the names.

    Notes
    -----
    Source: [TR55]_ appendix F for ``paved`` and ``unpaved``; [NEH630-15]_ table 15-3 for the
    others.

    Examples
    --------
    Appendix F of TR-55 prints 16.1345.

    >>> shallow_velocity_factor_fps("unpaved")
    16.1345
    """
    return _looked_up(
        "shallow_velocity", "velocity_factor_fps", surface, "HC227", "the table of shallow flow"
    )


def shallow_velocity_fps(surface: str, slope_ftft: float) -> float:
    r"""
    Return the velocity of shallow concentrated flow over a surface.

    .. math:: V = K \sqrt{s}

    Parameters
    ----------
    surface : str
        Name of a row of the table, such as ``"unpaved"``
    slope_ftft : float
        Slope of the watercourse, s [ft/ft]

    Returns
    -------
    float
        Mean velocity, V [ft/s]

    Raises
    ------
    InputError
        If the surface is not in the table (HC227).
    ValueError
        If the slope is not above zero.

    Notes
    -----
    Figure 3-1 of TR-55 is drawn for slopes from 0.005 to 0.5.
    Source: [TR55]_ appendix F; [NEH630-15]_ table 15-3.

    Examples
    --------
    Example 3-1 of TR-55 reads 1.6 ft/s.

    >>> round(shallow_velocity_fps("unpaved", 0.01), 1)
    1.6
    """
    _positive(slope_ftft=slope_ftft)
    return shallow_velocity_factor_fps(surface) * math.sqrt(slope_ftft)


def manning_velocity_fps(
    manning_n: float,
    hydraulic_radius_ft: float,
    slope_ftft: float,
    *,
    constant_ratio: float = 1.486,
) -> float:
    r"""
    Return the mean velocity in an open channel.

    .. math:: V = \frac{1.486}{n} r^{2/3} s^{1/2}

    Parameters
    ----------
    manning_n : float
        Roughness coefficient, n [-]
    hydraulic_radius_ft : float
        Flow area over wetted perimeter, r [ft]
    slope_ftft : float
        Slope of the hydraulic grade line, s [ft/ft]
    constant_ratio : float
        Constant of the equation; TR-55 and NEH 630 chapter 15 print 1.49 [-]

    Returns
    -------
    float
        Mean velocity, V [ft/s]

    Raises
    ------
    ValueError
        If a value is not above zero.

    Notes
    -----
    For uniform flow.  Source: [TR55]_ equation 3-4; [NEH630-15]_.

    Examples
    --------
    Example 3-1 of TR-55 prints 2.05 ft/s.

    >>> round(manning_velocity_fps(0.05, 0.957, 0.005, constant_ratio=1.49), 2)
    2.05
    """
    _positive(
        manning_n=manning_n,
        hydraulic_radius_ft=hydraulic_radius_ft,
        slope_ftft=slope_ftft,
        constant_ratio=constant_ratio,
    )
    conveyance_fps: float = constant_ratio / manning_n * hydraulic_radius_ft ** (2.0 / 3.0)
    return conveyance_fps * math.sqrt(slope_ftft)


def pipe_full_velocity_fps(
    manning_n: float, diameter_in: float, slope_ftft: float, *, constant_ratio: float = 1.486
) -> float:
    r"""
    Return the mean velocity in a circular pipe flowing full, not under pressure.

    .. math:: V = \frac{1.486}{n} \left(\frac{D}{4}\right)^{2/3} s^{1/2}

    Parameters
    ----------
    manning_n : float
        Roughness coefficient, n [-]
    diameter_in : float
        Inner diameter, D [in]
    slope_ftft : float
        Slope of the pipe, s [ft/ft]
    constant_ratio : float
        Constant of the equation [-]

    Returns
    -------
    float
        Mean velocity, V [ft/s]

    Raises
    ------
    ValueError
        If a value is not above zero.

    Notes
    -----
    Manning's equation with the hydraulic radius of a full circle.  Source: [TR55]_ equation 3-4.
    """
    return manning_velocity_fps(
        manning_n, diameter_in / 12.0 / 4.0, slope_ftft, constant_ratio=constant_ratio
    )


def travel_time_min(length_ft: float, velocity_fps: float) -> float:
    r"""
    Return the travel time over a length at a velocity.

    .. math:: T_t = \frac{L}{V}

    Parameters
    ----------
    length_ft : float
        Flow length, L [ft]
    velocity_fps : float
        Mean velocity, V [ft/s]

    Returns
    -------
    float
        Travel time, Tt [min]

    Raises
    ------
    ValueError
        If a value is not above zero.

    Notes
    -----
    Source: [TR55]_ equation 3-1.

    Examples
    --------
    Example 3-1 of TR-55 prints 0.99 h.

    >>> round(travel_time_min(7300, 2.05) / 60, 2)
    0.99
    """
    _positive(length_ft=length_ft, velocity_fps=velocity_fps)
    return length_ft / velocity_fps / 60.0


def cn_lag_tc_min(length_ft: float, cn: float, slope_percent: float) -> float:
    r"""
    Return the time of concentration by the NRCS lag method.

    .. math::

        L = \frac{\ell^{0.8} (S + 1)^{0.7}}{1900 \, Y^{0.5}}, \quad T_c = \frac{L}{0.6}
        \quad \text{in hours}

    Parameters
    ----------
    length_ft : float
        Longest flow path, l [ft]
    cn : float
        Curve number, from which the retention S follows [-]
    slope_percent : float
        Mean slope of the land, Y; not that of the path [%]

    Returns
    -------
    float
        Time of concentration, Tc [min]

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    The handbook gives it for curve numbers from 50 to 95.  The curve number stands here for the
    retardance of the surface, so that of the whole watershed for the average condition is meant.
    Source: [NEH630-15]_ equations 15-4a and 15-4b.

    Examples
    --------
    The example of section 630.1504(a) prints 1.14 h.

    >>> round(cn_lag_tc_min(3865, 63, 4.79) / 60, 2)
    1.14
    """
    _positive(length_ft=length_ft, slope_percent=slope_percent)
    if not 0.0 < cn <= 100.0:
        raise ValueError(f"curve number must be above 0 and at most 100, not {cn}")
    retention_in = 1000.0 / cn - 10.0
    lag_hr: float = length_ft**0.8 * (retention_in + 1.0) ** 0.7 / (1900.0 * slope_percent**0.5)
    return 60.0 * lag_hr / 0.6


def kirpich_tc_min(length_ft: float, slope_ftft: float) -> float:
    r"""
    Return the time of concentration by Kirpich's formula.

    .. math:: T_c = 0.0078 \, L^{0.77} S^{-0.385} \quad \text{in minutes}

    Parameters
    ----------
    length_ft : float
        Length of the channel from the head of the watershed to the outlet, L [ft]
    slope_ftft : float
        Mean slope of that path, S [ft/ft]

    Returns
    -------
    float
        Time of concentration, Tc [min]

    Raises
    ------
    ValueError
        If a value is not above zero.

    Notes
    -----
    Found on small rural basins in Tennessee with well-defined channels and slopes of 3 to 10 %.
    The multipliers for overland flow or paved channels that some manuals add are not applied.
    Source: [KIRPICH1940]_.
    """
    _positive(length_ft=length_ft, slope_ftft=slope_ftft)
    travel_min: float = 0.0078 * length_ft**0.77 * slope_ftft**-0.385
    return travel_min
