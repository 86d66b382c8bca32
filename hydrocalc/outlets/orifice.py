"""Orifices in a wall or in a floor, circular or rectangular."""

from __future__ import annotations

import math
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from hydrocalc.outlets.base import GRAVITY_FTPS2, Device, Floats


class Orifice(Device):
    r"""
    Orifice with free discharge.

    .. math:: Q = C A \sqrt{2 g h}

    Vertical (an opening in a wall): h is measured to the centre of the opening, and the formula
    holds from the crown up.  Below the crown of height D the discharge is the one at the crown
    times (h'/D)^1.5, h' the depth above the invert: weir flow that meets the orifice flow at the
    crown.  That rule is ours, chosen for being continuous; sources differ or are silent.

    Horizontal (an opening in a floor or a grate): h is measured to the opening, and the discharge
    is not more than weir flow over the whole perimeter, Q = C_w P h^1.5, C_w = 3.0 as for grates.

    Sources: [HEC22]_ and [HDS5]_, orifice and weir equations.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HEC22", "HDS5")
    ELEVATIONS: ClassVar[tuple[str, ...]] = ("invert_ft",)

    kind: Literal["orifice"]
    invert_ft: float
    diameter_in: float | None = Field(default=None, gt=0, le=600)
    width_in: float | None = Field(default=None, gt=0, le=6000)
    height_in: float | None = Field(default=None, gt=0, le=6000)
    orientation: Literal["vertical", "horizontal"] = "vertical"
    orifice_c: float = Field(default=0.6, gt=0, le=1)
    weir_c: float = Field(default=3.0, gt=0, le=5)
    count: int = Field(default=1, ge=1, le=1000)

    @model_validator(mode="after")
    def _check(self) -> Self:
        round_one = self.diameter_in is not None
        sides = (self.width_in is not None, self.height_in is not None)
        if round_one == any(sides) or (any(sides) and not all(sides)):
            raise PydanticCustomError("hc237", "give either diameter_in, or width_in and height_in")
        return self

    def _height_ft(self) -> float:
        return float(self.diameter_in or self.height_in or 0.0) / 12.0

    def _area_sqft(self) -> float:
        if self.diameter_in is not None:
            return math.pi / 4.0 * (self.diameter_in / 12.0) ** 2
        return float(self.width_in or 0.0) * float(self.height_in or 0.0) / 144.0

    def _perimeter_ft(self) -> float:
        if self.diameter_in is not None:
            return math.pi * self.diameter_in / 12.0
        return (float(self.width_in or 0.0) + float(self.height_in or 0.0)) / 6.0

    def flow_cfs(self, stage_ft: Floats) -> Floats:
        """Return the discharge at each water level; see the class."""
        depth = np.maximum(np.asarray(stage_ft, dtype=np.float64) - self.invert_ft, 0.0)
        full = self.count * self.orifice_c * self._area_sqft() * math.sqrt(2.0 * GRAVITY_FTPS2)
        if self.orientation == "horizontal":
            weir = self.count * self.weir_c * self._perimeter_ft() * depth**1.5
            return np.asarray(np.minimum(full * np.sqrt(depth), weir))
        height = self._height_ft()
        at_crown = full * math.sqrt(height / 2.0)
        return np.where(
            depth >= height,
            full * np.sqrt(np.maximum(depth - height / 2.0, 0.0)),
            at_crown * (depth / height) ** 1.5,
        )

    def breaks_ft(self) -> tuple[float, ...]:
        """Return invert and crown, or the level where weir flow gives way to orifice flow."""
        if self.orientation == "vertical":
            return (self.invert_ft, self.invert_ft + self._height_ft())
        full = self.orifice_c * self._area_sqft() * math.sqrt(2.0 * GRAVITY_FTPS2)
        return (self.invert_ft, self.invert_ft + full / (self.weir_c * self._perimeter_ft()))

    def lowest_ft(self) -> float:
        """Return the invert."""
        return self.invert_ft
