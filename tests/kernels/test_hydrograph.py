"""The exact convolution against a brute-force sum, and what must hold for any hydrograph."""

from __future__ import annotations

import numpy as np
import pytest

from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.kernels.hydrograph import exact_hydrograph, excess_hydrograph, peak_between
from hydrocalc.kernels.runoff import fill_cells, most_cells

CFS_PER_ACRE_INPH = 43560.0 / 12.0 / 3600.0


def hydrograph(
    storm: str,
    depth_in: float,
    cn: float,
    tc_hr: float,
    step_hr: float,
    hours: float,
    shape: str = "scs_484",
    area_ac: float = 10.0,
) -> dict[str, np.ndarray | float]:
    time, rain = rainfall.mass_curve_in(rainfall.distribution(storm), depth_in)
    made = unit_hydrograph.unit_hydrograph(shape)
    tau, change = unit_hydrograph.ramp_coefficients(made)
    tp = unit_hydrograph.time_to_peak_hr(tc_hr, made.peak_index)
    retention = np.array([1000.0 / cn - 10.0])
    abstraction = 0.2 * retention
    most = most_cells(time, rain, retention, abstraction)
    cell_hr, cell = np.zeros(most), np.zeros((most, 8))
    cells = fill_cells(time, rain, np.ones(1), retention, abstraction, cell_hr, cell)
    stamps = round(hours / step_hr) + 1
    flow, slope, volume = np.zeros(stamps), np.zeros(stamps), np.zeros(stamps)
    peak, peak_hr = exact_hydrograph(
        step_hr, area_ac, tp, tau, change, cell_hr, cell, cells, flow, slope, volume
    )
    return {
        "flow": flow, "slope": slope, "volume": volume, "peak": peak, "peak_hr": peak_hr,
        "tau": tau * tp, "change": change / tp**2, "time": time, "rain": rain,
        "retention": retention[0], "abstraction": abstraction[0], "area": area_ac,
    }  # fmt: skip


def _runoff(rain: np.ndarray, retention: float, abstraction: float) -> np.ndarray:
    excess = np.maximum(rain - abstraction, 0.0)
    return np.divide(excess**2, excess + retention, out=excess.copy(), where=excess > 0)


@pytest.mark.parametrize(
    ("storm", "cn", "tc_hr"),
    [("II", 80.0, 0.25), ("III", 55.0, 0.1), ("N10_B", 98.0, 0.5), ("IA", 100.0, 2.0)],
)
def test_equals_a_brute_force_sum(storm: str, cn: float, tc_hr: float) -> None:
    made = hydrograph(storm, 5.0, cn, tc_hr, 0.1, 30.0)
    # mid-step unit hydrograph ordinates times runoff increments, at a very fine step
    step = tc_hr / 2000.0
    fine = np.arange(0.0, 25.0, step)
    depth = _runoff(
        np.interp(fine, made["time"], made["rain"]), made["retention"], made["abstraction"]
    )
    increments = np.diff(depth)
    middles = fine[:-1] + step / 2
    stamps = np.arange(len(made["flow"])) * 0.1
    for stamp in np.argsort(made["flow"])[-3:]:
        since = stamps[stamp] - middles
        ordinates = np.zeros_like(since)
        for tau, change in zip(made["tau"], made["change"], strict=True):
            ordinates += change * np.maximum(since - tau, 0.0)
        brute = float(np.sum(increments * ordinates)) * made["area"] * CFS_PER_ACRE_INPH
        assert made["flow"][stamp] == pytest.approx(brute, rel=3e-6)


@pytest.mark.compiled
@pytest.mark.parametrize("storm", rainfall.distribution_ids())
@pytest.mark.parametrize(
    ("cn", "tc_min"), [(40.0, 5.0), (75.0, 15.0), (98.0, 60.0), (100.0, 600.0)]
)
def test_peak_does_not_depend_on_the_output_step(storm: str, cn: float, tc_min: float) -> None:
    peaks = [
        hydrograph(storm, 6.0, cn, tc_min / 60.0, step, 48.0)["peak"]
        for step in (0.1, 0.05, 0.01, 0.002)
    ]
    for peak in peaks:
        assert peak == pytest.approx(peaks[-1], rel=1e-9)


@pytest.mark.parametrize("shape", ["scs_484", "delmarva_284", "gamma_200", "gamma_433"])
@pytest.mark.parametrize("cn", [45.0, 80.0, 100.0])
def test_volume_is_exact(shape: str, cn: float) -> None:
    made = hydrograph("II", 4.0, cn, 0.3, 0.05, 60.0, shape)
    depth = _runoff(np.array([4.0]), made["retention"], made["abstraction"])[0]
    assert made["volume"][-1] == pytest.approx(depth * made["area"] * 3630.0, rel=1e-9)
    # the flows themselves hold the same volume: trapezoids with the end slopes
    flow = made["flow"]
    sums = 0.05 * 3600.0 * (np.sum(flow) - 0.5 * (flow[0] + flow[-1]))
    assert sums == pytest.approx(made["volume"][-1], rel=2e-3)


def test_doubling_the_area_doubles_the_flow() -> None:
    one = hydrograph("II", 4.0, 80.0, 0.3, 0.05, 30.0, area_ac=10.0)
    two = hydrograph("II", 4.0, 80.0, 0.3, 0.05, 30.0, area_ac=20.0)
    np.testing.assert_allclose(two["flow"], 2.0 * one["flow"], rtol=1e-14)


def test_slopes_are_those_of_the_flow() -> None:
    made = hydrograph("II", 4.0, 80.0, 0.5, 0.002, 14.0)
    central = (made["flow"][2:] - made["flow"][:-2]) / 0.004
    scale = np.max(np.abs(made["slope"]))
    assert np.max(np.abs(central - made["slope"][1:-1])) < 2e-3 * scale


def test_no_travel_time_gives_the_excess_itself() -> None:
    depth = np.array([0.0, 0.1, 0.4, 0.4])
    flow, slope, volume = np.zeros(4), np.zeros(4), np.zeros(4)
    excess_hydrograph(0.5, 2.0, depth, flow, slope, volume)
    np.testing.assert_allclose(flow, 2.0 * CFS_PER_ACRE_INPH * np.array([0, 0.2, 0.6, 0]))
    np.testing.assert_allclose(volume, depth * 2.0 * 3630.0)


def test_peak_between_stamps_of_a_parabola() -> None:
    time = np.arange(6) * 0.5
    flow = 10.0 - (time - 1.2) ** 2
    peak, at = peak_between(0.5, flow, -2.0 * (time - 1.2))
    assert peak == pytest.approx(10.0, rel=1e-12)
    assert at == pytest.approx(1.2, abs=1e-9)
