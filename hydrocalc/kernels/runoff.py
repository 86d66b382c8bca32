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
LONGEST_RATIO = 0.005
"""Growth of the rain within a cell over x + S: its sixth power is below rounding."""
SHORTEST_HR = 1e-12


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
def most_cells(
    rain_hr: Floats, rain_in: Floats, retention_in: Floats, abstraction_in: Floats
) -> int:
    """Return a number of cells that :func:`fill_cells` does not exceed."""
    count = rain_hr.shape[0] + 1
    for part in range(retention_in.shape[0]):
        excess = rain_in[-1] - abstraction_in[part]
        if excess > 0.0 and retention_in[part] > 0.0:
            growth = math.log1p(excess / retention_in[part]) / math.log1p(LONGEST_RATIO)
            count += math.ceil(growth) + 3
    return int(count)


@kernel
def fill_cells(
    rain_hr: Floats,
    rain_in: Floats,
    part_ratio: Floats,
    retention_in: Floats,
    abstraction_in: Floats,
    cell_hr: Floats,
    cell: Floats,
) -> int:
    """
    Fill the runoff of an area as short pieces of time on which it is a polynomial.

    Within a piece of rain, S^2/(x + S) is the sum of a geometric series in r u/X; pieces are cut
    so short that six terms hold it to rounding.  Values at the start of each piece come from the
    closed form, so that nothing accumulates.

    Parameters
    ----------
    rain_hr, rain_in : array [knot]
        Cumulative rain, straight between knots
    part_ratio, retention_in, abstraction_in : array [part]
        Share of the area, retention and initial abstraction of its parts
    cell_hr : array [cell]
        Filled: start of each piece
    cell : array [cell, 8]
        Filled: coefficients 0 to 5 of the runoff depth Q in the time since the start, then the
        integral of Q and its integral, both from time 0 to the start

    Returns
    -------
    int
        Number of cells; after the start of the last no rain falls
    """
    count = 0
    integral = 0.0
    double = 0.0
    for knot in range(rain_hr.shape[0]):
        at_hr = rain_hr[knot]
        fallen = rain_in[knot]
        end_hr = at_hr
        rate = 0.0
        if knot + 1 < rain_hr.shape[0]:
            end_hr = rain_hr[knot + 1]
            rate = (rain_in[knot + 1] - fallen) / (end_hr - at_hr)
        while True:
            span = end_hr - at_hr
            if rate > 0.0:
                for part in range(part_ratio.shape[0]):
                    excess = fallen - abstraction_in[part]
                    if excess < 0.0:
                        # a cell ends where runoff begins
                        begins = -excess / rate
                        if begins > SHORTEST_HR:
                            span = min(span, begins)
                    elif retention_in[part] > 0.0:
                        span = min(span, LONGEST_RATIO * (excess + retention_in[part]) / rate)
            if end_hr - at_hr - span < SHORTEST_HR:
                span = end_hr - at_hr
            cell_hr[count] = at_hr
            cell[count, :6] = 0.0
            cell[count, 6] = integral
            cell[count, 7] = double
            grown = 0.0
            grown_double = 0.0
            for part in range(part_ratio.shape[0]):
                excess = fallen - abstraction_in[part]
                if excess < 0.0:
                    if excess < -SHORTEST_HR * rate:
                        continue
                    excess = 0.0
                share = part_ratio[part]
                retention = retention_in[part]
                _, one, two = piece(excess, retention, rate, span)
                grown += share * one
                grown_double += share * two
                cell[count, 0] += share * (excess - retention)
                cell[count, 1] += share * rate
                if retention > 0.0:
                    base = excess + retention
                    term = share * retention * retention / base
                    for power in range(6):
                        cell[count, power] += term
                        term *= -rate / base
            double += integral * span + grown_double
            integral += grown
            count += 1
            at_hr += span
            fallen += rate * span
            if span <= 0.0 or at_hr >= end_hr:
                break
    return count


@kernel
def at_time(since: float, row: int, cell: Floats) -> tuple[float, float, float]:
    """Return Q, its integral and double integral at a time since the start of a cell."""
    q0, q1, q2 = cell[row, 0], cell[row, 1], cell[row, 2]
    q3, q4, q5 = cell[row, 3], cell[row, 4], cell[row, 5]
    runoff = q0 + since * (q1 + since * (q2 + since * (q3 + since * (q4 + since * q5))))
    single = since * (
        q0
        + since
        * (
            q1 * (1 / 2)
            + since
            * (
                q2 * (1 / 3)
                + since * (q3 * (1 / 4) + since * (q4 * (1 / 5) + since * q5 * (1 / 6)))
            )
        )
    )
    double = (
        since
        * since
        * (
            q0 * (1 / 2)
            + since
            * (
                q1 * (1 / 6)
                + since
                * (
                    q2 * (1 / 12)
                    + since * (q3 * (1 / 20) + since * (q4 * (1 / 30) + since * q5 * (1 / 42)))
                )
            )
        )
    )
    return runoff, cell[row, 6] + single, cell[row, 7] + cell[row, 6] * since + double


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
def cell_of(at_hr: float, cell_hr: Floats, count: int, hint: int) -> int:
    """Return the cell that holds a time, searching onward or back from a hint."""
    row = hint
    while row > 0 and cell_hr[row] > at_hr:
        row -= 1
    while row + 1 < count and cell_hr[row + 1] <= at_hr:
        row += 1
    return row
