"""
Results: hydrographs, peaks, volumes and balances by condition, event and node.

The numbers are kept as the kernels left them and are rounded nowhere.  Volumes, depths and
balances are those inside the reporting span of the project; what falls outside is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hydrocalc.findings import Finding, finding
from hydrocalc.kernels.arrays import ABOVE_TABLE, Floats
from hydrocalc.kernels.arrays import Results as Arrays
from hydrocalc.network import Network, Rain
from hydrocalc.project.model import Pond, Project
from hydrocalc.quantities import CUFT_PER_ACRE_INCH

if TYPE_CHECKING:
    import xarray

OUTSIDE_SPAN_PERCENT = 0.1
ROUNDING_RATIO = 1e-10
BALANCE_PERCENT = 0.01


@dataclass(frozen=True, slots=True)
class EventResults:
    """The kernels' arrays of one storm in one condition."""

    network: Network
    rain: Rain
    arrays: Arrays
    found: tuple[tuple[int, Finding], ...] = ()
    """Findings of the computation itself, by node"""

    def inflow_cfs(self, node: int) -> Floats:
        """Return the summed inflow of a node at the stamps."""
        return self._inflow(self.arrays.flow_cfs, node)

    def passed_cuft(self, ports: Sequence[int], first_stamp: int) -> float:
        """Return the volume that passes some ports from a stamp to the last."""
        volume = self.arrays.volume_cuft
        return float(sum(volume[port, -1] - volume[port, first_stamp] for port in ports))

    def outflow_cfs(self, node: int) -> Floats:
        """Return the outflow of a node at the stamps, all ports together."""
        return self._outflow(self.arrays.flow_cfs, node)

    def peak_cfs(self, node: int) -> float:
        """Return the largest outflow of a node, between stamps too; a diversion's is its inflow."""
        kind = self.network.kinds[node]
        if kind == "pond":
            return float(self.arrays.outflow_peak_cfs[self.network.row_of(node)])
        if kind == "diversion":
            return float(self.arrays.inflow_peak_cfs[node])
        return float(self.arrays.port_peak_cfs[self.network.ports_of(node)[0]])

    def peak_stage_ft(self, node: int) -> float:
        """Return the highest level of a pond, as an elevation."""
        highest = self.arrays.peak_storage_cuft[self.network.row_of(node)]
        return float(self.level_ft(node, float(highest)))

    def stage_ft(self, node: int) -> Floats:
        """Return the water level of a pond at the stamps, as an elevation."""
        row = self.network.row_of(node)
        return self.level_ft(node, self.arrays.storage_cuft[row])

    def level_ft(self, node: int, storage_cuft: Floats | float) -> Floats:
        """Return the elevation at which a pond holds a storage."""
        working = self.network.pond_workings[self.network.row_of(node)]
        table = working.rating
        level = np.interp(storage_cuft, table.storage_cuft, table.stage_ft)
        beyond = np.asarray(storage_cuft) > table.storage_cuft[-1]
        if np.any(beyond):
            # the walls stay vertical above the table too
            area = (table.storage_cuft[-1] - table.storage_cuft[-2]) / (
                table.stage_ft[-1] - table.stage_ft[-2]
            )
            more = (np.asarray(storage_cuft) - table.storage_cuft[-1]) / area
            level = np.where(beyond, table.stage_ft[-1] + more, level)
        return np.asarray(level + working.datum_ft, dtype=np.float64)

    def _inflow(self, values: Floats, node: int) -> Floats:
        ports = self.network.inlets_of(node)
        return values[ports].sum(axis=0) if ports else np.zeros(values.shape[1])

    def _outflow(self, values: Floats, node: int) -> Floats:
        return np.asarray(values[list(self.network.ports_of(node))].sum(axis=0))


@dataclass(frozen=True, slots=True)
class NodeResult:
    """
    One node in one event and condition.

    ``volume_error_cuft`` is inflow less outflow less the change of storage.  The inflow of a
    subcatchment is its runoff before the unit hydrograph.
    """

    condition: str
    event: str
    node: str
    kind: str
    inflow_peak_cfs: float | None
    outflow_peak_cfs: float
    time_to_peak_hr: float | None
    runoff_depth_in: float | None
    volume_in_cuft: float
    volume_out_cuft: float
    storage_change_cuft: float
    volume_error_cuft: float
    volume_error_percent: float
    peak_stage_ft: float | None = None
    peak_storage_cuft: float | None = None
    time_to_peak_stage_hr: float | None = None
    peak_error_cfs: float | None = None
    """Estimated numerical error of the peak outflow; None if it was not estimated"""
    stage_error_ft: float | None = None
    """Estimated numerical error of the peak stage"""

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return asdict(self)


class Results:
    """Everything a run gives; made by :func:`hydrocalc.run`."""

    def __init__(
        self,
        project: Project,
        networks: dict[str, Network],
        rains: Sequence[Rain],
        events: Sequence[EventResults],
        step_hr: float,
        findings: Sequence[Finding],
        finer: dict[tuple[str, str], EventResults] | None = None,
    ) -> None:
        self.project = project
        self._finer = finer
        self.networks = networks
        self.rains = tuple(rains)
        self.step_hr = step_hr
        self._events = {(event.network.condition, event.rain.name): event for event in events}
        start_hr, end_hr = project.settings.span_hr
        self.first_stamp = round(start_hr / step_hr)
        self.time_hr: Floats = np.arange(round(end_hr / step_hr) + 1, dtype=np.float64) * step_hr
        self.findings: tuple[Finding, ...] = (*findings, *self._look())

    def event(self, condition: str, event: str) -> EventResults:
        """Return the arrays of one storm in one condition."""
        return self._events[condition, event]

    def events(self) -> Iterator[EventResults]:
        """Yield the arrays of every storm in every condition."""
        yield from self._events.values()

    @cached_property
    def nodes(self) -> tuple[NodeResult, ...]:
        """One row for each node in each event and condition."""
        return tuple(
            self._node(event, node)
            for event in self._events.values()
            for node in range(len(event.network.names))
        )

    def node(self, condition: str, event: str, name: str) -> NodeResult:
        """Return the row of one node in one event and condition."""
        return self._by_name[condition, event, name]

    @cached_property
    def _by_name(self) -> dict[tuple[str, str, str], NodeResult]:
        return {(row.condition, row.event, row.node): row for row in self.nodes}

    @cached_property
    def system(self) -> tuple[NodeResult, ...]:
        """The balance of the whole of each condition in each event, as rows of kind "system"."""
        return tuple(self._system(event) for event in self._events.values())

    def _within(self, volumes: Floats) -> float:
        """Return the part of a cumulative volume that passes inside the span."""
        return float(volumes[-1] - volumes[self.first_stamp])

    def _node(self, event: EventResults, node: int) -> NodeResult:
        network, arrays = event.network, event.arrays
        kind = network.kinds[node]
        row = network.row_of(node)
        ports = network.ports_of(node)
        volume_out = event.passed_cuft(ports, self.first_stamp)
        change = 0.0
        inflow_peak: float | None = None
        depth: float | None = None
        stage: tuple[float, float, float] | None = None
        peak = event.peak_cfs(node)
        peak_hr: float | None = float(arrays.port_peak_hr[ports[0]])
        if kind == "subcatchment":
            area_ac = network.subcatchment_workings[row].area_ac
            volume_in = area_ac * CUFT_PER_ACRE_INCH * self._within(arrays.runoff_in[row])
            depth = volume_out / (area_ac * CUFT_PER_ACRE_INCH)
            change = self._in_transit(event, node)
        else:
            volume_in = event.passed_cuft(network.inlets_of(node), self.first_stamp)
            inflow_peak = float(arrays.inflow_peak_cfs[node])
            if kind == "pond":
                storage = arrays.storage_cuft[row]
                change = float(storage[-1] - storage[self.first_stamp])
                peak_hr = float(arrays.outflow_peak_hr[row])
                highest = float(arrays.peak_storage_cuft[row])
                stage = (
                    event.peak_stage_ft(node),
                    highest,
                    float(arrays.peak_storage_hr[row]),
                )
            elif kind == "diversion":
                peak_hr = float(arrays.inflow_peak_hr[node])
        if peak <= 0.0:
            peak, peak_hr = 0.0, None
        error = volume_in - volume_out - change
        throughput = max(abs(volume_in), abs(volume_out), abs(change))
        peak_error: float | None = None
        stage_error: float | None = None
        if self._finer is not None:
            finer = self._finer[network.condition, event.rain.name]
            # second order: what is left is a third of what halving the step has mended
            peak_error = 4.0 / 3.0 * abs(finer.peak_cfs(node) - event.peak_cfs(node))
            peak_error = max(peak_error, ROUNDING_RATIO * peak)
            if stage is not None:
                stage_error = 4.0 / 3.0 * abs(finer.peak_stage_ft(node) - stage[0])
        return NodeResult(
            condition=network.condition,
            event=event.rain.name,
            node=network.names[node],
            kind=kind,
            inflow_peak_cfs=inflow_peak,
            outflow_peak_cfs=peak,
            time_to_peak_hr=peak_hr,
            runoff_depth_in=depth,
            volume_in_cuft=volume_in,
            volume_out_cuft=volume_out,
            storage_change_cuft=change,
            volume_error_cuft=error,
            volume_error_percent=100.0 * error / throughput if throughput > 0.0 else 0.0,
            peak_stage_ft=stage[0] if stage else None,
            peak_storage_cuft=stage[1] if stage else None,
            time_to_peak_stage_hr=stage[2] if stage else None,
            peak_error_cfs=peak_error,
            stage_error_ft=stage_error,
        )

    def _in_transit(self, event: EventResults, node: int) -> float:
        """
        Return the runoff on its way through the unit hydrograph: at the end less at the start.

        Once the rain and then the whole unit hydrograph have passed nothing is on its way, and
        the subcatchment's balance is a true check of the convolution.
        """
        row = event.network.row_of(node)
        working = event.network.subcatchment_workings[row]
        per_inch = working.area_ac * CUFT_PER_ACRE_INCH
        base_hr = 0.0
        if working.unit_hydrograph is not None:
            base_hr = working.tp_hr * float(working.unit_hydrograph.t_over_tp[-1])
        port = event.network.ports_of(node)[0]

        def on_its_way(stamp: int) -> float:
            depth = event.arrays.runoff_in[row, stamp]
            return float(per_inch * depth - event.arrays.volume_cuft[port, stamp])

        at_end = on_its_way(-1)
        if self.time_hr[-1] >= event.rain.time_hr[-1] + base_hr:
            at_end = 0.0
        return at_end - on_its_way(self.first_stamp)

    def _system(self, event: EventResults) -> NodeResult:
        """Return the balance of the whole condition in one event."""
        network = event.network
        rows = [self.node(network.condition, event.rain.name, name) for name in network.names]
        volume_in = sum(row.volume_in_cuft for row in rows if row.kind == "subcatchment")
        change = sum(row.storage_change_cuft for row in rows)
        leaving = [number for number, port in enumerate(network.ports) if port.receiver is None]
        volume_out = event.passed_cuft(leaving, self.first_stamp)
        error = volume_in - volume_out - change
        throughput = max(abs(volume_in), abs(volume_out), abs(change))
        return NodeResult(
            condition=network.condition,
            event=event.rain.name,
            node="all",
            kind="system",
            inflow_peak_cfs=None,
            outflow_peak_cfs=max(
                (row.outflow_peak_cfs for row in rows if row.kind == "design_point"), default=0.0
            ),
            time_to_peak_hr=None,
            runoff_depth_in=None,
            volume_in_cuft=volume_in,
            volume_out_cuft=float(volume_out),
            storage_change_cuft=change,
            volume_error_cuft=float(error),
            volume_error_percent=100.0 * float(error) / throughput if throughput > 0.0 else 0.0,
        )

    def _look(self) -> list[Finding]:
        """Return what is found in the results: limits, spans and balances."""
        found: list[Finding] = []
        for event in self._events.values():
            for node, name in enumerate(event.network.names):
                where = f'{event.network.condition} {event.rain.name}: "{name}"'
                row = self.node(event.network.condition, event.rain.name, name)
                found.extend(self._look_at_node(event, node, row, where))
        for row in self.system:
            if abs(row.volume_error_percent) > BALANCE_PERCENT:
                found.append(
                    finding(
                        "HC601", f"{row.condition} {row.event}",
                        f"volume error of the whole is {row.volume_error_cuft:.3g} cu ft, "
                        f"{row.volume_error_percent:.3g} %",
                    )
                )  # fmt: skip
        return found

    def _look_at_node(
        self, event: EventResults, node: int, row: NodeResult, where: str
    ) -> Iterator[Finding]:
        if abs(row.volume_error_percent) > BALANCE_PERCENT:
            yield finding(
                "HC601", where,
                f"volume error is {row.volume_error_cuft:.3g} cu ft, "
                f"{row.volume_error_percent:.3g} %",
            )  # fmt: skip
        if row.kind == "subcatchment":
            yield from self._look_at_subcatchment(event, node, where)
        if row.kind == "pond":
            yield from self._look_at_pond(event, node, row, where)
        ports = event.network.ports_of(node)
        last = float(sum(event.arrays.flow_cfs[port, -1] for port in ports))
        if row.time_to_peak_hr is not None and row.kind in ("subcatchment", "pond"):
            if row.outflow_peak_cfs > 0.0 and last >= row.outflow_peak_cfs * (1.0 - 1e-9):
                yield finding(
                    "HC502", where, "flow is still at its highest when the span ends; "
                    "the peak is not known",
                )  # fmt: skip
            elif row.time_to_peak_hr < self.time_hr[self.first_stamp]:
                yield finding(
                    "HC502", where,
                    f"the peak, at {row.time_to_peak_hr:.2f} hr, is before the span begins",
                )  # fmt: skip

    def _look_at_subcatchment(
        self, event: EventResults, node: int, where: str
    ) -> Iterator[Finding]:
        row = event.network.row_of(node)
        working = event.network.subcatchment_workings[row]
        per_inch = working.area_ac * CUFT_PER_ACRE_INCH
        subcatchments = event.network.subcatchments
        begin, end = subcatchments.part_start[row], subcatchments.part_start[row + 1]
        excess = np.maximum(event.rain.total_in - subcatchments.abstraction_in[begin:end], 0.0)
        beyond = excess + subcatchments.retention_in[begin:end]
        depth = np.divide(excess**2, beyond, out=excess.copy(), where=beyond > 0.0)
        total = per_inch * float(np.sum(subcatchments.part_ratio[begin:end] * depth))
        if total <= 0.0:
            yield finding(
                "HC409", where,
                f"rain of {event.rain.total_in:.4g} in does not exceed the initial abstraction; "
                "there is no runoff",
            )  # fmt: skip
            return
        outside = total - event.passed_cuft(event.network.ports_of(node), self.first_stamp)
        if 100.0 * outside / total > OUTSIDE_SPAN_PERCENT:
            yield finding(
                "HC501", where,
                f"{outside:,.0f} cu ft, {100.0 * outside / total:.2g} % of the runoff, "
                "is outside the reporting span",
            )  # fmt: skip

    def _look_at_pond(
        self, event: EventResults, node: int, row: NodeResult, where: str
    ) -> Iterator[Finding]:
        element = event.network.elements[node]
        if not isinstance(element, Pond) or row.peak_stage_ft is None:
            return
        if event.arrays.status[node] == ABOVE_TABLE:
            over = row.peak_stage_ft - element.storage.top_ft
            yield finding(
                "HC503", where,
                f"storage is exceeded by {over:.2f} ft: peak stage {row.peak_stage_ft:.2f} ft, top "
                f"of storage {element.storage.top_ft:.2f} ft; computed on with vertical walls",
            )  # fmt: skip
            working = event.network.pond_workings[event.network.row_of(node)]
            if row.peak_storage_cuft and row.peak_storage_cuft > working.rating.storage_cuft[-1]:
                yield finding(
                    "HC504", where, "the level is above the rating table; its last line goes on"
                )
        for number, device in enumerate(element.outlet):
            for item in device.limits(row.peak_stage_ft):
                yield finding(
                    item.code, f"{where}, outlet {number + 1} ({device.kind})", item.message
                )

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """
        The results as an xarray Dataset with dimensions condition, event, node and time.

        Attributes follow the CF conventions; a node that one condition lacks is NaN there.
        """
        from hydrocalc.dataset import dataset

        return dataset(self)
