"""What must hold for every kind of outlet device."""

from __future__ import annotations

import tomllib
from typing import Any

import numpy as np
import pytest
import tomli_w
from pydantic import TypeAdapter

from hydrocalc.outlets import DEVICES, Device, Outlet
from hydrocalc.sources import cited

SAMPLES: list[dict[str, Any]] = [
    {"kind": "orifice", "invert_ft": 101.0, "diameter_in": 12.0},
    {"kind": "orifice", "invert_ft": 101.0, "width_in": 24.0, "height_in": 6.0, "count": 3},
    {"kind": "orifice", "orientation": "horizontal", "invert_ft": 101.0, "diameter_in": 24.0},
    {"kind": "orifice", "orientation": "horizontal", "invert_ft": 101.0, "width_in": 24.0,
     "height_in": 36.0},
    {"kind": "sharp-crested-weir", "crest_ft": 101.0, "length_ft": 8.0, "weir_c": 3.33},
    {"kind": "sharp-crested-weir", "crest_ft": 101.0, "length_ft": 2.0, "weir_c": 3.33,
     "end_contractions": 2, "name": "notch", "to": "brook"},
    {"kind": "broad-crested-weir", "crest_ft": 101.0, "length_ft": 20.0, "weir_c": 2.63},
    {"kind": "v-notch-weir", "invert_ft": 101.0, "angle_deg": 90.0},
    {"kind": "rating-curve", "stage_ft": [100.0, 101.0, 103.0], "discharge_cfs": [0.0, 0.0, 9.0]},
]  # fmt: skip
ADAPTER: TypeAdapter[Any] = TypeAdapter(Outlet)
STAGES = np.linspace(95.0, 125.0, 30001)


def label(sample: dict[str, Any]) -> str:
    return "-".join(str(value) for value in sample.values() if isinstance(value, str))


def read(sample: dict[str, Any]) -> Device:
    device = ADAPTER.validate_python(sample)
    assert isinstance(device, Device)
    return device


samples = pytest.mark.parametrize("sample", SAMPLES, ids=label)


def test_every_device_has_a_sample() -> None:
    assert {type(read(sample)) for sample in SAMPLES} == set(DEVICES)


@samples
def test_zero_up_to_its_lowest_level(sample: dict[str, Any]) -> None:
    device = read(sample)
    flows = device.flow_cfs(STAGES)
    assert np.all(flows[device.lowest_ft() >= STAGES] == 0.0)
    assert np.all(flows[device.lowest_ft() + 1e-3 < STAGES] > 0.0)


@samples
def test_discharge_never_falls(sample: dict[str, Any]) -> None:
    flows = read(sample).flow_cfs(STAGES)
    assert np.all(np.diff(flows) >= -1e-12 * flows[1:])


@samples
def test_discharge_is_continuous(sample: dict[str, Any]) -> None:
    device = read(sample)
    for level in device.breaks_ft():
        below, above = device.flow_cfs(np.array([level - 1e-9, level + 1e-9]))
        assert abs(above - below) < 1e-6
    assert np.abs(np.diff(device.flow_cfs(STAGES))).max() < 1.0


@samples
def test_arrays_of_any_shape(sample: dict[str, Any]) -> None:
    device = read(sample)
    stages = np.linspace(100.0, 110.0, 12)
    flows = device.flow_cfs(stages)
    assert flows.shape == (12,)
    assert flows.dtype == np.float64
    np.testing.assert_array_equal(device.flow_cfs(stages.reshape(3, 4)), flows.reshape(3, 4))
    assert device.flow_cfs(stages[:0]).shape == (0,)


@samples
def test_file_round_trip(sample: dict[str, Any]) -> None:
    device = read(sample)
    text = tomli_w.dumps(device.model_dump(exclude_none=True))
    assert read(tomllib.loads(text)) == device


@samples
def test_elevations_move_together(sample: dict[str, Any]) -> None:
    device = read(sample)
    moved = device.lowered(100.0)
    assert moved.lowest_ft() == pytest.approx(device.lowest_ft() - 100.0, abs=1e-9)
    np.testing.assert_allclose(
        moved.flow_cfs(STAGES - 100.0), device.flow_cfs(STAGES), rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.__name__)
def test_documented_and_cited(device: type[Device]) -> None:
    assert device.__doc__
    sources = cited(device.SOURCES)
    for source in sources:
        assert f"[{source.key}]_" in device.__doc__
    assert set(device.ELEVATIONS) <= set(device.model_fields)
    assert device.ELEVATIONS
