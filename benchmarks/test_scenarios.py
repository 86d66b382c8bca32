"""Many scenarios of one site, beside the same work by other means; answers are checked first."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import hydrocalc
from benchmarks import peers
from hydrocalc import rainfall
from hydrocalc.project import Project
from hydrocalc.scenarios import SiteScenarios, site_peaks

TYPE_II = rainfall.distribution("Type II")
REFERENCE_CFS = 9.98970


def scenarios(count: int) -> SiteScenarios:
    return SiteScenarios(
        area_ac=np.full(count, 10.0), cn=80.0, tc_min=15.0, depth_in=5.0, orifice_invert_ft=0.0,
        orifice_diameter_in=12.0, weir_crest_ft=3.5, weir_length_ft=8.0,
    )  # fmt: skip


def run(count: int, step_min: float, threads: int) -> float:
    peaks = site_peaks(
        scenarios(count), TYPE_II, peers.STAGE_FT, peers.AREA_SQFT, step_min=step_min,
        threads=threads,
    )  # fmt: skip
    return float(peaks.outflow_peak_cfs[-1])


@pytest.mark.benchmark(group="scenarios: 3-min step, one thread")
@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("count", [1, 10, 100, 1000, 10000])
def test_count(benchmark: BenchmarkFixture, count: int) -> None:
    assert run(count, 3.0, 1) == pytest.approx(REFERENCE_CFS, rel=1e-3)
    benchmark.extra_info["runs"] = count
    benchmark(run, count, 3.0, 1)


@pytest.mark.benchmark(group="scenarios: 10,000")
@pytest.mark.parametrize(
    ("step_min", "threads", "allowed"),
    [(3.0, 1, 1e-3), (3.0, 2, 1e-3), (2.0, 1, 5e-4), (2.0, 2, 5e-4), (1.0, 1, 3e-4)],
)
def test_step_and_threads(
    benchmark: BenchmarkFixture, step_min: float, threads: int, allowed: float
) -> None:
    assert run(100, step_min, threads) == pytest.approx(REFERENCE_CFS, rel=allowed)
    benchmark.extra_info["runs"] = 10000
    benchmark(run, 10000, step_min, threads)


@pytest.mark.benchmark(group="peers: one run, 3-min step")
def test_plain_python(benchmark: BenchmarkFixture) -> None:
    assert peers.plain_python(0.05) == pytest.approx(REFERENCE_CFS, rel=2e-2)
    benchmark(peers.plain_python, 0.05)


@pytest.mark.benchmark(group="peers: one run, 3-min step")
def test_numpy(benchmark: BenchmarkFixture) -> None:
    assert peers.with_numpy(0.05) == pytest.approx(REFERENCE_CFS, rel=2e-2)
    benchmark(peers.with_numpy, 0.05)


@pytest.mark.benchmark(group="peers: one run, 3-min step")
def test_swmm(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    pytest.importorskip("swmm.toolkit", reason="swmm-toolkit is not installed")
    project = Project.model_validate(
        {
            "title": "inflow",
            "settings": {"time_step_min": 3},
            "storm": [{"name": "a", "distribution": "II", "depth_in": 5.0, "source": "typed"}],
            "post": {
                "subcatchment": [{"name": "A", "to": "D", "area_ac": 10.0, "cn": 80, "tc_min": 15}],
                "design_point": [{"name": "D"}],
            },
        }
    )
    event = hydrocalc.run(project, estimate_errors=False).event("post", "a")
    inflow = event.outflow_cfs(event.network.node_of("A"))
    names = peers.swmm_files(tmp_path, inflow, 0.05)
    # its own orifice rule below the crown, and its own step, differ by a few percent
    assert peers.swmm_peak_cfs(names) == pytest.approx(REFERENCE_CFS, rel=5e-2)
    from swmm.toolkit import solver

    benchmark(solver.swmm_run, *names)
