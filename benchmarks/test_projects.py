"""Whole projects of growing size, and memory."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import hydrocalc
from benchmarks import peers
from hydrocalc.project import Project

ROOT = Path(__file__).parents[1]


def project(nodes: int, events: int, step_min: float) -> Project:
    """Return a project of half subcatchments and half ponds, five ponds in a row."""
    pairs = (nodes - 1) // 2
    subcatchments, ponds = [], []
    for pair in range(pairs):
        last = pair % 5 == 4 or pair == pairs - 1
        subcatchments.append(
            {"name": f"S{pair}", "to": f"P{pair}", "area_ac": 3 + pair % 5, "cn": 70 + pair % 20,
             "tc_min": 8 + pair % 20}
        )  # fmt: skip
        ponds.append(
            {
                "name": f"P{pair}", "to": "D" if last else f"P{pair + 1}",
                "storage": {"kind": "stage-area", "stage_ft": peers.STAGE_FT,
                            "area_sqft": peers.AREA_SQFT},
                "outlet": [
                    {"kind": "orifice", "invert_ft": 0, "diameter_in": 12},
                    {"kind": "sharp-crested-weir", "crest_ft": 3.5, "length_ft": 8,
                     "weir_c": 3.33},
                ],
            }
        )  # fmt: skip
    storms = [
        {"name": f"{event}", "distribution": "II", "depth_in": 2.0 + 0.5 * event, "source": "typed"}
        for event in range(events)
    ]
    return Project.model_validate(
        {
            "title": "many nodes",
            "settings": {"time_step_min": step_min},
            "storm": storms,
            "post": {
                "subcatchment": subcatchments, "pond": ponds, "design_point": [{"name": "D"}],
            },
        }
    )  # fmt: skip


def _run(made: Project) -> float:
    results = hydrocalc.run(made, estimate_errors=False)
    return max(abs(row.volume_error_percent) for row in (*results.nodes, *results.system))


@pytest.mark.benchmark(group="projects")
@pytest.mark.parametrize(
    ("nodes", "events", "step_min"),
    [(5, 3, 3), (5, 3, 1), (20, 3, 1), (100, 1, 1), (100, 2, 1), (100, 8, 1), (100, 8, 3)],
)
def test_project(benchmark: BenchmarkFixture, nodes: int, events: int, step_min: float) -> None:
    made = project(nodes, events, step_min)
    assert _run(made) < 1e-4
    benchmark(_run, made)


MEMORY = """
import resource, sys
from benchmarks.test_scenarios import run
run(100, 3.0, 1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(int(sys.argv[1]), 3.0, 2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.benchmark(group="memory")
def test_memory_of_a_hundred_thousand_scenarios(benchmark: BenchmarkFixture) -> None:
    """Inputs and peaks are all that grows: some 130 bytes a scenario."""
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0

    def start() -> int:
        done = subprocess.run(
            [sys.executable, "-c", MEMORY, "100000"], cwd=ROOT, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        return int(done.stdout)

    grown_kb = benchmark.pedantic(start, rounds=1)
    assert grown_kb < 100_000
    benchmark.extra_info["grown_kb"] = grown_kb
