"""
Curve-number runoff of piecewise linear rain, with its first and second integrals in closed form.

Within one straight piece of the rain, with x = P - Ia growing at rate r from x0 and X = x0 + S,
the runoff is Q = x^2/(x + S) = x - S + S^2/(x + S).  Its integrals over time need only one
logarithm, log(1 + w) with w = r dt/X.
"""

from __future__ import annotations

import math

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import Floats

SERIES_BELOW = 0.02


@kernel
def piece(
    excess_in: float, retention_in: float, rate_inph: float, span_hr: float
) -> tuple[float, float, float]:
    """
    Return runoff at the end of a straight piece of rain and its two integrals over the piece.

    Parameters
    ----------
    excess_in : float
        Rain beyond the initial abstraction at the start, x0 >= 0 [in]
    retention_in : float
        Potential maximum retention, S >= 0 [in]
    rate_inph : float
        Intensity of the rain, r >= 0 [in/hr]
    span_hr : float
        Time since the start of the piece, dt [hr]

    Returns
    -------
    tuple of float
        Q at the end [in], integral of Q [in hr], integral of the integral [in hr^2], both from
        the start of the piece
    """
    grown = rate_inph * span_hr
    end = excess_in + grown
    if retention_in <= 0.0:
        return (
            end,
            span_hr * (excess_in + grown / 2.0),
            span_hr**2 * (excess_in / 2.0 + grown / 6.0),
        )
    base = excess_in + retention_in
    ratio = grown / base
    if ratio < SERIES_BELOW:
        # (1/w) log(1 + w) and ((1 + w) log(1 + w) - w)/w^2 lose digits near zero
        first = 1.0 - ratio * (
            0.5
            - ratio
            * (
                1 / 3
                - ratio * (0.25 - ratio * (0.2 - ratio * (1 / 6 - ratio * (1 / 7 - ratio / 8))))
            )
        )
        second = 0.5 - ratio * (
            1 / 6
            - ratio
            * (1 / 12 - ratio * (0.05 - ratio * (1 / 30 - ratio * (1 / 42 - ratio * (1 / 56)))))
        )
    else:
        logarithm = math.log1p(ratio)
        first = logarithm / ratio
        second = ((1.0 + ratio) * logarithm - ratio) / ratio**2
    square = retention_in**2 / base
    runoff = end * end / (end + retention_in)
    integral = span_hr * (excess_in - retention_in + grown / 2.0 + square * first)
    double = span_hr**2 * ((excess_in - retention_in) / 2.0 + grown / 6.0 + square * second)
    return runoff, integral, double


@kernel
def evaluate(
    at_hr: float,
    knot: int,
    rain_hr: Floats,
    rain_in: Floats,
    retention_in: float,
    abstraction_in: float,
    integral: Floats,
    double: Floats,
) -> tuple[float, float, float]:
    """
    Return Q, its integral and its double integral from time 0 to a time in the piece ``knot``.

    ``integral`` and ``double`` hold the two integrals at the rain's knots, as filled by
    :func:`tabulate`.  After the last knot no rain falls.
    """
    excess = rain_in[knot] - abstraction_in
    span = at_hr - rain_hr[knot]
    rate = 0.0
    if knot + 1 < rain_hr.shape[0]:
        rate = (rain_in[knot + 1] - rain_in[knot]) / (rain_hr[knot + 1] - rain_hr[knot])
    if excess < 0.0:
        # runoff begins inside this piece, if at all, when the rain reaches the abstraction
        if rate * span <= -excess:
            return 0.0, 0.0, 0.0
        span += excess / rate
        return piece(0.0, retention_in, rate, span)
    runoff, grown, grown_double = piece(excess, retention_in, rate, span)
    return (
        runoff,
        integral[knot] + grown,
        double[knot] + integral[knot] * span + grown_double,
    )


@kernel
def tabulate(
    rain_hr: Floats,
    rain_in: Floats,
    retention_in: float,
    abstraction_in: float,
    integral: Floats,
    double: Floats,
) -> None:
    """Fill the integral and double integral of the runoff at each knot of the rain."""
    integral[0] = 0.0
    double[0] = 0.0
    for knot in range(rain_hr.shape[0] - 1):
        _, integral[knot + 1], double[knot + 1] = evaluate(
            rain_hr[knot + 1],
            knot,
            rain_hr,
            rain_in,
            retention_in,
            abstraction_in,
            integral,
            double,
        )


@kernel
def steepest_inph(
    rain_hr: Floats, rain_in: Floats, retention_in: float, abstraction_in: float
) -> tuple[float, float]:
    """
    Return the largest rate of runoff before any routing, and when it occurs.

    Within a piece the rate r (1 - S^2/(x + S)^2) grows with x, so the end of a piece has it.
    """
    best = 0.0
    best_hr = 0.0
    for knot in range(rain_hr.shape[0] - 1):
        end = rain_in[knot + 1] - abstraction_in
        if end <= 0.0:
            continue
        rate = (rain_in[knot + 1] - rain_in[knot]) / (rain_hr[knot + 1] - rain_hr[knot])
        rate *= 1.0 - (retention_in / (end + retention_in)) ** 2
        if rate > best:
            best = rate
            best_hr = rain_hr[knot + 1]
    return best, best_hr


@kernel
def piece_of(at_hr: float, rain_hr: Floats, hint: int) -> int:
    """Return the piece of rain that holds a time, searching onward or back from a hint."""
    knot = hint
    while knot > 0 and rain_hr[knot] > at_hr:
        knot -= 1
    while knot + 1 < rain_hr.shape[0] and rain_hr[knot + 1] <= at_hr:
        knot += 1
    return knot
