"""Broad-crested weir."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from hydrocalc.outlets.base import Device, Floats


class BroadCrestedWeir(Device):
    r"""
    Broad-crested weir with a constant coefficient.

    .. math:: Q = C L h^{1.5}

    The coefficient depends on head and breadth and must be given.  Source: [HEC22]_,
    broad-crested weirs.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HEC22",)
    ELEVATIONS: ClassVar[tuple[str, ...]] = ("crest_ft",)

    kind: Literal["broad-crested-weir"]
    crest_ft: float
    length_ft: float = Field(gt=0, le=10000)
    weir_c: float = Field(gt=0, le=5)

    def flow_cfs(self, stage_ft: Floats) -> Floats:
        """Return the discharge at each water level; see the class."""
        head = np.maximum(np.asarray(stage_ft, dtype=np.float64) - self.crest_ft, 0.0)
        return np.asarray(self.weir_c * self.length_ft * head**1.5)

    def breaks_ft(self) -> tuple[float, ...]:
        """Return the crest."""
        return (self.crest_ft,)

    def lowest_ft(self) -> float:
        """Return the crest."""
        return self.crest_ft
