"""Post- against pre-development peak at each design point and storm."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

import numpy as np

from hydrocalc.project.model import ComparisonException, Project
from hydrocalc.results import NodeResult, Results

Verdict = Literal["met", "not met", "waived", "not required", "indeterminate", "missing input"]

PASSING: Final = frozenset({"met", "waived", "not required"})


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """
    One design point in one event: pre against post.

    ``verdict`` is "met" if the post-development peak is not above the pre-development peak;
    "indeterminate" if the two differ by no more than ``error_cfs``, the numerical error of the
    computation; "missing input" if a condition is absent.
    """

    design_point: str
    event: str
    pre_peak_cfs: float | None
    post_peak_cfs: float | None
    change_cfs: float | None
    change_percent: float | None
    pre_volume_cuft: float | None
    post_volume_cuft: float | None
    pre_time_to_peak_hr: float | None
    post_time_to_peak_hr: float | None
    error_cfs: float | None
    verdict: Verdict
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return asdict(self)


def flow_error_cfs(node: NodeResult) -> float:
    """Return the numerical error to allow for in the peak outflow of a node."""
    return node.peak_error_cfs or 0.0


def _exception(project: Project, point: str, event: str) -> ComparisonException | None:
    """Return what the project declares for a comparison; a named design point goes first."""
    fitting = [
        item
        for item in project.exception
        if item.event == event and item.design_point in (None, point)
    ]
    fitting.sort(key=lambda item: item.design_point is None)
    return fitting[0] if fitting else None


def _unknown_peak(results: Results, event: str) -> str:
    """Return why the peaks of an event are not known, or nothing."""
    rain = results.event(next(iter(results.networks)), event).rain
    rates = np.diff(rain.depth_in) / np.diff(rain.time_hr)
    if rain.time_hr[int(np.argmax(rates)) + 1] > results.time_hr[-1]:
        return "the reporting span ends before the storm is at its heaviest"
    for item in results.findings:
        names = tuple(f"{condition} {event}:" for condition in results.networks)
        if not item.where.startswith(names):
            continue
        if item.code == "HC504":
            return f"{item.where}: {item.message}"
        if item.code == "HC502":
            return f"{item.where}: {item.message}"
    return ""


def _row(
    results: Results, point: str, event: str, pre: NodeResult | None, post: NodeResult | None
) -> ComparisonRow:
    verdict: Verdict = "missing input"
    reason = ""
    change = percent = error = None
    if pre is not None and post is not None:
        change = post.outflow_peak_cfs - pre.outflow_peak_cfs
        if pre.outflow_peak_cfs > 0.0:
            percent = 100.0 * change / pre.outflow_peak_cfs
        error = flow_error_cfs(pre) + flow_error_cfs(post)
        unknown = _unknown_peak(results, event)
        if unknown:
            verdict, reason = "indeterminate", unknown
        elif change != 0.0 and abs(change) <= error:
            verdict = "indeterminate"
            reason = f"the difference is within the numerical error of {error:.2g} cfs"
        else:
            verdict = "met" if change <= 0.0 else "not met"
    else:
        missing = "pre" if pre is None else "post"
        reason = f"there is no {missing} condition"
    declared = _exception(results.project, point, event)
    if declared is not None:
        verdict, reason = declared.verdict, declared.reason
    return ComparisonRow(
        design_point=point,
        event=event,
        pre_peak_cfs=pre.outflow_peak_cfs if pre else None,
        post_peak_cfs=post.outflow_peak_cfs if post else None,
        change_cfs=change,
        change_percent=percent,
        pre_volume_cuft=pre.volume_out_cuft if pre else None,
        post_volume_cuft=post.volume_out_cuft if post else None,
        pre_time_to_peak_hr=pre.time_to_peak_hr if pre else None,
        post_time_to_peak_hr=post.time_to_peak_hr if post else None,
        error_cfs=error,
        verdict=verdict,
        reason=reason,
    )


def compare(results: Results) -> list[ComparisonRow]:
    """
    Return post- against pre-development runoff at each design point and storm.

    Hydrographs that reach a design point, bypass areas included, are added before their peak is
    taken.  The peaks are compared unrounded.

    Parameters
    ----------
    results : Results
        As returned by :func:`hydrocalc.run`

    Returns
    -------
    list of ComparisonRow
        Design points in the order of the file, storms in the order of the file
    """
    conditions = results.project.conditions()
    points = dict.fromkeys(
        point.name for condition in conditions.values() for point in condition.design_point
    )
    rows = []
    for point in points:
        for rain in results.rains:
            sides = {
                side: results.node(side, rain.name, point)
                for side, condition in conditions.items()
                if any(own.name == point for own in condition.design_point)
            }
            rows.append(_row(results, point, rain.name, sides.get("pre"), sides.get("post")))
    return rows
