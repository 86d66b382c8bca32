"""Runs a project: every storm in both conditions, from the checked model to results."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

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


def _run_event(network: Network, rain: Rain, step_hr: float, stamps: int) -> EventResults:
    """Return the results of one storm in one condition."""
    arrays = _empty(network, stamps)
    sweep(
        step_hr,
        rain.time_hr,
        rain.depth_in,
        network.nodes,
        network.subcatchments,
        network.shapes,
        network.ponds,
        network.diversions,
        arrays,
    )
    return EventResults(network, rain, arrays)


def _status_findings(event: EventResults) -> list[Finding]:
    """Return what the kernels' statuses mean, by the names of the elements."""
    found = []
    for node, name in enumerate(event.network.names):
        where = f'{event.network.condition} {event.rain.name}: "{name}"'
        status = event.arrays.status[node]
        if status == NOT_FINISHED:
            found.append(finding("HC505", where, "routing crossed too many rows in one step"))
        elif status == BEYOND_SPLIT:
            found.append(
                finding("HC506", where, "inflow exceeds the last row of the diversion's table")
            )
    return found


def run(project: Project) -> Results:
    """
    Return the results of every storm in every condition of a project.

    The same project gives the same bits, whatever the order of its elements and the number of
    threads.

    Parameters
    ----------
    project : Project
        As returned by :func:`hydrocalc.load`, or built from the models

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
    networks = {name: compile_condition(project, name) for name in project.conditions()}
    rains = [compile_storm(storm) for storm in project.storm]
    step_hr = project.settings.time_step_min / 60.0
    stamps = stamp_count(project)
    tasks = [(network, rain) for network in networks.values() for rain in rains]
    with ThreadPoolExecutor() as pool:
        events = list(pool.map(lambda task: _run_event(task[0], task[1], step_hr, stamps), tasks))
    found = [item for event in events for item in _status_findings(event)]
    if has_errors(found):
        raise CalculationError(found)
    return Results(project, networks, rains, events, step_hr, [*checked, *found])
