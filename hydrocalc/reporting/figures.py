"""Plots of series over time as SVG, drawn here so that a report needs nothing from elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MOST_POINTS = 600
WIDTH = 420.0
_LEFT, _RIGHT = 52.0, 12.0
_LEGEND_ROW = 14.0
_PANEL_HEIGHT, _SECOND_HEIGHT = 140.0, 72.0
_BETWEEN, _BELOW = 12.0, 32.0
_FLAT_PIXELS = 0.03
_PASSES = 6
_SHOWN_RATIO = 0.03
_AROUND_HR = 1.0
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_HOUR_STEPS = (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 24.0, 48.0, 96.0)


@dataclass(frozen=True, slots=True)
class Line:
    """One series; ``style`` is a class of the style sheet; ``note`` stands in the legend."""

    name: str
    style: str
    time_hr: Floats
    values: Floats
    note: str = ""
    peak: tuple[float, float] | None = None
    """Time and value of the peak, which may lie between two points"""


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes; ``levels`` are named horizontal lines."""

    axis: str
    decimals: int
    lines: tuple[Line, ...]
    from_zero: bool = True
    levels: tuple[tuple[str, float], ...] = ()


def decimate(time: Floats, values: Floats, most: int = MOST_POINTS) -> tuple[Floats, Floats]:
    """
    Return a series of at most ``most`` points that keeps its ends and every bucket's extremes.

    Parameters
    ----------
    time, values : array
        The series
    most : int
        Largest count of points, at least 4

    Returns
    -------
    tuple of array
        Times and values, a part of the series in its order
    """
    count = len(values)
    if count <= most:
        return time, values
    buckets = (most - 2) // 2
    size = -(-(count - 2) // buckets)
    padded = np.full(buckets * size, values[-2])
    padded[: count - 2] = values[1:-1]
    rows = padded.reshape(buckets, size)
    starts = 1 + size * np.arange(buckets)
    picked = np.concatenate([starts + rows.argmin(axis=1), starts + rows.argmax(axis=1)])
    index = np.unique(np.concatenate([[0, count - 1], np.minimum(picked, count - 2)]))
    return time[index], values[index]


def shown_span_hr(lines: Sequence[Line]) -> tuple[float, float]:
    """
    Return the whole hours in which there is flow to see, every line's peak among them.

    A hydrograph of six hours would be a needle in a span of three days.  Shown are the hours in
    which any series is above some hundredths of the largest value of all.
    """
    first = min(float(line.time_hr[0]) for line in lines)
    last = max(float(line.time_hr[-1]) for line in lines)
    largest = max(float(np.max(line.values)) for line in lines)
    begin, end = math.inf, -math.inf
    for line in lines:
        above = np.flatnonzero(line.values > _SHOWN_RATIO * largest)
        if largest > 0.0 and len(above):
            begin = min(begin, float(line.time_hr[above[0]]))
            end = max(end, float(line.time_hr[above[-1]]))
        if float(np.max(line.values)) > 0.0:
            top_hr = float(line.time_hr[int(np.argmax(line.values))])
            begin, end = min(begin, top_hr - _AROUND_HR), max(end, top_hr + _AROUND_HR)
    if end <= begin:
        return first, max(last, first + 1e-6)
    return max(math.floor(begin), first), min(math.ceil(end), last)


def _ticks(low: float, high: float, most: int, steps: Sequence[float] | None = None) -> list[float]:
    """Return round values from low to high."""
    span = max(high - low, 1e-12)
    if steps is None:
        power = 10.0 ** math.floor(math.log10(span / most))
        choices = [power * step for step in _STEPS]
    else:
        choices = list(steps)
    step = next((choice for choice in choices if span / choice <= most), choices[-1])
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _text(value: float) -> str:
    return f"{value:.6g}" if abs(value) < 1e5 else f"{value:,.0f}"


def _range(panel: Panel, shown: tuple[float, float]) -> tuple[float, float]:
    """Return the lowest and highest value of a panel's axis."""
    values: list[float] = [level for _, level in panel.levels]
    for line in panel.lines:
        inside = (line.time_hr >= shown[0]) & (line.time_hr <= shown[1])
        if inside.any():
            part = line.values[inside]
            values.extend((float(np.min(part)), float(np.max(part))))
        if line.peak is not None:
            values.append(line.peak[1])
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if panel.from_zero:
        low = min(low, 0.0)
    if high - low <= 1e-9 * max(abs(high), abs(low), 1e-3):
        return (low, low + 1.0) if panel.from_zero else (low - 0.5, low + 0.5)
    margin = 0.06 * (high - low)
    return (low if panel.from_zero else low - margin), high + margin


def _points(line: Line, shown: tuple[float, float], scale: _Scale) -> str:
    """Return the points of a line inside the plot, without those that a straight line replaces."""
    first = max(int(np.searchsorted(line.time_hr, shown[0], side="right")) - 1, 0)
    last = int(np.searchsorted(line.time_hr, shown[1], side="left")) + 1
    time, values = decimate(line.time_hr[first:last], line.values[first:last])
    across = np.round(scale.across(np.clip(time, *shown)), 2)
    down = np.round(scale.down(values), 2)
    for _ in range(_PASSES):
        # every second point goes if it lies on the line between its neighbours, which stay
        middle = np.arange(1, len(across) - 1, 2)
        width = np.maximum(across[middle + 1] - across[middle - 1], 1e-9)
        share = (across[middle] - across[middle - 1]) / width
        line_at = down[middle - 1] + share * (down[middle + 1] - down[middle - 1])
        flat = middle[np.abs(down[middle] - line_at) <= _FLAT_PIXELS]
        across, down = np.delete(across, flat), np.delete(down, flat)
    points = zip(across.tolist(), down.tolist(), strict=True)
    return " ".join(f"{x_pixel:g},{y_pixel:g}" for x_pixel, y_pixel in points)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where times and values lie on the drawing."""

    begin_hr: float
    end_hr: float
    low: float
    high: float
    top: float
    height: float

    def across(self, time_hr: Floats | float) -> Floats:
        share = (np.asarray(time_hr) - self.begin_hr) / (self.end_hr - self.begin_hr)
        return np.asarray(_LEFT + share * (WIDTH - _LEFT - _RIGHT))

    def down(self, value: Floats | float) -> Floats:
        share = (np.asarray(value) - self.low) / (self.high - self.low)
        return np.asarray(self.top + self.height * (1.0 - share))


def _draw_panel(panel: Panel, scale: _Scale, shown: tuple[float, float], last: bool) -> list[str]:
    """Return the drawing of one panel: grid, axes, lines and peaks."""
    bottom, right = scale.top + scale.height, WIDTH - _RIGHT
    out = [
        f'<g class="panel" data-top="{scale.top:g}" data-height="{scale.height:g}" '
        f'data-low="{scale.low:.10g}" data-high="{scale.high:.10g}" '
        f'data-decimals="{panel.decimals}">'
    ]
    most = 5 if scale.height > _SECOND_HEIGHT else 3
    for value in _ticks(scale.low, scale.high, most):
        at = float(scale.down(value))
        out.append(f'<path class="grid" d="M{_LEFT:g} {at:.2f}H{right:g}"/>')
        out.append(f'<text class="tick" x="{_LEFT - 5:g}" y="{at + 3.5:.2f}" '
                   f'text-anchor="end">{_text(value)}</text>')  # fmt: skip
    for hour in _ticks(*shown, 9, _HOUR_STEPS):
        at = float(scale.across(hour))
        out.append(f'<path class="grid" d="M{at:.2f} {scale.top:g}V{bottom:g}"/>')
        if last:
            out.append(f'<text class="tick" x="{at:.2f}" y="{bottom + 13:g}" '
                       f'text-anchor="middle">{_text(hour)}</text>')  # fmt: skip
    out.append(f'<path class="axis" d="M{_LEFT:g} {scale.top:g}V{bottom:g}H{right:g}"/>')
    middle = scale.top + scale.height / 2.0
    out.append(f'<text class="label" transform="translate(11 {middle:g}) rotate(-90)" '
               f'text-anchor="middle">{escape(panel.axis)}</text>')  # fmt: skip
    for name, level in panel.levels:
        at = float(scale.down(level))
        out.append(f'<path class="level" d="M{_LEFT:g} {at:.2f}H{right:g}"/>')
        out.append(f'<text class="tick" x="{right - 3:g}" y="{at + 10.5:.2f}" '
                   f'text-anchor="end">{escape(name)}</text>')  # fmt: skip
    for line in panel.lines:
        out.append(f'<polyline class="line {line.style}" points="{_points(line, shown, scale)}"/>')
    for line in panel.lines:
        if line.peak is not None and shown[0] <= line.peak[0] <= shown[1]:
            across, down = float(scale.across(line.peak[0])), float(scale.down(line.peak[1]))
            out.append(f'<circle class="peak {line.style}" '
                       f'cx="{across:.2f}" cy="{down:.2f}" r="2.6"/>')  # fmt: skip
    out.append("</g>")
    return out


def plot(panels: Sequence[Panel], title: str, *, whole_span: bool = False) -> str:
    """
    Return a plot of one or more panels over one time axis, as SVG text.

    Parameters
    ----------
    panels : sequence of Panel
        The first is the tallest; its lines set the hours that are shown
    title : str
        What is drawn, for those who can not see it
    whole_span : bool
        Show all the hours, also those in which nothing happens

    Returns
    -------
    str
        An ``svg`` element; texts are escaped
    """
    if whole_span:
        shown = (
            min(float(line.time_hr[0]) for line in panels[0].lines),
            max(float(line.time_hr[-1]) for line in panels[0].lines),
        )
    else:
        shown = shown_span_hr(panels[0].lines)
    legend = [line for panel in panels for line in panel.lines]
    top = 4.0 + _LEGEND_ROW * len(legend) + 4.0
    first_top = top
    body: list[str] = []
    for number, panel in enumerate(panels):
        height = _PANEL_HEIGHT if number == 0 else _SECOND_HEIGHT
        low, high = _range(panel, shown)
        scale = _Scale(*shown, low, high, top, height)
        body.extend(_draw_panel(panel, scale, shown, last=number == len(panels) - 1))
        top += height + _BETWEEN
    bottom = top - _BETWEEN
    total = bottom + _BELOW
    middle = (_LEFT + WIDTH - _RIGHT) / 2.0
    out = [
        f'<svg class="plot" viewBox="0 0 {WIDTH:g} {total:g}" role="img" '
        f'data-begin="{shown[0]:.10g}" data-end="{shown[1]:.10g}" data-left="{_LEFT:g}" '
        f'data-right="{WIDTH - _RIGHT:g}"><title>{escape(title)}</title>'
    ]
    for number, line in enumerate(legend):
        at = 4.0 + _LEGEND_ROW * (number + 0.5)
        words = f"{line.name}, {line.note}" if line.note else line.name
        out.append(f'<path class="line {line.style}" d="M{_LEFT:g} {at:g}h26"/>')
        out.append(f'<text class="legend" x="{_LEFT + 32:g}" y="{at + 3.8:g}" '
                   f'data-name="{escape(line.name)}">{escape(words)}</text>')  # fmt: skip
    out.extend(body)
    out.append(f'<text class="label" x="{middle:g}" y="{total - 5:g}" text-anchor="middle">'
               "hours since the storm began</text>")  # fmt: skip
    out.append(f'<path class="cursor" d="M0 {first_top:g}V{bottom:g}"/>'
               f'<text class="cursor-time" x="{WIDTH - _RIGHT:g}" y="{total - 5:g}" '
               'text-anchor="end"></text></svg>')  # fmt: skip
    return "".join(out)
