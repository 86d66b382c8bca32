"""What must hold for whole projects: datum, order, balance, superposition, more rain."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hydrocalc
from hydrocalc.project import Project

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())


def raw(name: str) -> dict[str, Any]:
    return tomllib.loads((EXAMPLES / name / "site.toml").read_text(encoding="utf-8"))


def raised(value: Any, by: float) -> Any:
    """Return the raw project with every elevation raised."""
    levels = {"invert_ft", "rim_ft", "crest_ft", "starting_stage_ft"}
    if isinstance(value, dict):
        moved = {}
        for key, item in value.items():
            if key in levels:
                moved[key] = item + by
            elif key == "stage_ft":
                moved[key] = [level + by for level in item]
            else:
                moved[key] = raised(item, by)
        return moved
    return [raised(item, by) for item in value] if isinstance(value, list) else value


def flows(project: Project) -> dict[tuple[str, str, str], np.ndarray]:
    results = hydrocalc.run(project)
    return {
        (event.network.condition, event.rain.name, name): event.outflow_cfs(node)
        for event in results.events()
        for node, name in enumerate(event.network.names)
    }


@pytest.mark.parametrize("by_ft", [1000.0, -50.0])
@pytest.mark.parametrize("name", NAMES)
def test_a_shift_of_datum_changes_no_flow(name: str, by_ft: float) -> None:
    before = flows(Project.model_validate(raw(name)))
    after = flows(Project.model_validate(raised(raw(name), by_ft)))
    for key, flow in before.items():
        np.testing.assert_allclose(after[key], flow, rtol=1e-9, atol=0.0)


@pytest.mark.parametrize("name", NAMES)
def test_the_order_in_the_file_changes_no_bit(name: str) -> None:
    project = raw(name)
    before = flows(Project.model_validate(project))
    shuffler = random.Random(7)
    for side in ("pre", "post"):
        for table in project[side].values():
            if isinstance(table, list):
                shuffler.shuffle(table)
        for pond in project[side].get("pond", []):
            shuffler.shuffle(pond["outlet"])
    after = flows(Project.model_validate(project))
    for key, flow in before.items():
        np.testing.assert_allclose(after[key], flow, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_project_gives_the_same_bits(name: str) -> None:
    project = Project.model_validate(raw(name))
    first, second = flows(project), flows(project)
    for key, flow in first.items():
        assert np.array_equal(flow, second[key])


@pytest.mark.parametrize("name", NAMES)
def test_volumes_balance(name: str) -> None:
    results = hydrocalc.run(Project.model_validate(raw(name)))
    for row in (*results.nodes, *results.system):
        assert abs(row.volume_error_percent) < 1e-4, row


def small(**changes: Any) -> dict[str, Any]:
    site: dict[str, Any] = {
        "title": "small",
        "settings": {"span_hr": [0, 48], "time_step_min": 3},
        "storm": [{"name": "a", "distribution": "II", "depth_in": 5.0, "source": "test"}],
        "post": {
            "subcatchment": [
                {"name": "A", "to": "P", "area_ac": 6.0, "cn": 85, "tc_min": 12},
                {"name": "B", "to": "D", "area_ac": 2.0, "cn": 70, "tc_min": 20},
            ],
            "pond": [
                {
                    "name": "P",
                    "to": "D",
                    "storage": {
                        "kind": "stage-area",
                        "stage_ft": [0, 4],
                        "area_sqft": [8000, 16000],
                    },
                    "outlet": [{"kind": "orifice", "invert_ft": 0, "diameter_in": 12}],
                }
            ],
            "design_point": [{"name": "D"}],
        },
    }
    site.update(changes)
    return site


def test_bypass_adds_as_a_hydrograph_and_not_as_a_peak() -> None:
    results = hydrocalc.run(Project.model_validate(small()))
    event = results.event("post", "a")
    network = event.network
    flow = {name: event.outflow_cfs(node) for node, name in enumerate(network.names)}
    np.testing.assert_allclose(flow["D"], flow["P"] + flow["B"], rtol=1e-14)
    peaks = {row.node: row.outflow_peak_cfs for row in results.nodes}
    assert peaks["D"] < peaks["P"] + peaks["B"]
    assert peaks["D"] >= np.max(flow["D"])


def test_rain_on_the_pond_itself_loses_nothing() -> None:
    site = small()
    site["post"]["pond"][0]["rain_area_sqft"] = 43560
    results = hydrocalc.run(Project.model_validate(site))
    row = results.node("post", "a", "rain on P")
    assert row.volume_out_cuft == pytest.approx(5.0 * 3630.0, rel=1e-12)
    assert row.runoff_depth_in == pytest.approx(5.0, rel=1e-12)
    # Type II: the steepest tenth of an hour holds 0.137 of the rain (0.52579 - 0.38872)
    steepest = 5.0 * 0.13707 / 0.1
    assert row.outflow_peak_cfs == pytest.approx(steepest * 43560 / 12 / 3600, rel=1e-3)


def test_a_diversion_splits_the_flow_and_keeps_the_volume() -> None:
    site = small()
    site["post"]["subcatchment"][0]["to"] = "V"
    site["post"]["diversion"] = [
        {
            "name": "V", "to": "P", "diverted_to": "D",
            "inflow_cfs": [0, 10, 100], "diverted_cfs": [0, 0, 80],
        }
    ]  # fmt: skip
    results = hydrocalc.run(Project.model_validate(site))
    event = results.event("post", "a")
    node = event.network.node_of("V")
    kept, diverted = (event.arrays.flow_cfs[port] for port in event.network.ports_of(node))
    expected = np.interp(event.inflow_cfs(node), [0, 10, 100], [0, 0, 80])
    np.testing.assert_allclose(diverted, expected, atol=1e-12)
    np.testing.assert_allclose(kept + diverted, event.inflow_cfs(node), rtol=1e-13)
    assert abs(results.node("post", "a", "V").volume_error_percent) < 1e-9


def test_what_falls_outside_the_span_is_a_finding() -> None:
    site = small(settings={"span_hr": [5, 20], "time_step_min": 3})
    results = hydrocalc.run(Project.model_validate(site))
    assert "HC501" in {item.code for item in results.findings}
    whole = hydrocalc.run(Project.model_validate(small()))
    inside = results.node("post", "a", "A")
    assert inside.volume_out_cuft < whole.node("post", "a", "A").volume_out_cuft
    assert abs(inside.volume_error_percent) < 1e-6


def test_storage_exceeded_is_a_finding_and_never_a_clamp() -> None:
    site = small()
    site["post"]["pond"][0]["storage"]["stage_ft"] = [0, 1]
    results = hydrocalc.run(Project.model_validate(site))
    assert "HC503" in {item.code for item in results.findings}
    row = results.node("post", "a", "P")
    assert row.peak_stage_ft is not None
    assert row.peak_stage_ft > 1.0
    assert abs(row.volume_error_percent) < 1e-6


@settings(max_examples=25, deadline=None)
@given(
    cn=st.floats(40, 99),
    depth=st.floats(1.0, 10.0),
    more=st.floats(0.1, 3.0),
    tc=st.floats(5, 120),
)
def test_more_rain_never_gives_less(cn: float, depth: float, more: float, tc: float) -> None:
    def peaks(rain: float) -> dict[str, Any]:
        site = small(
            storm=[{"name": "a", "distribution": "III", "depth_in": rain, "source": "test"}]
        )
        site["post"]["subcatchment"][0].update(cn=cn, tc_min=tc)
        return {row.node: row for row in hydrocalc.run(Project.model_validate(site)).nodes}

    less, greater = peaks(depth), peaks(depth + more)
    for name, row in less.items():
        assert greater[name].outflow_peak_cfs >= row.outflow_peak_cfs * (1 - 1e-9)
        assert greater[name].volume_out_cuft >= row.volume_out_cuft * (1 - 1e-9)
        assert row.outflow_peak_cfs >= 0.0


def _splitting(tc_min: float, step_min: float) -> dict[str, Any]:
    site = small(settings={"span_hr": [0, 48], "time_step_min": step_min})
    site["post"]["subcatchment"][0].update(to="V", tc_min=tc_min)
    site["post"]["diversion"] = [
        {
            "name": "V", "to": "P", "diverted_to": "D",
            "inflow_cfs": [0, 5, 60], "diverted_cfs": [0, 0, 55],
        }
    ]  # fmt: skip
    return site


@pytest.mark.parametrize("tc_min", [0.0, 10.0])
def test_diverted_volume_does_not_depend_on_the_step(tc_min: float) -> None:
    """At coarse steps too the volume diverted is that of the hydrograph between the stamps."""
    volumes = []
    for step_min in (0.5, 6.0, 30.0):
        results = hydrocalc.run(Project.model_validate(_splitting(tc_min, step_min)))
        event = results.event("post", "a")
        ports = event.network.ports_of(event.network.node_of("V"))
        volumes.append(event.passed_cuft([ports[1]], 0))
    assert volumes[1] == pytest.approx(volumes[0], rel=2e-3)
    assert volumes[2] == pytest.approx(volumes[0], rel=2e-3)


@pytest.mark.parametrize("step_min", [6.0, 60.0, 240.0])
def test_routed_peak_does_not_depend_on_the_output_step(step_min: float) -> None:
    fine = small(settings={"span_hr": [0, 48], "time_step_min": 0.5})
    coarse = small(settings={"span_hr": [0, 48], "time_step_min": step_min})
    rows = [
        hydrocalc.run(Project.model_validate(site)).node("post", "a", "P")
        for site in (fine, coarse)
    ]
    assert rows[1].outflow_peak_cfs == pytest.approx(rows[0].outflow_peak_cfs, rel=1e-3)
    error = rows[1].peak_error_cfs
    assert error is not None
    assert abs(rows[1].outflow_peak_cfs - rows[0].outflow_peak_cfs) < 3.0 * error + 1e-4


def test_a_span_that_ends_before_the_peak_is_no_pass() -> None:
    site = small(settings={"span_hr": [0, 6], "time_step_min": 3})
    site["pre"] = {
        "subcatchment": [{"name": "E", "to": "D", "area_ac": 8.0, "cn": 70, "tc_min": 20}],
        "design_point": [{"name": "D"}],
    }
    rows = hydrocalc.compare(hydrocalc.run(Project.model_validate(site)))
    assert [row.verdict for row in rows] == ["indeterminate"]
