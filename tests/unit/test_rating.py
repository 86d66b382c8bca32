"""Rating tables: within the stated error, rising, and the same on any datum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hydrocalc.outlets import Device, Orifice, RatingCurve, SharpCrestedWeir, VNotchWeir
from hydrocalc.outlets.rating import RatingTable, build_rating
from hydrocalc.outlets.structure import Structure
from hydrocalc.storage import Prismatoid, StageArea, StageStorage, StageVolume


def orifice(**more: Any) -> Orifice:
    return Orifice(kind="orifice", **{"invert_ft": 0.0, **more})


def weir(**more: Any) -> SharpCrestedWeir:
    return SharpCrestedWeir(kind="sharp-crested-weir", **{"weir_c": 3.33, **more})


def area(stage_ft: list[float], area_sqft: list[float], **more: Any) -> StageArea:
    return StageArea(kind="stage-area", stage_ft=stage_ft, area_sqft=area_sqft, **more)


B1_STORAGE = area([0, 2, 4, 6], [8000, 11000, 14500, 18500])
B1_OUTLETS: list[Device] = [orifice(diameter_in=12), weir(crest_ft=3.5, length_ft=8)]

PONDS: dict[str, tuple[StageStorage, list[Device]]] = {
    "B1": (B1_STORAGE, B1_OUTLETS),
    "from a point": (area([0, 4], [0, 5000], interpolation="conic"), B1_OUTLETS),
    "riser and second receiver": (
        Prismatoid(
            kind="prismatoid", invert_ft=0, rim_ft=6,
            bottom_length_ft=85, bottom_width_ft=43, side_slope_ratio=3,
        ),
        [
            orifice(name="barrel", diameter_in=15),
            orifice(through="barrel", diameter_in=5),
            orifice(through="barrel", orientation="horizontal", invert_ft=3, diameter_in=36),
            VNotchWeir(kind="v-notch-weir", invert_ft=4.2, angle_deg=60, to="swale"),
        ],
    ),
}  # fmt: skip

# HDS-2 example 7.2, 24-in pipe; TTU course material, whose rating falls at 5 ft
PUBLISHED = {
    "HDS2-7.2CU": (
        [0, 1, 2, 3, 4, 5, 6, 6.3, 6.6, 6.9],
        [0, 7000, 18000, 32000, 49000, 74000, 120000, 141000, 166000, 191000],
        [0, 4, 13, 20, 26, 31, 35, 52, 82, 122],
    ),
    "TTU-POND": (
        [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5],
        [21780.0 * row for row in range(12)],
        [0, 2.9862, 12.5257, 28.0106, 48.2008, 71.5171, 96.0962, 119.7537, 139.8113, 152.4455,
         143.0343, 156.6862],
    ),
}  # fmt: skip


def table_of(name: str) -> tuple[StageStorage, Structure, RatingTable]:
    storage, devices = PONDS[name]
    structure = Structure(devices, "brook")
    return storage, structure, build_rating(storage, structure)


@pytest.mark.parametrize("name", PONDS)
def test_straight_lines_are_within_the_stated_error(name: str) -> None:
    storage, structure, table = table_of(name)
    stages = np.linspace(0.0, table.stage_ft[-1], 40001)
    stored = storage.storage_cuft(stages)
    exact = structure.flow_by_receiver_cfs(stages)
    rows = zip(table.discharge_cfs, exact, strict=True)
    for line, flows in rows:
        found = np.interp(stored, table.storage_cuft, line)
        # the error is asked for at quarter points; between them it may be a little more
        allowed = 1.1 * np.maximum(1e-4, 1e-4 * flows)
        assert np.all(np.abs(found - flows) <= allowed)
    levels = np.interp(stored, table.storage_cuft, table.stage_ft)
    assert np.abs(levels - stages).max() <= 1.1 * 5e-4


@pytest.mark.parametrize("name", PONDS)
def test_rows_rise_and_hold_every_break(name: str) -> None:
    storage, structure, table = table_of(name)
    assert np.all(np.diff(table.storage_cuft) > 0.0)
    assert np.all(np.diff(table.stage_ft) > 0.0)
    assert table.storage_cuft[0] == 0.0
    assert table.top_ft == storage.top_ft
    for level in {*storage.breaks_ft(), *structure.breaks_ft()}:
        assert level in table.stage_ft
    assert table.stage_ft[-1] >= storage.top_ft + 10.0
    assert table.discharge_cfs.shape == (len(table.receivers), len(table.stage_ft))
    assert table.discharge_cfs.flags.c_contiguous
    assert table.discharge_cfs.dtype == np.float64


def test_the_table_of_b1_is_not_larger_than_needed() -> None:
    # 320 stages were needed for this bound when it was first measured
    _, _, table = table_of("B1")
    assert len(table.stage_ft) < 400


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_tables_are_kept_as_they_are(name: str) -> None:
    stages, volumes, flows = PUBLISHED[name]
    storage = StageVolume(kind="stage-volume", stage_ft=stages, volume_cuft=volumes)
    rating = RatingCurve(kind="rating-curve", stage_ft=stages, discharge_cfs=flows)
    table = build_rating(storage, Structure([rating], "brook"))
    rows = np.searchsorted(table.stage_ft, stages)
    np.testing.assert_allclose(table.stage_ft[rows], stages, rtol=0, atol=0)
    np.testing.assert_allclose(table.storage_cuft[rows], volumes, rtol=1e-12)
    np.testing.assert_allclose(table.discharge_cfs[0, rows], flows, rtol=1e-12)
    middles = (np.array(volumes[1:]) + np.array(volumes[:-1])) / 2
    between = np.interp(middles, table.storage_cuft, table.discharge_cfs[0])
    np.testing.assert_allclose(between, (np.array(flows[1:]) + np.array(flows[:-1])) / 2)


@pytest.mark.parametrize("by_ft", [1000.0, -50.0])
@pytest.mark.parametrize("name", PONDS)
def test_a_shift_of_datum_changes_no_bit(name: str, by_ft: float) -> None:
    storage, devices = PONDS[name]
    _, _, table = table_of(name)
    high = storage.lowered(-by_ft)
    datum = high.bottom_ft
    outlets = [device.lowered(-by_ft).lowered(datum) for device in devices]
    again = build_rating(high.lowered(datum), Structure(outlets, "brook"))
    np.testing.assert_array_equal(again.storage_cuft, table.storage_cuft)
    np.testing.assert_array_equal(again.discharge_cfs, table.discharge_cfs)


def test_a_storage_that_closes_at_its_top_has_a_table() -> None:
    closed = area([0, 2, 4], [1000, 1000, 0])
    table = build_rating(closed, Structure(B1_OUTLETS, "brook"))
    assert np.all(np.isfinite(table.discharge_cfs))
    assert table.stage_ft[-1] > closed.top_ft
