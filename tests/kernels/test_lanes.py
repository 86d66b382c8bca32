"""Many scenarios at once against the exact method, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hydrocalc
from hydrocalc import rainfall
from hydrocalc.project import Project
from hydrocalc.scenarios import SitePeaks, SiteScenarios, site_peaks

STAGE_FT = (0.0, 2.0, 4.0, 6.0)
AREA_SQFT = (8000.0, 11000.0, 14500.0, 18500.0)
TYPE_II = rainfall.distribution("Type II")

ONE: dict[str, Any] = {
    "area_ac": 10.0, "cn": 80.0, "tc_min": 15.0, "depth_in": 5.0, "orifice_invert_ft": 0.0,
    "orifice_diameter_in": 12.0, "weir_crest_ft": 3.5, "weir_length_ft": 8.0,
}  # fmt: skip


def many(count: int) -> dict[str, np.ndarray]:
    chance = np.random.default_rng(20261201)
    return {
        "area_ac": chance.uniform(4, 14, count), "cn": chance.uniform(60, 95, count),
        "tc_min": chance.uniform(10, 40, count), "depth_in": chance.uniform(2.5, 7, count),
        "orifice_invert_ft": np.zeros(count), "orifice_diameter_in": chance.uniform(6, 18, count),
        "weir_crest_ft": chance.uniform(2.5, 4.5, count),
        "weir_length_ft": chance.uniform(4, 16, count),
    }  # fmt: skip


def exact(values: dict[str, float]) -> Any:
    project = Project.model_validate(
        {
            "title": "one",
            "settings": {"span_hr": [0, 48], "time_step_min": 1},
            "storm": [
                {"name": "a", "distribution": "II", "depth_in": values["depth_in"], "source": "t"}
            ],
            "post": {
                "subcatchment": [
                    {"name": "A", "to": "P", "area_ac": values["area_ac"], "cn": values["cn"],
                     "tc_min": values["tc_min"]}
                ],
                "pond": [
                    {
                        "name": "P", "to": "D",
                        "storage": {"kind": "stage-area", "stage_ft": STAGE_FT,
                                    "area_sqft": AREA_SQFT},
                        "outlet": [
                            {"kind": "orifice", "invert_ft": values["orifice_invert_ft"],
                             "diameter_in": values["orifice_diameter_in"]},
                            {"kind": "sharp-crested-weir", "crest_ft": values["weir_crest_ft"],
                             "length_ft": values["weir_length_ft"], "weir_c": 3.33},
                        ],
                    }
                ],
                "design_point": [{"name": "D"}],
            },
        }
    )  # fmt: skip
    return hydrocalc.run(project, estimate_errors=False).node("post", "a", "P")


def run(values: dict[str, Any], **settings: Any) -> SitePeaks:
    return site_peaks(SiteScenarios(**values), TYPE_II, STAGE_FT, AREA_SQFT, **settings)


@pytest.mark.parametrize(("step_min", "allowed"), [(3.0, 1e-3), (2.0, 5e-4), (1.0, 3e-4)])
def test_one_scenario_against_the_reference(step_min: float, allowed: float) -> None:
    """The reference of tests/analytic/test_one_pond.py."""
    peaks = run(ONE, step_min=step_min)
    assert peaks.outflow_peak_cfs[0] == pytest.approx(9.98970, rel=allowed)
    assert peaks.peak_stage_ft[0] == pytest.approx(3.74244, rel=allowed)
    assert abs(peaks.volume_error_percent[0]) < 1e-9


@pytest.mark.compiled
def test_scenarios_against_the_exact_method() -> None:
    values = many(40)
    peaks = run(values)
    for lane in range(40):
        pond = exact({name: float(column[lane]) for name, column in values.items()})
        if peaks.above_top[lane]:
            continue
        assert peaks.outflow_peak_cfs[lane] == pytest.approx(pond.outflow_peak_cfs, rel=2e-3)
        assert peaks.peak_stage_ft[lane] == pytest.approx(pond.peak_stage_ft, rel=1e-3)


@pytest.mark.compiled
def test_threads_and_neighbours_change_no_bit() -> None:
    values = many(300)
    one, two, seven = (run(values, threads=threads) for threads in (1, 2, 7))
    part = run({name: column[100:150] for name, column in values.items()})
    for name in SitePeaks.__dataclass_fields__:
        whole = getattr(one, name)
        assert np.array_equal(whole, getattr(two, name))
        assert np.array_equal(whole, getattr(seven, name))
        assert np.array_equal(whole[100:150], getattr(part, name))


def test_a_pond_far_stiffer_than_the_step() -> None:
    peaks = site_peaks(
        SiteScenarios(**{**ONE, "orifice_diameter_in": 48.0}), TYPE_II, (0.0, 8.0), (50.0, 50.0)
    )
    assert peaks.outflow_peak_cfs[0] == pytest.approx(35.864, rel=2e-2)
    assert peaks.outflow_peak_cfs[0] <= 35.864
    assert abs(peaks.volume_error_percent[0]) < 1e-9


@pytest.mark.parametrize(
    ("name", "value"), [("area_ac", 0.0), ("depth_in", np.nan), ("cn", -1.0), ("tc_min", np.inf)]
)
def test_values_that_can_not_be_used(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=name):
        run({**ONE, name: value})
