"""
The base class of everything read from a project file: frozen, unknown keys refused, units known.

A field whose name ends in a unit suffix may be given as a bare number in that unit, as text with
another unit of the same dimension ("2.5 ha"), or under the same name with another suffix
(``area_ha``).  What can not be read is left in place as :class:`Unusable`, so that one bad value
does not hide the faults of the other keys.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from hydrocalc.quantities import (
    DIMENSIONLESS,
    LARGEST,
    UnitError,
    is_plausible,
    other_suffixes,
    parse_quantity,
    suffix_of,
)


class Unusable:
    """Stands for a value that could not be read, with the reason."""

    __slots__ = ("given", "reason")

    def __init__(self, given: object, reason: str) -> None:
        self.given = given
        self.reason = reason

    def __repr__(self) -> str:
        return repr(self.given)


def _read(value: Any, suffix: str | None, factor: float = 1.0) -> Any:
    """Return a value in the unit of the suffix; lists item by item; other types as they are."""
    if isinstance(value, list):
        return [_read(item, suffix, factor) for item in value]
    if isinstance(value, str) and suffix is not None:
        if factor != 1.0:
            return Unusable(value, f"{value!r}: give the unit either in the key or in the text")
        try:
            value = parse_quantity(value, suffix)
        except UnitError as error:
            return Unusable(value, str(error))
    if isinstance(value, bool):
        return Unusable(value, f"is {str(value).lower()}; no key here is true or false")
    if isinstance(value, int | float):
        try:
            number = float(value) * factor
        except OverflowError:
            return Unusable("a huge number", f"is beyond any real value (limit {LARGEST:g})")
        if number == number and abs(number) != float("inf") and not is_plausible(number):
            return Unusable(value, f"is {value:g}, beyond any real value (limit {LARGEST:g})")
        return number if factor != 1.0 else value
    return value


class Model(BaseModel):
    """Base of the input models."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _read_units(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        read: dict[str, Any] = {}
        aliases = {
            other: (name, factor)
            for name in cls.model_fields
            for other, factor in other_suffixes(name).items()
            if other not in cls.model_fields
        }
        for key, value in data.items():
            name, factor = aliases.get(key, (key, 1.0))
            if name in cls.model_fields:
                value = _read(value, suffix_of(name), factor)
                if isinstance(value, str) and name in DIMENSIONLESS:
                    value = Unusable(value, f"{value!r} is text, must be a bare number")
            if name in read:
                twice = next(other for other in data if aliases.get(other, (other,))[0] == name)
                value = Unusable(value, f"is given twice, as {twice} and as {key}")
            read[name] = value
        return read
