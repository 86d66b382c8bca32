"""
The conventions of WinTR-20 against output of the program, and what must hold besides.

The expected numbers in ``tests/data/wintr20_*`` were printed by WinTR-20 version 3.30.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hydrocalc import rainfall, unit_hydrograph, wintr20
from hydrocalc.findings import InputError
from hydrocalc.kernels import wintr20 as kernels

DATA = Path(__file__).parents[1] / "data"
CUFT_PER_ACRE_FOOT = 43560.0


def rows(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def cases(name: str) -> list[Any]:
    found = json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["name"]) for case in found]


def rain(storm: str, depth_in: float) -> tuple[np.ndarray, np.ndarray]:
    return rainfall.mass_curve_in(rainfall.distribution(storm), depth_in)


def printed_hydrograph(case: dict[str, Any]) -> wintr20.Wintr20Hydrograph:
    return wintr20.kept_hydrograph(
        case["inflow_start_hr"], case["step_hr"], case["inflow_cfs"], area_ac=10.0
    )


def assert_same_ordinates(
    made: wintr20.Wintr20Hydrograph, case: dict[str, Any], tolerance_ratio: float
) -> None:
    expected = np.array(case["outflow_cfs"])
    assert made.start_hr == pytest.approx(case["outflow_start_hr"], abs=0.002)
    assert made.flow_cfs.size == expected.size
    assert np.abs(made.flow_cfs - expected).max() <= tolerance_ratio * case["peak_cfs"]
    assert made.peak_cfs == pytest.approx(case["peak_cfs"], rel=tolerance_ratio)
    assert made.peak_hr == pytest.approx(case["peak_hr"], abs=0.0075)


def test_subareas() -> None:
    tried = rows("wintr20_subareas.csv")
    assert len(tried) >= 30
    for row in tried:
        made = wintr20.subarea_hydrograph(
            *rain(row["storm"], float(row["depth_in"])), float(row["area_ac"]), float(row["cn"]),
            float(row["tc_hr"]),
        )  # fmt: skip
        # the program's clock is in single precision
        assert made.peak_cfs == pytest.approx(float(row["peak_cfs"]), rel=3e-4), row
        assert made.peak_hr == pytest.approx(float(row["peak_hr"]), abs=1.1 * made.step_hr), row


@pytest.mark.parametrize("row", rows("wintr20_unit_hydrographs.csv"), ids=lambda row: row["shape"])
def test_unit_hydrographs(row: dict[str, str]) -> None:
    shape = unit_hydrograph.unit_hydrograph(row["shape"])
    made = wintr20.subarea_hydrograph(*rain("type_III", 4.2), 10.0, 80.0, 0.5, shape)
    assert made.peak_cfs == pytest.approx(float(row["peak_cfs"]), rel=2e-5)
    assert made.peak_hr == pytest.approx(float(row["peak_hr"]), abs=0.0051)


@pytest.mark.parametrize("case", cases("wintr20_ponds.json"))
def test_structures(case: dict[str, Any]) -> None:
    storage_cuft = np.array(case["storage_acft"]) * CUFT_PER_ACRE_FOOT
    made = wintr20.route_structure(
        printed_hydrograph(case), case["elevation_ft"], case["discharge_cfs"], storage_cuft,
        case["start_elevation_ft"],
    )  # fmt: skip
    assert made.substeps == case["substeps"]
    assert made.findings == ()
    assert made.peak_elevation_ft == pytest.approx(case["peak_elevation_ft"], abs=0.0051)
    assert_same_ordinates(made.outflow, case, 1e-4)


def test_substeps_of_a_steep_table() -> None:
    # printed by the program: three steps in each of 0.0063158 hr
    discharge = [0, 2.546, 7.2, 13.227, 20.365, 61.341, 130.412, 218.985, 316.858]
    storage = [0, 0.0053, 0.011, 0.0173, 0.024, 0.0312, 0.039, 0.0473, 0.056]
    substeps = kernels.structure_substeps(
        0.0063158, np.array(storage) * CUFT_PER_ACRE_FOOT, np.array(discharge)
    )
    assert substeps == 3


@pytest.mark.parametrize("case", cases("wintr20_reaches.json"))
def test_reaches(case: dict[str, Any]) -> None:
    columns = ("discharge_cfs", "area_sqft", "top_width_ft", "slope_ftft")
    rating = wintr20.ReachRating(*(case[column] for column in columns))
    made = wintr20.route_reach(printed_hydrograph(case), case["length_ft"], rating)
    assert made.subreaches == case["subreaches"]
    assert made.findings == ()
    assert_same_ordinates(made.outflow, case, 2e-4)
    exponent = np.zeros(len(case["exponent"]))
    kernels.kinematic_exponents(
        np.array(case["discharge_cfs"]), np.array(case["area_sqft"]), exponent
    )
    assert exponent == pytest.approx(case["exponent"], abs=6e-6)


@pytest.mark.parametrize("case", cases("wintr20_networks.json"))
def test_networks(case: dict[str, Any]) -> None:
    for storm, distribution, depth_in in case["storms"]:
        arriving: dict[str, list[wintr20.Wintr20Hydrograph]] = {}
        made: dict[tuple[str, str], tuple[float, float, float | None]] = {}
        for name, to, area_ac, cn, tc_hr in case["subareas"]:
            flow = wintr20.subarea_hydrograph(*rain(distribution, depth_in), area_ac, cn, tc_hr)
            made[name, ""] = flow.peak_cfs, flow.peak_hr, None
            arriving.setdefault(to.upper(), []).append(flow)
        for name, to, elevation, discharge, storage in case["structures"]:
            flow = wintr20.add_hydrographs(arriving[name])
            made[name, "Upstream"] = flow.peak_cfs, flow.peak_hr, None
            pond = wintr20.route_structure(
                flow, elevation, discharge, np.array(storage) * CUFT_PER_ACRE_FOOT
            )
            flow = pond.outflow
            made[name, "Downstream"] = flow.peak_cfs, flow.peak_hr, pond.peak_elevation_ft
            arriving.setdefault(to.upper(), []).append(flow)
        flow = wintr20.add_hydrographs(arriving["OUTLET"])
        made["OUTLET", ""] = flow.peak_cfs, flow.peak_hr, None
        printed = [row[1:] for row in case["results"] if row[0] == storm]
        assert len(printed) == len(made)
        for name, place, peak_cfs, peak_hr, elevation_ft in printed:
            peak, time, level = made[name, place]
            assert peak == pytest.approx(peak_cfs, rel=5e-4), (storm, name, place)
            # one flat top: the program takes the next ordinate
            assert time == pytest.approx(peak_hr, abs=0.028), (storm, name, place)
            if elevation_ft is not None:
                assert level == pytest.approx(elevation_ft, abs=0.0051)


def hydrograph(tc_hr: float = 0.5, cn: float = 80.0) -> wintr20.Wintr20Hydrograph:
    return wintr20.subarea_hydrograph(*rain("type_II", 5.0), 10.0, cn, tc_hr)


def test_volume_is_the_runoff() -> None:
    for tc_hr in (0.1, 0.5, 5.0):
        made = hydrograph(tc_hr)
        assert made.runoff_in is not None
        depth_in = made.volume_cuft / (10.0 * 43560.0 / 12.0)
        # cut ends lose a little
        assert depth_in == pytest.approx(made.runoff_in, rel=1e-3)


def test_no_runoff_is_a_zero_at_the_end_of_the_rain() -> None:
    made = wintr20.subarea_hydrograph(*rain("type_II", 1.0), 10.0, 40.0, 0.5)
    assert (made.peak_cfs, made.peak_hr, made.runoff_in) == (0.0, 24.0, 0.0)
    assert wintr20.route_reach(made, 100.0, RATING).outflow == made
    with_another = wintr20.add_hydrographs([made, hydrograph()])
    assert with_another.peak_cfs == hydrograph().peak_cfs
    assert wintr20.add_hydrographs([made, made]).peak_cfs == 0.0


def test_runoff_that_never_reaches_the_smallest_flow() -> None:
    made = wintr20.subarea_hydrograph(*rain("type_II", 2.5), 1e-4, 60.0, 0.5)
    assert made.peak_cfs == 0.0
    assert made.runoff_in is not None
    assert made.runoff_in > 0.0


def test_parts_of_one_curve_number_are_one_part() -> None:
    time_hr, rain_in = rain("type_II", 5.0)
    made = wintr20.weighted_subarea_hydrograph(
        time_hr, rain_in, 10.0, [0.3, 0.7], [2.5, 2.5], [0.5, 0.5], 0.5
    )
    assert made.flow_cfs == pytest.approx(hydrograph().flow_cfs, rel=1e-12)


def test_a_shape_off_the_grid_is_read_from_straight_lines() -> None:
    coarse = unit_hydrograph.unit_hydrograph("scs_484_neh16")
    made = wintr20.subarea_hydrograph(*rain("type_II", 5.0), 10.0, 80.0, 0.5, coarse)
    assert made.step_hr == hydrograph().step_hr
    assert made.peak_cfs == pytest.approx(hydrograph().peak_cfs, rel=0.002)


def test_a_sum_is_on_the_finer_grid() -> None:
    fine, coarse = hydrograph(0.2), hydrograph(1.0, 90.0)
    made = wintr20.add_hydrographs([coarse, fine])
    assert made.step_hr == fine.step_hr
    assert made.area_ac == 20.0
    assert made.volume_cuft == pytest.approx(fine.volume_cuft + coarse.volume_cuft, rel=1e-5)
    from_fine = (made.time_hr - fine.start_hr) / fine.step_hr
    assert from_fine == pytest.approx(np.round(from_fine), abs=1e-6)
    expected = sum(
        np.interp(made.time_hr, item.time_hr, item.flow_cfs, left=0.0, right=0.0)
        for item in (fine, coarse)
    )
    assert made.flow_cfs[1:-1] == pytest.approx(expected[1:-1], abs=1e-9)


def test_a_hydrograph_added_to_itself() -> None:
    one = hydrograph()
    made = wintr20.add_hydrographs([one, one])
    assert made.flow_cfs == pytest.approx(2.0 * one.flow_cfs, rel=1e-12)
    assert made.peak_hr == one.peak_hr
    assert made.runoff_in == pytest.approx(one.runoff_in, rel=1e-3)


RATING = wintr20.ReachRating(
    [0.0, 10.0, 40.0, 100.0], [0.0, 5.0, 14.0, 28.0], [4.0, 8.0, 12.0, 16.0], [0.005] * 4
)
TABLE = ([0.0, 2.0, 4.0], [0.0, 5.0, 20.0], [0.0, 20_000.0, 50_000.0])


def test_routing_keeps_the_volume() -> None:
    inflow = hydrograph()
    pond = wintr20.route_structure(inflow, *TABLE)
    assert pond.outflow.volume_cuft == pytest.approx(inflow.volume_cuft, rel=1e-3)
    reach = wintr20.route_reach(inflow, 2000.0, RATING)
    assert reach.outflow.volume_cuft == pytest.approx(inflow.volume_cuft, rel=1e-3)


def test_a_slow_pond_is_followed_to_its_end() -> None:
    inflow = hydrograph(0.2)
    pond = wintr20.route_structure(inflow, [0.0, 4.0], [0.0, 1.0], [0.0, 100_000.0])
    assert pond.findings == ()
    assert pond.outflow.time_hr[-1] > 150.0
    assert pond.outflow.flow_cfs[-1] < 0.001


def test_a_pond_without_end_is_cut() -> None:
    inflow = hydrograph(5.0)
    pond = wintr20.route_structure(inflow, [0.0, 4.0], [0.0, 0.1], [0.0, 1e7])
    assert [item.code for item in pond.findings] == ["HC508"]


def test_above_the_ratings_there_is_a_caution() -> None:
    inflow = hydrograph()
    pond = wintr20.route_structure(inflow, [0.0, 0.1, 0.2], [0.0, 0.1, 0.3], [0.0, 900.0, 2000.0])
    assert [item.code for item in pond.findings] == ["HC504"]
    assert pond.peak_elevation_ft > 0.2
    low = wintr20.ReachRating([0.0, 1.0, 2.0], [0.0, 0.6, 1.0], [1.0, 2.0, 3.0], [0.01] * 3)
    reach = wintr20.route_reach(inflow, 500.0, low)
    assert [item.code for item in reach.findings] == ["HC507"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (([0.0, 1.0], [0.0, 1.0], [0.0, 1.0, 2.0]), "one length"),
        (([0.0, 1.0], [0.5, 1.0], [0.0, 1.0]), "begins at zero"),
        (([0.0, 1.0], [0.0, 0.0], [0.0, 1.0]), "does not stay"),
        (([0.0, 1.0, 2.0], [0.0, 1.0, 0.5], [0.0, 1.0, 2.0]), "discharge falls at row 3"),
        (([0.0, 1.0], [0.0, 1.0], [1.0, 1.0]), "storage does not rise at row 2"),
    ],
)
def test_structures_that_can_not_be_routed(table: tuple[list[float], ...], said: str) -> None:
    with pytest.raises(InputError, match=said):
        wintr20.route_structure(hydrograph(), *table)


def test_start_outside_the_rating() -> None:
    with pytest.raises(InputError, match=r"HC238.*start at 9"):
        wintr20.route_structure(hydrograph(), *TABLE, 9.0)


@pytest.mark.parametrize(
    ("rating", "said"),
    [
        (wintr20.ReachRating([0.0, 1.0], [0.0, 1.0], [1.0, 1.0], [0.1, 0.1]), "at least 3"),
        (
            wintr20.ReachRating([0.1, 1.0, 2.0], [0.0, 1.0, 2.0], [1.0] * 3, [0.1] * 3),
            "begin at zero",
        ),
        (
            wintr20.ReachRating([0.0, 1.0, 1.0], [0.0, 1.0, 2.0], [1.0] * 3, [0.1] * 3),
            "discharge does not rise at row 3",
        ),
        (
            wintr20.ReachRating([0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [1.0] * 3, [0.1, 0.0, 0.1]),
            "above zero",
        ),
    ],
)
def test_reaches_that_can_not_be_routed(rating: wintr20.ReachRating, said: str) -> None:
    with pytest.raises(InputError, match=said):
        wintr20.route_reach(hydrograph(), 100.0, rating)


def test_arguments_out_of_range() -> None:
    storm = rain("type_II", 5.0)
    with pytest.raises(ValueError, match="cn must be"):
        wintr20.subarea_hydrograph(*storm, 10.0, 101.0, 0.5)
    with pytest.raises(ValueError, match="tc_hr and area_ac"):
        wintr20.subarea_hydrograph(*storm, 10.0, 80.0, 0.0)
    with pytest.raises(ValueError, match="length_ft"):
        wintr20.route_reach(hydrograph(), 0.0, RATING)
    with pytest.raises(ValueError, match="no hydrograph"):
        wintr20.add_hydrographs([])
