"""Travel times against the examples of TR-55 and NEH 630, and filed reports."""

import pytest

from hydrocalc import travel_time as times
from hydrocalc.findings import InputError, explanations


def test_tr55_example_3_1():
    # TR-55 pages 3-4 and 3-5, worksheet 3; the velocity of BC is read off figure 3-1
    sheet = times.sheet_flow_time_min_tr55(0.24, 100.0, 3.6, 0.01) / 60.0
    assert sheet == pytest.approx(0.30, abs=0.005)

    velocity = times.shallow_velocity_fps("unpaved", 0.01)
    assert velocity == pytest.approx(1.6, abs=0.05)
    shallow = times.travel_time_min(1400.0, velocity) / 60.0
    assert shallow == pytest.approx(0.24, abs=0.005)

    radius = 27.0 / 28.2
    assert radius == pytest.approx(0.957, abs=0.0005)
    velocity = times.manning_velocity_fps(0.05, radius, 0.005, constant_ratio=1.49)
    assert velocity == pytest.approx(2.05, abs=0.005)
    channel = times.travel_time_min(7300.0, velocity) / 60.0
    assert channel == pytest.approx(0.99, abs=0.005)

    assert sheet + shallow + channel == pytest.approx(1.53, abs=0.005)


def test_neh_lag_example():
    # NEH 630.15 section 630.1504(a), page 15-12
    assert times.cn_lag_tc_min(3865.0, 63.0, 4.79) / 60.0 == pytest.approx(1.14, abs=0.005)


def test_neh_velocity_example():
    # NEH 630.15 section 630.1504(b), pages 15-12 to 15-15
    assert times.sheet_flow_time_min_tr55(0.15, 100.0, 3.6, 0.08) / 60.0 == pytest.approx(
        0.09, abs=0.005
    )
    first = [(800.0, 2.0), (2100.0, 1.5), (2400.0, 3.4), (2700.0, 3.5)]
    for (length, velocity), printed in zip(first, [0.11, 0.39, 0.20, 0.21], strict=True):
        travel = times.travel_time_min(length, velocity) / 60.0
        assert travel == pytest.approx(printed, abs=0.0051)

    # the printed velocities follow from hydraulic radii to 0.1 ft; 50/26 = 1.92 ft gives 5.76
    sections = [(48, 22, 0.04), (55, 35, 0.055), (55, 39, 0.055), (50, 26, 0.04), (56, 28, 0.04)]
    velocities = []
    for (area, perimeter, roughness), printed in zip(
        sections, [6.3, 3.7, 3.4, 5.7, 5.9], strict=True
    ):
        radius = round(area / perimeter, 1)
        velocity = times.manning_velocity_fps(roughness, radius, 0.01, constant_ratio=1.49)
        assert velocity == pytest.approx(printed, abs=0.05)
        velocities.append(velocity)
    # the velocity of the last section, BB, is given
    mean = (sum(velocities) + 6.1) / 6.0
    assert mean == pytest.approx(5.2, abs=0.05)
    assert times.travel_time_min(6000.0, 5.2) / 60.0 == pytest.approx(0.32, abs=0.005)

    third = [(2400.0, 3.6), (2800.0, 3.8), (900.0, 6.1)]
    for (length, velocity), printed in zip(third, [0.19, 0.20, 0.04], strict=True):
        travel = times.travel_time_min(length, velocity) / 60.0
        assert travel == pytest.approx(printed, abs=0.0051)


def test_the_constant_is_1_486_unless_stated():
    # a channel and a paved path of a filed report printed with 1.486 and K 20.3
    velocity = times.manning_velocity_fps(0.030, 105.0 / 60.5, 0.04)
    assert velocity == pytest.approx(14.31, abs=0.005)
    assert times.travel_time_min(260.0, velocity) == pytest.approx(0.3, abs=0.05)
    assert times.shallow_velocity_fps("paved", 0.01) == pytest.approx(2.03, abs=0.005)
    # its sheet flow over short grass, printed 16.3 min
    sheet = times.sheet_flow_time_min_tr55(times.sheet_flow_n("grass_short"), 220.0, 2.8, 0.032)
    assert sheet == pytest.approx(16.3, abs=0.05)


def test_shallow_factors_are_the_published_ones():
    assert times.shallow_velocity_factor_fps("paved") == 20.3282
    assert times.shallow_velocity_factor_fps("unpaved") == 16.1345
    assert times.shallow_velocity_factor_fps("short_grass_pasture") == 6.962


def test_a_full_pipe_has_a_quarter_of_its_diameter_as_radius():
    pipe = times.pipe_full_velocity_fps(0.013, 48.0, 0.01)
    assert pipe == pytest.approx(1.486 / 0.013 * 0.1)
    assert pipe == pytest.approx(times.manning_velocity_fps(0.013, 1.0, 0.01))


def test_mccuen_spiess_limit():
    assert times.mccuen_spiess_limit_ft(0.41, 0.01) == pytest.approx(24.4, abs=0.05)
    assert times.mccuen_spiess_limit_ft(0.13, 0.05) == pytest.approx(172.0, abs=0.5)


def test_kirpich_of_a_thousand_feet():
    # 1000**0.77 = 204.174, 0.01**-0.385 = 5.8884
    assert times.kirpich_tc_min(1000.0, 0.01) == pytest.approx(0.0078 * 204.174 * 5.8884, rel=1e-5)


@pytest.mark.parametrize(
    ("surface", "roughness"),
    [
        ("smooth", 0.011), ("fallow", 0.05), ("cultivated_low_residue", 0.06),
        ("cultivated_high_residue", 0.17), ("grass_short", 0.15), ("grass_dense", 0.24),
        ("grass_bermuda", 0.41), ("range_natural", 0.13), ("woods_light", 0.40),
        ("woods_dense", 0.80),
    ],
)  # fmt: skip
def test_sheet_flow_n_is_that_of_table_3_1(surface, roughness):
    assert times.sheet_flow_n(surface) == roughness


def test_unknown_surfaces_are_refused_with_the_nearest():
    with pytest.raises(InputError, match="did you mean 'grass_dense'") as raised:
        times.sheet_flow_n("gras_dense")
    assert raised.value.findings[0].code == "HC225"
    with pytest.raises(InputError, match="did you mean 'unpaved'") as raised:
        times.shallow_velocity_fps("unpavd", 0.01)
    assert raised.value.findings[0].code == "HC227"
    assert {"HC225", "HC227"} <= set(explanations())


@pytest.mark.parametrize("bad", [0.0, -1.0, float("nan"), float("inf")])
def test_values_not_above_zero_are_refused(bad):
    for call in (
        lambda: times.sheet_flow_time_min_tr55(bad, 100.0, 3.6, 0.01),
        lambda: times.sheet_flow_time_min_tr55(0.24, 100.0, 3.6, bad),
        lambda: times.manning_velocity_fps(0.05, bad, 0.01),
        lambda: times.pipe_full_velocity_fps(0.013, bad, 0.01),
        lambda: times.shallow_velocity_fps("paved", bad),
        lambda: times.travel_time_min(100.0, bad),
        lambda: times.cn_lag_tc_min(bad, 70.0, 2.0),
        lambda: times.kirpich_tc_min(100.0, bad),
        lambda: times.mccuen_spiess_limit_ft(bad, 0.01),
    ):
        with pytest.raises(ValueError, match="above zero"):
            call()


def test_lag_refuses_a_curve_number_out_of_range():
    with pytest.raises(ValueError, match="curve number"):
        times.cn_lag_tc_min(1000.0, 101.0, 2.0)
