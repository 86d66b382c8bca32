"""Runs a project: every storm in both conditions, from the checked model to results."""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from hydrocalc.findings import CalculationError, Finding, InputError, finding, has_errors
from hydrocalc.kernels.arrays import (
    BEYOND_SPLIT,
    NOT_FINISHED,
)
from hydrocalc.kernels.arrays import Results as Arrays
from hydrocalc.kernels.sweep import sweep
from hydrocalc.network import Network, Rain, compile_condition, compile_storm
from hydrocalc.project.checks import check_project
from hydrocalc.project.model import Project
from hydrocalc.results import EventResults, Results
from hydrocalc.wintr20_sweep import sweep_wintr20

SHARE_OF_TP = 0.5
LONGEST_STEP_HR = 0.1
"""The computation's own step is at most this, and this share of the shortest time to peak."""


def stamp_count(project: Project) -> int:
    """Return the number of stamps of a run: the end of the span over the step, and time 0."""
    settings = project.settings
    return round(settings.span_hr[1] * 60.0 / settings.time_step_min) + 1


def _empty(network: Network, stamps: int) -> Arrays:
    """Return arrays for the results of one event."""
    ports = len(network.ports)
    nodes = len(network.names)
    ponds = len(network.pond_workings)
    subcatchments = len(network.subcatchment_workings)
    return Arrays(
        flow_cfs=np.zeros((ports, stamps)),
        slope_cfsph=np.zeros((ports, stamps)),
        abrupt_cfs=np.zeros((ports, stamps)),
        volume_cuft=np.zeros((ports, stamps)),
        port_peak_cfs=np.zeros(ports),
        port_peak_hr=np.zeros(ports),
        inflow_peak_cfs=np.zeros(nodes),
        inflow_peak_hr=np.zeros(nodes),
        storage_cuft=np.zeros((ponds, stamps)),
        peak_storage_cuft=np.zeros(ponds),
        peak_storage_hr=np.zeros(ponds),
        outflow_peak_cfs=np.zeros(ponds),
        outflow_peak_hr=np.zeros(ponds),
        runoff_in=np.zeros((subcatchments, stamps)),
        status=np.zeros(nodes, dtype=np.int64),
    )


def _run_event(
    network: Network, rain: Rain, step_hr: float, stamps: int, method: str, refinement: int
) -> EventResults:
    """Return the results of one storm in one condition, at the project's stamps."""
    if method == "wintr20":
        arrays = _empty(network, stamps)
        found = sweep_wintr20(step_hr, rain, network, arrays)
        return EventResults(network, rain, arrays, tuple(found))
    # ponds and diversions follow the inflow from step to step: no step may hide a hydrograph
    shortest = [SHARE_OF_TP * tp_hr for tp_hr in network.subcatchments.tp_hr if tp_hr > 0.0]
    inner = max(1, math.ceil(step_hr / min([LONGEST_STEP_HR, *shortest]) - 1e-9)) * 2**refinement
    arrays = _empty(network, (stamps - 1) * inner + 1)
    sweep(
        step_hr / inner,
        rain.time_hr,
        rain.depth_in,
        network.nodes,
        network.subcatchments,
        network.shapes,
        network.ponds,
        network.diversions,
        arrays,
    )
    if inner > 1:
        by_stamp = ("flow_cfs", "slope_cfsph", "abrupt_cfs", "volume_cuft", "storage_cuft",
                    "runoff_in")  # fmt: skip
        arrays = arrays._replace(
            **{name: np.ascontiguousarray(getattr(arrays, name)[:, ::inner]) for name in by_stamp}
        )
    return EventResults(network, rain, arrays)


def _status_findings(event: EventResults) -> list[Finding]:
    """Return what the kernels' statuses mean, by the names of the elements."""
    names = event.network.names
    place = f"{event.network.condition} {event.rain.name}"
    found = [
        finding(item.code, f'{place}: "{names[node]}"', item.message) for node, item in event.found
    ]
    for node, name in enumerate(names):
        where = f'{place}: "{name}"'
        status = event.arrays.status[node]
        if status == NOT_FINISHED:
            found.append(finding("HC505", where, "routing crossed too many rows in one step"))
        elif status == BEYOND_SPLIT:
            found.append(
                finding("HC506", where, "inflow exceeds the last row of the diversion's table")
            )
    return found


def _simulate(
    project: Project, refinement: int
) -> tuple[dict[str, Network], list[Rain], list[EventResults], float]:
    """
    Return networks, rains, events and step [hr] of a checked project.

    Each refinement halves the step and quarters the allowed errors of the rating tables.
    """
    networks = {name: compile_condition(project, name, refinement) for name in project.conditions()}
    rains = [compile_storm(storm) for storm in project.storm]
    step_hr = project.settings.time_step_min / 60.0
    stamps = stamp_count(project)
    method = project.settings.method
    tasks = [(network, rain) for network in networks.values() for rain in rains]
    with ThreadPoolExecutor(max_workers=min(len(tasks), os.cpu_count() or 1)) as pool:
        waiting = [
            pool.submit(_run_event, network, rain, step_hr, stamps, method, refinement)
            for network, rain in tasks
        ]
        events = [item.result() for item in waiting]
    return networks, rains, events, step_hr


def run(project: Project, *, estimate_errors: bool = True) -> Results:
    """
    Return the results of every storm in every condition of a project.

    The same project gives the same bits, whatever the number of threads.

    Parameters
    ----------
    project : Project
        As returned by :func:`hydrocalc.load`, or built from the models
    estimate_errors : bool
        Whether to compute once more with half the step and finer rating tables, so that each
        peak and stage has an estimate of its numerical error

    Returns
    -------
    Results
        Hydrographs, peaks, volumes and balances, with every finding

    Raises
    ------
    InputError
        If the project has errors
    CalculationError
        If a routing could not be finished
    """
    checked = check_project(project)
    if has_errors(checked):
        raise InputError(checked)
    networks, rains, events, step_hr = _simulate(project, 0)
    found = [item for event in events for item in _status_findings(event)]
    if has_errors(found):
        raise CalculationError(found)
    finer = None
    if estimate_errors and project.settings.method == "exact":
        finer = {
            (event.network.condition, event.rain.name): event for event in _simulate(project, 1)[2]
        }
    return Results(project, networks, rains, events, step_hr, [*checked, *found], finer)


@dataclass(frozen=True, slots=True)
class ConvergenceRow:
    """How one node's peak in one event moves as steps and table errors shrink."""

    condition: str
    event: str
    node: str
    kind: str
    peak_cfs: tuple[float, ...]
    """Largest outflow at each refinement, the coarsest first"""
    peak_stage_ft: tuple[float, ...]
    """Highest level of a pond at each refinement; empty for other nodes"""

    @property
    def last_change_percent(self) -> float:
        """Change of the peak at the last refinement."""
        last, before = self.peak_cfs[-1], self.peak_cfs[-2]
        return 100.0 * (last - before) / last if last else 0.0


def converge(project: Project, refinements: int = 3) -> list[ConvergenceRow]:
    """
    Return how each peak moves as the time step is halved and the rating tables are refined.

    Parameters
    ----------
    project : Project
        As for :func:`run`
    refinements : int
        How often to halve the step and quarter the allowed errors of the rating tables

    Returns
    -------
    list of ConvergenceRow
        One for each node in each event and condition

    Raises
    ------
    InputError
        If the project has errors
    """
    checked = check_project(project)
    if has_errors(checked):
        raise InputError(checked)
    if project.settings.method != "exact":
        words = f"method {project.settings.method} has steps of its own; nothing can be refined"
        raise InputError(finding("HC253", "settings", words))
    levels = []
    for refinement in range(refinements + 1):
        networks, rains, events, step_hr = _simulate(project, refinement)
        levels.append(Results(project, networks, rains, events, step_hr, []).nodes)
    return [
        ConvergenceRow(
            rows[0].condition,
            rows[0].event,
            rows[0].node,
            rows[0].kind,
            tuple(row.outflow_peak_cfs for row in rows),
            tuple(row.peak_stage_ft for row in rows if row.peak_stage_ft is not None),
        )
        for rows in zip(*levels, strict=True)
    ]
