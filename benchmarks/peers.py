"""
The same site by other means: plain Python, NumPy, and EPA SWMM given the inflow.

Ten acres, CN 80, Tc 15 min, 5 in of Type II rain; a pond with a 12-in orifice and an 8-ft weir.
"""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np

from hydrocalc import rainfall, unit_hydrograph

STAGE_FT = (0.0, 2.0, 4.0, 6.0)
AREA_SQFT = (8000.0, 11000.0, 14500.0, 18500.0)
CREST_FT = 3.5
HOURS = 48.0


def _site() -> tuple[list[float], list[float], list[float], list[float], float]:
    """Return rain, unit hydrograph and time to peak as plain lists."""
    time_hr, rain = rainfall.mass_curve_in(rainfall.distribution("Type II"), 5.0)
    shape = unit_hydrograph.unit_hydrograph("scs_484")
    tp_hr = unit_hydrograph.time_to_peak_hr(0.25, shape.peak_index)
    times = [tp_hr * ratio for ratio in shape.t_over_tp]
    return list(time_hr), list(rain), times, list(shape.q_over_qp), tp_hr


def _line(at: float, xs: list[float], ys: list[float]) -> float:
    if at >= xs[-1]:
        return ys[-1]
    row = 0
    while xs[row + 1] <= at:
        row += 1
    return ys[row] + (ys[row + 1] - ys[row]) * (at - xs[row]) / (xs[row + 1] - xs[row])


def _outflow_cfs(level: float) -> float:
    opening = 0.6 * math.pi / 4.0 * math.sqrt(64.4)
    if level >= 1.0:
        out = opening * math.sqrt(level - 0.5)
    else:
        out = opening * math.sqrt(0.5) * max(level, 0.0) ** 1.5
    return out + 3.33 * 8.0 * max(level - CREST_FT, 0.0) ** 1.5


def _levels(rows: int = 101) -> list[float]:
    return [STAGE_FT[-1] * row / (rows - 1) for row in range(rows)]


def plain_python(step_hr: float) -> float:
    """Return the peak outflow, as a script without arrays computes it."""
    time_hr, rain, uh_hr, uh, _ = _site()
    volume = sum(
        0.5 * (uh[row] + uh[row + 1]) * (uh_hr[row + 1] - uh_hr[row]) for row in range(len(uh) - 1)
    )
    taps = [
        _line((tap + 0.5) * step_hr, uh_hr, uh) / volume
        for tap in range(math.ceil(uh_hr[-1] / step_hr))
    ]
    total = sum(taps) * step_hr
    taps = [tap / total for tap in taps]
    steps = round(HOURS / step_hr)
    excess = [0.0]
    for step in range(round(24.0 / step_hr)):
        beyond = max(_line((step + 1) * step_hr, time_hr, rain) - 0.5, 0.0)
        excess.append(beyond * beyond / (beyond + 2.5))
    increments = [after - before for before, after in pairwise(excess)]
    inflow = [0.0] * (steps + len(taps))
    for step, depth in enumerate(increments):
        if depth > 0.0:
            for tap, weight in enumerate(taps):
                inflow[step + tap] += depth * weight * 10.0 * 43560.0 / 12.0 / 3600.0
    levels = _levels()
    stored = [0.0]
    for low, high in pairwise(levels):
        surfaces = [_line(level, list(STAGE_FT), list(AREA_SQFT)) for level in (low, high)]
        stored.append(stored[-1] + 0.5 * sum(surfaces) * (high - low))
    flows = [_outflow_cfs(level) for level in levels]
    marks = [
        2.0 * volume / (3600.0 * step_hr) + flow for volume, flow in zip(stored, flows, strict=True)
    ]
    mark = out = peak = 0.0
    for step in range(steps):
        mark += 2.0 * inflow[step] - 2.0 * out
        out = _line(mark, marks, flows)
        peak = max(peak, out)
    return peak


def with_numpy(step_hr: float) -> float:
    """Return the peak outflow, with arrays where there are any."""
    time_hr, rain, uh_hr, uh, _ = _site()
    steps = round(HOURS / step_hr)
    at = np.arange(round(24.0 / step_hr) + 1) * step_hr
    beyond = np.maximum(np.interp(at, time_hr, rain) - 0.5, 0.0)
    increments = np.diff(beyond**2 / (beyond + 2.5))
    taps = np.interp((np.arange(math.ceil(uh_hr[-1] / step_hr)) + 0.5) * step_hr, uh_hr, uh)
    taps /= taps.sum() * step_hr
    inflow = np.zeros(steps)
    whole = np.convolve(increments, taps) * 10.0 * 43560.0 / 12.0 / 3600.0
    inflow[: len(whole)] = whole
    levels = np.array(_levels())
    surfaces = np.interp(levels, STAGE_FT, AREA_SQFT)
    pieces = 0.5 * (surfaces[1:] + surfaces[:-1]) * np.diff(levels)
    stored = np.concatenate([[0.0], np.cumsum(pieces)])
    flows = np.array([_outflow_cfs(level) for level in levels])
    marks = 2.0 * stored / (3600.0 * step_hr) + flows
    mark = out = peak = 0.0
    for step in range(steps):
        mark += 2.0 * inflow[step] - 2.0 * out
        out = float(np.interp(mark, marks, flows))
        peak = max(peak, out)
    return peak


def swmm_files(folder: Path, inflow_cfs: np.ndarray, step_hr: float) -> tuple[str, str, str]:
    """Write SWMM's input for the pond, the inflow given, and return its file names."""
    minutes = round(step_hr * 60)
    rows = "\n".join(
        f"I  {step * minutes // 60}:{step * minutes % 60:02d}  {flow:.6f}"
        for step, flow in enumerate(inflow_cfs)
    )
    seconds = round(step_hr * 3600)
    curve = "\n".join(
        f"C  {'Storage' if row == 0 else '       '}  {level}  {area}"
        for row, (level, area) in enumerate(zip(STAGE_FT, AREA_SQFT, strict=True))
    )
    text = f"""[OPTIONS]
FLOW_UNITS CFS
FLOW_ROUTING DYNWAVE
START_DATE 01/01/2020
START_TIME 00:00:00
END_DATE 01/03/2020
END_TIME 00:00:00
REPORT_START_DATE 01/01/2020
REPORT_START_TIME 00:00:00
REPORT_STEP 00:{seconds // 60:02d}:00
ROUTING_STEP {seconds}
VARIABLE_STEP 0
ALLOW_PONDING NO
[STORAGE]
P 0 10 0 TABULAR C 0 0
[OUTFALLS]
O -5 FREE NO
X -5 FREE NO
[ORIFICES]
A P O SIDE 0 0.6 NO 0
[WEIRS]
W P X TRANSVERSE 3.5 3.33 NO 0 0
[XSECTIONS]
A CIRCULAR 1 0 0 0
W RECT_OPEN 6 8 0 0
[CURVES]
{curve}
[INFLOWS]
P FLOW I
[TIMESERIES]
{rows}
[REPORT]
INPUT NO
NODES ALL
LINKS ALL
"""
    names = tuple(str(folder / f"site.{ending}") for ending in ("inp", "rpt", "out"))
    Path(names[0]).write_text(text, encoding="ascii")
    return names


def swmm_peak_cfs(names: tuple[str, str, str]) -> float:
    """Run SWMM, files in and out, and return the largest inflows of its two outfalls, added."""
    from swmm.toolkit import solver

    solver.swmm_run(*names)
    inside = False
    peak = 0.0
    for line in Path(names[1]).read_text(encoding="utf-8", errors="replace").splitlines():
        if "Node Inflow Summary" in line:
            inside = True
        fields = line.split()
        if "Node Surcharge Summary" in line:
            break
        if inside and fields[:1] in (["O"], ["X"]):
            # both are largest at the highest level
            peak += float(fields[3])
    return peak
