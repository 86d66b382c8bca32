"""Rounding, units and file names."""

from __future__ import annotations

import math

import pytest

from hydrocalc.reporting.formatting import NOTHING, Units, counted, file_names, fixed


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1234.567, 2, "1,234.57"),
        (-0.0004, 2, "0.00"),
        (-1.25, 1, "-1.2"),
        (0.0, 0, "0"),
        (None, 2, NOTHING),
        (math.nan, 2, NOTHING),
    ],
)
def test_fixed(value: float | None, decimals: int, text: str) -> None:
    assert fixed(value, decimals) == text


def test_results_are_printed_in_the_units_of_the_project() -> None:
    assert Units("US").with_unit(12.345, "cfs") == "12.35 cfs"
    # 1 cfs = 0.3048^3 m3/s by definition
    assert Units("SI").with_unit(12.345, "cfs") == "0.3496 m³/s"
    assert Units("SI").with_unit(1.0, "in") == "25.4 mm"
    assert Units("SI").column("peak_stage_ft") == ("peak_stage_m", pytest.approx(0.3048, abs=0))
    assert Units("SI").column("verdict") == ("verdict", 1.0)
    assert Units("US").column("volume_in_cuft") == ("volume_in_cuft", 1.0)


def test_inputs_are_printed_as_given() -> None:
    assert Units("US").given(1234.5678, "ft") == "1,234.5678"
    assert Units("US").given_with_unit(18.0, "in") == "18 in"
    assert Units("US").given_with_unit(90.0, "deg") == "90°"


@pytest.mark.parametrize(
    ("change", "decimals"), [(None, 2), (0.0, 2), (0.4, 2), (0.004, 3), (-0.0006, 3), (1e-12, 6)]
)
def test_a_change_other_than_zero_is_not_printed_as_zero(
    change: float | None, decimals: int
) -> None:
    assert Units("US").distinct_decimals(change, "cfs") == decimals


def test_file_names_are_plain_and_different_on_every_system() -> None:
    names = ["Pond A", "pond a", "Pond/A", "Étang #1", "+", "CON"]
    made = file_names(names)
    assert list(made) == names
    assert made["Étang #1"] == "Etang-1"
    assert made["+"] == "unnamed"
    assert len({name.casefold() for name in made.values()}) == len(names)
    assert all(set(name) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
               for name in made.values())  # fmt: skip


def test_counted() -> None:
    assert [counted(1, "storm"), counted(2, "storm")] == ["1 storm", "2 storms"]
