"""Ponds as given, and their stage, storage and discharge."""

from __future__ import annotations

from typing import Any

import numpy as np

from hydrocalc.network import Network
from hydrocalc.outlets import Device
from hydrocalc.outlets.structure import Structure
from hydrocalc.project.model import Pond
from hydrocalc.quantities import suffix_of
from hydrocalc.reporting.blocks import Block, Column, Facts, Heading, Section, Table, Text, table
from hydrocalc.reporting.formatting import NOTHING, Units, fixed, plain
from hydrocalc.reporting.project_sections import condition_title
from hydrocalc.results import Results

MOST_ROWS = 25
WANTED_ROWS = 13
_MOST_LISTED = 24
_LIMITED = "*"
_INTERVALS = (0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
_LINKS = frozenset({"kind", "name", "to", "through"})


def ponds_of(network: Network) -> list[tuple[int, Pond]]:
    """Return the ponds of a condition with their nodes."""
    return [
        (node, element)
        for node, element in enumerate(network.elements)
        if isinstance(element, Pond)
    ]


def device_name(pond: Pond, number: int) -> str:
    """Return the name of an outlet, or its number and kind."""
    device = pond.outlet[number]
    return device.name or f"{number + 1} {device.kind.replace('-', ' ')}"


def _words(key: str) -> str:
    """Return the words of a key of the project file, without its unit."""
    suffix = suffix_of(key)
    stem = key if suffix is None else key.removesuffix(f"_{suffix}")
    names = {"manning_n": "n", "weir_c": "weir C", "orifice_c": "orifice C"}
    return names.get(key, stem.replace("_", " "))


def _value_text(key: str, value: Any, units: Units) -> str:
    suffix = suffix_of(key)
    if isinstance(value, tuple):
        texts = [units.given(float(item), suffix or "ratio") for item in value]
        symbol = units.symbol(suffix) if suffix else ""
        if len(texts) > _MOST_LISTED:
            return f"{len(texts)} values from {texts[0]} to {texts[-1]} {symbol}".strip()
        return f"{', '.join(texts)} {symbol}".strip()
    if isinstance(value, float):
        return units.given_with_unit(value, suffix) if suffix else plain(value)
    return str(value)


def fields_text(model: Device, units: Units) -> str:
    """Return every dimension of an outlet as given, with its unit; also of kinds made later."""
    parts = []
    for key, field in type(model).model_fields.items():
        value = getattr(model, key)
        if key in _LINKS or value is None:
            continue
        if key == "weir_c" and getattr(model, "orientation", "") == "vertical":
            continue  # only the rim of a horizontal orifice is a weir
        if isinstance(value, str | int) and not isinstance(value, bool) and value == field.default:
            continue
        parts.append(f"{_words(key)} {_value_text(key, value, units)}")
    return ", ".join(parts)


def ponds_section(results: Results) -> Section:
    """Return the section on ponds as given: storage and outlets."""
    units = Units(results.project.units)
    blocks: list[Block] = []
    for name, network in results.networks.items():
        for node, pond in ponds_of(network):
            blocks.append(Heading(f"{condition_title(name)}: {pond.name}"))
            blocks.append(_facts(network, node, pond, units))
            storage = _storage_table(pond, units)
            if storage is not None:
                blocks.append(storage)
            blocks.append(_outlets_table(pond, units))
    if not blocks:
        blocks.append(Text("There is no pond."))
    return Section("Ponds", "ponds", tuple(blocks))


def _facts(network: Network, node: int, pond: Pond, units: Units) -> Facts:
    storage = pond.storage
    scalars = [
        f"{_words(key)} {_value_text(key, getattr(storage, key), units)}"
        for key in type(storage).model_fields
        if key != "kind" and not isinstance(getattr(storage, key), tuple)
    ]
    inlets = dict.fromkeys(
        network.names[network.ports[port].node] for port in network.inlets_of(node)
    )
    capacity = float(storage.storage_cuft(np.array([storage.top_ft]))[0])
    start = pond.starting_stage_ft
    rows = [
        ("Description", pond.description),
        ("Receives from", ", ".join(inlets) or "nothing"),
        ("Storage", ", ".join([storage.kind.replace("-", " "), *scalars])),
        (
            "Described storage",
            f"{units.with_unit(capacity, 'cuft')} from {units.with_unit(storage.bottom_ft, 'ft')} "
            f"to {units.with_unit(storage.top_ft, 'ft')}",
        ),
        (
            "Level at time 0",
            "at the bottom" if start is None else units.given_with_unit(start, "ft"),
        ),
    ]
    if pond.rain_area_sqft:
        area = units.given_with_unit(pond.rain_area_sqft, "sqft")
        rows.append(("Rain on the water surface", f"over {area}, without loss"))
    return Facts(tuple(row for row in rows if row[1]))


def _storage_table(pond: Pond, units: Units) -> Table | None:
    """Return the rows of a storage given as a table, with the storage up to each."""
    storage = pond.storage
    listed = [
        key
        for key in type(storage).model_fields
        if isinstance(getattr(storage, key), tuple) and key != "volume_cuft"
    ]
    if "stage_ft" not in listed:
        return None
    columns = [Column(_words(key).capitalize(), units.symbol(suffix_of(key) or "ratio"))
               for key in listed]  # fmt: skip
    columns.append(Column("Storage", units.symbol("cuft")))
    stages = np.array(getattr(storage, "stage_ft"))  # noqa: B009
    volumes = storage.storage_cuft(stages)
    rows = [
        [
            *(units.given(getattr(storage, key)[row], suffix_of(key) or "ratio") for key in listed),
            units.number(float(volumes[row]), "cuft"),
        ]
        for row in _thinned(len(stages), 2 * MOST_ROWS)
    ]
    notes = []
    if len(rows) < len(stages):
        notes.append(f"{len(rows)} of the {len(stages)} rows of the project are printed.")
    return table(columns, rows, "Storage as given", notes=notes)


def _thinned(count: int, most: int) -> list[int]:
    """Return positions of at most so many rows, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(number * (count - 1) / (most - 1)) for number in range(most)})


def _outlets_table(pond: Pond, units: Units) -> Table:
    columns = (
        Column("", left=False),
        Column("Outlet", left=True),
        Column("Kind", left=True, whole=True),
        Column("Dimensions and coefficients", left=True),
        Column("Discharges", left=True),
    )
    rows = []
    for number, device in enumerate(pond.outlet):
        if device.through is not None:
            goes = f"through {device.through}"
        else:
            goes = f"to {device.to or pond.to or NOTHING}"
        rows.append(
            [
                str(number + 1),
                device.name or NOTHING,
                device.kind.replace("-", " "),
                fields_text(device, units),
                goes,
            ]
        )
    notes = []
    if units.system == "SI":
        notes.append("Weir coefficients are those of the formulas in feet and cfs.")
    return table(columns, rows, "Outlets as given", notes=notes)


def rating_section(results: Results) -> Section:
    """Return the section of stage-storage-discharge tables."""
    units = Units(results.project.units)
    blocks: list[Block] = []
    for name, network in results.networks.items():
        for _, pond in ponds_of(network):
            blocks.append(_rating_table(pond, f"{condition_title(name)}: {pond.name}", units))
    if not blocks:
        blocks.append(Text("There is no pond."))
    else:
        blocks.insert(
            0,
            Text(
                "Rows stand at the rows of the storage, at the levels where an outlet's formula "
                "changes, and between them. Routing uses the finer table in the CSV file."
            ),
        )
    return Section("Stage, storage and discharge", "ratings", tuple(blocks))


def printed_levels_ft(pond: Pond, units: Units) -> list[float]:
    """Return the levels at which a pond's rating is printed, at most :data:`MOST_ROWS`."""
    bottom, top = pond.storage.bottom_ft, pond.storage.top_ft
    devices = {level for device in pond.outlet for level in device.breaks_ft()}
    fixed_levels = {bottom, top}
    others = [set(pond.storage.breaks_ft()), devices, _even_levels_ft(bottom, top, units)]
    for levels in others:
        inside = sorted(level for level in levels if bottom <= level <= top)
        room = MOST_ROWS - len(fixed_levels)
        # even levels only where they do not crowd those that matter
        crowded = (top - bottom) / (4.0 * WANTED_ROWS) if levels is others[-1] else 1e-6
        fresh = [
            level for level in inside if all(abs(level - old) > crowded for old in fixed_levels)
        ]
        if levels is others[-1] and len(fixed_levels) >= WANTED_ROWS:
            continue
        fixed_levels.update(fresh[position] for position in _thinned(len(fresh), max(room, 2)))
    return sorted(fixed_levels)[: MOST_ROWS + 2]


def _even_levels_ft(bottom_ft: float, top_ft: float, units: Units) -> set[float]:
    """Return levels at a round interval in the printed unit."""
    factor = units.value(1.0, "ft")
    height = (top_ft - bottom_ft) * factor
    interval = next((step for step in _INTERVALS if height / step <= WANTED_ROWS), _INTERVALS[-1])
    first = int(np.ceil(bottom_ft * factor / interval - 1e-9))
    last = int(np.floor(top_ft * factor / interval + 1e-9))
    if last - first > MOST_ROWS:
        return set()
    return {number * interval / factor for number in range(first, last + 1)}


def _rating_table(pond: Pond, caption: str, units: Units) -> Table:
    structure = Structure(pond.outlet, pond.to)
    stages = np.array(printed_levels_ft(pond, units))
    areas, volumes = pond.storage.surface_sqft(stages), pond.storage.storage_cuft(stages)
    passed, alone = structure.device_flows_cfs(stages)
    by_receiver = structure.flow_by_receiver_cfs(stages)
    flow = units.symbol("cfs")
    columns = [
        Column("Stage", units.symbol("ft")),
        Column("Surface", units.symbol("sqft")),
        Column("Storage", units.symbol("cuft")),
    ]
    columns.extend(
        Column(device_name(pond, number), flow, group="Outlet") for number in range(len(passed))
    )
    several = len(structure.receivers) > 1
    if several:
        columns.extend(
            Column(receiver or "outside", flow, group="To") for receiver in structure.receivers
        )
    columns.append(Column("Total", flow))
    rows = []
    fed = {device.through for device in pond.outlet}
    feeding = {
        number
        for number, device in enumerate(pond.outlet)
        if device.through is not None and device.name not in fed
    }
    limited_anywhere = False
    for row, stage in enumerate(stages.tolist()):
        cells = [
            units.number(stage, "ft"),
            units.number(float(areas[row]), "sqft"),
            units.number(float(volumes[row]), "cuft"),
        ]
        for number, (own, potential) in enumerate(zip(passed[:, row], alone[:, row], strict=True)):
            limited = number in feeding and float(own) < float(potential) * (1.0 - 1e-9)
            limited_anywhere |= limited
            cells.append(units.number(float(own), "cfs") + (_LIMITED if limited else ""))
        if several:
            cells.extend(units.number(float(value), "cfs") for value in by_receiver[:, row])
        cells.append(units.number(float(by_receiver[:, row].sum()), "cfs"))
        rows.append(cells)
    notes = []
    if any(device.through for device in pond.outlet):
        notes.append(
            "An outlet that discharges through another passes its water there; the total counts "
            "it once."
        )
    if limited_anywhere:
        notes.append(
            f"{_LIMITED} less than the outlet could pass alone: one that it discharges through "
            "controls."
        )
    return table(columns, rows, caption, notes=notes)


def peak_text(value: float | None, suffix: str, units: Units, time_hr: float | None) -> str:
    """Return a peak with its unit and time, for a legend."""
    if value is None or time_hr is None:
        return "no flow"
    return f"{units.with_unit(value, suffix)} at {fixed(time_hr, 2)} hr"
