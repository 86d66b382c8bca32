"""Design storms: look-up by name, the rain made from a curve, county depths, a user's own curve."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hydrocalc import rainfall
from hydrocalc.findings import InputError

# NEH 630 chapter 4, figure 4-72: depth of a duration over the 24-hour depth, 60 minutes.
# The curves keep this ratio exactly; the longer ones were smoothed.
FIGURE_4_72_60_MIN = {"NOAA_A": 0.502, "NOAA_B": 0.453, "NOAA_C": 0.409, "NOAA_D": 0.366}
# NEH 630 chapter 4, figure 4-31, Type II: duration [min] and ratio, from 30 minutes up.
FIGURE_4_31 = {30: 0.380, 60: 0.454, 120: 0.538, 180: 0.595, 360: 0.707, 720: 0.841, 1440: 1.000}


def codes(error: pytest.ExceptionInfo[InputError]) -> list[str]:
    return [item.code for item in error.value.findings]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("type_II", "type_II"),
        ("TYPE_ii", "type_II"),
        ("Type II", "type_II"),
        (" ii ", "type_II"),
        ("I", "type_I"),
        ("IA", "type_IA"),
        ("Type III", "type_III"),
        ("noaa_a", "NOAA_A"),
        ("NRCC B", "NRCC_B"),
        ("NR_B", "NRCC_B"),
        ("n10_c", "N10_C"),
        ("NOAA10 D", "N10_D"),
    ],
)
def test_names_and_aliases(written: str, expected: str) -> None:
    assert rainfall.distribution(written).id == expected


def test_no_alias_belongs_to_two_curves() -> None:
    seen: dict[str, str] = {}
    for name in rainfall.distribution_ids():
        curve = rainfall.distribution(name)
        for word in {item.casefold() for item in (curve.id, *curve.aliases)}:
            assert word not in seen, (word, name, seen[word])
            seen[word] = name


@pytest.mark.parametrize("written", ["Type IV", "NOAA_E", "", "../scs/type_II", "depths"])
def test_unknown_distribution(written: str) -> None:
    with pytest.raises(InputError) as error:
        rainfall.distribution(written)
    assert codes(error) == ["HC210"]


def test_unknown_distribution_names_the_nearest_and_all() -> None:
    with pytest.raises(InputError) as error:
        rainfall.distribution("N10-B")
    text = str(error.value)
    assert "did you mean 'N10_B'" in text
    assert all(name in text for name in rainfall.distribution_ids())


def test_mass_curve() -> None:
    curve = rainfall.distribution("Type II")
    time_hr, rain_in = rainfall.mass_curve_in(curve, 5.0)
    assert time_hr.shape == rain_in.shape == (241,)
    assert time_hr[0] == 0.0
    assert time_hr[3] == 0.3  # 3 * 0.1 is not 0.3
    assert time_hr[120] == 12.0
    assert time_hr[-1] == 24.0
    # 0.66300 of the depth by noon, in the table of WinTR-20
    assert rain_in[120] == pytest.approx(5.0 * 0.66300, rel=1e-15)
    assert rain_in[-1] == 5.0


@pytest.mark.parametrize(("name", "printed"), FIGURE_4_72_60_MIN.items())
def test_largest_hour_of_the_ohio_curves(name: str, printed: float) -> None:
    largest = rainfall.max_window_ratio(rainfall.distribution(name), 1.0)
    assert largest == pytest.approx(printed, abs=1e-9)


@pytest.mark.parametrize(("minutes", "printed"), FIGURE_4_31.items())
def test_largest_parts_of_type_ii(minutes: int, printed: float) -> None:
    largest = rainfall.max_window_ratio(rainfall.distribution("II"), minutes / 60.0)
    assert largest == pytest.approx(printed, abs=0.0005)


def test_window_between_the_points() -> None:
    curve = rainfall.distribution("II")
    # within the steepest piece the share is proportional to the time
    step = rainfall.max_window_ratio(curve, 0.1)
    assert rainfall.max_window_ratio(curve, 0.05) == pytest.approx(step / 2.0, rel=1e-12)


@pytest.mark.parametrize("window_hr", [0.0, -1.0, 24.5, math.nan])
def test_window_out_of_range(window_hr: float) -> None:
    with pytest.raises(ValueError, match="window_hr"):
        rainfall.max_window_ratio(rainfall.distribution("II"), window_hr)


# --- county depths, as listed by EFH-2 ---


@pytest.mark.parametrize(
    ("county", "period", "depth", "distributions"),
    [
        ("Rensselaer", 1, 2.37, ("N10_B", "N10_C")),
        ("Rensselaer", 10, 4.17, ("N10_B", "N10_C")),
        ("Rensselaer", 100, 6.31, ("N10_B", "N10_C")),
        ("niagara", 1, 1.84, ("N10_A",)),
        ("NIAGARA", 100, 4.75, ("N10_A",)),
        ("Albany North", 1000, 8.96, ("N10_B", "N10_C")),
        ("Brooklyn", 1000, 13.0, ("N10_C", "N10_D")),
        ("Greene Zone 1", 25, 9.04, ("N10_C", "N10_D")),
    ],
)
def test_county_depth(
    county: str, period: float, depth: float, distributions: tuple[str, ...]
) -> None:
    found = rainfall.county_depth_in(county, period)
    assert found.depth_in == depth
    assert found.distributions == distributions
    assert found.county.casefold() == county.casefold()
    assert found.source == "EFH2"
    assert not found.interpolated


def test_depth_interpolated_by_the_source() -> None:
    fifty = rainfall.county_depth_in("Rensselaer", 50)
    assert fifty.depth_in == 5.66
    assert fifty.interpolated
    assert not rainfall.county_depth_in("Albany North", 50).interpolated


@pytest.mark.parametrize("period", [3, 20, 200, 500, 1000, 0, -1, math.nan])
def test_return_period_not_listed(period: float) -> None:
    with pytest.raises(InputError) as error:
        rainfall.county_depth_in("Rensselaer", period)
    assert codes(error) == ["HC212"]
    assert "1, 2, 5, 10, 25, 50, 100" in str(error.value)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("Albany", "Albany North, Albany South"),
        ("greene", "Greene Zone 1, Greene Zone 2, Greene Zone 3, Greene Zone 4"),
        ("Rensselear", "did you mean 'Rensselaer'"),
        ("Cook", "Yates"),
        ("", "Yates"),
    ],
)
def test_county_not_listed(written: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        rainfall.county_depth_in(written, 10)
    assert codes(error) == ["HC211"]
    assert hint in str(error.value)


def test_rows_of_the_county_table() -> None:
    rows = rainfall.county_rows()
    assert len(rows) == 134
    assert sum(row["flag"] != "" for row in rows) == 87
    periods = ("1", "2", "5", "10", "25", "50", "100", "200", "500", "1000")
    for row in rows:
        depths = [float(row[f"P{period}"]) for period in periods if row[f"P{period}"]]
        assert len(depths) in (7, 10), row["county_zone"]
        assert all(np.diff(depths) > 0.0), row["county_zone"]
        assert row["distribution"] in rainfall.distribution_ids()
        if row["flag"]:
            middle = (float(row["P25"]) + float(row["P100"])) / 2.0
            # the mean, cut or rounded to two decimals
            assert float(row["P50"]) == pytest.approx(middle, abs=0.0051), row["county_zone"]


# --- a curve of the user's own ---


def test_good_curve() -> None:
    assert rainfall.check_cumulative([0.0, 1.0, 3.0, 6.0], [0.0, 0.2, 0.2, 1.0]) == []
    assert rainfall.check_cumulative([0.0, 6.0], [0.0, 0.9995]) == []


@pytest.mark.parametrize(
    ("time_hr", "ratio", "said"),
    [
        ([0.0, 1.0, 2.0], [0.0, 1.0], "3 times and 2 values"),
        ([0.0], [0.0], "two points"),
        ([], [], "two points"),
        ([1.0, 2.0], [0.0, 1.0], "first time"),
        ([0.0, 2.0], [0.1, 1.0], "begins at 0.1"),
        ([0.0, 2.0], [0.0, 0.9], "ends at 0.9"),
        ([0.0, 2.0], [0.0, 1.1], "ends at 1.1"),
        ([0.0, 1.0, 1.0, 2.0], [0.0, 0.4, 0.5, 1.0], "rise at row 3"),
        ([0.0, 1.0, 2.0, 3.0], [0.0, 0.6, 0.5, 1.0], "falls at row 3"),
        ([0.0, 1.0, 2.0], [0.0, math.nan, 1.0], "finite at row 2"),
        ([0.0, 1.0, math.inf], [0.0, 0.5, 1.0], "finite at row 3"),
    ],
)
def test_faults_of_a_curve(time_hr: list[float], ratio: list[float], said: str) -> None:
    found = rainfall.check_cumulative(time_hr, ratio)
    assert {item.code for item in found} == {"HC213"}
    assert {item.severity for item in found} == {"error"}
    assert any(said in item.message for item in found)


def test_all_faults_are_named_at_once() -> None:
    found = rainfall.check_cumulative([0.0, 1.0, 0.5, 2.0, 3.0], [0.1, 0.6, 0.7, 0.5, 0.9])
    assert len(found) == 4
