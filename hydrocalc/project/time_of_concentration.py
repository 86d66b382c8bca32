"""The parts of a flow path, as written under ``tc`` of a subcatchment, and their travel times."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hydrocalc.schema import Model

Length = Annotated[float, Field(gt=0, le=1e6)]
Slope = Annotated[float, Field(gt=0, le=1)]
ManningN = Annotated[float, Field(gt=0, le=2)]


class Sheet(Model):
    """Sheet flow by TR-55; give ``manning_n`` or a ``surface`` of its table 3-1."""

    kind: Literal["sheet"]
    length_ft: Length
    slope_ftft: Slope
    p2_in: float = Field(gt=0, le=30)
    manning_n: ManningN | None = None
    surface: str | None = None
    note: str = ""


class Shallow(Model):
    """Shallow concentrated flow; a ``surface`` of the table, or ``velocity_factor_fps``."""

    kind: Literal["shallow"]
    length_ft: Length
    slope_ftft: Slope
    surface: str | None = None
    velocity_factor_fps: float | None = Field(default=None, gt=0, le=200)
    note: str = ""


class Channel(Model):
    """Open channel by Manning's equation at a given flow section."""

    kind: Literal["channel"]
    length_ft: Length
    slope_ftft: Slope
    manning_n: ManningN
    area_sqft: float = Field(gt=0)
    wetted_perimeter_ft: float = Field(gt=0)
    manning_factor_ratio: float = Field(default=1.486, ge=1.48, le=1.5)
    note: str = ""


class Pipe(Model):
    """Circular pipe flowing full, by Manning's equation."""

    kind: Literal["pipe"]
    length_ft: Length
    slope_ftft: Slope
    manning_n: ManningN
    diameter_in: float = Field(gt=0, le=1000)
    manning_factor_ratio: float = Field(default=1.486, ge=1.48, le=1.5)
    note: str = ""


class Direct(Model):
    """A travel time given outright, or by length and velocity."""

    kind: Literal["direct"]
    travel_min: float | None = Field(default=None, ge=0, le=10000)
    length_ft: Length | None = None
    velocity_fps: float | None = Field(default=None, gt=0, le=100)
    note: str = ""


class CnLag(Model):
    """Time of concentration by the NRCS lag method; ``cn`` as in the runoff unless given."""

    kind: Literal["cn-lag"]
    length_ft: Length
    slope_ftft: Slope
    cn: float | None = Field(default=None, ge=50, le=95)
    note: str = ""


class Kirpich(Model):
    """Time of concentration by Kirpich's formula."""

    kind: Literal["kirpich"]
    length_ft: Length
    slope_ftft: Slope
    note: str = ""


Segment = Annotated[
    Sheet | Shallow | Channel | Pipe | Direct | CnLag | Kirpich, Field(discriminator="kind")
]
