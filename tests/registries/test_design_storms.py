"""Every curve of ``design_storms`` through the same checks, and a few ordinates of each."""

from __future__ import annotations

import tomllib
from itertools import pairwise

import numpy as np
import pytest

from hydrocalc import rainfall, unit_hydrograph
from hydrocalc.resources import data_folder
from hydrocalc.sources import all_sources

IDS = rainfall.distribution_ids()
SHAPES = unit_hydrograph.unit_hydrograph_ids()
KEYS = {
    "id", "name", "aliases", "kind", "duration_hr", "interval_hr", "source", "page", "applies_to",
    "superseded_by", "verified", "note", "ratio",
}  # fmt: skip

# Cumulative ratios at these hours, typed from the tables: built into WinTR-20 for types I to III,
# NOAA and NRCC, program data of EFH-2 for N10.  At 0.1 h (N10_A) and 15.9 h (N10_C) the WinTR-20
# engine has slips, 0.00395 and 0.85560; at 9.9 h HEC-HMS has another value for type IA.
HOURS = (0.1, 6.0, 9.9, 11.5, 11.9, 12.0, 12.1, 15.9, 18.0, 23.9)
ORDINATES = {
    "type_I": (
        0.00174, 0.12500, 0.46316, 0.65550, 0.67862, 0.68400, 0.68925, 0.82909, 0.88600, 0.99869,
    ),
    "type_IA": (
        0.00224, 0.20600, 0.57184, 0.64500, 0.66026, 0.66400, 0.66773, 0.79786, 0.85984, 0.99811,
    ),
    "type_II": (
        0.00101, 0.08000, 0.17708, 0.28300, 0.56786, 0.66300, 0.68196, 0.87767, 0.92100, 0.99890,
    ),
    "type_III": (
        0.00100, 0.07200, 0.18416, 0.29800, 0.41600, 0.50000, 0.58400, 0.88334, 0.92800, 0.99914,
    ),
    "NOAA_A": (
        0.000776, 0.05378, 0.13314, 0.24900, 0.37820, 0.46660, 0.62180, 0.91326, 0.94622, 0.999224,
    ),
    "NOAA_B": (
        0.00101, 0.06578, 0.15517, 0.27350, 0.39488, 0.47290, 0.60512, 0.89624, 0.93422, 0.99899,
    ),
    "NOAA_C": (
        0.00128, 0.07925, 0.17803, 0.29550, 0.40669, 0.47660, 0.59331, 0.87775, 0.92075, 0.99872,
    ),
    "NOAA_D": (
        0.00110, 0.08537, 0.19357, 0.31700, 0.41654, 0.47909, 0.58346, 0.86754, 0.91463, 0.99890,
    ),
    "NRCC_A": (
        0.000976, 0.06403, 0.15156, 0.26850, 0.39033, 0.47094, 0.60967, 0.89886, 0.93597, 0.999024,
    ),
    "NRCC_B": (
        0.00120, 0.07510, 0.17016, 0.28550, 0.39831, 0.47304, 0.60169, 0.88371, 0.92490, 0.99880,
    ),
    "NRCC_C": (
        0.00112, 0.08579, 0.19292, 0.31300, 0.41087, 0.47619, 0.58913, 0.86740, 0.91421, 0.99888,
    ),
    "NRCC_D": (
        0.00146, 0.10300, 0.21953, 0.33500, 0.42143, 0.47904, 0.57857, 0.84462, 0.89700, 0.99854,
    ),
    "N10_A": (
        0.000395, 0.05975, 0.14901, 0.25950, 0.37232, 0.46036, 0.62768, 0.90201, 0.94025, 0.999605,
    ),
    "N10_B": (
        0.000647, 0.07732, 0.18016, 0.29000, 0.38842, 0.46532, 0.61158, 0.87711, 0.92268, 0.999353,
    ),
    "N10_C": (
        0.00089, 0.09287, 0.20614, 0.31400, 0.40112, 0.46925, 0.59888, 0.85565, 0.90713, 0.99911,
    ),
    "N10_D": (
        0.00121, 0.11152, 0.23511, 0.33900, 0.41397, 0.47307, 0.58603, 0.83077, 0.88848, 0.99879,
    ),
}  # fmt: skip
SYMMETRIC = [name for name in IDS if not name.startswith("type_")]


def text_of(name: str) -> str:
    found = [
        item
        for family in data_folder("design_storms").iterdir()
        if family.is_dir()
        for item in family.iterdir()
        if item.name == f"{name}.toml"
    ]
    assert len(found) == 1
    return found[0].read_text(encoding="utf-8")


def test_the_library_holds_what_was_typed() -> None:
    assert set(IDS) == set(ORDINATES)


@pytest.mark.parametrize("name", IDS)
def test_keys(name: str) -> None:
    raw = tomllib.loads(text_of(name))
    assert set(raw) == KEYS
    assert raw["id"] == name
    assert raw["kind"] == "cumulative-ratio"
    assert isinstance(raw["verified"], bool)
    assert raw["source"] in all_sources()
    for key in ("name", "page", "applies_to", "note"):
        assert raw[key].strip(), key


@pytest.mark.parametrize("name", IDS)
def test_curve(name: str) -> None:
    curve = rainfall.distribution(name)
    assert curve.duration_hr == 24.0
    assert len(curve.ratio) == round(curve.duration_hr / curve.interval_hr) + 1 == 241
    assert curve.ratio[0] == 0.0
    assert curve.ratio[-1] == 1.0
    assert all(after >= before for before, after in pairwise(curve.ratio))
    time_hr, _ = rainfall.mass_curve_in(curve, 1.0)
    assert rainfall.check_cumulative(time_hr.tolist(), curve.ratio) == []


@pytest.mark.parametrize("name", sorted(ORDINATES))
def test_ordinates(name: str) -> None:
    curve = rainfall.distribution(name)
    found = tuple(curve.ratio[round(hour / curve.interval_hr)] for hour in HOURS)
    assert found == ORDINATES[name]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetry(name: str) -> None:
    """Nested curves mirror about 12 h; only the point at 12 h itself does not."""
    ratio = np.array(rainfall.distribution(name).ratio)
    np.testing.assert_allclose((ratio + ratio[::-1])[:120], 1.0, rtol=0.0, atol=1.1e-5)
    assert ratio[120] < 0.5


@pytest.mark.parametrize("name", IDS)
def test_one_row_of_the_file_per_hour(name: str) -> None:
    rows = [line for line in text_of(name).splitlines() if line.startswith("  ")]
    assert [row.count(",") for row in rows] == [1] + 24 * [10]


def test_nrcc_is_superseded_by_the_atlas_14_curves() -> None:
    for letter in "ABCD":
        assert rainfall.distribution(f"NRCC_{letter}").superseded_by == f"N10_{letter}"
        assert rainfall.distribution(f"N10_{letter}").superseded_by == ""


# --- unit hydrographs ---


def test_unit_hydrographs_of_the_library() -> None:
    gammas = (100, 150, 200, 250, 300, 325, 350, 400, 450, 500, 550, 600)
    assert set(SHAPES) == {"scs_484", "scs_484_neh16", "delmarva_284"} | {
        f"gamma_{factor}" for factor in gammas
    }


@pytest.mark.parametrize("name", SHAPES)
def test_unit_hydrograph(name: str) -> None:
    raw = tomllib.loads(text_of(name))
    shape = unit_hydrograph.unit_hydrograph(name)
    assert raw["id"] == shape.id == name
    assert raw["source"] in all_sources()
    assert raw["page"].strip()
    assert raw["note"].strip()
    assert shape.t_over_tp.shape == shape.q_over_qp.shape
    assert shape.t_over_tp[0] == shape.q_over_qp[0] == shape.q_over_qp[-1] == 0.0
    assert np.all(np.diff(shape.t_over_tp) > 0.0)
    assert shape.t_over_tp[shape.peak_index] == shape.q_over_qp[shape.peak_index] == 1.0
    assert np.all(np.diff(shape.q_over_qp[: shape.peak_index + 1]) > 0.0)
    assert np.all(np.diff(shape.q_over_qp[shape.peak_index :]) <= 0.0)
    assert shape.nominal_peak_factor is not None
    # Delmarva's is 282, the 33-point table's between the others
    assert shape.computed_peak_factor == pytest.approx(shape.nominal_peak_factor, rel=0.0075)
    time, flow = shape.t_over_tp.tolist(), shape.q_over_qp.tolist()
    _, found = unit_hydrograph.user_unit_hydrograph(time, flow, shape.nominal_peak_factor)
    assert found == []
