"""Projects run by the conventions of WinTR-20, beside the engine's results and the exact method."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import hydrocalc
from hydrocalc.findings import InputError
from hydrocalc.project import Project
from hydrocalc.simulation import converge

LINES = (Path(__file__).parents[1] / "data" / "wintr20_subareas.csv").read_text("utf-8")
ROWS = list(csv.DictReader(line for line in LINES.splitlines() if not line.startswith("#")))


def site(method: str, row: dict[str, str]) -> Project:
    tc_hr = float(row["tc_hr"])
    end = 24.0 + 10.0 * tc_hr
    return Project.model_validate(
        {
            "title": "one sub-area",
            "settings": {"method": method, "span_hr": [0, round(end) + 1], "time_step_min": 3},
            "storm": [
                {
                    "name": "a", "distribution": row["storm"], "source": "engine run",
                    "depth_in": float(row["depth_in"]),
                }
            ],
            "post": {
                "subcatchment": [
                    {
                        "name": "A", "to": "D", "cn": float(row["cn"]), "tc_min": 60.0 * tc_hr,
                        "area_ac": float(row["area_ac"]),
                    }
                ],
                "design_point": [{"name": "D"}],
            },
        }
    )  # fmt: skip


@pytest.mark.parametrize("number", range(0, len(ROWS), 3))
def test_peaks_of_the_engine(number: int) -> None:
    row = ROWS[number]
    printed = float(row["peak_cfs"])
    for method, allowed in (("wintr20", 5e-4), ("exact", 5e-3)):
        results = hydrocalc.run(site(method, row), estimate_errors=False)
        peak = results.node("post", "a", "D").outflow_peak_cfs
        assert peak == pytest.approx(printed, rel=allowed), (method, row)


def test_what_the_engine_does_not_know_is_refused() -> None:
    raw: dict[str, Any] = site("wintr20", ROWS[0]).model_dump(exclude_none=True)
    raw["post"]["subcatchment"][0]["tc_min"] = 0.0
    with pytest.raises(InputError) as caught:
        hydrocalc.run(Project.model_validate(raw))
    assert {item.code for item in caught.value.findings if item.severity == "error"} == {"HC252"}


def test_there_is_nothing_to_refine() -> None:
    with pytest.raises(InputError) as caught:
        converge(site("wintr20", ROWS[0]))
    assert caught.value.findings[0].code == "HC253"


def test_converge_of_the_exact_method_moves_nothing_in_a_subcatchment() -> None:
    for row in converge(site("exact", ROWS[0]), 2):
        assert len(row.peak_cfs) == 3
        assert abs(row.last_change_percent) < 1e-6
