"""Closed forms of the runoff and its integrals against fine sums."""

from __future__ import annotations

import numpy as np
import pytest

from hydrocalc.kernels.runoff import evaluate, piece, tabulate

RAIN_HR = np.array([0.0, 2.0, 5.0, 5.5, 6.0, 9.0, 24.0])
RAIN_IN = np.array([0.0, 0.4, 1.1, 2.6, 3.2, 3.2, 4.0])


def _fine(cn: float, ia_ratio: float = 0.2) -> tuple[np.ndarray, ...]:
    """Return times, runoff and its two integrals by Simpson-fine sums."""
    retention = 1000.0 / cn - 10.0
    time = np.linspace(0.0, 30.0, 3_000_001)
    rain = np.interp(time, RAIN_HR, RAIN_IN)
    excess = np.maximum(rain - ia_ratio * retention, 0.0)
    runoff = np.divide(excess**2, excess + retention, out=excess.copy(), where=excess > 0)
    step = time[1]
    single = np.concatenate([[0.0], np.cumsum((runoff[1:] + runoff[:-1]) * step / 2)])
    double = np.concatenate([[0.0], np.cumsum((single[1:] + single[:-1]) * step / 2)])
    return time, runoff, single, double


@pytest.mark.parametrize("cn", [40.0, 65.0, 80.0, 98.0, 100.0])
def test_integrals_equal_fine_sums(cn: float) -> None:
    retention = 1000.0 / cn - 10.0
    abstraction = 0.2 * retention
    single, double = np.zeros(len(RAIN_HR)), np.zeros(len(RAIN_HR))
    tabulate(RAIN_HR, RAIN_IN, retention, abstraction, single, double)
    time, runoff, fine_single, fine_double = _fine(cn)
    for at in (1.0, 4.3, 5.2, 5.9, 7.0, 20.0, 29.0):
        knot = int(np.searchsorted(RAIN_HR, at, side="right")) - 1
        got = evaluate(at, knot, RAIN_HR, RAIN_IN, retention, abstraction, single, double)
        index = round(at / time[1])
        assert got[0] == pytest.approx(runoff[index], rel=1e-9, abs=1e-12)
        assert got[1] == pytest.approx(fine_single[index], rel=1e-7, abs=1e-9)
        assert got[2] == pytest.approx(fine_double[index], rel=1e-7, abs=1e-9)


def test_series_and_logarithm_meet() -> None:
    """Either side of the switch between the series and the logarithm gives the same numbers."""
    for ratio in (0.0199999, 0.0200001):
        retention, excess = 3.0, 0.5
        span = ratio * (retention + excess) / 1.7
        got = piece(excess, retention, 1.7, span)
        nodes, weights = np.polynomial.legendre.leggauss(12)
        at = span * (nodes + 1) / 2
        runoff = (excess + 1.7 * at) ** 2 / (excess + 1.7 * at + retention)
        assert got[1] == pytest.approx(float(np.sum(weights * runoff) * span / 2), rel=1e-13)
        inner = float(np.sum(weights * runoff * (span - at)) * span / 2)
        assert got[2] == pytest.approx(inner, rel=1e-12)


def test_no_runoff_below_the_initial_abstraction() -> None:
    retention = 1000.0 / 40.0 - 10.0
    single, double = np.zeros(len(RAIN_HR)), np.zeros(len(RAIN_HR))
    tabulate(RAIN_HR, RAIN_IN, retention, 5.0, single, double)
    assert np.all(single == 0.0)
    assert np.all(double == 0.0)
