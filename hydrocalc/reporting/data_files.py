"""Writes the results as files for other programs: CSV tables, NetCDF and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np

from hydrocalc.criteria import ComparisonRow
from hydrocalc.kernels.arrays import Floats
from hydrocalc.reporting.document import PROGRAM
from hydrocalc.reporting.document_json import json_document
from hydrocalc.reporting.formatting import Units, file_names
from hydrocalc.reporting.network_sections import listed_nodes
from hydrocalc.reporting.pond_sections import ponds_of
from hydrocalc.results import EventResults, NodeResult, Results

Writer = Callable[[Path], None]


def planned(results: Results, rows: Sequence[ComparisonRow]) -> dict[str, Writer]:
    """Return the names of the data files of a run, each with what writes it."""
    units = Units(results.project.units)
    files: dict[str, Writer] = {
        "comparison.csv": lambda path: _write_records(path, results, ComparisonRow, rows, units),
        "nodes.csv": lambda path: _write_records(
            path, results, NodeResult, (*results.nodes, *results.system), units
        ),
    }
    events = file_names(rain.name for rain in results.rains)
    for event in results.events():
        name = f"hydrographs_{event.network.condition}_{events[event.rain.name]}.csv"
        files[name] = _hydrographs(results, event, units)
    for condition, network in results.networks.items():
        ponds = file_names(pond.name for _, pond in ponds_of(network))
        for node, pond in ponds_of(network):
            files[f"rating_{condition}_{ponds[pond.name]}.csv"] = _rating(
                results, condition, node, units
            )
    files["results.json"] = lambda path: _write_json(path, results, rows)
    files["results.nc"] = lambda path: _write_netcdf(path, results)
    return files


def _write_json(path: Path, results: Results, rows: Sequence[ComparisonRow]) -> None:
    text = json.dumps(json_document(results, rows), indent=2, allow_nan=False, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def _write_netcdf(path: Path, results: Results) -> None:
    # NetCDF 3, which every reader knows and scipy writes
    results.dataset.to_netcdf(path, engine="scipy")


def _head(results: Results, *words: str) -> str:
    """Return the rows that say where a table comes from."""
    lines = [PROGRAM, results.project.title, *words]
    return "".join(f"# {' '.join(line.split())}\n" for line in lines if line)


def _cell(value: object, factor: float) -> object:
    if isinstance(value, float):
        return repr(float(value) * factor) if factor != 1.0 else repr(float(value))
    return "" if value is None else value


def _write_records(
    path: Path,
    results: Results,
    record: type[ComparisonRow] | type[NodeResult],
    rows: Iterable[ComparisonRow | NodeResult],
    units: Units,
) -> None:
    """Write one row for each record, unrounded, in the units that the project prints."""
    names = [field.name for field in fields(record)]
    columns = [units.column(name) for name in names]
    with path.open("w", encoding="utf-8", newline="") as target:
        target.write(_head(results))
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow([name for name, _ in columns])
        for row in rows:
            pairs = zip(names, columns, strict=True)
            writer.writerow([_cell(getattr(row, name), factor) for name, (_, factor) in pairs])


def _write_columns(
    path: Path, head: str, columns: Sequence[tuple[str, Floats]], digits: int
) -> None:
    """Write columns of numbers with so many digits."""
    with path.open("w", encoding="utf-8", newline="") as target:
        target.write(head)
        csv.writer(target, lineterminator="\n").writerow([name for name, _ in columns])
        form = ",".join([f"%.{digits}g"] * len(columns)) + "\n"
        rows = np.column_stack([values for _, values in columns]).tolist()
        target.writelines(form % tuple(row) for row in rows)


def _hydrographs(results: Results, event: EventResults, units: Units) -> Writer:
    def write(path: Path) -> None:
        network = event.network
        first = results.first_stamp
        columns = [("time_hr", results.time_hr[first:])]

        def add(name: str, key: str, values: Floats) -> None:
            column, factor = units.column(key)
            columns.append((f"{name} {column}", values[first:] * factor))

        for node in listed_nodes(results, network.condition):
            name, kind = network.names[node], network.kinds[node]
            if kind == "pond":
                add(name, "inflow_cfs", event.inflow_cfs(node))
            add(name, "outflow_cfs", event.outflow_cfs(node))
            if kind == "pond":
                add(name, "stage_ft", event.stage_ft(node))
                add(name, "storage_cuft", event.arrays.storage_cuft[network.row_of(node)])
        words = f"{network.condition}, {event.rain.name}: flow is that at the time of its row"
        _write_columns(path, _head(results, words), columns, 8)

    return write


def _rating(results: Results, condition: str, node: int, units: Units) -> Writer:
    def write(path: Path) -> None:
        network = results.networks[condition]
        working = network.pond_workings[network.row_of(node)]
        rating = working.rating
        columns = []
        for key, values in (
            ("stage_ft", rating.stage_ft + working.datum_ft),
            ("storage_cuft", rating.storage_cuft),
            ("discharge_cfs", rating.discharge_cfs.sum(axis=0)),
        ):
            column, factor = units.column(key)
            columns.append((column, values * factor))
        if len(rating.receivers) > 1:
            column, factor = units.column("discharge_cfs")
            for receiver, flow in zip(rating.receivers, rating.discharge_cfs, strict=True):
                columns.append((f"to {receiver or 'outside'} {column}", flow * factor))
        top = units.with_unit(rating.top_ft + working.datum_ft, "ft")
        words = (
            f"{condition}, pond {network.names[node]}: the table that routing uses; "
            f"vertical walls above {top}"
        )
        _write_columns(path, _head(results, words), columns, 12)

    return write
