"""V-notch weir."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from hydrocalc.outlets.base import Device, Floats


class VNotchWeir(Device):
    r"""
    Sharp-crested V-notch weir.

    .. math:: Q = C \tan(\theta/2)\, h^{2.5}

    Source: [HEC22]_, V-notch weirs, C = 2.5.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HEC22",)
    ELEVATIONS: ClassVar[tuple[str, ...]] = ("invert_ft",)

    kind: Literal["v-notch-weir"]
    invert_ft: float
    angle_deg: float = Field(gt=0, lt=180)
    weir_c: float = Field(default=2.5, gt=0, le=5)

    def flow_cfs(self, stage_ft: Floats) -> Floats:
        """Return the discharge at each water level; see the class."""
        head = np.maximum(np.asarray(stage_ft, dtype=np.float64) - self.invert_ft, 0.0)
        return np.asarray(self.weir_c * math.tan(math.radians(self.angle_deg) / 2.0) * head**2.5)

    def breaks_ft(self) -> tuple[float, ...]:
        """Return the bottom of the notch."""
        return (self.invert_ft,)

    def lowest_ft(self) -> float:
        """Return the bottom of the notch."""
        return self.invert_ft
