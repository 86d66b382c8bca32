"""Base of the models that stand at an elevation, and can be moved to another datum."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from hydrocalc.schema import Model

DATUM_DIGITS = 9
"""Levels relative to a datum are kept to a billionth of a foot, so that 103.3 above 100.1 is the
same number as 1103.3 above 1100.1 to the last bit."""


class Placed(Model):
    """A model with elevations among its fields."""

    ELEVATIONS: ClassVar[tuple[str, ...]] = ()

    def lowered(self, datum_ft: float) -> Self:
        """Return a copy whose elevations count from a datum."""

        def moved(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(moved(item) for item in value)
            return None if value is None else round(value - datum_ft, DATUM_DIGITS)

        return self.model_copy(
            update={name: moved(getattr(self, name)) for name in self.ELEVATIONS}
        )
