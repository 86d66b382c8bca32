"""Sharp-crested rectangular weir."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from hydrocalc.findings import Finding, finding
from hydrocalc.outlets.base import Device, Floats


class SharpCrestedWeir(Device):
    r"""
    Sharp-crested rectangular weir, with or without end contractions.

    .. math:: Q = C (L - 0.1\, n\, h)\, h^{1.5}

    with n the number of end contractions (Francis).  The coefficient depends on the head over the
    crest and the crest's height, and must be given.  Source: [HEC22]_, sharp-crested weirs.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HEC22",)
    ELEVATIONS: ClassVar[tuple[str, ...]] = ("crest_ft",)

    kind: Literal["sharp-crested-weir"]
    crest_ft: float
    length_ft: float = Field(gt=0, le=10000)
    weir_c: float = Field(gt=0, le=5)
    end_contractions: Literal[0, 1, 2] = 0

    def flow_cfs(self, stage_ft: Floats) -> Floats:
        """Return the discharge at each water level; see the class."""
        head = np.maximum(np.asarray(stage_ft, dtype=np.float64) - self.crest_ft, 0.0)
        if self.end_contractions:
            # beyond here the contractions would eat up the rise of head: hold the discharge
            head = np.minimum(head, self._most_head_ft())
        length = self.length_ft - 0.1 * self.end_contractions * head
        return np.asarray(self.weir_c * length * head**1.5)

    def _most_head_ft(self) -> float:
        """Return the head at which the formula with contractions has its largest discharge."""
        return 6.0 * self.length_ft / self.end_contractions

    def breaks_ft(self) -> tuple[float, ...]:
        """Return the crest, and the level up to which the contractions' formula holds."""
        if self.end_contractions:
            return (self.crest_ft, self.crest_ft + self._most_head_ft())
        return (self.crest_ft,)

    def limits(self, stage_ft: float) -> list[Finding]:
        """Return HC423 where the head is more than a third of the length, with contractions."""
        head = stage_ft - self.crest_ft
        if self.end_contractions and head > self.length_ft / 3.0:
            return [
                finding(
                    "HC423", "",
                    f"head {head:.2f} ft is more than a third of the length {self.length_ft:g} ft, "
                    "beyond the use of the Francis formula with end contractions",
                )
            ]  # fmt: skip
        return []

    def lowest_ft(self) -> float:
        """Return the crest."""
        return self.crest_ft
