"""
Devices against printed numbers, and outlets that discharge through each other.

Printed numbers: FHWA HEC-22, 4th ed. (2024), chapter 10; Bedient, Huber and Vieux, 5th ed.,
example 4-5.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from hydrocalc.findings import InputError
from hydrocalc.outlets import (
    BroadCrestedWeir,
    Device,
    Orifice,
    RatingCurve,
    SharpCrestedWeir,
    VNotchWeir,
)
from hydrocalc.outlets.structure import Structure

ROOT_2G = math.sqrt(64.4)


def orifice(**more: Any) -> Orifice:
    return Orifice(kind="orifice", **{"invert_ft": 0.0, **more})


def weir(**more: Any) -> SharpCrestedWeir:
    return SharpCrestedWeir(kind="sharp-crested-weir", **{"crest_ft": 0.0, **more})


def curve(stage_ft: list[float], discharge_cfs: list[float]) -> RatingCurve:
    return RatingCurve(kind="rating-curve", stage_ft=stage_ft, discharge_cfs=discharge_cfs)


def at(device: Device, *stages: float) -> list[float]:
    return [float(flow) for flow in device.flow_cfs(np.array(stages))]


def test_orifice_rating_of_table_10_6() -> None:
    stages = [33.5, 34.1, 34.8, 35.4, 36.1, 36.7, 37.4, 38.1, 38.7, 39.4]
    printed = [0.61, 0.93, 1.20, 1.39, 1.59, 1.74, 1.89, 2.04, 2.16, 2.29]
    device = orifice(invert_ft=32.8, diameter_in=0.49 * 12)
    np.testing.assert_allclose(at(device, *stages), printed, rtol=0, atol=0.005)


def test_orifice_plate_of_example_10_9() -> None:
    # heads are to the centre of 1-in openings
    plate = [(3, 3.61, 0.15), (4, 3.94, 0.21), (3, 4.26, 0.16)]
    for count, head, printed in plate:
        row = orifice(invert_ft=-0.5 / 12, diameter_in=1.0, count=count)
        assert at(row, head)[0] == pytest.approx(printed, abs=0.005)


def test_riser_of_table_10_8_changes_from_weir_to_orifice() -> None:
    # the flows were rounded to 0.01 cubic metres a second before they were printed in cfs
    resolution = 0.01 / 0.3048**3
    rows = [(0.33, 3.5), (0.66, 9.2), (1.31, 13.1), (1.97, 15.9), (2.63, 18.7), (3.94, 22.6)]
    riser = orifice(orientation="horizontal", diameter_in=1.74 * 12, weir_c=0.41 * ROOT_2G)
    for head, printed in rows:
        assert at(riser, head)[0] == pytest.approx(printed, abs=resolution / 2)
    changes_at = riser.breaks_ft()[1]
    assert 0.33 < changes_at < 0.66


def test_orifice_of_bedient_4_5_has_its_head_above_the_bottom() -> None:
    stages = [1, 2, 3, 4, 5, 5.5, 6, 6.5, 7]
    printed = [12.8, 18.0, 22.1, 25.5, 28.5, 29.9, 31.3, 32.5, 33.8]
    device = orifice(orientation="horizontal", diameter_in=18, orifice_c=0.9)
    np.testing.assert_allclose(at(device, *stages), printed, rtol=0, atol=0.05)


def test_weir_of_bedient_4_5() -> None:
    device = weir(crest_ft=5, length_ft=15, weir_c=2 / 3 * 0.7 * ROOT_2G)
    found = at(device, 5, 5.5, 6, 6.5, 7)
    np.testing.assert_allclose(found, [0, 19.9, 56.2, 103.2, 158.9], rtol=0, atol=0.05)


def test_weir_coefficients_without_dimension_are_those_of_hec22() -> None:
    # sharp-crested, small heads: 0.415; V-notch: "typically" 0.31
    sharp_crested, v_notch = 0.415 * ROOT_2G, 0.31 * ROOT_2G
    assert sharp_crested == pytest.approx(3.33, abs=0.005)
    assert v_notch == pytest.approx(2.5, abs=0.02)


def test_orifice_is_continuous_at_the_crown() -> None:
    for device in (orifice(diameter_in=12), orifice(width_in=24, height_in=12)):
        below, above = at(device, 1.0 - 1e-12, 1.0)
        assert below == pytest.approx(above, rel=1e-10)


def test_partly_full_orifice_follows_the_stated_rule() -> None:
    # B1: a 12-in orifice, C 0.6, invert 0; half full it passes 0.5^1.5 of the flow at the crown
    crown, half = at(orifice(diameter_in=12), 1.0, 0.5)
    assert crown == pytest.approx(0.6 * math.pi / 4 * math.sqrt(2 * 32.2 * 0.5), rel=1e-14)
    assert half == pytest.approx(crown * 0.5**1.5, rel=1e-14)


def test_contractions_shorten_the_crest_and_never_reverse_the_flow() -> None:
    contracted = weir(length_ft=10, weir_c=3.33, end_contractions=2)
    # HEC-22 equation 10.33: L - 0.2 h
    assert at(contracted, 1.0)[0] == pytest.approx(3.33 * 9.8)
    flows = at(contracted, *np.linspace(0, 200, 2001))
    assert np.all(np.diff(flows) >= 0.0)


def test_v_notch_of_ninety_degrees() -> None:
    device = VNotchWeir(kind="v-notch-weir", invert_ft=2.0, angle_deg=90)
    assert at(device, 3.0)[0] == pytest.approx(2.5)
    assert at(device, 2.0 + 4.0)[0] == pytest.approx(2.5 * 32.0)


def test_rating_curve_goes_on_above_and_says_so() -> None:
    device = curve([0, 1, 2], [0, 4, 13])
    assert at(device, -1, 0.5, 1.5, 3) == [0.0, 2.0, 8.5, 22.0]
    assert device.limits(2.0) == []
    assert [item.code for item in device.limits(2.1)] == ["HC420"]


def test_rating_curve_may_fall_but_not_below_zero() -> None:
    device = curve([4, 4.5, 5.0], [139.8113, 152.4455, 143.0343])  # TTU-POND rows
    assert at(device, 4.75)[0] == pytest.approx((152.4455 + 143.0343) / 2)
    assert at(device, 100.0) == [0.0]
    assert "HC421" in {item.code for item in device.limits(4.2)}


@pytest.mark.parametrize(
    ("code", "sizes"),
    [
        ("hc237", {}),
        ("hc237", {"diameter_in": 6, "width_in": 6}),
        ("hc237", {"width_in": 6}),
        ("greater_than", {"diameter_in": -6}),
    ],
)
def test_an_orifice_has_one_size(code: str, sizes: dict[str, float]) -> None:
    with pytest.raises(ValidationError) as caught:
        orifice(**sizes)
    assert code in {error["type"] for error in caught.value.errors()}


def test_broad_crested_coefficient_must_be_given() -> None:
    with pytest.raises(ValidationError):
        BroadCrestedWeir(kind="broad-crested-weir", crest_ft=1, length_ft=10)


STAGES = np.linspace(0.0, 8.0, 801)


def riser() -> list[Device]:
    return [
        orifice(name="barrel", diameter_in=12),
        orifice(name="low", through="barrel", diameter_in=4),
        weir(name="rim", through="barrel", crest_ft=3.0, length_ft=12, weir_c=3.33),
        BroadCrestedWeir(kind="broad-crested-weir", crest_ft=5, length_ft=20, weir_c=2.63, to="B"),
    ]


def test_a_riser_passes_the_lesser_of_barrel_and_openings() -> None:
    devices = riser()
    structure = Structure(devices, "A")
    flows = dict(zip(structure.receivers, structure.flow_by_receiver_cfs(STAGES), strict=True))
    barrel, low, rim, spillway = (device.flow_cfs(STAGES) for device in devices)
    np.testing.assert_array_equal(flows["A"], np.minimum(barrel, low + rim))
    np.testing.assert_array_equal(flows["B"], spillway)
    assert np.any(barrel < low + rim)
    assert np.any(barrel > low + rim)


def test_drowned_openings_share_what_the_barrel_passes() -> None:
    structure = Structure(riser(), "A")
    passed, potential = structure.device_flows_cfs(STAGES)
    np.testing.assert_allclose(passed[0], passed[1] + passed[2], rtol=1e-12)
    assert np.all(passed <= potential * (1 + 1e-12))
    drowned = potential[0] < potential[1] + potential[2]
    shares = passed[1:3, drowned] / potential[1:3, drowned]
    np.testing.assert_allclose(shares[0], shares[1], rtol=1e-12)


def test_three_devices_in_a_row_pass_the_least() -> None:
    chain = [
        orifice(name="pipe", diameter_in=8),
        orifice(name="box", through="pipe", diameter_in=24),
        orifice(name="hole", through="box", diameter_in=10),
    ]
    passed, potential = Structure(chain, "A").device_flows_cfs(STAGES)
    least = potential.min(axis=0)
    for row in passed:
        np.testing.assert_allclose(row, least, rtol=1e-12)


@pytest.mark.parametrize(
    ("code", "links"),
    [
        ("HC310", [("a", None), ("b", "c")]),
        ("HC311", [("a", "a")]),
        ("HC311", [("a", "b"), ("b", "a")]),
    ],
)
def test_links_between_outlets_are_checked(code: str, links: list[tuple[str, str | None]]) -> None:
    devices = [orifice(name=name, through=through, diameter_in=6) for name, through in links]
    with pytest.raises(InputError) as caught:
        Structure(devices, "A")
    assert code in {item.code for item in caught.value.findings}
