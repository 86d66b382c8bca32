"""
Level-pool routing of one pond, exact between the rows of its rating table.

Between two rows the outflow is a straight line in storage, O = O_c + b (S - S_c), and the inflow
of a step is the polynomial of fourth degree with the right flows and slopes at its ends and the
step's exact mean.  The continuity equation dS/dt = I - O is then linear, and is solved in closed
form up to the moment the storage leaves the row pair.  There is no step to choose: a pond of any
stiffness is routed without ringing, and storage and outflow volume are both integrated in closed
form, so that the volume balance is a check of the solution and not a definition.
"""

from __future__ import annotations

import math

import numpy as np

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import ABOVE_TABLE, NOT_FINISHED, OK, Floats

PER_HOUR = 3600.0
MOST_PIECES = 20000
ROOT_STEPS = 100
PROBES = 8
STRAIGHT_RATIO = 1e-9


@kernel
def _phi(rate: float, phi: Floats) -> None:
    """
    Fill the functions phi_0 .. phi_6 at z = -rate, phi_k(z) = sum_n z^n/(n + k)!.

    The solution of y' = -b y + t^k/k!, y(0) = 0, is t^(k+1) phi_(k+1)(-b t).
    """
    z = -rate
    if abs(z) < 1.0:
        last = 1.0
        for term in range(12 if abs(z) < 0.1 else 20, 6, -1):
            last = 1.0 + z / term * last
        phi[6] = last / 720.0
        phi[5] = 1.0 / 120.0 + z * phi[6]
        phi[4] = 1.0 / 24.0 + z * phi[5]
        phi[3] = 1.0 / 6.0 + z * phi[4]
        phi[2] = 0.5 + z * phi[3]
        phi[1] = 1.0 + z * phi[2]
        phi[0] = 1.0 + z * phi[1]
        return
    phi[0] = math.exp(z)
    phi[1] = (phi[0] - 1.0) / z
    phi[2] = (phi[1] - 1.0) / z
    phi[3] = (phi[2] - 0.5) / z
    phi[4] = (phi[3] - 1.0 / 6.0) / z
    phi[5] = (phi[4] - 1.0 / 24.0) / z
    phi[6] = (phi[5] - 1.0 / 120.0) / z


@kernel
def _advance(
    span: float, net: float, inflow: Floats, rate: float, phi: Floats
) -> tuple[float, float, float]:
    """
    Return rise of storage, net inflow at the end and the integral of the rise over a span.

    Net inflow starts at ``net``; ``inflow`` [5] holds the coefficients of the inflow in the time
    since the start; the outflow rises by ``rate`` for each unit of storage.
    """
    _phi(rate * span, phi)
    first = inflow[1]
    second = 2.0 * inflow[2]
    third = 6.0 * inflow[3]
    fourth = 24.0 * inflow[4]
    rise = span * (
        net * phi[1]
        + span
        * (
            first * phi[2]
            + span * (second * phi[3] + span * (third * phi[4] + span * fourth * phi[5]))
        )
    )
    after = net * phi[0] + span * (
        first * phi[1] + span * (second * phi[2] + span * (third * phi[3] + span * fourth * phi[4]))
    )
    area = (
        span
        * span
        * (
            net * phi[2]
            + span
            * (
                first * phi[3]
                + span * (second * phi[4] + span * (third * phi[5] + span * fourth * phi[6]))
            )
        )
    )
    return rise, after, area


@kernel
def _turning(span: float, net: float, inflow: Floats, rate: float, phi: Floats) -> float:
    """Return the time within a span at which the net inflow passes through zero."""
    low = 0.0
    high = span
    for _ in range(ROOT_STEPS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        _, after, _ = _advance(middle, net, inflow, rate, phi)
        if (after > 0.0) == (net > 0.0):
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@kernel
def _reaching(
    target: float,
    upward: bool,
    span: float,
    net: float,
    inflow: Floats,
    rate: float,
    phi: Floats,
) -> float:
    """Return the time within a span at which the rise passes a target, upward or downward."""
    low = 0.0
    high = span
    trial = 0.5 * span
    for _ in range(ROOT_STEPS):
        rise, after, _ = _advance(trial, net, inflow, rate, phi)
        if (rise < target) == upward:
            low = trial
        else:
            high = trial
        newton = low
        if abs(rise - target) < abs(after) * span:
            newton = trial - (rise - target) / after
        if newton <= low or newton >= high:
            newton = 0.5 * (low + high)
        settled = abs(newton - trial) <= 1e-14 * span
        trial = newton
        if settled:
            break
    return trial


@kernel
def inflow_at(inflow: Floats, at: float) -> float:
    """Return an inflow polynomial at a time."""
    return float(
        inflow[0] + at * (inflow[1] + at * (inflow[2] + at * (inflow[3] + at * inflow[4])))
    )


@kernel
def _shift(inflow: Floats, by: float) -> None:
    """Move the origin of an inflow polynomial onward."""
    for low in range(4):
        for power in range(3, low - 1, -1):
            inflow[power] += by * inflow[power + 1]


@kernel
def fit_inflow(
    step: float,
    start: float,
    end: float,
    start_slope: float,
    end_slope: float,
    mean: float,
    inflow: Floats,
) -> None:
    """
    Fill the inflow polynomial of a step: ends, slopes and mean exact.

    Where that would dip below zero the slopes are given up, and if need be the ends; the mean,
    and with it the volume, never is.
    """
    inflow[0] = start
    if abs(mean - 0.5 * (start + end)) <= STRAIGHT_RATIO * max(start, end):
        # a hydrograph given by points: straight, with corners at the stamps
        inflow[1] = (end - start) / step
        inflow[2] = 0.0
        inflow[3] = 0.0
        inflow[4] = 0.0
        return
    inflow[1] = start_slope
    inflow[2] = (3.0 * (end - start) / step - 2.0 * start_slope - end_slope) / step
    inflow[3] = (2.0 * (start - end) / step + start_slope + end_slope) / step**2
    cubic_mean = 0.5 * (start + end) + step * (start_slope - end_slope) / 12.0
    bubble = 30.0 * (mean - cubic_mean) / step**4
    inflow[2] += bubble * step**2
    inflow[3] -= 2.0 * bubble * step
    inflow[4] = bubble
    # coefficients on the Bernstein basis: where none is negative the polynomial is not
    near_start = start + 0.25 * step * start_slope
    near_end = end - 0.25 * step * end_slope
    if min(near_start, near_end, 5.0 * mean - start - near_start - near_end - end) >= 0.0:
        return
    for probe in range(1, PROBES):
        if inflow_at(inflow, step * probe / PROBES) < 0.0:
            break
    else:
        return
    inflow[1] = (6.0 * mean - 4.0 * start - 2.0 * end) / step
    inflow[2] = 3.0 * (start + end - 2.0 * mean) / step**2
    inflow[3] = 0.0
    inflow[4] = 0.0
    for probe in range(1, PROBES):
        if inflow_at(inflow, step * probe / PROBES) < 0.0:
            inflow[0] = mean
            inflow[1] = 0.0
            inflow[2] = 0.0
            return


@kernel
def route(
    step_hr: float,
    inflow_cfs: Floats,
    inflow_slope_cfsph: Floats,
    abrupt_cfs: Floats,
    inflow_cuft: Floats,
    first_storage_cuft: float,
    table_cuft: Floats,
    table_cfs: Floats,
    top_row: int,
    port_table_cfs: Floats,
    storage_cuft: Floats,
    flow_cfs: Floats,
    slope_cfsph: Floats,
    volume_cuft: Floats,
    port_peak_cfs: Floats,
    port_peak_hr: Floats,
    peaks: Floats,
) -> int:
    """
    Fill the storage and the outflow of each port at the stamps; return a status.

    Parameters
    ----------
    step_hr : float
        Time between stamps [hr]
    inflow_cfs, inflow_slope_cfsph : array [stamp]
        Inflow at the stamps [cfs] and its rate of change [cfs/hr]
    abrupt_cfs : array [stamp]
        Part of the inflow that is constant over the step ending at the stamp, without slope
    inflow_cuft : array [stamp]
        Volume of the whole inflow since time 0 [cu ft]
    first_storage_cuft : float
        Storage at time 0 [cu ft]
    table_cuft, table_cfs : array [row]
        The rating table: storage, strictly rising, and total outflow
    top_row : int
        Row of the top of the described storage; above it the status is ``ABOVE_TABLE``
    port_table_cfs : array [port, row]
        Outflow of each port; the ports add up to the total
    storage_cuft : array [stamp]
        Filled
    flow_cfs, slope_cfsph, volume_cuft : array [port, stamp]
        Filled: outflow, its rate of change, and its volume since time 0
    port_peak_cfs, port_peak_hr : array [port]
        Filled: largest outflow of each port, between stamps too
    peaks : array [4]
        Filled: peak storage and its time, peak total outflow and its time

    Returns
    -------
    int
        ``OK``, ``ABOVE_TABLE`` if the storage rose above ``top_row``, ``NOT_FINISHED`` if a
        step crossed too many rows
    """
    stamps = inflow_cfs.shape[0]
    ports = port_table_cfs.shape[0]
    rows = table_cuft.shape[0]
    bottom = table_cuft[0]
    held = PER_HOUR * table_cfs[0]
    status = OK
    passed = np.zeros(ports)
    inflow = np.zeros(5)
    phi = np.zeros(7)

    storage = max(first_storage_cuft, bottom)
    row = 0
    while row + 2 < rows and table_cuft[row + 1] <= storage:
        row += 1
    peaks[0] = storage
    peaks[1] = 0.0
    peaks[2] = -1.0
    peaks[3] = 0.0
    for port in range(ports):
        port_peak_cfs[port] = -1.0
        port_peak_hr[port] = 0.0

    for stamp in range(stamps):
        if stamp > 0:
            # inflow of the step in cu ft/hr
            steady = abrupt_cfs[stamp] - abrupt_cfs[stamp - 1]
            fit_inflow(
                step_hr,
                PER_HOUR * (inflow_cfs[stamp - 1] + steady),
                PER_HOUR * inflow_cfs[stamp],
                PER_HOUR * inflow_slope_cfsph[stamp - 1],
                PER_HOUR * inflow_slope_cfsph[stamp],
                (inflow_cuft[stamp] - inflow_cuft[stamp - 1]) / step_hr,
                inflow,
            )
            left = step_hr
            pieces = 0
            while left > 0.0:
                pieces += 1
                if pieces > MOST_PIECES:
                    return NOT_FINISHED
                rate = (
                    PER_HOUR
                    * (table_cfs[row + 1] - table_cfs[row])
                    / (table_cuft[row + 1] - table_cuft[row])
                )
                up = table_cuft[row + 1] - storage
                down = table_cuft[row] - storage
                # the same outflow from either side of a row, to the last bit
                net = inflow[0] - PER_HOUR * table_cfs[row] + rate * down
                if up == 0.0:
                    net = inflow[0] - PER_HOUR * table_cfs[row + 1]
                trend = net
                if trend == 0.0:
                    trend = inflow[1] if inflow[1] != 0.0 else inflow[2]
                if up <= 0.0 and trend > 0.0 and row + 2 < rows:
                    row += 1
                    continue
                if down >= 0.0 and trend < 0.0 and row > 0:
                    row -= 1
                    continue
                if storage <= bottom and net <= 0.0 and held > 0.0:
                    # empty, and the outlet would take more than comes: it passes what comes
                    span = left
                    if inflow_at(inflow, left) > held:
                        low = 0.0
                        for _ in range(ROOT_STEPS):
                            middle = 0.5 * (low + span)
                            if inflow_at(inflow, middle) > held:
                                span = middle
                            else:
                                low = middle
                    came = span * (
                        inflow[0]
                        + span
                        * (
                            inflow[1] / 2.0
                            + span
                            * (inflow[2] / 3.0 + span * (inflow[3] / 4.0 + span * inflow[4] / 5.0))
                        )
                    )
                    for port in range(ports):
                        passed[port] += came * port_table_cfs[port, 0] / table_cfs[0]
                    _shift(inflow, span)
                    left = 0.0 if span >= left else left - span
                    continue

                span = left
                rise, after, area = _advance(span, net, inflow, rate, phi)
                turned = (net > 0.0) != (after > 0.0) and net != 0.0
                crossing = 0
                if turned:
                    turn = _turning(span, net, inflow, rate, phi)
                    turn_rise, _, _ = _advance(turn, net, inflow, rate, phi)
                    if (turn_rise > up and row + 2 < rows) or (
                        turn_rise < down and (row > 0 or held > 0.0)
                    ):
                        span = turn
                        rise = turn_rise
                    elif turn_rise + storage > peaks[0]:
                        peaks[0] = turn_rise + storage
                        peaks[1] = stamp * step_hr - left + turn
                    if span == left:
                        # outflow turns where the storage does
                        level = storage + turn_rise
                        part = (level - table_cuft[row]) / (table_cuft[row + 1] - table_cuft[row])
                        at_hr = stamp * step_hr - left + turn
                        _note_peaks(
                            part, row, at_hr, table_cfs, port_table_cfs,
                            port_peak_cfs, port_peak_hr, peaks,
                        )  # fmt: skip
                if rise > up and row + 2 < rows:
                    crossing = 1
                    span = _reaching(up, True, span, net, inflow, rate, phi)
                elif rise < down and (row > 0 or held > 0.0):
                    crossing = -1
                    span = _reaching(down, False, span, net, inflow, rate, phi)
                if crossing != 0 or span != left:
                    rise, after, area = _advance(span, net, inflow, rate, phi)
                before = storage
                storage = before + rise
                if crossing == 1:
                    storage = table_cuft[row + 1]
                elif crossing == -1:
                    storage = table_cuft[row]
                storage = max(storage, bottom)
                for port in range(ports):
                    slope = (port_table_cfs[port, row + 1] - port_table_cfs[port, row]) / (
                        table_cuft[row + 1] - table_cuft[row]
                    )
                    at_start = port_table_cfs[port, row] + slope * (before - table_cuft[row])
                    passed[port] += PER_HOUR * (at_start * span + slope * area)
                _shift(inflow, span)
                left = 0.0 if span >= left else left - span
                if crossing != 0:
                    part = (storage - table_cuft[row]) / (table_cuft[row + 1] - table_cuft[row])
                    _note_peaks(
                        part, row, stamp * step_hr - left, table_cfs, port_table_cfs,
                        port_peak_cfs, port_peak_hr, peaks,
                    )  # fmt: skip
                if storage > peaks[0]:
                    peaks[0] = storage
                    peaks[1] = stamp * step_hr - left

        width = table_cuft[row + 1] - table_cuft[row]
        part = (storage - table_cuft[row]) / width
        total = table_cfs[row] + part * (table_cfs[row + 1] - table_cfs[row])
        net = PER_HOUR * (inflow_cfs[stamp] - total)
        passing = storage <= bottom and held > 0.0 and net < 0.0
        storage_cuft[stamp] = storage
        for port in range(ports):
            low_cfs = port_table_cfs[port, row]
            change = port_table_cfs[port, row + 1] - low_cfs
            flow_cfs[port, stamp] = low_cfs + part * change
            slope_cfsph[port, stamp] = change / width * net
            if passing:
                flow_cfs[port, stamp] = inflow_cfs[stamp] * low_cfs / table_cfs[0]
                slope_cfsph[port, stamp] = 0.0
            volume_cuft[port, stamp] = passed[port]
        if not passing:
            _note_peaks(
                part, row, stamp * step_hr, table_cfs, port_table_cfs,
                port_peak_cfs, port_peak_hr, peaks,
            )  # fmt: skip
        else:
            for port in range(ports):
                if flow_cfs[port, stamp] > port_peak_cfs[port]:
                    port_peak_cfs[port] = flow_cfs[port, stamp]
                    port_peak_hr[port] = stamp * step_hr
            if inflow_cfs[stamp] > peaks[2]:
                peaks[2] = inflow_cfs[stamp]
                peaks[3] = stamp * step_hr
    if peaks[0] > table_cuft[top_row]:
        status = ABOVE_TABLE
    return status


@kernel
def _note_peaks(
    part: float,
    row: int,
    at_hr: float,
    table_cfs: Floats,
    port_table_cfs: Floats,
    port_peak_cfs: Floats,
    port_peak_hr: Floats,
    peaks: Floats,
) -> None:
    """Keep the outflows at a point between two rows where they exceed those seen before."""
    total = table_cfs[row] + part * (table_cfs[row + 1] - table_cfs[row])
    if total > peaks[2]:
        peaks[2] = total
        peaks[3] = at_hr
    for port in range(port_table_cfs.shape[0]):
        low = port_table_cfs[port, row]
        flow = low + part * (port_table_cfs[port, row + 1] - low)
        if flow > port_peak_cfs[port]:
            port_peak_cfs[port] = flow
            port_peak_hr[port] = at_hr
