"""What the tests of the report share: results of a few sites, each computed once."""

from __future__ import annotations

import pytest

from hydrocalc.project import Project
from hydrocalc.project.read import parse_project
from hydrocalc.results import Results
from hydrocalc.simulation import run

# Characters that a name may hold, and texts that HTML and CSV must not take for their own.
HOSTILE_TEXT = """
title = "<script>alert('title')</script> & \\"Sons\\""
description = "</style><b>bold</b>"
location = "<img src=x onerror=alert(1)>"
datum = "NAVD 88 <i>"

[[storm]]
name = "10-yr, A&B's (x:y) #1"
distribution = "Type II"
depth_in = 4.2
source = "=HYPERLINK() <u>table</u>, \\"page\\" 3"

[[post.subcatchment]]
name = "Lots & roof's"
to = "Out #1"
description = "<script>alert('node')</script>"
cover = [{ area_ac = 1.5, cn = 80, note = "<b>note</b>" }]
tc = [{ kind = "direct", travel_min = 9, note = "a < b & c" }]

[[post.design_point]]
name = "Out #1"
"""


@pytest.fixture(scope="session")
def small_results(small_site: Project) -> Results:
    """Results of one pond below one subcatchment, before and after."""
    return run(small_site)


@pytest.fixture(scope="session")
def two_pond_results(two_pond_site: Project) -> Results:
    """Results of two ponds with a riser, a diversion and two design points."""
    return run(two_pond_site)


@pytest.fixture(scope="session")
def metric_results(small_site_text: str) -> Results:
    """Results of the small site, to be printed in SI."""
    return run(parse_project('units = "SI"\n' + small_site_text)[0])


@pytest.fixture(scope="session")
def hostile_results() -> Results:
    """Results of a site whose texts hold markup; it has no pre condition."""
    return run(parse_project(HOSTILE_TEXT)[0])
