"""Speed of the kernels one by one; each answer is checked before it is timed."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks import peers
from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.kernels.hydrograph import exact_hydrograph
from hydrocalc.kernels.pond import route
from hydrocalc.kernels.runoff import at_time, fill_cells, most_cells
from hydrocalc.outlets import Orifice, SharpCrestedWeir
from hydrocalc.outlets.rating import RatingTable, build_rating
from hydrocalc.outlets.structure import Structure
from hydrocalc.storage import StageArea

RETENTION = np.array([2.5])
ABSTRACTION = np.array([0.5])


def _rain() -> tuple[np.ndarray, np.ndarray]:
    return rainfall.mass_curve_in(rainfall.distribution("Type II"), 5.0)


def _cells() -> tuple[np.ndarray, np.ndarray, int]:
    time_hr, rain = _rain()
    most = most_cells(time_hr, rain, RETENTION, ABSTRACTION)
    cell_hr, cell = np.zeros(most), np.zeros((most, 8))
    count = fill_cells(time_hr, rain, np.ones(1), RETENTION, ABSTRACTION, cell_hr, cell)
    return cell_hr, cell, count


def _hydrograph(step_hr: float) -> tuple[float, tuple[np.ndarray, ...]]:
    tau, change = unit_hydrograph.ramp_coefficients(unit_hydrograph.unit_hydrograph("scs_484"))
    columns = tuple(np.zeros(round(48.0 / step_hr) + 1) for _ in range(3))
    tp_hr = unit_hydrograph.time_to_peak_hr(0.25, 10)
    peak, _ = exact_hydrograph(step_hr, 10.0, tp_hr, tau, change, *_cells(), *columns)
    return peak, columns


def _rating() -> RatingTable:
    storage = StageArea(kind="stage-area", stage_ft=peers.STAGE_FT, area_sqft=peers.AREA_SQFT)
    devices = (
        Orifice(kind="orifice", invert_ft=0.0, diameter_in=12.0),
        SharpCrestedWeir(kind="sharp-crested-weir", crest_ft=3.5, length_ft=8.0, weir_c=3.33),
    )
    return build_rating(storage, Structure(devices, "brook"))


@pytest.mark.benchmark(group="kernels: one site")
def test_excess(benchmark: BenchmarkFixture) -> None:
    _, cell, count = _cells()
    assert at_time(0.0, count - 1, cell)[0] == pytest.approx(4.5**2 / 7.0, rel=1e-9)
    benchmark(_cells)


@pytest.mark.benchmark(group="kernels: one site")
@pytest.mark.parametrize("step_hr", [0.05, 1 / 60], ids=["3-min", "1-min"])
def test_convolution(benchmark: BenchmarkFixture, step_hr: float) -> None:
    assert _hydrograph(step_hr)[0] == pytest.approx(35.86423, rel=1e-6)
    benchmark(_hydrograph, step_hr)


@pytest.mark.benchmark(group="kernels: one site")
def test_rating_table(benchmark: BenchmarkFixture) -> None:
    table = _rating()
    at_top = float(np.interp(6.0, table.stage_ft, table.discharge_cfs[0]))
    assert at_top == pytest.approx(peers._outflow_cfs(6.0), rel=1e-6)
    benchmark(_rating)


@pytest.mark.benchmark(group="kernels: one site")
@pytest.mark.parametrize("step_hr", [0.05, 1 / 60], ids=["3-min", "1-min"])
def test_routing(benchmark: BenchmarkFixture, step_hr: float) -> None:
    table = _rating()
    _, (flow, slope, volume) = _hydrograph(step_hr)
    total = table.discharge_cfs[0]
    stamps = len(flow)
    out = [np.zeros((1, stamps)) for _ in range(3)]
    peaks = np.zeros(4)

    def work() -> int:
        return route(
            step_hr, flow, slope, np.zeros(stamps), volume, 0.0, table.storage_cuft, total,
            len(total) - 1, table.discharge_cfs, np.zeros(stamps), *out, np.zeros(1), np.zeros(1),
            peaks,
        )  # fmt: skip

    work()
    assert peaks[2] == pytest.approx(9.98970, rel=1e-4)
    benchmark(work)
