"""
A subcatchment and a pond against an independent solution.

The reference was computed apart from this program: continuous convolution of the five-decimal
Type II table with the 51-point unit hydrograph, and the pond as an ordinary differential equation
at a tolerance of 1e-11, g = 32.2 ft/s2.
"""

from __future__ import annotations

import pytest

import hydrocalc
from hydrocalc.project import Project

# rule of the time to peak: inflow peak [cfs], its time [hr], outflow peak, its time, stage [ft]
REFERENCE = {
    "lag-and-duration": (35.86423, 12.0500, 9.98970, 12.3308, 3.74244),
    "lag": (36.49486, 12.0420, 10.09931, 12.3136, 3.74770),
}


@pytest.mark.parametrize("step_min", [3.0, 1.0])
@pytest.mark.parametrize("rule", list(REFERENCE))
def test_peaks_and_stage(rule: str, step_min: float) -> None:
    project = Project.model_validate(
        {
            "title": "one pond",
            "settings": {"span_hr": [0, 48], "time_step_min": step_min, "time_to_peak": rule},
            "storm": [{"name": "a", "distribution": "II", "depth_in": 5.0, "source": "test"}],
            "post": {
                "subcatchment": [{"name": "A", "to": "P", "area_ac": 10.0, "cn": 80, "tc_min": 15}],
                "pond": [
                    {
                        "name": "P",
                        "to": "D",
                        "storage": {
                            "kind": "stage-area",
                            "stage_ft": [0, 2, 4, 6],
                            "area_sqft": [8000, 11000, 14500, 18500],
                        },
                        "outlet": [
                            {"kind": "orifice", "invert_ft": 0, "diameter_in": 12},
                            {
                                "kind": "sharp-crested-weir",
                                "crest_ft": 3.5,
                                "length_ft": 8,
                                "weir_c": 3.33,
                            },
                        ],
                    }
                ],
                "design_point": [{"name": "D"}],
            },
        }
    )
    results = hydrocalc.run(project)
    inflow, at_hr, outflow, out_hr, stage = REFERENCE[rule]
    subcatchment = results.node("post", "a", "A")
    pond = results.node("post", "a", "P")
    assert subcatchment.outflow_peak_cfs == pytest.approx(inflow, rel=1e-6)
    assert subcatchment.time_to_peak_hr == pytest.approx(at_hr, abs=1e-4)
    assert pond.outflow_peak_cfs == pytest.approx(outflow, rel=1e-4)
    assert pond.time_to_peak_hr == pytest.approx(out_hr, abs=1e-3)
    assert pond.peak_stage_ft == pytest.approx(stage, rel=1e-4)
    assert abs(pond.volume_error_percent) < 1e-6
    assert pond.peak_error_cfs is not None
    assert abs(pond.outflow_peak_cfs - outflow) < pond.peak_error_cfs + 5e-4
