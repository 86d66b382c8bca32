"""What tests share: two sites, and the switch for tests that need the compiler."""

from __future__ import annotations

import os

import pytest

from hydrocalc.project import Project
from hydrocalc.project.read import parse_project

SMALL_SITE = """
title = "Small site"

[[storm]]
name = "10-yr"
distribution = "Type II"
depth_in = 4.2
source = "typed for tests"

[[pre.subcatchment]]
name = "Field"
to = "Outlet"
area_ac = 3.0
cn = 70
tc_min = 20

[[pre.design_point]]
name = "Outlet"

[[post.subcatchment]]
name = "Lots"
to = "Pond"
area_ac = 3.0
cn = 85
tc_min = 10

[[post.pond]]
name = "Pond"
to = "Outlet"
storage = { kind = "stage-area", stage_ft = [100, 106], area_sqft = [5000, 12000] }

[[post.pond.outlet]]
kind = "orifice"
invert_ft = 100.0
diameter_in = 9

[[post.pond.outlet]]
kind = "broad-crested-weir"
crest_ft = 104.5
length_ft = 10
weir_c = 2.6

[[post.design_point]]
name = "Outlet"
"""

TWO_POND_SITE = """
title = "Two ponds"

[settings]
span_hr = [0, 72]

[[storm]]
name = "2-yr"
distribution = "Type II"
depth_in = 2.6
source = "typed for tests"

[[storm]]
name = "100-yr"
distribution = "NRCC_C"
depth_in = 7.0
source = "typed for tests"

[[pre.subcatchment]]
name = "Woods"
to = "Creek"
area_ac = 8.0
cn = 65
tc_min = 30

[[pre.subcatchment]]
name = "Meadow"
to = "Road"
area_ac = 2.0
cn = 71
tc_min = 18

[[pre.design_point]]
name = "Creek"

[[pre.design_point]]
name = "Road"

[[post.subcatchment]]
name = "Upper lots"
to = "Upper pond"
area_ac = 4.5
cn = 83
tc_min = 12

[[post.subcatchment]]
name = "Lower lots"
to = "Splitter"
area_ac = 3.3
cn = 88
tc_min = 8

[[post.subcatchment]]
name = "Bypass"
to = "Road"
area_ac = 2.0
cn = 74
tc_min = 15

[[post.diversion]]
name = "Splitter"
to = "Lower pond"
diverted_to = "Manhole"
inflow_cfs = [0, 8, 40]
diverted_cfs = [0, 0, 10]

[[post.pond]]
name = "Upper pond"
to = "Lower pond"
storage = { kind = "stage-area", stage_ft = [120, 122, 126], area_sqft = [6000, 8000, 13000] }

[[post.pond.outlet]]
kind = "orifice"
invert_ft = 120.0
diameter_in = 10

[[post.pond.outlet]]
kind = "sharp-crested-weir"
crest_ft = 123.0
length_ft = 12
weir_c = 3.33
to = "Manhole"

[[post.pond]]
name = "Lower pond"
to = "Manhole"
rain_area_sqft = 8712
storage = { kind = "stage-volume", stage_ft = [110, 113, 117], volume_cuft = [0, 24000, 74000] }

[[post.pond.outlet]]
name = "barrel"
kind = "orifice"
invert_ft = 110.0
diameter_in = 24

[[post.pond.outlet]]
kind = "orifice"
through = "barrel"
invert_ft = 110.0
diameter_in = 5

[[post.pond.outlet]]
kind = "sharp-crested-weir"
through = "barrel"
crest_ft = 113.5
length_ft = 9
weir_c = 3.33

[[post.pond.outlet]]
kind = "v-notch-weir"
invert_ft = 113.8
angle_deg = 90

[[post.junction]]
name = "Manhole"
to = "Creek"

[[post.design_point]]
name = "Creek"

[[post.design_point]]
name = "Road"
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of compiled code where the compiler is switched off."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        return
    skip = pytest.mark.skip(reason="the compiler is switched off")
    for item in items:
        if item.get_closest_marker("compiled") is not None:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def small_site_text() -> str:
    """The file of one pond below one subcatchment, before and after."""
    return SMALL_SITE


@pytest.fixture(scope="session")
def two_pond_text() -> str:
    """The file of two ponds in series with a riser, a diversion, a bypass and two design points."""
    return TWO_POND_SITE


@pytest.fixture(scope="session")
def small_site() -> Project:
    """One pond below one subcatchment, before and after."""
    return parse_project(SMALL_SITE)[0]


@pytest.fixture(scope="session")
def two_pond_site() -> Project:
    """Two ponds in series with a riser, a diversion, a bypass area and two design points."""
    return parse_project(TWO_POND_SITE)[0]
