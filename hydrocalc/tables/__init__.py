"""Published tables of coefficients, one CSV file each; lines that begin with # name the source."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of ``<name>.csv`` in this folder as printed, by column name."""
    text = files("hydrocalc").joinpath("tables", f"{name}.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(csv.DictReader(lines))


def column(name: str, key: str) -> list[float]:
    """Return one column of numbers of ``<name>.csv``, from the first row to the last."""
    return [float(row[key]) for row in rows(name)]
