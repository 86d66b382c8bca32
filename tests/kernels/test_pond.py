"""Pond routing against a fine ODE solution, closed forms and what water must do."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.kernels.arrays import ABOVE_TABLE, OK
from hydrocalc.kernels.hydrograph import exact_hydrograph
from hydrocalc.kernels.pond import route
from hydrocalc.kernels.runoff import fill_cells, most_cells


def routed(
    step_hr: float,
    inflow: np.ndarray,
    volume: np.ndarray,
    table_cuft: np.ndarray,
    table_cfs: np.ndarray,
    first_cuft: float = 0.0,
    ports: np.ndarray | None = None,
    slope: np.ndarray | None = None,
) -> dict[str, np.ndarray]:
    ports = table_cfs[None, :].copy() if ports is None else ports
    stamps, count = len(inflow), len(ports)
    slope = np.gradient(inflow, step_hr) if slope is None else slope
    out = {
        "storage": np.zeros(stamps), "flow": np.zeros((count, stamps)),
        "slope": np.zeros((count, stamps)), "volume": np.zeros((count, stamps)),
        "port_peak": np.zeros(count), "port_peak_hr": np.zeros(count), "peaks": np.zeros(4),
    }  # fmt: skip
    out["status"] = route(
        step_hr, inflow, slope, np.zeros(stamps), volume,
        first_cuft, table_cuft, table_cfs,
        len(table_cuft) - 1, ports, out["storage"], out["flow"], out["slope"], out["volume"],
        out["port_peak"], out["port_peak_hr"], out["peaks"],
    )  # fmt: skip
    return out


def triangle(step_hr: float, hours: float, peak: float, rise: float, base: float):
    """Return times, a triangular inflow at stamps, its volume, and the function."""

    def flow(at: np.ndarray | float) -> np.ndarray:
        return np.interp(at, [0.0, rise, base], [0.0, peak, 0.0], right=0.0)

    time = np.arange(round(hours / step_hr) + 1) * step_hr

    def passed(at: float) -> float:
        up = min(at, rise)
        total = peak * up * up / (2 * rise)
        if at > rise:
            left = max(base - at, 0.0)
            total += peak * (base - rise) / 2 - peak * left * left / (2 * (base - rise))
        return 3600.0 * total

    return time, flow(time), np.array([passed(at) for at in time]), flow


def test_linear_reservoir_with_constant_inflow() -> None:
    """S approaches I k exponentially: S = I k (1 - exp(-t/k))."""
    k_hr = 0.7
    table_cuft = np.array([0.0, 1e6])
    table_cfs = table_cuft / (k_hr * 3600.0)
    time = np.arange(101) * 0.1
    out = routed(0.1, np.full(101, 20.0), 20.0 * 3600.0 * time, table_cuft, table_cfs)
    expected = 20.0 * k_hr * 3600.0 * (1.0 - np.exp(-time / k_hr))
    np.testing.assert_allclose(out["storage"], expected, rtol=1e-12, atol=1e-6)
    assert out["status"] == OK


def test_filling_with_no_outlet() -> None:
    time, inflow, volume, _ = triangle(0.1, 5.0, 30.0, 1.0, 3.0)
    out = routed(0.1, inflow, volume, np.array([0.0, 1e6]), np.zeros(2))
    np.testing.assert_allclose(out["storage"], volume, rtol=1e-12, atol=1e-6)
    assert np.all(out["flow"] == 0.0)
    del time


def test_recession_by_the_power_1_5() -> None:
    """With O = a S^1.5 and no inflow, S = (S0^-0.5 + a t/2)^-2."""
    a = 2e-5
    table_cuft = np.linspace(0.0, 40000.0, 20001)
    table_cfs = a / 3600.0 * table_cuft**1.5
    time = np.arange(201) * 0.05
    out = routed(0.05, np.zeros(201), np.zeros(201), table_cuft, table_cfs, 30000.0)
    expected = (30000.0**-0.5 + a * time / 2.0) ** -2
    np.testing.assert_allclose(out["storage"], expected, rtol=1e-6)


def test_constant_inflow_comes_to_steady_state() -> None:
    table_cuft = np.array([0.0, 100.0, 200.0])
    table_cfs = np.array([0.0, 5.0, 50.0])
    out = routed(0.1, np.full(200, 20.0), 20.0 * 360.0 * np.arange(200), table_cuft, table_cfs)
    assert out["flow"][0, -1] == pytest.approx(20.0, rel=1e-12)
    assert np.all(np.diff(out["flow"][0]) >= -1e-12)


# storage in cu ft by depth, outflow in cfs by depth, depths
STIFF = {
    "box of 50 sq ft, 4-ft orifice, 30-ft weir": (
        lambda h: 50.0 * h,
        lambda h: 0.6 * math.pi * 4.0 * 8.025 * np.where(
            h >= 4.0, np.sqrt(np.maximum(h - 2.0, 0)), math.sqrt(2.0) * (h / 4.0) ** 1.5
        ) + 100.0 * np.maximum(h - 5.0, 0) ** 1.5, 60.0,
    ),
    "catch basin of 1 sq ft": (lambda h: 1.0 * h, lambda h: 12.0 * h**1.5, 20.0),
    "lake of 10 acres": (lambda h: 435600.0 * h, lambda h: 30.0 * h**1.5, 40.0),
    "two-stage riser": (
        lambda h: 4000.0 * h + 600.0 * h * h,
        lambda h: 1.5 * np.sqrt(h) * np.minimum(h, 1.0)
        + 40.0 * np.maximum(h - 2.0, 0) ** 1.5 + 200.0 * np.maximum(h - 3.0, 0) ** 1.5, 60.0,
    ),
    "flat floor": (lambda h: 9000.0 * h, lambda h: 3.0 * np.sqrt(h), 8.0),
}  # fmt: skip


# further ponds, under the hydrograph of a short time of concentration only
MORE = {
    "50 cu ft under a 4-ft riser": (
        lambda h: 12.5 * h, lambda h: 41.8 * np.maximum(h - 0.5, 0) ** 1.5 + 0.2 * h, 30.0,
    ),
    "outlet that passes a hundred times the inflow": (
        lambda h: 2000.0 * h, lambda h: 3000.0 * h**1.5, 20.0,
    ),
    "cone that begins at a point": (
        lambda h: 300.0 * h**3, lambda h: 6.0 * h**1.5, 30.0,
    ),
    "v-notch on a small tank": (lambda h: 30.0 * h, lambda h: 2.5 * h**2.5, 15.0),
    "pipe vault, wide then narrow": (
        lambda h: 6000.0 * h - 200.0 * h * h, lambda h: 4.8 * np.sqrt(h) * np.minimum(h, 1.0), 25.0,
    ),
    "orifice and very wide spillway": (
        lambda h: 3000.0 * h,
        lambda h: 2.0 * np.sqrt(h) * np.minimum(h, 1.0) + 1500.0 * np.maximum(h - 2.0, 0) ** 1.5,
        80.0,
    ),
    "linear reservoir of two minutes": (lambda h: 120.0 * h, lambda h: 1.0 * h, 10.0),
}  # fmt: skip
CASES = [
    *((kind, inflow) for kind in STIFF for inflow in ("triangle", "steady", "scs")),
    *((kind, "scs") for kind in MORE),
]


def _table(store, outflow, highest: float = 12.0) -> tuple[np.ndarray, np.ndarray]:
    depth = np.unique(
        np.concatenate([np.linspace(0, highest, 4001), np.geomspace(1e-6, 1, 400),
                        2 + np.geomspace(1e-6, 1, 300), 3 + np.geomspace(1e-6, 1, 300),
                        5 + np.geomspace(1e-6, 1, 300)])
    )  # fmt: skip
    return store(depth), outflow(depth)


def steady(step_hr: float, hours: float, peak: float):
    """Return a constant inflow, as ``triangle`` does."""
    time = np.arange(round(hours / step_hr) + 1) * step_hr
    return time, np.full(len(time), peak), 3600.0 * peak * time, lambda at: peak


def scs_hydrograph(step_hr: float, hours: float) -> dict[str, np.ndarray | float]:
    """Return the hydrograph of 10 acres, CN 85, Tc 9 min under 5 in of Type II rain."""
    time, rain = rainfall.mass_curve_in(rainfall.distribution("II"), 5.0)
    tau, change = unit_hydrograph.ramp_coefficients(unit_hydrograph.unit_hydrograph("scs_484"))
    retention = np.array([1000.0 / 85.0 - 10.0])
    most = most_cells(time, rain, retention, 0.2 * retention)
    cell_hr, cell = np.zeros(most), np.zeros((most, 8))
    cells = fill_cells(time, rain, np.ones(1), retention, 0.2 * retention, cell_hr, cell)
    flow, slope, volume = (np.zeros(round(hours / step_hr) + 1) for _ in range(3))
    tp_hr = unit_hydrograph.time_to_peak_hr(0.15, 10)
    peak, _ = exact_hydrograph(
        step_hr, 10.0, tp_hr, tau, change, cell_hr, cell, cells, flow, slope, volume
    )
    return {"flow": flow, "slope": slope, "volume": volume, "peak": peak}


def scs(step_hr: float, hours: float, peak: float):
    """Return that hydrograph from hour 10 on, scaled to a peak."""
    shape = scs_hydrograph(step_hr, 10.0 + hours)
    fine = scs_hydrograph(0.002, 10.0 + hours)
    scale = peak / float(shape["peak"])
    first = round(10.0 / step_hr)
    inflow = np.asarray(shape["flow"])[first:] * scale
    volume = (np.asarray(shape["volume"])[first:] - np.asarray(shape["volume"])[first]) * scale
    slope = np.asarray(shape["slope"])[first:] * scale
    at_fine = np.arange(len(fine["flow"])) * 0.002 - 10.0
    return slope, inflow, volume, lambda at: np.interp(at, at_fine, fine["flow"] * scale)


INFLOWS = {
    "triangle": lambda step, peak: triangle(step, 6.0, peak, 1.0, 3.0),
    "steady": lambda step, peak: steady(step, 6.0, peak),
    "scs": lambda step, peak: scs(step, 6.0, peak),
}


def _turns(flow: np.ndarray, least: float) -> int:
    """Return how often a flow turns by more than a least amount."""
    turns, direction, extreme = 0, 0, flow[0]
    for value in flow:
        if direction >= 0 and value < extreme - least:
            turns += direction > 0
            direction, extreme = -1, value
        elif direction <= 0 and value > extreme + least:
            turns += direction < 0
            direction, extreme = 1, value
        elif (direction >= 0 and value > extreme) or (direction <= 0 and value < extreme):
            extreme = value
    return turns


@pytest.mark.parametrize("step_hr", [0.1, 0.05, 1.0 / 60.0])
@pytest.mark.parametrize(("kind", "inflow_kind"), CASES)
def test_against_the_ode(kind: str, inflow_kind: str, step_hr: float) -> None:
    store, outflow, peak_in = (STIFF | MORE)[kind]
    table_cuft, table_cfs = _table(store, outflow)
    known, inflow, volume, function = INFLOWS[inflow_kind](step_hr, peak_in)
    slope = known if inflow_kind == "scs" else None
    out = routed(step_hr, inflow, volume, table_cuft, table_cfs, slope=slope)
    solution = solve_ivp(
        lambda at, stored: [
            3600.0 * (float(function(at)) - float(np.interp(stored[0], table_cuft, table_cfs)))
        ],
        (0.0, 6.0), [0.0], method="LSODA", rtol=1e-8, atol=1e-6, max_step=0.01,
        dense_output=True,
    )  # fmt: skip
    fine = np.linspace(0.0, 6.0, 30001)
    exact = np.interp(solution.sol(fine)[0], table_cuft, table_cfs)
    assert out["peaks"][2] == pytest.approx(float(np.max(exact)), rel=1e-3)
    balance = volume[-1] - out["volume"][0, -1] - out["storage"][-1]
    assert abs(balance) < 1e-7 * volume[-1]
    flow = out["flow"][0]
    at_stamps = np.interp(np.arange(len(flow)) * step_hr, fine, exact)
    least = 1e-3 * float(np.max(exact))
    assert _turns(flow, least) <= _turns(at_stamps, 0.1 * least)
    assert np.all(out["storage"] >= 0.0)


def test_drain_down_never_goes_below_empty() -> None:
    store, outflow, _ = STIFF["catch basin of 1 sq ft"]
    table_cuft, table_cfs = _table(store, outflow)
    out = routed(0.1, np.zeros(100), np.zeros(100), table_cuft, table_cfs, 8.0)
    assert np.all(np.diff(out["storage"]) <= 0.0)
    assert out["storage"][-1] >= 0.0
    assert out["volume"][0, -1] + out["storage"][-1] == pytest.approx(8.0, rel=1e-9)


def test_constant_outflow_empties_the_pond_and_then_passes_the_inflow() -> None:
    """An outlet that takes 2 cfs even when empty: inflow of 1 cfs goes straight through."""
    table_cuft = np.array([0.0, 1000.0])
    table_cfs = np.array([2.0, 2.0])
    time = np.arange(61) * 0.05
    out = routed(0.05, np.ones(61), 3600.0 * time, table_cuft, table_cfs, 900.0)
    empty_hr = 900.0 / 3600.0
    expected = np.maximum(900.0 - 3600.0 * time, 0.0)
    np.testing.assert_allclose(out["storage"], expected, atol=1e-6)
    assert out["flow"][0, -1] == pytest.approx(1.0)
    assert out["volume"][0, -1] == pytest.approx(900.0 + 3600.0 * 3.0, rel=1e-9)
    del empty_hr


def test_above_the_table_goes_on_and_says_so() -> None:
    time, inflow, volume, _ = triangle(0.05, 6.0, 50.0, 1.0, 3.0)
    table_cuft, table_cfs = np.array([0.0, 1000.0, 2000.0]), np.array([0.0, 1.0, 2.0])
    out = routed(0.05, inflow, volume, table_cuft, table_cfs)
    assert out["status"] == ABOVE_TABLE
    assert out["peaks"][0] > 2000.0
    assert out["peaks"][2] == pytest.approx(out["peaks"][0] / 1000.0)
    del time


def test_two_ports_add_up() -> None:
    time, inflow, volume, _ = triangle(0.05, 8.0, 30.0, 1.0, 3.0)
    table_cuft = np.linspace(0, 200000, 401)
    low = 4.0 * np.sqrt(table_cuft / 10000.0)
    high = 20.0 * np.maximum(table_cuft / 10000.0 - 3.0, 0) ** 1.5
    out = routed(0.05, inflow, volume, table_cuft, low + high, 0.0, np.array([low, high]))
    np.testing.assert_allclose(
        out["flow"].sum(axis=0), np.interp(out["storage"], table_cuft, low + high), rtol=1e-12
    )
    assert volume[-1] - out["volume"][:, -1].sum() - out["storage"][-1] == pytest.approx(
        0.0, abs=1e-7 * volume[-1]
    )
    del time


def test_a_falling_rating_is_routed_as_it_is() -> None:
    """A pipe's rating may dip where its crown is drowned."""
    time, inflow, volume, _ = triangle(1.0 / 6.0, 5.0, 360.0, 1.0, 2.5)
    table_cuft = 21780.0 * np.arange(6)
    table_cfs = np.array([0.0, 60.0, 152.4, 143.0, 180.0, 240.0])
    out = routed(1.0 / 6.0, inflow, volume, table_cuft, table_cfs)
    assert volume[-1] - out["volume"][0, -1] - out["storage"][-1] == pytest.approx(
        0.0, abs=1e-6 * volume[-1]
    )
    del time
