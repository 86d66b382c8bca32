"""The kernels give the same numbers compiled and as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hydrocalc
from hydrocalc.project import Project
from hydrocalc.project.read import parse_project

PEAKS = """
import json, sys
import hydrocalc
from hydrocalc.project.read import parse_project
results = hydrocalc.run(parse_project(sys.stdin.read())[0], estimate_errors=False)
print(json.dumps([
    [row.node, row.event, row.condition, row.outflow_peak_cfs, row.time_to_peak_hr or 0.0,
     row.volume_out_cuft, row.peak_stage_ft or 0.0]
    for row in results.nodes
]))
"""


def coarse(text: str) -> str:
    """Return a file with few steps, which plain Python computes in a second."""
    return text.replace("span_hr = [0, 72]", "span_hr = [0, 36]\ntime_step_min = 6")


def peaks(text: str, folder: Path, *, compiled: bool) -> list[list[object]]:
    """Return peaks, times, volumes and stages as a process of its own computes them."""
    environment = {key: value for key, value in os.environ.items() if "COV" not in key}
    environment["NUMBA_DISABLE_JIT"] = "0" if compiled else "1"
    done = subprocess.run(
        [sys.executable, "-c", PEAKS],
        input=text, cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows: list[list[object]] = json.loads(done.stdout)
    return rows


@pytest.mark.compiled
def test_compiled_is_the_same_as_plain_python(two_pond_text: str, tmp_path: Path) -> None:
    text = coarse(two_pond_text)
    fast = peaks(text, tmp_path, compiled=True)
    plain = peaks(text, tmp_path, compiled=False)
    assert len(fast) == len(plain) > 20
    for one, other in zip(fast, plain, strict=True):
        assert one[:3] == other[:3]
        assert one[3:] == pytest.approx(other[3:], rel=1e-9, abs=1e-12)


def test_a_network_of_every_kind_of_node(two_pond_text: str) -> None:
    """Runs with the compiler and without, so that coverage sees the lines of the kernels."""
    project = parse_project(coarse(two_pond_text))[0]
    results = hydrocalc.run(project)
    assert {row.kind for row in results.nodes} == {
        "subcatchment", "pond", "junction", "diversion", "design_point",
    }  # fmt: skip
    assert max(abs(row.volume_error_percent) for row in (*results.nodes, *results.system)) < 1e-6
    for row in results.nodes:
        if row.kind == "pond":
            assert row.inflow_peak_cfs is not None
            assert row.outflow_peak_cfs < row.inflow_peak_cfs
    splitter = results.node("post", "100-yr", "Splitter")
    assert splitter.outflow_peak_cfs > 8.0, "the diversion takes its share above 8 cfs"


def test_rain_that_runs_off_as_it_falls(small_site_text: str) -> None:
    text = small_site_text.replace("tc_min = 10", "tc_min = 0").replace(
        "[[storm]]", "[settings]\ntime_step_min = 6\n[[storm]]"
    )
    results = hydrocalc.run(parse_project(text)[0], estimate_errors=False)
    lots = results.node("post", "10-yr", "Lots")
    assert abs(lots.volume_error_percent) < 1e-6
    assert results.node("post", "10-yr", "Pond").inflow_peak_cfs == pytest.approx(
        lots.outflow_peak_cfs
    )


def test_the_small_site_meets_its_criterion(small_site: Project) -> None:
    (row,) = hydrocalc.compare(hydrocalc.run(small_site))
    assert row.verdict == "met"
    assert row.pre_peak_cfs is not None
    assert row.post_peak_cfs is not None
    assert row.post_peak_cfs < row.pre_peak_cfs
