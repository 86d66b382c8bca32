"""Discharge by a table of the user's own."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from hydrocalc.findings import Finding, finding
from hydrocalc.outlets.base import Device, Floats

Column = Annotated[tuple[float, ...], Field(min_length=2, max_length=100_000)]


class RatingCurve(Device):
    """
    Discharge by a table of stage and discharge, straight lines between rows.

    Below the first row the discharge is zero.  Above the last row the last line goes on, though
    never below zero, and that is a finding.  The numbers are the user's own.
    """

    ELEVATIONS: ClassVar[tuple[str, ...]] = ("stage_ft",)

    kind: Literal["rating-curve"]
    stage_ft: Column
    discharge_cfs: Column

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(self.stage_ft) != len(self.discharge_cfs):
            raise PydanticCustomError(
                "hc233",
                "stage_ft has {stages} values, discharge_cfs has {others}",
                {"stages": len(self.stage_ft), "others": len(self.discharge_cfs)},
            )
        for row in range(1, len(self.stage_ft)):
            if not self.stage_ft[row] > self.stage_ft[row - 1]:
                raise PydanticCustomError(
                    "hc230",
                    "stage_ft does not rise at row {row} ({stage} ft)",
                    {"row": row + 1, "stage": f"{self.stage_ft[row]:g}"},
                )
        if min(self.discharge_cfs) < 0.0:
            raise PydanticCustomError("hc231", "a discharge is negative")
        if max(self.discharge_cfs) == 0.0:
            raise PydanticCustomError("hc236", "every discharge of the rating is zero")
        return self

    def flow_cfs(self, stage_ft: Floats) -> Floats:
        """Return the discharge at each water level; see the class."""
        stage = np.asarray(stage_ft, dtype=np.float64)
        stages, flows = np.array(self.stage_ft), np.array(self.discharge_cfs)
        inside = np.interp(stage, stages, flows, left=0.0)
        slope = (flows[-1] - flows[-2]) / (stages[-1] - stages[-2])
        beyond = np.maximum(flows[-1] + slope * (stage - stages[-1]), 0.0)
        return np.asarray(np.where(stage > stages[-1], beyond, inside))

    def breaks_ft(self) -> tuple[float, ...]:
        """Return the stages of the rows."""
        return self.stage_ft

    def lowest_ft(self) -> float:
        """Return the highest stage up to which the discharge is zero."""
        for stage, after in zip(self.stage_ft, self.discharge_cfs[1:], strict=False):
            if after > 0.0:
                return stage
        return self.stage_ft[-1]

    def limits(self, stage_ft: float) -> list[Finding]:
        """Return HC420 where the level is above the table, HC421 where the discharge falls."""
        found: list[Finding] = []
        if stage_ft > self.stage_ft[-1]:
            found.append(
                finding(
                    "HC420", "",
                    f"level {stage_ft:.2f} ft is above the last row of the rating at "
                    f"{self.stage_ft[-1]:g} ft; its last line goes on",
                )
            )  # fmt: skip
        if any(
            after < before
            for before, after in zip(self.discharge_cfs, self.discharge_cfs[1:], strict=False)
        ):
            found.append(finding("HC421", "", "the discharge falls with rising stage"))
        return found
