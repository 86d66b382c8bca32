"""Speed of one run and of a cold start; each answer is checked before it is timed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import hydrocalc
from hydrocalc.project.read import parse_project

ROOT = Path(__file__).parents[1]

# Ten acres, Type II, one pond with an orifice and a weir.
ONE_POND = """
title = "One pond"
[settings]
span_hr = [0, 48]
time_step_min = {step}
[[storm]]
name = "5 in"
distribution = "Type II"
depth_in = 5.0
source = "typed for benchmarks"
[[post.subcatchment]]
name = "Site"
to = "Pond"
area_ac = 10.0
cn = 80
tc_min = 15
[[post.pond]]
name = "Pond"
to = "Outlet"
[post.pond.storage]
kind = "stage-area"
stage_ft = [0, 2, 4, 6]
area_sqft = [8000, 11000, 14500, 18500]
[[post.pond.outlet]]
kind = "orifice"
invert_ft = 0.0
diameter_in = 12
[[post.pond.outlet]]
kind = "sharp-crested-weir"
crest_ft = 3.5
length_ft = 8
weir_c = 3.33
[[post.design_point]]
name = "Outlet"
"""


@pytest.mark.benchmark(group="run: one pond, one storm")
@pytest.mark.parametrize("step_min", [3.0, 1.0])
def test_one_pond(benchmark: BenchmarkFixture, step_min: float) -> None:
    project = parse_project(ONE_POND.format(step=step_min))[0]
    # the limit of ever finer steps, from a continuous convolution and an ODE solved to 1e-11
    row = hydrocalc.run(project).node("post", "5 in", "Pond")
    assert row.inflow_peak_cfs == pytest.approx(35.86423, rel=1e-5)
    assert row.outflow_peak_cfs == pytest.approx(9.98970, rel=2e-4)
    assert row.peak_stage_ft == pytest.approx(3.74244, abs=1e-3)
    benchmark(hydrocalc.run, project, estimate_errors=False)


@pytest.mark.benchmark(group="run: example")
@pytest.mark.parametrize("estimate_errors", [True, False], ids=["with-errors", "plain"])
def test_example(benchmark: BenchmarkFixture, estimate_errors: bool) -> None:
    project = hydrocalc.load(ROOT / "examples" / "troy-major" / "site.toml")
    results = hydrocalc.run(project)
    assert max(abs(row.volume_error_percent) for row in results.nodes) < 0.01
    benchmark(hydrocalc.run, project, estimate_errors=estimate_errors)


@pytest.mark.benchmark(group="cold start")
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["check", "site.toml"], ["run", "site.toml", "--json"]],
    ids=["help", "check", "run"],
)
def test_command(benchmark: BenchmarkFixture, arguments: list[str], tmp_path: Path) -> None:
    text = (ROOT / "examples" / "troy-major" / "site.toml").read_text(encoding="utf-8")
    (tmp_path / "site.toml").write_text(text, encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if "COV" not in key}

    def start() -> int:
        command = [sys.executable, "-m", "hydrocalc", *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        return done.returncode

    assert start() == 0
    assert benchmark(start) == 0
