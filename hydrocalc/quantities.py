"""
Units: the register of dimensions, key suffixes and unit names, and the parser of "0.5 in/hr".

Every quantity has one unit inside the program, shown by the suffix of its name.  Factors are
built from definitions (1 ft = 0.3048 m exactly, 1 ac = 43,560 sq ft) and never typed as decimals.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

METRE: Final = 1.0 / 0.3048  # international foot
"""One metre [ft]."""
ACRE_SQFT: Final = 43560.0
"""One acre [sq ft]."""
MILE_FT: Final = 5280.0
"""One mile [ft]."""
SECONDS_PER_HOUR: Final = 3600.0
"""One hour [s]."""
CFS_PER_ACRE_INPH: Final = ACRE_SQFT / (12.0 * SECONDS_PER_HOUR)
"""Flow of one inch an hour from one acre, 1.00833 [cfs]."""
CUFT_PER_ACRE_INCH: Final = ACRE_SQFT / 12.0
"""Volume of one inch over one acre, 3630 [cu ft]."""
SQMI_AC: Final = MILE_FT**2 / ACRE_SQFT
"""One square mile, 640 [ac]."""
GALLON_CUFT: Final = 231.0 / 1728.0
"""One US gallon [cu ft]."""
LARGEST: Final = 1e9
"""A value beyond this, in the unit used inside, is taken for a slip of the pen."""

_LENGTH = {
    "ft": 1.0,
    "in": 1.0 / 12.0,
    "yd": 3.0,
    "mi": MILE_FT,
    "m": METRE,
    "cm": METRE / 100.0,
    "mm": METRE / 1000.0,
    "km": METRE * 1000.0,
}
_AREA = {
    "sqft": 1.0,
    "ac": ACRE_SQFT,
    "sqmi": MILE_FT**2,
    "sqin": 1.0 / 144.0,
    "sqm": METRE**2,
    "ha": METRE**2 * 1e4,
    "sqkm": METRE**2 * 1e6,
}
_VOLUME = {
    "cuft": 1.0,
    "acft": ACRE_SQFT,
    "cuyd": 27.0,
    "gal": GALLON_CUFT,
    "mg": GALLON_CUFT * 1e6,
    "cum": METRE**3,
    "liter": METRE**3 / 1000.0,
}
_FLOW = {
    "cfs": 1.0,
    "cms": METRE**3,
    "lps": METRE**3 / 1000.0,
    "gpm": GALLON_CUFT / 60.0,
    "mgd": GALLON_CUFT * 1e6 / 86400.0,
}
_TIME = {"hr": 1.0, "min": 1.0 / 60.0, "sec": 1.0 / SECONDS_PER_HOUR, "day": 24.0}
_INTENSITY = {"inph": 1.0, "mmph": METRE * 12.0 / 1000.0, "cmph": METRE * 12.0 / 100.0}
_VELOCITY = {"fps": 1.0, "mps": METRE}
_SLOPE = {"ftft": 1.0, "percent": 0.01}
_FRACTION = {"ratio": 1.0, "percent": 0.01}
_ANGLE = {"deg": 1.0}

DIMENSIONS: Final[dict[str, dict[str, float]]] = {
    "length": _LENGTH,
    "area": _AREA,
    "volume": _VOLUME,
    "flow": _FLOW,
    "time": _TIME,
    "intensity": _INTENSITY,
    "velocity": _VELOCITY,
    "slope": _SLOPE,
    "fraction": _FRACTION,
    "angle": _ANGLE,
}
"""Dimension -> key suffix -> factor to the dimension's first unit."""

# Ways people write the units in text, beside the suffixes themselves.
_SPELLINGS: Final[dict[str, dict[str, str]]] = {
    "length": {
        "feet": "ft", "foot": "ft", "inch": "in", "inches": "in", "mile": "mi", "miles": "mi",
        "yard": "yd", "yards": "yd", "meter": "m", "meters": "m", "metre": "m", "metres": "m",
    },
    "area": {
        "sf": "sqft", "sq ft": "sqft", "ft2": "sqft", "ft^2": "sqft", "ft²": "sqft",
        "acre": "ac", "acres": "ac", "sq mi": "sqmi", "mi2": "sqmi", "mi^2": "sqmi", "mi²": "sqmi",
        "sq in": "sqin", "in2": "sqin", "in²": "sqin", "m2": "sqm", "m^2": "sqm", "m²": "sqm",
        "sq m": "sqm", "hectare": "ha", "hectares": "ha", "km2": "sqkm", "km^2": "sqkm",
        "km²": "sqkm", "sq km": "sqkm",
    },
    "volume": {
        "cf": "cuft", "cu ft": "cuft", "ft3": "cuft", "ft^3": "cuft", "ft³": "cuft",
        "af": "acft", "ac-ft": "acft", "ac ft": "acft", "acre-ft": "acft", "acre-feet": "acft",
        "cy": "cuyd", "cu yd": "cuyd", "yd3": "cuyd", "gallon": "gal", "gallons": "gal",
        "m3": "cum", "m^3": "cum", "m³": "cum", "cu m": "cum", "l": "liter", "liters": "liter",
        "litre": "liter", "litres": "liter",
    },
    "flow": {
        "ft3/s": "cfs", "ft^3/s": "cfs", "ft³/s": "cfs", "cf/s": "cfs", "m3/s": "cms",
        "m^3/s": "cms", "m³/s": "cms", "l/s": "lps", "gal/min": "gpm",
    },
    "time": {
        "h": "hr", "hrs": "hr", "hour": "hr", "hours": "hr", "mins": "min", "minute": "min",
        "minutes": "min", "s": "sec", "secs": "sec", "second": "sec", "seconds": "sec",
        "d": "day", "days": "day",
    },
    "intensity": {
        "in/hr": "inph", "in/h": "inph", "iph": "inph", "inches/hour": "inph", "mm/hr": "mmph",
        "mm/h": "mmph", "cm/hr": "cmph", "cm/h": "cmph",
    },
    "velocity": {"ft/s": "fps", "ft/sec": "fps", "m/s": "mps"},
    "slope": {"ft/ft": "ftft", "m/m": "ftft", "%": "percent"},
    "fraction": {"%": "percent"},
    "angle": {"degree": "deg", "degrees": "deg", "°": "deg"},
}  # fmt: skip

_CANONICAL: Final = {
    "in": "length", "ft": "length", "ac": "area", "sqft": "area", "cuft": "volume", "cfs": "flow",
    "hr": "time", "min": "time", "inph": "intensity", "fps": "velocity", "ftft": "slope",
    "percent": "fraction", "ratio": "fraction", "deg": "angle",
}  # fmt: skip
"""Suffixes used inside the program, with their dimension."""

DIMENSIONLESS: Final = frozenset(
    {"cn", "manning_n", "weir_c", "orifice_c", "ia_ratio", "peak_factor"}
)
"""Numbers that carry no suffix."""


@dataclass(frozen=True, slots=True)
class Unit:
    """How one suffix is written for people and in files."""

    symbol: str
    udunits: str


UNITS: Final[dict[str, Unit]] = {
    "in": Unit("in", "inch"),
    "ft": Unit("ft", "ft"),
    "ac": Unit("ac", "acre"),
    "sqft": Unit("sq ft", "ft2"),
    "cuft": Unit("cu ft", "ft3"),
    "cfs": Unit("cfs", "ft3 s-1"),
    "hr": Unit("hr", "hours"),
    "min": Unit("min", "minutes"),
    "inph": Unit("in/hr", "inch h-1"),
    "fps": Unit("ft/s", "ft s-1"),
    "ftft": Unit("ft/ft", "1"),
    "percent": Unit("%", "percent"),
    "ratio": Unit("", "1"),
    "deg": Unit("°", "degree"),
    "mm": Unit("mm", "mm"),
    "m": Unit("m", "m"),
    "ha": Unit("ha", "hectare"),
    "sqm": Unit("m²", "m2"),
    "cum": Unit("m³", "m3"),
    "cms": Unit("m³/s", "m3 s-1"),
    "mmph": Unit("mm/hr", "mm h-1"),
    "mps": Unit("m/s", "m s-1"),
}

_SI: Final = {
    "in": "mm", "ft": "m", "ac": "ha", "sqft": "sqm", "cuft": "cum", "cfs": "cms",
    "inph": "mmph", "fps": "mps",
}  # fmt: skip


class UnitError(ValueError):
    """A text that is not a number with a unit of the right dimension."""


def suffix_of(name: str) -> str | None:
    """Return the registered unit suffix a name ends in, or None."""
    last = name.rpartition("_")[2]
    return last if last in _CANONICAL and last != name else None


def dimension_of(suffix: str) -> str:
    """Return the dimension of a suffix used inside the program."""
    return _CANONICAL[suffix]


def convert(value: float, from_unit: str, to_unit: str, dimension: str) -> float:
    """Return a value converted between two units of one dimension, by their suffixes."""
    factors = DIMENSIONS[dimension]
    if from_unit == to_unit:
        return value
    return value * factors[from_unit] / factors[to_unit]


def accepted_units(suffix: str) -> list[str]:
    """Return the unit names that may be written for a quantity with this suffix."""
    dimension = _CANONICAL[suffix]
    return [*DIMENSIONS[dimension], *_SPELLINGS[dimension]]


_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*\Z", re.DOTALL)


def parse_quantity(text: str, suffix: str) -> float:
    """
    Return the value of a text such as ``"2.5 ha"`` in the unit of the suffix.

    Raises
    ------
    UnitError
        If the text is not one number followed by one unit of the suffix's dimension.

    Examples
    --------
    >>> parse_quantity("43560 sf", "ac")
    1.0
    """
    dimension = _CANONICAL[suffix]
    shown = text if len(text) <= 40 else text[:37] + "..."
    match = _NUMBER.match(text[:200])
    if match is None:
        raise UnitError(f"{shown!r} is not a number with a unit")
    number, unit = match.groups()
    examples = ", ".join(list(DIMENSIONS[dimension])[:6])
    if not unit:
        raise UnitError(f"{shown!r} has no unit; write the number bare, or with one of {examples}")
    spelled = unit if unit in DIMENSIONS[dimension] else unit.lower()
    key = _SPELLINGS[dimension].get(spelled, spelled)
    if key not in DIMENSIONS[dimension]:
        other = [
            name
            for name, units in DIMENSIONS.items()
            if spelled in units or spelled in _SPELLINGS[name]
        ]
        if other:
            raise UnitError(f"{shown!r} is a {other[0]}, a {dimension} is needed ({examples})")
        raise UnitError(f"{shown!r}: unknown unit {unit!r} for a {dimension} (use {examples})")
    return convert(float(number), key, suffix, dimension)


def other_suffixes(name: str) -> dict[str, float]:
    """
    Return the other keys under which a quantity may be given, with the factor to its own unit.

    Examples
    --------
    >>> other_suffixes("area_ac")["area_sqft"] * 43560
    1.0
    """
    suffix = suffix_of(name)
    if suffix is None:
        return {}
    stem = name.removesuffix(suffix)
    factors = DIMENSIONS[_CANONICAL[suffix]]
    return {
        stem + other: factor / factors[suffix]
        for other, factor in factors.items()
        if other != suffix
    }


def printed(suffix: str, system: str) -> tuple[float, str, str]:
    """
    Return factor, suffix and symbol with which a quantity is printed in "US" or "SI" units.

    Examples
    --------
    >>> factor, suffix, symbol = printed("cfs", "SI")
    >>> round(100 * factor, 4), symbol
    (2.8317, 'm³/s')
    """
    target = _SI.get(suffix, suffix) if system == "SI" else suffix
    if target == suffix:
        return 1.0, suffix, UNITS[suffix].symbol
    return convert(1.0, suffix, target, _CANONICAL[suffix]), target, UNITS[target].symbol


def is_plausible(value: float) -> bool:
    """Return whether a number is finite and not beyond any real value."""
    return math.isfinite(value) and abs(value) <= LARGEST
