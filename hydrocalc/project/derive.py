"""
What follows from one subcatchment's own keys: its curve number and its time of concentration.

Both keep every line of the working, so that checks, computation and report show the same numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hydrocalc import curve_number, travel_time
from hydrocalc.findings import InputError, finding
from hydrocalc.project import time_of_concentration as paths
from hydrocalc.project.model import Cover, Settings, Subcatchment
from hydrocalc.quantities import ACRE_SQFT

AREA_TOLERANCE_RATIO = 5e-4
IMPERVIOUS_CN = 98.0
SMALLEST_TC_MIN = 0.1


@dataclass(frozen=True, slots=True)
class CoverLine:
    """One line of the curve number's working."""

    area_ac: float
    cn: float
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CurveNumberWorking:
    """The curve number of a subcatchment, and the parts the runoff is computed from."""

    area_ac: float
    lines: tuple[CoverLine, ...]
    weighting: str
    weighted_cn: float
    used_cn: float
    parts: tuple[tuple[float, float], ...]
    """(share of the area, curve number)"""


@dataclass(frozen=True, slots=True)
class TravelLine:
    """One line of the time of concentration's working."""

    kind: str
    label: str
    travel_min: float
    length_ft: float | None = None
    slope_ftft: float | None = None
    velocity_fps: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TcWorking:
    """The time of concentration of a subcatchment, before and after the floor."""

    lines: tuple[TravelLine, ...]
    computed_min: float
    floor_min: float
    used_min: float


def _bad(code: str, message: str) -> InputError:
    return InputError(finding(code, "", message))


def _with_impervious(
    pervious_cn: float, impervious_percent: float, unconnected_ratio: float
) -> float:
    """Return the composite of a pervious curve number and an impervious share."""
    if unconnected_ratio > 0.0:
        return float(
            curve_number.unconnected_impervious_cn(
                pervious_cn, impervious_percent, unconnected_ratio
            )
        )
    return float(curve_number.connected_impervious_cn(pervious_cn, impervious_percent))


def _cover_lines(cover: Cover, weighting: str) -> list[CoverLine]:
    """Return the working of one line of cover; two lines where its runoff is split."""
    if cover.cover is not None and cover.cn is not None:
        raise _bad("HC244", f"cover {cover.cover!r} and cn {cover.cn:g} are both given; give one")
    note = cover.note
    if cover.cover is not None:
        looked_up = curve_number.cover_cn(cover.cover, cover.condition, cover.hsg, cover.treatment)
        cn, label = float(looked_up.cn), f"{looked_up.label}, HSG {cover.hsg}"
        note = "; ".join(filter(None, (note, looked_up.note)))
        if cover.impervious_percent is not None and looked_up.average_impervious_percent:
            raise _bad(
                "HC250",
                f"cover {cover.cover!r} already contains "
                f"{looked_up.average_impervious_percent:g} % impervious area; "
                "give the pervious cover with impervious_percent, or leave impervious_percent out",
            )
    elif cover.cn is not None:
        for key in ("condition", "treatment"):
            if getattr(cover, key) is not None:
                raise _bad("HC244", f"{key} goes with cover, not with cn; say it in note")
        cn = cover.cn
        label = "curve number given" + (f", HSG {cover.hsg}" if cover.hsg else "")
    else:
        raise _bad("HC202", "a line of cover needs a cover with hsg, or a cn")
    if cover.impervious_percent is None:
        if cover.unconnected_ratio is not None:
            raise _bad("HC202", "unconnected_ratio needs impervious_percent")
        return [CoverLine(cover.area_ac, cn, label, note)]
    return _impervious_lines(
        cover.area_ac, cn, cover.impervious_percent, cover.unconnected_ratio, weighting, label, note
    )


def _impervious_lines(
    area_ac: float,
    pervious_cn: float,
    impervious_percent: float,
    unconnected_ratio: float | None,
    weighting: str,
    label: str,
    note: str,
) -> list[CoverLine]:
    """Return the working of an area given by pervious cover and impervious share."""
    unconnected = unconnected_ratio or 0.0
    if weighting == "runoff" and unconnected == 0.0:
        share = impervious_percent / 100.0
        split = [
            CoverLine(area_ac * (1.0 - share), pervious_cn, f"{label}, pervious part", note),
            CoverLine(area_ac * share, IMPERVIOUS_CN, f"{label}, impervious part", note),
        ]
        return [line for line in split if line.area_ac > 0.0]
    cn = _with_impervious(pervious_cn, impervious_percent, unconnected)
    kind = "unconnected" if unconnected > 0.0 else "connected"
    words = f"{label}: pervious CN {pervious_cn:g}, {impervious_percent:g} % impervious, {kind}"
    return [CoverLine(area_ac, cn, words, note)]


def curve_number_working(subcatchment: Subcatchment, settings: Settings) -> CurveNumberWorking:
    """
    Return the curve number of a subcatchment with its working.

    Raises
    ------
    InputError
        If the keys contradict each other or a cover is not in TR-55 table 2-2.
    """
    weighting = subcatchment.cn_weighting or settings.cn_weighting
    ways = {
        "cover": bool(subcatchment.cover),
        "cn": subcatchment.cn is not None,
        "pervious_cn": subcatchment.pervious_cn is not None,
    }
    given = [name for name, present in ways.items() if present]
    if "cn" in given and subcatchment.impervious_percent is not None:
        raise _bad(
            "HC250",
            "cn is the curve number of the whole area and already contains the impervious part, "
            "but impervious_percent is given again; use pervious_cn with impervious_percent",
        )
    if len(given) > 1:
        raise _bad("HC244", f"{' and '.join(given)} are given together; give one of them")
    if not given:
        raise _bad("HC202", "curve number is missing: give cover lines, cn, or pervious_cn")
    for key in ("impervious_percent", "unconnected_ratio"):
        if getattr(subcatchment, key) is not None and subcatchment.pervious_cn is None:
            raise _bad("HC244", f"{key} of a subcatchment goes with pervious_cn only")

    if subcatchment.cover:
        lines = [line for cover in subcatchment.cover for line in _cover_lines(cover, weighting)]
        area_ac = math.fsum(cover.area_ac for cover in subcatchment.cover)
        stated = subcatchment.area_ac
        if stated is not None and abs(area_ac - stated) > AREA_TOLERANCE_RATIO * stated:
            raise _bad("HC245", f"area_ac is {stated:g}, but the cover lines add to {area_ac:g}")
    else:
        if subcatchment.area_ac is None:
            raise _bad("HC202", "area_ac is missing")
        area_ac = subcatchment.area_ac
        if subcatchment.cn is not None:
            lines = [CoverLine(area_ac, subcatchment.cn, "curve number given")]
        else:
            if subcatchment.impervious_percent is None:
                raise _bad("HC202", "pervious_cn needs impervious_percent")
            pervious = subcatchment.pervious_cn
            lines = _impervious_lines(
                area_ac,
                float(pervious if pervious is not None else 0.0),
                subcatchment.impervious_percent,
                subcatchment.unconnected_ratio,
                weighting,
                "given",
                "",
            )

    weighted = math.fsum(line.area_ac * line.cn for line in lines) / area_ac
    if weighting == "cn":
        used = _used_cn(weighted, settings)
        parts: tuple[tuple[float, float], ...] = ((1.0, used),)
    else:
        used = weighted
        by_cn: dict[float, float] = {}
        for line in lines:
            cn = _used_cn(line.cn, settings)
            by_cn[cn] = by_cn.get(cn, 0.0) + line.area_ac / area_ac
        parts = tuple((share, cn) for cn, share in by_cn.items())
    return CurveNumberWorking(area_ac, tuple(lines), weighting, weighted, used, parts)


def _used_cn(cn: float, settings: Settings) -> float:
    """Return a curve number after the stated rounding and runoff condition."""
    rounded = float(curve_number.round_cn(cn, settings.cn_rounding))
    return float(curve_number.arc_cn(rounded, settings.arc))


def _travel_line(segment: paths.Segment, runoff_cn: float) -> TravelLine:
    """Return the working of one part of a flow path."""
    note = segment.note
    if isinstance(segment, paths.Sheet):
        if (segment.manning_n is None) == (segment.surface is None):
            raise _bad("HC244", "sheet flow needs either manning_n or surface")
        if segment.manning_n is not None:
            roughness = segment.manning_n
        else:
            roughness = travel_time.sheet_flow_n(str(segment.surface))
        minutes = travel_time.sheet_flow_time_min_tr55(
            roughness, segment.length_ft, segment.p2_in, segment.slope_ftft
        )
        label = f"sheet flow, n {roughness:g}, P2 {segment.p2_in:g} in"
        velocity = segment.length_ft / minutes / 60.0
    elif isinstance(segment, paths.Shallow):
        if (segment.surface is None) == (segment.velocity_factor_fps is None):
            raise _bad("HC244", "shallow flow needs either surface or velocity_factor_fps")
        if segment.velocity_factor_fps is not None:
            velocity = segment.velocity_factor_fps * math.sqrt(segment.slope_ftft)
            label = f"shallow concentrated flow, K {segment.velocity_factor_fps:g} ft/s"
        else:
            velocity = travel_time.shallow_velocity_fps(str(segment.surface), segment.slope_ftft)
            label = f"shallow concentrated flow, {segment.surface}"
        minutes = travel_time.travel_time_min(segment.length_ft, velocity)
    elif isinstance(segment, paths.Channel):
        velocity = travel_time.manning_velocity_fps(
            segment.manning_n,
            segment.area_sqft / segment.wetted_perimeter_ft,
            segment.slope_ftft,
            constant_ratio=segment.manning_factor_ratio,
        )
        label = (
            f"channel, {segment.area_sqft:g} sq ft, perimeter {segment.wetted_perimeter_ft:g} ft, "
            f"n {segment.manning_n:g}"
        )
        minutes = travel_time.travel_time_min(segment.length_ft, velocity)
    elif isinstance(segment, paths.Pipe):
        velocity = travel_time.pipe_full_velocity_fps(
            segment.manning_n,
            segment.diameter_in,
            segment.slope_ftft,
            constant_ratio=segment.manning_factor_ratio,
        )
        label = f"pipe flowing full, {segment.diameter_in:g} in, n {segment.manning_n:g}"
        minutes = travel_time.travel_time_min(segment.length_ft, velocity)
    elif isinstance(segment, paths.CnLag):
        cn = segment.cn if segment.cn is not None else runoff_cn
        if not 50.0 <= cn <= 95.0:
            raise _bad("HC203", f"the lag method is for curve numbers 50 to 95, not {cn:.4g}")
        minutes = travel_time.cn_lag_tc_min(segment.length_ft, cn, 100.0 * segment.slope_ftft)
        return TravelLine(
            "cn-lag", f"NRCS lag, CN {cn:.1f}", minutes, segment.length_ft, segment.slope_ftft,
            None, note,
        )  # fmt: skip
    elif isinstance(segment, paths.Kirpich):
        minutes = travel_time.kirpich_tc_min(segment.length_ft, segment.slope_ftft)
        return TravelLine(
            "kirpich", "Kirpich", minutes, segment.length_ft, segment.slope_ftft, None, note
        )
    else:
        both = segment.length_ft is not None and segment.velocity_fps is not None
        if (segment.travel_min is not None) == both:
            raise _bad("HC244", "a direct entry needs travel_min, or length_ft and velocity_fps")
        if segment.travel_min is not None:
            return TravelLine(
                "direct", "direct entry", segment.travel_min, segment.length_ft, None, None, note
            )
        length, velocity = float(segment.length_ft or 0), float(segment.velocity_fps or 0)
        minutes = travel_time.travel_time_min(length, velocity)
        return TravelLine("direct", "velocity given", minutes, length, None, velocity, note)
    return TravelLine(
        segment.kind, label, float(minutes), segment.length_ft, segment.slope_ftft,
        float(velocity), note,
    )  # fmt: skip


def tc_working(subcatchment: Subcatchment, settings: Settings, runoff_cn: float) -> TcWorking:
    """
    Return the time of concentration of a subcatchment with its working.

    Raises
    ------
    InputError
        If the path is missing, given twice, or a part of it contradicts itself.
    """
    if (subcatchment.tc_min is None) == (not subcatchment.tc):
        missing = subcatchment.tc_min is None
        words = "is missing: give tc_min or tc" if missing else "is given as tc_min and as tc"
        raise _bad("HC202" if missing else "HC244", f"time of concentration {words}")
    if subcatchment.tc_min is not None:
        lines = [TravelLine("direct", "direct entry", subcatchment.tc_min)]
    else:
        whole = [part for part in subcatchment.tc if part.kind in ("cn-lag", "kirpich")]
        if whole and len(subcatchment.tc) > 1:
            raise _bad(
                "HC247", f"{whole[0].kind} gives the time of the whole path and must stand alone"
            )
        lines = [_travel_line(segment, runoff_cn) for segment in subcatchment.tc]
    rounding = settings.tc_segment_rounding_min
    if rounding > 0.0:
        lines = [
            TravelLine(
                line.kind, line.label, rounding * math.floor(line.travel_min / rounding + 0.5),
                line.length_ft, line.slope_ftft, line.velocity_fps, line.note,
            )
            for line in lines
        ]  # fmt: skip
    computed = math.fsum(line.travel_min for line in lines)
    used = computed
    if subcatchment.tc_min != 0.0:
        used = max(computed, settings.tc_floor_min)
        if used < SMALLEST_TC_MIN:
            raise _bad(
                "HC248",
                f"time of concentration is {used:.3g} min; it must be at least "
                f"{SMALLEST_TC_MIN:g} min, or tc_min = 0 for rain that runs off as it falls",
            )
    return TcWorking(tuple(lines), computed, settings.tc_floor_min, used)


def pond_rain_area_ac(rain_area_sqft: float) -> float:
    """Return an area of water surface in acres."""
    return rain_area_sqft / ACRE_SQFT
