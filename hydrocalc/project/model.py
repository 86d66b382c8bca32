"""
The models of a project file.

Each class is one table of the file; each field is one key.  Values are as the user gave them, in
the unit of the key.  Relations between elements are checked in :mod:`hydrocalc.project.checks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, PrivateAttr

from hydrocalc.outlets import Outlet
from hydrocalc.project.lines import LineMap
from hydrocalc.project.time_of_concentration import Segment
from hydrocalc.schema import Model
from hydrocalc.storage import Storage

Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w][\w \-/#()+&,:']*$")]
Text = Annotated[str, Field(max_length=2000)]
Reason = Annotated[str, Field(min_length=3, max_length=2000)]
CurveNumber = Annotated[float, Field(gt=0, le=100)]
Percent = Annotated[float, Field(ge=0, le=100)]
SoilGroup = Literal["A", "B", "C", "D", "A/D", "B/D", "C/D"]

FORMAT: Literal[1] = 1
"""Version of the file format that this program writes."""


class Cover(Model):
    """
    One line of land cover: a cover of TR-55 table 2-2 on a soil group, or a curve number.

    With ``impervious_percent`` the curve number is that of the pervious part, and the line's own
    follows from TR-55 figure 2-3, or 2-4 where part of the impervious area is unconnected.
    """

    area_ac: float = Field(gt=0)
    cover: str | None = None
    condition: str | None = None
    treatment: str | None = None
    hsg: SoilGroup | None = None
    cn: CurveNumber | None = None
    impervious_percent: Percent | None = None
    unconnected_ratio: float | None = Field(default=None, ge=0, le=1)
    note: Text = ""


class Subcatchment(Model):
    """An area whose runoff leaves at one point."""

    name: Name
    to: str
    description: Text = ""
    area_ac: float | None = Field(default=None, gt=0)
    cn: CurveNumber | None = None
    pervious_cn: CurveNumber | None = None
    impervious_percent: Percent | None = None
    unconnected_ratio: float | None = Field(default=None, ge=0, le=1)
    cover: tuple[Cover, ...] = ()
    cn_weighting: Literal["cn", "runoff"] | None = None
    tc_min: float | None = Field(default=None, ge=0, le=10000)
    tc: tuple[Segment, ...] = ()
    unit_hydrograph: str | None = None


class Pond(Model):
    """Storage with outlets; water level is level all over."""

    name: Name
    storage: Storage
    outlet: tuple[Outlet, ...] = Field(min_length=1)
    to: str | None = None
    starting_stage_ft: float | None = None
    rain_area_sqft: float | None = Field(default=None, ge=0)
    description: Text = ""


class Junction(Model):
    """A point where hydrographs add."""

    name: Name
    to: str
    description: Text = ""


class Diversion(Model):
    """A point that sends part of its inflow to a second receiver, by a table."""

    name: Name
    to: str
    diverted_to: str
    inflow_cfs: tuple[Annotated[float, Field(ge=0)], ...] = Field(min_length=2)
    diverted_cfs: tuple[Annotated[float, Field(ge=0)], ...] = Field(min_length=2)
    description: Text = ""


class DesignPoint(Model):
    """A point where pre- and post-development runoff are compared."""

    name: Name
    to: str | None = None
    description: Text = ""


class Outfall(Model):
    """A point where water leaves the model freely and is not compared."""

    name: Name
    description: Text = ""


Node = Subcatchment | Pond | Junction | Diversion | DesignPoint | Outfall

KINDS: dict[str, str] = {
    "subcatchment": "subcatchment",
    "pond": "pond",
    "junction": "junction",
    "diversion": "diversion",
    "design_point": "design point",
    "outfall": "outfall",
}
"""Table name in the file -> kind of node in words."""


class Condition(Model):
    """The drainage model of one condition: pre- or post-development."""

    description: Text = ""
    subcatchment: tuple[Subcatchment, ...] = ()
    pond: tuple[Pond, ...] = ()
    junction: tuple[Junction, ...] = ()
    diversion: tuple[Diversion, ...] = ()
    design_point: tuple[DesignPoint, ...] = ()
    outfall: tuple[Outfall, ...] = ()

    def nodes(self) -> Iterator[tuple[str, int, Node]]:
        """Yield table name, position in that table, and element, for every node."""
        for table in KINDS:
            for position, node in enumerate(getattr(self, table)):
                yield table, position, node


class Storm(Model):
    """
    One design storm, an event of the project.

    The rain is a distribution of the library with a depth, given or looked up by county and
    return period; or a table of the user's own: cumulative depths, or ratios with a depth.
    """

    name: Name
    distribution: str | None = None
    depth_in: float | None = Field(default=None, gt=0, le=100)
    county: str | None = None
    return_period_yr: float | None = Field(default=None, gt=0, le=100000)
    time_hr: tuple[float, ...] | None = None
    cumulative_in: tuple[float, ...] | None = None
    cumulative_ratio: tuple[float, ...] | None = None
    source: Text = ""


class Settings(Model):
    """How the project is computed; printed in every report."""

    method: Literal["exact", "wintr20"] = "exact"
    span_hr: tuple[float, float] = (0.0, 48.0)
    time_step_min: float = Field(default=1.0, gt=0, le=1440)
    ia_ratio: float = Field(default=0.2, ge=0, le=0.5)
    arc: Literal["I", "II", "III"] = "II"
    cn_weighting: Literal["cn", "runoff"] = "cn"
    cn_rounding: Literal["none", "whole"] = "none"
    tc_floor_min: float = Field(default=0.0, ge=0, le=60)
    tc_segment_rounding_min: float = Field(default=0.0, ge=0, le=1)
    sheet_flow_limit_ft: float = Field(default=100.0, gt=0, le=1000)
    unit_hydrograph: str = "scs_484"
    time_to_peak: Literal["lag-and-duration", "lag"] = "lag-and-duration"


class UserUnitHydrograph(Model):
    """A dimensionless unit hydrograph of the user's own."""

    name: Name
    t_over_tp_ratio: tuple[float, ...] = Field(min_length=3)
    q_over_qp_ratio: tuple[Annotated[float, Field(ge=0)], ...] = Field(min_length=3)
    peak_factor: float | None = Field(default=None, gt=0, le=1000)
    source: Text = ""


class ComparisonException(Model):
    """A comparison that the user declares waived or not required, with the reason."""

    event: str
    design_point: str | None = None
    verdict: Literal["waived", "not required"]
    reason: Reason


class Project(Model):
    """A site: storms, the drainage model before and after, and how to compute it."""

    format: Literal[1] = FORMAT
    title: Annotated[str, Field(min_length=1, max_length=200)]
    description: Text = ""
    location: Text = ""
    datum: Text = ""
    units: Literal["US", "SI"] = "US"
    settings: Settings = Settings()
    storm: tuple[Storm, ...] = Field(min_length=1)
    unit_hydrograph: tuple[UserUnitHydrograph, ...] = ()
    pre: Condition | None = None
    post: Condition | None = None
    exception: tuple[ComparisonException, ...] = ()

    _lines: LineMap | None = PrivateAttr(default=None)

    def conditions(self) -> dict[str, Condition]:
        """Return the conditions the project has, pre before post."""
        both = {"pre": self.pre, "post": self.post}
        return {name: condition for name, condition in both.items() if condition is not None}
