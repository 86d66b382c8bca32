"""Closed forms of the runoff and its integrals against fine sums."""

from __future__ import annotations

import numpy as np
import pytest

from hydrocalc.kernels.runoff import at_time, cell_of, fill_cells, most_cells, piece

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


def _cells(
    ratio: list[float], retention: list[float], abstraction: list[float]
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the cells of a rain and their number."""
    parts = [np.array(column) for column in (ratio, retention, abstraction)]
    most = most_cells(RAIN_HR, RAIN_IN, parts[1], parts[2])
    cell_hr, cell = np.zeros(most), np.zeros((most, 8))
    cells = fill_cells(RAIN_HR, RAIN_IN, *parts, cell_hr, cell)
    assert cells <= most
    return cell_hr, cell, cells


@pytest.mark.parametrize("cn", [40.0, 65.0, 80.0, 98.0, 100.0])
def test_integrals_equal_fine_sums(cn: float) -> None:
    retention = 1000.0 / cn - 10.0
    abstraction = 0.2 * retention
    cell_hr, cell, cells = _cells([1.0], [retention], [abstraction])
    time, runoff, fine_single, fine_double = _fine(cn)
    for at in (1.0, 4.3, 5.2, 5.9, 7.0, 20.0, 29.0):
        row = cell_of(at, cell_hr, cells, 0)
        got = at_time(at - cell_hr[row], row, cell)
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
    _, cell, cells = _cells([1.0], [retention], [5.0])
    assert np.all(cell[:cells] == 0.0)


@pytest.mark.parametrize("cn", [41.0, 80.0, 99.0, 99.9])
def test_cells_join(cn: float) -> None:
    """The polynomial of each cell ends where the next begins, for Q and both integrals."""
    retention = 1000.0 / cn - 10.0
    cell_hr, cell, cells = _cells([1.0], [retention], [0.2 * retention])
    for row in range(cells - 1):
        end = at_time(cell_hr[row + 1] - cell_hr[row], row, cell)
        begin = at_time(0.0, row + 1, cell)
        assert end == pytest.approx(begin, rel=1e-11, abs=2e-12)


def test_parts_add() -> None:
    """Two parts give the area-weighted sum of what each gives alone."""
    both = _cells([0.3, 0.7], [4.0, 0.2], [0.8, 0.04])
    alone = [_cells([1.0], [4.0], [0.8]), _cells([1.0], [0.2], [0.04])]
    for at in (2.1, 5.2, 5.7, 8.0, 26.0):
        values = []
        for cell_hr, cell, cells in (both, *alone):
            row = cell_of(at, cell_hr, cells, 0)
            values.append(np.array(at_time(at - cell_hr[row], row, cell)))
        np.testing.assert_allclose(values[0], 0.3 * values[1] + 0.7 * values[2], rtol=1e-11)
