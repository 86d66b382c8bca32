"""Design storms: 24-hour distributions and depths of the library, and the rain made from them."""

from __future__ import annotations

import csv
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable

import numpy as np
import numpy.typing as npt

from hydrocalc.findings import Finding, InputError, finding, suggestion
from hydrocalc.resources import data_folder

Floats = npt.NDArray[np.float64]

END_TOLERANCE_RATIO = 1e-3


@dataclass(frozen=True, slots=True)
class Distribution:
    """A rainfall distribution: cumulative ratios at equal intervals, from 0 to 1."""

    id: str
    name: str
    aliases: tuple[str, ...]
    duration_hr: float
    interval_hr: float
    ratio: tuple[float, ...]
    source: str
    page: str
    applies_to: str
    superseded_by: str
    verified: bool
    note: str


@dataclass(frozen=True, slots=True)
class CountyDepth:
    """A 24-hour depth of a county's table."""

    county: str
    return_period_yr: float
    depth_in: float
    distributions: tuple[str, ...]
    interpolated: bool
    source: str


def _curve_files() -> dict[str, Traversable]:
    """Return the file of every distribution, by id."""
    found: dict[str, Traversable] = {}
    for family in data_folder("design_storms").iterdir():
        if family.is_dir() and family.name not in ("depths", "unit_hydrographs"):
            for item in family.iterdir():
                if item.name.endswith(".toml"):
                    found[item.name.removesuffix(".toml")] = item
    return dict(sorted(found.items()))


@lru_cache(maxsize=1)
def _library() -> dict[str, Distribution]:
    """Return every distribution, by id."""
    library: dict[str, Distribution] = {}
    for name, path in _curve_files().items():
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        raw.pop("kind")
        made = Distribution(
            **{**raw, "aliases": tuple(raw["aliases"]), "ratio": tuple(raw["ratio"])}
        )
        library[name] = made
    return library


def distribution_ids() -> tuple[str, ...]:
    """Return the names of the distributions in the library."""
    return tuple(_curve_files())


def distribution(name: str) -> Distribution:
    """
    Return a rainfall distribution of the library.

    Parameters
    ----------
    name : str
        Its id or an alias, such as ``"type_II"``, ``"Type II"`` or ``"N10_B"``; case does not
        matter

    Returns
    -------
    Distribution
        Cumulative ratios of the 24-hour depth, with their source

    Raises
    ------
    InputError
        If there is none of that name (HC210); the message lists the names

    Notes
    -----
    Sources: [WINTR20]_ and [EFH2]_ tables, of the kind described in [NEH630-04]_.

    Examples
    --------
    The first hour of Type II ends at 0.01050 in the table of WinTR-20.

    >>> distribution("Type II").ratio[10]
    0.0105
    """
    wanted = name.strip().casefold()
    for item in _library().values():
        if wanted in (item.id.casefold(), *(alias.casefold() for alias in item.aliases)):
            return item
    tail = suggestion(name, list(_library()), "distributions")
    raise InputError(finding("HC210", "", f"there is no rainfall distribution {name!r}{tail}"))


def mass_curve_in(curve: Distribution, depth_in: float) -> tuple[Floats, Floats]:
    """
    Return times and cumulative rain of a storm.

    Parameters
    ----------
    curve : Distribution
        Distribution of the rain over the storm
    depth_in : float
        Depth of the whole storm [in]

    Returns
    -------
    tuple of array
        Time since the storm began [hr] and rain since then [in], one value for each point of the
        distribution; between points the rain is a straight line
    """
    count = len(curve.ratio)
    # k * 24/240 and not k * 0.1: the times are the decimals the table is made for
    time_hr = np.arange(count, dtype=np.float64) * curve.duration_hr / (count - 1)
    return time_hr, depth_in * np.asarray(curve.ratio, dtype=np.float64)


def max_window_ratio(curve: Distribution, window_hr: float) -> float:
    """
    Return the largest share of the storm that falls within a time.

    Parameters
    ----------
    curve : Distribution
        Distribution of the rain over the storm
    window_hr : float
        Length of the time, above zero and at most the storm's [hr]

    Returns
    -------
    float
        Largest rain within any time of that length over the whole rain
    """
    time_hr, ratio = mass_curve_in(curve, 1.0)
    if not 0.0 < window_hr <= curve.duration_hr:
        raise ValueError(f"window_hr must be above 0 and at most {curve.duration_hr:g}")
    begins = np.unique(np.concatenate([time_hr, time_hr - window_hr]))
    begins = begins[(begins >= 0.0) & (begins + window_hr <= curve.duration_hr + 1e-9)]
    return float(
        np.max(np.interp(begins + window_hr, time_hr, ratio) - np.interp(begins, time_hr, ratio))
    )


def check_cumulative(time_hr: Sequence[float], ratio: Sequence[float]) -> list[Finding]:
    """
    Return what is wrong with a cumulative curve of the user's own.

    Parameters
    ----------
    time_hr : sequence of float
        Times since the storm began [hr]
    ratio : sequence of float
        Rain since then over the whole rain [-]

    Returns
    -------
    list of Finding
        HC213 for each fault: unequal lengths, fewer than two points, times that do not rise from
        0, a curve that falls, or that does not run from 0 to 1 within 0.001
    """
    found: list[Finding] = []

    def fault(message: str) -> None:
        found.append(finding("HC213", "", message))

    if len(time_hr) != len(ratio):
        fault(f"there are {len(time_hr)} times and {len(ratio)} values")
        return found
    if len(time_hr) < 2:
        fault("a curve needs at least two points")
        return found
    if time_hr[0] != 0.0:
        fault(f"the first time is {time_hr[0]:g}, must be 0")
    if abs(ratio[0]) > 0.0:
        fault(f"the curve begins at {ratio[0]:g}, must begin at 0")
    if abs(ratio[-1] - 1.0) > END_TOLERANCE_RATIO:
        fault(f"the curve ends at {ratio[-1]:g} of the depth, must end at 1")
    for row in range(1, len(time_hr)):
        if not time_hr[row] > time_hr[row - 1]:
            fault(f"time does not rise at row {row + 1} ({time_hr[row]:g} hr)")
        if ratio[row] < ratio[row - 1]:
            fault(f"the rain falls at row {row + 1} ({time_hr[row]:g} hr)")
    for row, values in enumerate(zip(time_hr, ratio, strict=True), start=1):
        if not all(math.isfinite(value) for value in values):
            fault(f"there is a value that is not finite at row {row}")
    return found


@lru_cache(maxsize=1)
def county_rows() -> tuple[dict[str, str], ...]:
    """Return the rows of the county depth tables as printed."""
    text = data_folder("design_storms").joinpath("depths", "new_york_24h.csv").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(csv.DictReader(lines))


def county_depth_in(county: str, return_period_yr: float) -> CountyDepth:
    """
    Return the 24-hour depth of a county of New York for a return period.

    Nothing is interpolated or extrapolated: the return period is one of the table's.

    Parameters
    ----------
    county : str
        County, with its zone where the county is divided ("Albany North"); case does not matter
    return_period_yr : float
        Return period: 1, 2, 5, 10, 25, 50 or 100 for every county, up to 1000 for some

    Returns
    -------
    CountyDepth
        Depth [in], the distributions the county is listed with, and whether the source made the
        depth by interpolation

    Raises
    ------
    InputError
        If there is no such county or zone (HC211), or no such return period (HC212)

    Notes
    -----
    Source: [EFH2]_ county rainfall data.

    Examples
    --------
    >>> county_depth_in("Rensselaer", 10).depth_in
    4.17
    """
    wanted = county.strip().casefold()
    rows = [row for row in county_rows() if row["county_zone"].casefold() == wanted]
    if not rows:
        zones = list(dict.fromkeys(row["county_zone"] for row in county_rows()))
        inside = [zone for zone in zones if zone.casefold().startswith(wanted + " ")]
        if inside:
            tail = f"; it is divided: {', '.join(inside)}"
        else:
            tail = suggestion(county, zones, "counties")
        raise InputError(finding("HC211", "", f"no rainfall table for county {county!r}{tail}"))
    row = rows[0]
    periods = {
        float(key[1:]): value for key, value in row.items() if key[:1] == "P" and value.strip()
    }
    if return_period_yr not in periods:
        listed = ", ".join(f"{period:g}" for period in periods)
        raise InputError(
            finding(
                "HC212", "",
                f"{row['county_zone']} has no {return_period_yr:g}-year depth "
                f"(return periods: {listed})",
            )
        )  # fmt: skip
    return CountyDepth(
        county=row["county_zone"],
        return_period_yr=return_period_yr,
        depth_in=float(periods[return_period_yr]),
        distributions=tuple(other["distribution"] for other in rows),
        interpolated=row["flag"].startswith(f"P{return_period_yr:g} equals"),
        source="EFH2",
    )
