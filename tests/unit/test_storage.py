"""Storage against the printed tables of FHWA HEC-22, 4th ed. (2024), chapter 10, and by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

from hydrocalc.storage import Prismatoid, StageArea, StageStorage, StageVolume, Storage

METRE_FT = 1.0 / 0.3048


def area(stage_ft: list[float], area_sqft: list[float], **more: Any) -> StageArea:
    return StageArea(kind="stage-area", stage_ft=stage_ft, area_sqft=area_sqft, **more)


def volume(stage_ft: list[float], volume_cuft: list[float]) -> StageVolume:
    return StageVolume(kind="stage-volume", stage_ft=stage_ft, volume_cuft=volume_cuft)


def prismatoid(**more: Any) -> Prismatoid:
    sizes = {"bottom_length_ft": 85, "bottom_width_ft": 43, "side_slope_ratio": 3}
    return Prismatoid(kind="prismatoid", **{"invert_ft": 0, "rim_ft": 7, **sizes, **more})


SHAPES: dict[str, StageStorage] = {
    "linear": area([100, 102, 104, 106], [8000, 11000, 14500, 18500]),
    "conic": area([100, 102, 104, 106], [8000, 11000, 14500, 18500], interpolation="conic"),
    "conic from a point": area([100, 105], [0, 5000], interpolation="conic"),
    "volumes": volume([100, 101, 104], [0, 7000, 32000]),
    "prismatoid": prismatoid(invert_ft=100, rim_ft=106),
}


def test_contours_of_table_10_4_by_average_end_areas() -> None:
    contours = [278, 279, 280, 281, 282, 283, 284, 285, 286]
    areas = [0, 490, 1740, 4290, 6880, 10320, 12830, 15500, 19870]
    printed = [0, 245, 1360, 4375, 9960, 18560, 30135, 44300, 61985]
    found = area(contours, areas).storage_cuft(np.array(contours, dtype=float))
    np.testing.assert_allclose(found, printed, rtol=0, atol=1e-6)


def test_trapezoidal_basin_of_table_10_2() -> None:
    # the example was worked in metres: depths of 0.2, 0.4 ... 2.0 m, printed to 0.01 ft
    printed = [0, 2567, 5425, 8774, 12455, 16548, 21074, 26052, 31503, 37413, 43906]
    depths = np.arange(11) * 0.2 * METRE_FT
    found = prismatoid().storage_cuft(depths)
    # as read, rows 2 and 9 are not on the example's own equation, which gives 5485 and 37448
    agree = [0, 1, 3, 4, 5, 6, 7, 8, 10]
    np.testing.assert_allclose(found[agree], np.array(printed)[agree], rtol=0, atol=1.0)


def test_average_end_and_conic_volumes_differ() -> None:
    stages, areas, top = [0.0, 5.0], [1000.0, 5000.0], np.array([5.0])
    assert area(stages, areas).storage_cuft(top)[0] == 15000.0
    # 5/3 (1000 + 5000 + sqrt(1000 x 5000)) = 13,726.8, HEC-22 equation 10.19
    conic = area(stages, areas, interpolation="conic").storage_cuft(top)[0]
    assert round(conic) == 13727


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_volume_is_the_integral_of_the_surface(shape: StageStorage) -> None:
    # a number of steps that puts every row of the tables on a step
    stages = np.linspace(shape.bottom_ft, shape.top_ft + 3.0, 504001)
    middles = 0.5 * (stages[1:] + stages[:-1])
    summed = np.sum(shape.surface_sqft(middles) * np.diff(stages))
    rise = shape.storage_cuft(stages[[0, -1]])
    assert rise[1] - rise[0] == pytest.approx(summed, rel=1e-8)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_storage_rises_from_zero_and_is_continuous(shape: StageStorage) -> None:
    stages = np.linspace(shape.bottom_ft - 2.0, shape.top_ft + 5.0, 5001)
    stored = shape.storage_cuft(stages)
    assert stored.shape == stages.shape
    assert np.all(stored[stages <= shape.bottom_ft] == 0.0)
    assert np.all(np.diff(stored[stages >= shape.bottom_ft]) > 0.0)
    for level in shape.breaks_ft():
        below, above = shape.storage_cuft(np.array([level - 1e-9, level + 1e-9]))
        assert above - below < 1e-4


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_walls_are_vertical_above_the_top(shape: StageStorage) -> None:
    top = shape.top_ft
    stored = shape.storage_cuft(np.array([top, top + 1.0, top + 4.0]))
    surface = shape.surface_sqft(np.array([top, top + 4.0]))
    assert surface[0] == surface[1]
    np.testing.assert_allclose(np.diff(stored), surface[0] * np.array([1.0, 3.0]), rtol=1e-12)


@pytest.mark.parametrize("by_ft", [1000.0, -50.0, 312.7])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_shift_of_datum_changes_no_bit(shape: StageStorage, by_ft: float) -> None:
    moved = shape.lowered(-by_ft)
    relative, again = shape.lowered(shape.bottom_ft), moved.lowered(moved.bottom_ft)
    assert relative == again
    assert relative.bottom_ft == 0.0


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("hc230", {"kind": "stage-area", "stage_ft": [0, 2, 2], "area_sqft": [1, 2, 3]}),
        ("hc231", {"kind": "stage-area", "stage_ft": [0, 1], "area_sqft": [1, -2]}),
        ("hc232", {"kind": "stage-volume", "stage_ft": [0, 1, 2], "volume_cuft": [0, 9, 8]}),
        ("hc233", {"kind": "stage-area", "stage_ft": [0, 1], "area_sqft": [1, 2, 3]}),
        ("hc235", {"kind": "stage-area", "stage_ft": [0, 1], "area_sqft": [0, 0]}),
        ("hc235", {"kind": "stage-area", "stage_ft": [0, 1, 2, 3], "area_sqft": [9, 0, 0, 9]}),
        ("hc235", {"kind": "stage-volume", "stage_ft": [0, 1], "volume_cuft": [0, 0]}),
        ("too_short", {"kind": "stage-area", "stage_ft": [0], "area_sqft": [1]}),
        (
            "hc230",
            {
                "kind": "prismatoid", "invert_ft": 5, "rim_ft": 4,
                "bottom_length_ft": 9, "bottom_width_ft": 9, "side_slope_ratio": 3,
            },
        ),
    ],
)  # fmt: skip
def test_bad_tables_are_refused(code: str, given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Storage).validate_python(given)
    assert code in {error["type"] for error in caught.value.errors()}


def test_quantities_carry_other_units() -> None:
    shape = TypeAdapter(Storage).validate_python(
        {"kind": "stage-area", "stage_ft": [0, "1.0 m"], "area_sqft": ["0.5 ac", 43560]}
    )
    assert shape.area_sqft == pytest.approx((21780.0, 43560.0))
    assert shape.stage_ft == pytest.approx((0.0, METRE_FT))
