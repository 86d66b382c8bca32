"""How numbers, units and file names are written; all rounding of a report happens here."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from hydrocalc.quantities import printed, suffix_of

NOTHING = "–"
"""Stands where there is no value."""

# Decimals of results, by the suffix of the printed unit.
_DECIMALS = {
    "cfs": 2, "in": 2, "ft": 2, "ac": 3, "sqft": 0, "cuft": 0, "hr": 2, "min": 1, "fps": 2,
    "inph": 2, "ftft": 4, "percent": 1, "ratio": 3, "deg": 1,
    "cms": 4, "mm": 1, "m": 3, "ha": 4, "sqm": 1, "cum": 1, "mmph": 1, "mps": 3,
}  # fmt: skip
MOST_DECIMALS = 6


def fixed(value: float | None, decimals: int) -> str:
    """Return a number with a fixed count of decimals, never written as a negative zero."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = f"{value:,.{decimals}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0.0 else text


def plain(value: float) -> str:
    """Return a number as given, without rounding that a reader could notice."""
    return f"{value:,.10g}"


def counted(count: int, what: str) -> str:
    """Return a count with its noun, "1 storm" or "2 storms"."""
    return f"{count} {what}{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Units:
    """Writes quantities in the "US" or "SI" units of a project."""

    system: str = "US"

    def symbol(self, suffix: str) -> str:
        """Return the symbol of the unit that a suffix is printed in."""
        return printed(suffix, self.system)[2]

    def value(self, number: float, suffix: str) -> float:
        """Return a number in the unit it is printed in."""
        return number * printed(suffix, self.system)[0]

    def decimals(self, suffix: str) -> int:
        """Return the decimals that results of a suffix are printed with."""
        return _DECIMALS[printed(suffix, self.system)[1]]

    def number(self, value: float | None, suffix: str, decimals: int | None = None) -> str:
        """Return a result as text, rounded for reading; without its unit."""
        if value is None:
            return NOTHING
        places = self.decimals(suffix) if decimals is None else decimals
        return fixed(self.value(value, suffix), places)

    def given(self, value: float | None, suffix: str) -> str:
        """Return an input as text, as the user gave it; without its unit."""
        if value is None:
            return NOTHING
        factor = printed(suffix, self.system)[0]
        return plain(value) if factor == 1.0 else f"{value * factor:,.6g}"

    def with_unit(self, value: float | None, suffix: str) -> str:
        """Return a result as text with its unit."""
        if value is None:
            return NOTHING
        return f"{self.number(value, suffix)} {self.symbol(suffix)}".strip()

    def given_with_unit(self, value: float, suffix: str) -> str:
        """Return an input as text with its unit."""
        symbol = self.symbol(suffix)
        joint = "" if symbol == "°" else " "
        return f"{self.given(value, suffix)}{joint}{symbol}".strip()

    def column(self, name: str) -> tuple[str, float]:
        """Return the name a column is printed under in a table of data, and its factor."""
        suffix = suffix_of(name)
        if suffix is None:
            return name, 1.0
        factor, target, _ = printed(suffix, self.system)
        return name.removesuffix(suffix) + target, factor

    def distinct_decimals(self, change: float | None, suffix: str) -> int:
        """
        Return the decimals with which a change other than zero is not printed as zero.

        A peak that rises by less than the last usual digit has risen, and the digits must show it.
        """
        places = self.decimals(suffix)
        if change is None or change == 0.0:
            return places
        size = abs(self.value(change, suffix))
        while places < MOST_DECIMALS and size < 0.5 * 10.0**-places:
            places += 1
        return places


def file_names(names: Iterable[str]) -> dict[str, str]:
    """
    Return a part of a file name for each name: ASCII letters, digits, "-", "_" and ".".

    Names that would give one file on some system, because they differ only in other characters
    or in case, are numbered.
    """
    chosen: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
        stem = re.sub(r"[^A-Za-z0-9_.]+", "-", ascii_only).strip("-.") or "unnamed"
        candidate, number = stem, 1
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{stem}-{number}"
        taken.add(candidate.casefold())
        chosen[name] = candidate
    return chosen
