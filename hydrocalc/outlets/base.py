"""What every outlet device is and gives."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar, Final

import numpy as np
import numpy.typing as npt
from pydantic import Field

from hydrocalc.elevations import Placed
from hydrocalc.findings import Finding

Floats = npt.NDArray[np.float64]
GRAVITY_FTPS2: Final = 32.2
"""Acceleration of gravity as FHWA's manuals use it [ft/s^2]."""


class Device(Placed):
    """
    An outlet of a pond, with free discharge.

    ``to`` is the node that receives its water, the pond's own receiver if left out.  ``through``
    names another outlet of the pond that this one discharges into, as a riser into its barrel.
    """

    SOURCES: ClassVar[tuple[str, ...]] = ()

    name: Annotated[str, Field(max_length=60)] = ""
    to: str | None = None
    through: str | None = None

    @abstractmethod
    def flow_cfs(self, stage_ft: Floats) -> Floats:
        """
        Return the discharge at each water level.

        Parameters
        ----------
        stage_ft : array
            Water level in the pond [ft]

        Returns
        -------
        array
            Discharge [cfs], same shape; zero below the opening
        """

    @abstractmethod
    def breaks_ft(self) -> tuple[float, ...]:
        """Return the levels at which the formula changes."""

    @abstractmethod
    def lowest_ft(self) -> float:
        """Return the level above which the device discharges."""

    def limits(self, stage_ft: float) -> list[Finding]:
        """Return what is found about the device at the highest level reached."""
        del stage_ft
        return []
