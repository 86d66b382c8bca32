"""Unit hydrographs: library, gamma shapes, a user's own, time to peak, ramps."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from hydrocalc import unit_hydrograph as uh
from hydrocalc.findings import InputError

# NEH 630 chapter 16, table of the gamma exponent m against the peak rate factor.
M_AND_FACTOR = [
    (0.26, 101.0), (1.0, 238.0), (2.0, 349.0), (3.0, 433.0), (3.7, 484.0), (4.0, 504.0),
    (5.0, 566.0),
]  # fmt: skip


def test_area_factor() -> None:
    # one inch an hour from one square mile, 645.33 cfs
    assert pytest.approx(43560 * 640 / (12 * 3600), rel=1e-15) == uh.AREA_FACTOR


# WinTR-20 prints these for its tables.  It uses 645.33 where the exact factor is 645.333...
PRINTED_FACTORS = {
    "scs_484": 483.430, "gamma_100": 100.052, "gamma_200": 200.089, "gamma_300": 300.003,
    "gamma_400": 400.034, "gamma_500": 500.027, "gamma_600": 600.095,
}  # fmt: skip


@pytest.mark.parametrize(("name", "printed"), PRINTED_FACTORS.items())
def test_factors_printed_by_the_engine(name: str, printed: float) -> None:
    made = uh.unit_hydrograph(name).computed_peak_factor
    assert made * 645.33 / uh.AREA_FACTOR == pytest.approx(printed, abs=0.001)


def test_standard_table() -> None:
    shape = uh.unit_hydrograph("scs_484")
    assert shape.t_over_tp.shape == (51,)
    assert shape.q_over_qp[21] == 0.241
    assert shape.t_over_tp[shape.peak_index] == 1.0


@pytest.mark.parametrize(
    ("at", "printed"),
    [(0.5, 0.065), (1.0, 0.375), (1.5, 0.705), (2.0, 0.871), (3.0, 0.977), (5.0, 1.000)],
)
def test_mass_curve_of_the_handbook(at: float, printed: float) -> None:
    """Qa/Q of NEH 630 table 16-1; its own column is up to 0.0015 from the sum of its flows."""
    shape = uh.unit_hydrograph("scs_484")
    until = shape.t_over_tp <= at
    passed = np.trapezoid(shape.q_over_qp[until], shape.t_over_tp[until])
    whole = np.trapezoid(shape.q_over_qp, shape.t_over_tp)
    assert passed / whole == pytest.approx(printed, abs=0.0015)


def test_delmarva() -> None:
    shape = uh.unit_hydrograph("delmarva_284")
    assert shape.nominal_peak_factor == 284.0
    assert round(shape.computed_peak_factor) == 282


def test_unknown_name() -> None:
    for name in ("scs_485", "gamma_", "gamma_x", "gamma_49", "gamma_701", "gamma_nan", ""):
        with pytest.raises(InputError) as error:
            uh.unit_hydrograph(name)
        assert [item.code for item in error.value.findings] == ["HC215"], name
        assert "delmarva_284" in str(error.value)


# --- gamma shapes ---


@pytest.mark.parametrize(("exponent", "printed"), M_AND_FACTOR)
def test_factor_of_the_exponent(exponent: float, printed: float) -> None:
    # the printed column is up to 1 from the equation
    assert uh._gamma_peak_factor(exponent) == pytest.approx(printed, abs=1.0)


@pytest.mark.parametrize("factor", [350, 400, 450, 500, 550, 600])
def test_gamma_gives_the_tables_of_efh2(factor: int) -> None:
    table = uh.unit_hydrograph(f"gamma_{factor}")
    made = uh.gamma_unit_hydrograph(factor)
    assert made.peak_index == table.peak_index
    count = min(len(made.q_over_qp), len(table.q_over_qp)) - 1
    np.testing.assert_array_equal(made.t_over_tp[:count], table.t_over_tp[:count])
    np.testing.assert_allclose(made.q_over_qp[:count], table.q_over_qp[:count], atol=0.0002)


@pytest.mark.parametrize("factor", [100, 150, 200, 250, 300])
def test_gamma_near_the_tables_of_efh2(factor: int) -> None:
    # NRCS fitted m so that the area under its 0.2 steps gives the factor; the equation does not
    table = uh.unit_hydrograph(f"gamma_{factor}")
    made = uh.gamma_unit_hydrograph(factor)
    count = min(len(made.q_over_qp), len(table.q_over_qp)) - 1
    np.testing.assert_allclose(made.q_over_qp[:count], table.q_over_qp[:count], atol=0.005)


@given(some.floats(50.0, 700.0))
def test_any_gamma(factor: float) -> None:
    shape = uh.gamma_unit_hydrograph(factor)
    assert shape.q_over_qp[0] == shape.q_over_qp[-1] == 0.0
    assert np.argmax(shape.q_over_qp) == shape.peak_index
    assert shape.q_over_qp[shape.peak_index] == 1.0
    assert shape.t_over_tp[shape.peak_index] == 1.0
    assert np.all(np.diff(shape.t_over_tp) > 0.0)
    assert shape.computed_peak_factor == pytest.approx(factor, rel=0.01)


def test_any_factor_by_name() -> None:
    shape = uh.unit_hydrograph("gamma_484")
    assert shape.nominal_peak_factor == 484.0
    # m = 3.7 in the handbook's table: (2 exp(-1))^3.7 at t/Tp = 2
    assert shape.q_over_qp[20] == pytest.approx((2.0 * math.exp(-1.0)) ** 3.7, abs=0.0005)


@pytest.mark.parametrize("factor", [49.9, 700.1, math.nan, math.inf, -1.0])
def test_gamma_out_of_range(factor: float) -> None:
    with pytest.raises(ValueError, match="peak_factor"):
        uh.gamma_unit_hydrograph(factor)


# --- the user's own ---

TRIANGLE = ([0.0, 1.0, 8.0 / 3.0], [0.0, 1.0, 0.0])


def test_triangle_of_the_handbook() -> None:
    # base 8/3 of the time to peak: 645.33 * 2 / (8/3) = 484
    shape, found = uh.user_unit_hydrograph(*TRIANGLE, 484.0)
    assert shape.computed_peak_factor == pytest.approx(484.0, abs=0.001)
    assert found == []
    assert shape.peak_index == 10


def test_factor_that_the_ordinates_do_not_have() -> None:
    _, found = uh.user_unit_hydrograph(*TRIANGLE, 300.0)
    assert [(item.code, item.severity) for item in found] == [("HC410", "caution")]
    assert "484.0" in found[0].message
    assert uh.user_unit_hydrograph(*TRIANGLE, 488.0)[1] == []
    assert uh.user_unit_hydrograph(*TRIANGLE, None)[1] == []


def test_missing_last_zero_is_added() -> None:
    shape, _ = uh.user_unit_hydrograph([0.0, 1.0, 2.0, 2.5], [0.0, 1.0, 0.4, 0.1], None)
    assert shape.t_over_tp[-1] == 3.0
    assert shape.q_over_qp[-1] == 0.0
    assert shape.note


@pytest.mark.parametrize(
    ("time", "flow", "said"),
    [
        ([0.0, 1.0, 2.0], [0.0, 1.0], "3 times and 2 flows"),
        ([0.0, 1.0], [0.0, 1.0], "three points"),
        ([0.1, 1.0, 2.0], [0.0, 1.0, 0.0], "first point"),
        ([0.0, 1.0, 2.0], [0.2, 1.0, 0.0], "first point"),
        ([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 0.5, 0.0], "rise at row 3"),
        ([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, -0.1, 0.0], "below zero"),
        ([0.0, 1.0, 2.0], [0.0, 0.0, 0.0], "must be 1 at 1"),
        ([0.0, 1.0, 2.0], [0.0, 0.8, 0.0], "must be 1 at 1"),
        ([0.0, 1.0, 2.0], [0.0, 36.5, 0.0], "must be 1 at 1"),
        ([0.0, 1.0, 2.0, 3.0], [0.0, 0.6, 1.0, 0.0], "must be 1 at 1"),
        ([0.0, 1.0, 2.0], [0.0, 1.0, math.nan], "finite"),
        ([0.0, 1.0, math.inf], [0.0, 1.0, 0.0], "finite"),
    ],
)
def test_ordinates_that_can_not_be_used(time: list[float], flow: list[float], said: str) -> None:
    with pytest.raises(InputError) as error:
        uh.user_unit_hydrograph(time, flow, None)
    assert {item.code for item in error.value.findings} == {"HC216"}
    assert said in str(error.value)


def test_nobody_can_change_a_shape() -> None:
    shape = uh.unit_hydrograph("scs_484")
    with pytest.raises(ValueError, match="read-only"):
        shape.q_over_qp[3] = 0.5


# --- time to peak and ramps ---


@pytest.mark.parametrize(
    ("tc_hr", "peak_index", "step_hr"),
    # steps printed by WinTR-20 for Tc 0.5 h: 0.0667 h (k = 5), 0.0316 h (k = 10)
    [(0.5, 5, 0.0667), (0.5, 10, 0.0316)],
)
def test_time_to_peak(tc_hr: float, peak_index: int, step_hr: float) -> None:
    made = uh.time_to_peak_hr(tc_hr, peak_index)
    assert made / peak_index == pytest.approx(step_hr, abs=0.00005)
    # half a step and the lag of 0.6 Tc
    assert made == pytest.approx(made / peak_index / 2.0 + 0.6 * tc_hr, rel=1e-14)


@pytest.mark.parametrize("name", [*uh.unit_hydrograph_ids(), "gamma_50", "gamma_275", "gamma_700"])
def test_ramps_have_unit_area_and_end(name: str) -> None:
    shape = uh.unit_hydrograph(name)
    tau, change = uh.ramp_coefficients(shape)
    assert tau.shape == change.shape
    assert abs(math.fsum(change)) < 1e-13
    assert abs(math.fsum(change * tau)) < 1e-12
    # far beyond the end the second integral of the ramps is the area, which is 1
    end = float(tau[-1])
    assert math.fsum(change * (end - tau) ** 2) / 2.0 == pytest.approx(1.0, rel=1e-12)
    # and at its points the sum of ramps is the shape
    area = float(np.trapezoid(shape.q_over_qp, shape.t_over_tp))
    made = np.array([np.sum(change * np.maximum(at - tau, 0.0)) for at in tau])
    np.testing.assert_allclose(made * area, shape.q_over_qp, atol=1e-12)
