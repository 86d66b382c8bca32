"""Storage of a pond as a function of stage: tables of area or volume, and a rectangular basin."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, Self

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from hydrocalc.elevations import Placed

Floats = npt.NDArray[np.float64]
Column = Annotated[tuple[float, ...], Field(min_length=2, max_length=100_000)]


class StageStorage(Placed):
    """What every storage gives; above the top the walls are vertical, below the bottom nothing."""

    SOURCES: ClassVar[tuple[str, ...]] = ()

    @property
    @abstractmethod
    def bottom_ft(self) -> float:
        """Lowest stage described."""

    @property
    @abstractmethod
    def top_ft(self) -> float:
        """Highest stage described."""

    @abstractmethod
    def _inside_cuft(self, stage_ft: Floats) -> Floats:
        """Return the storage at stages between bottom and top."""

    @abstractmethod
    def _inside_sqft(self, stage_ft: Floats) -> Floats:
        """Return the water surface at stages between bottom and top."""

    @abstractmethod
    def breaks_ft(self) -> tuple[float, ...]:
        """Return the stages at which the formula changes."""

    def storage_cuft(self, stage_ft: Floats) -> Floats:
        """
        Return the storage at each stage.

        Parameters
        ----------
        stage_ft : array
            Water level [ft]

        Returns
        -------
        array
            Storage [cu ft], same shape
        """
        stage = np.asarray(stage_ft, dtype=np.float64)
        inside = self._inside_cuft(np.clip(stage, self.bottom_ft, self.top_ft))
        top_sqft = self.surface_sqft(np.array([self.top_ft]))[0]
        if top_sqft <= 0.0:
            # a tank closed at its top: the walls above are those of its last interval's mean
            below = self.breaks_ft()[-2]
            held = self._inside_cuft(np.array([below, self.top_ft]))
            top_sqft = (held[1] - held[0]) / (self.top_ft - below)
        return np.asarray(inside + np.maximum(stage - self.top_ft, 0.0) * top_sqft)

    def surface_sqft(self, stage_ft: Floats) -> Floats:
        """
        Return the water surface at each stage.

        Parameters
        ----------
        stage_ft : array
            Water level [ft]

        Returns
        -------
        array
            Surface [sq ft], same shape
        """
        return self._inside_sqft(np.clip(np.asarray(stage_ft), self.bottom_ft, self.top_ft))


def _check_rows(
    stage_ft: Sequence[float], values: Sequence[float], what: str, falls_code: str | None
) -> None:
    """Refuse a table whose columns do not fit, or that falls where it must not."""
    if len(stage_ft) != len(values):
        raise PydanticCustomError(
            "hc233",
            "stage_ft has {stages} values, {what} has {others}",
            {"stages": len(stage_ft), "what": what, "others": len(values)},
        )
    for row in range(1, len(stage_ft)):
        place = {"row": row + 1, "stage": f"{stage_ft[row]:g}", "what": what}
        if not stage_ft[row] > stage_ft[row - 1]:
            raise PydanticCustomError(
                "hc230", "stage_ft does not rise at row {row} ({stage} ft)", place
            )
        if falls_code is not None and values[row] < values[row - 1]:
            raise PydanticCustomError(
                "hc232", "{what} falls with stage at row {row} ({stage} ft)", place
            )
    for row, value in enumerate(values):
        if value < 0.0:
            raise PydanticCustomError(
                "hc231",
                "{what} is {value} at row {row}, must not be negative",
                {"what": what, "value": f"{value:g}", "row": row + 1},
            )


class StageTable(StageStorage):
    """Storage by a table whose rows are stages."""

    ELEVATIONS: ClassVar[tuple[str, ...]] = ("stage_ft",)

    stage_ft: Column

    @property
    def bottom_ft(self) -> float:
        """Lowest stage of the table."""
        return self.stage_ft[0]

    @property
    def top_ft(self) -> float:
        """Highest stage of the table."""
        return self.stage_ft[-1]

    def breaks_ft(self) -> tuple[float, ...]:
        """Return the stages of the rows."""
        return self.stage_ft


class StageArea(StageTable):
    r"""
    Storage by water surfaces at stages.

    Linear: the surface is a straight line between rows, and the volume its exact integral,
    the average of the end areas times the height.  Conic: the volume between rows is that of a
    frustum of a cone,

    .. math:: V = \frac{h}{3} \left(A_1 + A_2 + \sqrt{A_1 A_2}\right)

    and the root of the surface is a straight line.  Source: [HEC22]_.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HEC22",)

    kind: Literal["stage-area"]
    area_sqft: Column
    interpolation: Literal["linear", "conic"] = "linear"

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_rows(self.stage_ft, self.area_sqft, "area_sqft", None)
        if max(self.area_sqft) <= 0.0:
            raise PydanticCustomError("hc235", "there is no storage: every area is zero")
        if any(
            low <= 0.0 and high <= 0.0
            for low, high in zip(self.area_sqft, self.area_sqft[1:], strict=False)
        ):
            raise PydanticCustomError("hc235", "there is no storage between two rows of zero area")
        return self

    def _inside_sqft(self, stage_ft: Floats) -> Floats:
        if self.interpolation == "linear":
            return np.interp(stage_ft, self.stage_ft, self.area_sqft)
        return np.asarray(np.interp(stage_ft, self.stage_ft, np.sqrt(self.area_sqft)) ** 2)

    def _between_cuft(self, low_sqft: Floats, high_sqft: Floats, height_ft: Floats) -> Floats:
        """Return the volume between two surfaces."""
        if self.interpolation == "linear":
            return 0.5 * (low_sqft + high_sqft) * height_ft
        return (low_sqft + high_sqft + np.sqrt(low_sqft * high_sqft)) * height_ft / 3.0

    def _inside_cuft(self, stage_ft: Floats) -> Floats:
        stages, areas = np.array(self.stage_ft), np.array(self.area_sqft)
        between = self._between_cuft(areas[:-1], areas[1:], np.diff(stages))
        below = np.concatenate([[0.0], np.cumsum(between)])
        row = np.clip(np.searchsorted(stages, stage_ft, side="right") - 1, 0, len(stages) - 2)
        part = self._between_cuft(areas[row], self._inside_sqft(stage_ft), stage_ft - stages[row])
        return np.asarray(below[row] + part)


class StageVolume(StageTable):
    """
    Storage by volumes at stages, straight lines between rows, as in hand computations.

    The water surface is the slope of the line.  Source: [HDS2]_ chapter 7.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HDS2",)

    kind: Literal["stage-volume"]
    volume_cuft: Column

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_rows(self.stage_ft, self.volume_cuft, "volume_cuft", "hc232")
        if self.volume_cuft[0] != 0.0:
            raise PydanticCustomError("hc235", "volume_cuft must begin at 0 at the lowest stage")
        for row in range(1, len(self.stage_ft)):
            if self.volume_cuft[row] <= self.volume_cuft[row - 1]:
                raise PydanticCustomError(
                    "hc235",
                    "there is no storage between rows {low} and {high}",
                    {"low": row, "high": row + 1},
                )
        return self

    def _inside_cuft(self, stage_ft: Floats) -> Floats:
        return np.interp(stage_ft, self.stage_ft, self.volume_cuft)

    def _inside_sqft(self, stage_ft: Floats) -> Floats:
        stages, volumes = np.array(self.stage_ft), np.array(self.volume_cuft)
        slopes = np.diff(volumes) / np.diff(stages)
        row = np.clip(np.searchsorted(stages, stage_ft, side="right") - 1, 0, len(slopes) - 1)
        return np.asarray(slopes[row])


class Prismatoid(StageStorage):
    r"""
    Storage of a rectangular basin with sloping sides.

    .. math:: V = L W D + (L + W) Z D^2 + \frac{4}{3} Z^2 D^3

    with L and W the length and width of the bottom, Z the side slope (horizontal to vertical)
    and D the depth.  Source: [HEC22]_, trapezoidal basins.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ("HEC22",)
    ELEVATIONS: ClassVar[tuple[str, ...]] = ("invert_ft", "rim_ft")

    kind: Literal["prismatoid"]
    invert_ft: float
    rim_ft: float
    bottom_length_ft: float = Field(gt=0)
    bottom_width_ft: float = Field(gt=0)
    side_slope_ratio: float = Field(ge=0, le=50)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.rim_ft <= self.invert_ft:
            raise PydanticCustomError("hc230", "rim_ft must be above invert_ft")
        return self

    @property
    def bottom_ft(self) -> float:
        """Level of the floor."""
        return self.invert_ft

    @property
    def top_ft(self) -> float:
        """Level of the rim."""
        return self.rim_ft

    def breaks_ft(self) -> tuple[float, ...]:
        """Return floor and rim."""
        return (self.invert_ft, self.rim_ft)

    def _inside_sqft(self, stage_ft: Floats) -> Floats:
        wider = 2.0 * self.side_slope_ratio * (stage_ft - self.invert_ft)
        return np.asarray((self.bottom_length_ft + wider) * (self.bottom_width_ft + wider))

    def _inside_cuft(self, stage_ft: Floats) -> Floats:
        depth, slope = stage_ft - self.invert_ft, self.side_slope_ratio
        length, width = self.bottom_length_ft, self.bottom_width_ft
        return np.asarray(
            length * width * depth
            + (length + width) * slope * depth**2
            + 4.0 / 3.0 * slope**2 * depth**3
        )


Storage = Annotated[StageArea | StageVolume | Prismatoid, Field(discriminator="kind")]
