"""Lanes with given rating tables, stiff ponds, volumes and the accuracy of steps of their own."""

from __future__ import annotations

import numpy as np
import pytest

from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.kernels.arrays import ABOVE_TABLE
from hydrocalc.kernels.hydrograph import exact_hydrograph
from hydrocalc.kernels.lane_arrays import (
    Lanes,
    Outlets,
    Peaks,
    Rain,
    Shape,
    Tables,
    coarsest_grid,
    no_outlets,
    rain_of,
    shape_of,
    stage_area_table,
)
from hydrocalc.kernels.lanes import lane_peaks
from hydrocalc.kernels.pond import route
from hydrocalc.kernels.runoff import fill_cells, most_cells
from hydrocalc.outlets import Orifice
from hydrocalc.outlets.rating import build_rating
from hydrocalc.outlets.sharp_crested_weir import SharpCrestedWeir
from hydrocalc.outlets.structure import Structure
from hydrocalc.storage import StageArea

pytestmark = pytest.mark.compiled

HOURS = 48.0
STAGE_FT = np.array([0.0, 2.0, 4.0, 6.0])
STEPS_HR = np.array([0.1 / part for part in (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30)])
SCS = unit_hydrograph.unit_hydrograph("scs_484")


def storm(name: str, steps_hr: np.ndarray) -> Rain:
    time_hr, ratio = rainfall.mass_curve_in(rainfall.distribution(name), 1.0)
    return rain_of(time_hr, ratio, HOURS, steps_hr)


def shape() -> Shape:
    return shape_of(SCS.t_over_tp, SCS.q_over_qp)


def lanes_of(values: dict[str, np.ndarray], rain: Rain, first_stage_ft: float = 0.0) -> Lanes:
    retention = 1000.0 / values["cn"] - 10.0
    count = len(retention)
    return Lanes(
        area_ac=values["area_ac"], retention_in=retention, abstraction_in=0.2 * retention,
        tp_hr=values["tp_hr"], depth_in=values["depth_in"],
        grid=coarsest_grid(values["tp_hr"], rain), pond=np.arange(count),
        first_stage_ft=np.full(count, first_stage_ft),
    )  # fmt: skip


def varied(count: int, seed: int) -> dict[str, np.ndarray]:
    chance = np.random.default_rng(seed)
    area_ac = chance.uniform(1, 50, count)
    return {
        "area_ac": area_ac,
        "cn": chance.uniform(60, 98, count),
        "tp_hr": unit_hydrograph.time_to_peak_hr(1.0, 10) * chance.uniform(0.1, 1.2, count),
        "depth_in": chance.uniform(2, 9, count),
        "diameter_ft": chance.uniform(0.25, 3, count),
        "crest_ft": chance.uniform(1, 5, count),
        "length_ft": chance.uniform(2, 30, count),
        # from ponds that hardly store to ponds that hold most of the storm
        "pond_sqft": area_ac * 43560.0 * 10 ** chance.uniform(-2.5, -0.7, count),
    }


def pond_areas(pond_sqft: float) -> np.ndarray:
    return pond_sqft * np.array([0.5, 0.8, 1.0, 1.3])


def outlets_of(values: dict[str, np.ndarray]) -> Outlets:
    count = len(values["cn"])

    def column(value: np.ndarray | float) -> np.ndarray:
        return np.ascontiguousarray(np.broadcast_to(value, count)[:, None], dtype=np.float64)

    return Outlets(
        column(0.0), column(values["diameter_ft"]), column(0.6), column(values["crest_ft"]),
        column(values["length_ft"]), column(3.33),
    )  # fmt: skip


def areas_of(values: dict[str, np.ndarray]) -> Tables:
    tables = [stage_area_table(STAGE_FT, pond_areas(area)) for area in values["pond_sqft"]]
    count = len(tables)
    return Tables(
        np.arange(count + 1) * 4, np.full(count, 3),
        np.concatenate([table.stage_ft for table in tables]),
        np.concatenate([table.storage_cuft for table in tables]), np.zeros(0),
        np.concatenate([table.area_sqft for table in tables]),
    )  # fmt: skip


def exact(
    values: dict[str, np.ndarray], lane: int, name: str, step_hr: float = 1.0 / 60.0
) -> tuple[float, float, float, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return peak inflow, peak outflow and outflow volume of the exact engine, and its table."""
    time_hr, ratio = rainfall.mass_curve_in(rainfall.distribution(name), 1.0)
    rain = ratio * values["depth_in"][lane]
    retention = np.array([1000.0 / values["cn"][lane] - 10.0])
    most = most_cells(time_hr, rain, retention, 0.2 * retention)
    cell_hr, cell = np.zeros(most), np.zeros((most, 8))
    cells = fill_cells(time_hr, rain, np.ones(1), retention, 0.2 * retention, cell_hr, cell)
    tau, change = unit_hydrograph.ramp_coefficients(SCS)
    stamps = round(HOURS / step_hr) + 1
    flow, slope, volume, stored = (np.zeros(stamps) for _ in range(4))
    inflow, _ = exact_hydrograph(
        step_hr, values["area_ac"][lane], values["tp_hr"][lane], tau, change, cell_hr, cell, cells,
        flow, slope, volume,
    )  # fmt: skip
    storage = StageArea(
        kind="stage-area", stage_ft=tuple(STAGE_FT),
        area_sqft=tuple(pond_areas(values["pond_sqft"][lane])),
    )  # fmt: skip
    devices = (
        Orifice(kind="orifice", invert_ft=0.0, diameter_in=12.0 * values["diameter_ft"][lane]),
        SharpCrestedWeir(
            kind="sharp-crested-weir", crest_ft=values["crest_ft"][lane],
            length_ft=values["length_ft"][lane], weir_c=3.33,
        ),
    )  # fmt: skip
    rating = build_rating(
        storage, Structure(devices, "x"), flow_error_ratio=1e-6, flow_error_cfs=1e-6,
        stage_error_ft=1e-4,
    )  # fmt: skip
    table = rating.discharge_cfs.sum(axis=0)
    out = [np.zeros((1, stamps)) for _ in range(3)]
    peaks = np.zeros(4)
    route(
        step_hr, flow, slope, np.zeros(stamps), volume, 0.0, rating.storage_cuft, table,
        len(table) - 1, table[None, :].copy(), stored, *out, np.zeros(1), np.zeros(1), peaks,
    )  # fmt: skip
    return (
        inflow, float(peaks[2]), float(out[2][0, -1]),
        (rating.stage_ft, rating.storage_cuft, table),
    )  # fmt: skip


@pytest.mark.parametrize("name", ["II", "III", "N10_B", "NRCC_C", "IA"])
def test_steps_of_their_own_are_within_a_twentieth_percent(name: str) -> None:
    """Every routed peak within 0.05 % or 0.001 cfs, whatever the pond."""
    values = varied(40, 8)
    rain = storm(name, STEPS_HR)
    peaks = lane_peaks(rain, shape(), lanes_of(values, rain), areas_of(values), outlets_of(values))
    for lane in range(40):
        inflow, outflow, _, _ = exact(values, lane, name)
        assert peaks.inflow_cfs[lane] == pytest.approx(inflow, rel=5e-4, abs=1e-3)
        assert peaks.outflow_cfs[lane] == pytest.approx(outflow, rel=5e-4, abs=1e-3)


def test_given_tables_and_volumes() -> None:
    values = varied(25, 3)
    found = [exact(values, lane, "II") for lane in range(25)]
    sizes = [len(own[3][0]) for own in found]
    start = np.concatenate([[0], np.cumsum(sizes)])
    tables = Tables(
        start, np.diff(start) - 1, *(np.concatenate([own[3][column] for own in found])
                                for column in range(3)), np.zeros(0),
    )  # fmt: skip
    rain = storm("II", STEPS_HR)
    lanes = lanes_of(values, rain)
    peaks = lane_peaks(rain, shape(), lanes, tables, no_outlets(25), whole=True)
    expected = np.array([own[1] for own in found])
    np.testing.assert_allclose(peaks.outflow_cfs, expected, rtol=3e-4, atol=1e-4)
    # all runoff arrives, and what does not stay leaves
    runoff_cuft = peaks.runoff_in * values["area_ac"] * 43560.0 / 12.0
    np.testing.assert_allclose(peaks.inflow_cuft, runoff_cuft, rtol=1e-12)
    balance = peaks.inflow_cuft - peaks.outflow_cuft - peaks.stored_cuft
    assert np.max(np.abs(balance) / peaks.inflow_cuft) < 1e-11
    volumes = np.array([own[2] for own in found])
    np.testing.assert_allclose(peaks.outflow_cuft, volumes, rtol=1e-5, atol=0.05)


def test_going_on_to_the_end_changes_no_peak() -> None:
    values = varied(200, 5)
    rain = storm("II", STEPS_HR)
    settings = rain, shape(), lanes_of(values, rain), areas_of(values), outlets_of(values)
    stopped, whole = lane_peaks(*settings), lane_peaks(*settings, whole=True)
    for name in ("inflow_cfs", "inflow_hr", "outflow_cfs", "storage_cuft", "storage_hr", "status"):
        assert np.array_equal(getattr(stopped, name), getattr(whole, name)), name


def test_threads_change_no_bit() -> None:
    values = varied(500, 6)
    rain = storm("II", STEPS_HR)
    settings = rain, shape(), lanes_of(values, rain), areas_of(values), outlets_of(values)
    one = lane_peaks(*settings, threads=1)
    for threads in (2, 3, 8):
        other = lane_peaks(*settings, threads=threads)
        for name in Peaks._fields:
            assert np.array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("step_hr", [0.1, 0.05, 1.0 / 60.0])
@pytest.mark.parametrize("area_sqft", [1.0, 50.0])
def test_stiff_ponds_pass_the_inflow(area_sqft: float, step_hr: float) -> None:
    """A box with a 4-ft orifice and a 30-ft weir holds next to nothing back."""
    one = np.ones(1)
    values = {
        "area_ac": 10.0 * one, "cn": 80.0 * one, "tp_hr": 0.3 * one, "depth_in": 5.0 * one,
        "diameter_ft": 4.0 * one, "crest_ft": 5.0 * one, "length_ft": 30.0 * one,
    }  # fmt: skip
    rain = storm("II", np.array([step_hr]))
    table = stage_area_table(np.array([0.0, 8.0]), np.full(2, area_sqft))
    peaks = lane_peaks(rain, shape(), lanes_of(values, rain), table, outlets_of(values), whole=True)
    assert peaks.outflow_cfs[0] == pytest.approx(peaks.inflow_cfs[0], rel=2e-3)
    assert peaks.outflow_cfs[0] <= peaks.inflow_cfs[0] * (1.0 + 5e-4)
    balance = peaks.inflow_cuft - peaks.outflow_cuft - peaks.stored_cuft
    assert abs(balance[0]) < 1e-9 * peaks.inflow_cuft[0]


def test_pavement_no_unit_hydrograph_no_rain_and_a_full_start() -> None:
    """CN 100, runoff that leaves as it falls, no runoff at all, a pond that is full at time 0."""
    values = {
        "area_ac": np.full(4, 10.0), "cn": np.array([100.0, 80.0, 50.0, 80.0]),
        "tp_hr": np.array([0.2, 0.0, 0.2, 0.2]), "depth_in": np.array([3.0, 4.0, 0.5, 0.2]),
        "diameter_ft": np.full(4, 1.0), "crest_ft": np.full(4, 3.5), "length_ft": np.full(4, 8.0),
        "pond_sqft": np.full(4, 15000.0),
    }  # fmt: skip
    rain = storm("II", np.array([0.05]))
    settings = shape(), lanes_of(values, rain), areas_of(values), outlets_of(values)
    peaks = lane_peaks(rain, *settings, whole=True)
    assert all(np.all(np.isfinite(column)) for column in peaks)
    assert peaks.runoff_in[0] == pytest.approx(3.0)
    assert peaks.inflow_cfs[1] > peaks.outflow_cfs[1] > 0.0
    assert peaks.runoff_in[2] == peaks.outflow_cfs[2] == peaks.inflow_cuft[2] == 0.0
    full = lane_peaks(
        rain, shape(), lanes_of(values, rain, 4.0), areas_of(values), outlets_of(values), whole=True
    )
    # 0.6 pi/4 sqrt(2 g 3.5) + 3.33 8 0.5^1.5, and nothing later exceeds it without runoff
    assert full.outflow_cfs[3] == pytest.approx(7.0746 + 9.4187, rel=1e-3)
    assert full.storage_hr[3] == 0.0
    assert full.stored_cuft[3] < 0.0
    assert full.outflow_cuft[3] == pytest.approx(-full.stored_cuft[3], rel=1e-9)


def test_above_the_table() -> None:
    values = varied(1, 1)
    values["depth_in"][:] = 9.0
    values["pond_sqft"][:] = 2000.0
    values["area_ac"][:] = 50.0
    values["diameter_ft"][:], values["length_ft"][:] = 0.5, 2.0
    rain = storm("II", np.array([0.05]))
    peaks = lane_peaks(rain, shape(), lanes_of(values, rain), areas_of(values), outlets_of(values))
    assert peaks.status[0] == ABOVE_TABLE
    assert peaks.stage_ft[0] > 6.0


def test_a_unit_hydrograph_of_too_many_steps() -> None:
    values = varied(1, 1)
    values["tp_hr"][:] = 300.0
    rain = storm("II", np.array([0.05]))
    with pytest.raises(ValueError, match="longer than"):
        lane_peaks(rain, shape(), lanes_of(values, rain), areas_of(values), outlets_of(values))


def test_rows_that_do_not_exist() -> None:
    values = varied(2, 1)
    rain = storm("II", np.array([0.05]))
    lanes, tables = lanes_of(values, rain), areas_of(values)
    for wrong, right in (
        (lanes._replace(pond=np.array([0, 2])), tables),
        (lanes._replace(grid=np.array([0, -1])), tables),
        (lanes, tables._replace(top_row=np.array([3, 4]))),
        (lanes._replace(area_ac=np.ones(3)), tables),
    ):
        with pytest.raises(ValueError, match="lanes"):
            lane_peaks(rain, shape(), wrong, right, outlets_of(values))
