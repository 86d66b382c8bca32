"""The graphical peak against TR-55 example 4-1, HDS-2 example 5.4 and criteria vectors."""

import pytest

from hydrocalc import tables
from hydrocalc.peak_discharge import graphical_peak


def test_tr55_example_4_1():
    # pages 4-2 and 4-3; qu is read off exhibit 4-II to 10 csm/in, so the peak to 10/270
    peak = graphical_peak(area_ac=0.39 * 640, cn=75.0, tc_hr=1.53, rain_in=6.0, rain_type="II")
    assert peak.ia_over_p_ratio == pytest.approx(0.11, abs=0.005)
    assert peak.unit_peak_csm_in == pytest.approx(270.0, abs=5.0)
    assert peak.runoff_in == pytest.approx(3.28, abs=0.005)
    assert peak.pond_factor_ratio == 1.0
    assert peak.peak_cfs == pytest.approx(345.0, abs=345.0 * 5.0 / 270.0)
    # the equations of appendix F instead of the chart: 344
    assert peak.peak_cfs == pytest.approx(344.0, abs=0.5)
    assert peak.notes == ()


def test_hds2_example_5_4():
    # pages 5-29 to 5-31; the source rounds Tc and Ia/P, and interpolates the coefficients
    peak = graphical_peak(area_ac=0.068 * 640, cn=77.0, tc_hr=0.26, rain_in=4.8, rain_type="II")
    assert peak.ia_over_p_ratio == pytest.approx(0.12, abs=0.005)
    assert peak.unit_peak_csm_in == pytest.approx(708.0, abs=2.0)
    assert peak.runoff_in == pytest.approx(2.46, abs=0.01)
    assert peak.peak_cfs == pytest.approx(120.0, abs=5.0)


def test_an_ia_over_p_below_the_curves_takes_the_lowest():
    # criteria vector: P 1.0, CN 95.413, 5 ac, Tc 0.2 h, Type II: qu 799.9, 3.687 cfs
    peak = graphical_peak(area_ac=5.0, cn=95.413, tc_hr=0.2, rain_in=1.0, rain_type="II")
    assert peak.unit_peak_csm_in == pytest.approx(799.9, abs=0.05)
    assert peak.peak_cfs == pytest.approx(3.687, abs=0.0006)
    assert len(peak.notes) == 1
    assert "0.10" in peak.notes[0]


def test_between_curves_the_unit_peak_is_on_a_straight_line():
    # criteria vector: P 2.3, CN 80, 10 ac, Tc 0.3 h, Type II: Q 0.7535 in, 7.25 cfs
    peak = graphical_peak(area_ac=10.0, cn=80.0, tc_hr=0.3, rain_in=2.3, rain_type="II")
    assert peak.runoff_in == pytest.approx(0.7535, abs=0.00005)
    assert peak.peak_cfs == pytest.approx(7.25, abs=0.006)


def test_an_ia_over_p_above_the_curves_takes_the_highest():
    low = graphical_peak(area_ac=10.0, cn=50.0, tc_hr=1.0, rain_in=2.1, rain_type="III")
    assert low.ia_over_p_ratio > 0.5
    # at Tc = 1 h the unit peak is 10 to the power C0; Type III at 0.50, table F-1
    assert low.unit_peak_csm_in == pytest.approx(10.0**2.17772)
    assert "0.50" in low.notes[0]


@pytest.mark.parametrize(
    ("rain_type", "c0"), [("I", 2.30550), ("IA", 2.03250), ("II", 2.55323), ("III", 2.47317)]
)
def test_at_one_hour_only_the_first_coefficient_counts(rain_type, c0):
    peak = graphical_peak(area_ac=640.0, cn=98.0, tc_hr=1.0, rain_in=4.0, rain_type=rain_type)
    assert peak.unit_peak_csm_in == pytest.approx(10.0**c0)
    assert peak.peak_cfs == pytest.approx(10.0**c0 * peak.runoff_in)


@pytest.mark.parametrize(
    ("percent", "factor"), [(0.0, 1.0), (0.2, 0.97), (1.0, 0.87), (3.0, 0.75), (5.0, 0.72)]
)
def test_pond_factor_is_that_of_table_4_2(percent, factor):
    given = {"area_ac": 100.0, "cn": 75.0, "tc_hr": 1.0, "rain_in": 5.0, "rain_type": "II"}
    peak = graphical_peak(**given, pond_percent=percent)
    assert peak.pond_factor_ratio == factor
    assert peak.peak_cfs == pytest.approx(factor * graphical_peak(**given).peak_cfs)


def test_rain_below_the_initial_abstraction_has_no_peak():
    peak = graphical_peak(area_ac=10.0, cn=60.0, tc_hr=1.0, rain_in=1.0, rain_type="II")
    assert peak.peak_cfs == 0.0


def test_a_low_curve_number_is_noted():
    peak = graphical_peak(area_ac=10.0, cn=38.0, tc_hr=1.0, rain_in=9.0, rain_type="II")
    assert any("above 40" in note for note in peak.notes)


def test_coefficients_of_each_type_rise_in_ia_over_p():
    by_type = {}
    for row in tables.rows("unit_peak"):
        by_type.setdefault(row["rain_type"], []).append(float(row["ia_over_p_ratio"]))
    assert list(by_type) == ["I", "IA", "II", "III"]
    for each in by_type.values():
        assert (each[0], each[-1]) == (0.10, 0.50)
        assert each == sorted(each)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"tc_hr": 0.09}, "tc_hr"),
        ({"tc_hr": 10.1}, "tc_hr"),
        ({"tc_hr": float("nan")}, "tc_hr"),
        ({"rain_type": "N10_B"}, "rain_type"),
        ({"pond_percent": 5.1}, "pond_percent"),
        ({"rain_in": 0.0}, "rain_in"),
        ({"area_ac": -1.0}, "area_ac"),
        ({"cn": 0.0}, "curve number"),
    ],
)
def test_values_outside_the_method_are_refused(change, word):
    given = {"area_ac": 10.0, "cn": 75.0, "tc_hr": 1.0, "rain_in": 5.0, "rain_type": "II"}
    with pytest.raises(ValueError, match=word):
        graphical_peak(**{**given, **change})
