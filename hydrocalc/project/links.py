"""
Names and links of one condition: unique, known, without circles.

They are checked on plain rows, which can be read from a file whose values are at fault too, so
that a wrong number does not hide a wrong name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from hydrocalc.findings import Finding, finding, suggestion
from hydrocalc.project.model import KINDS, Condition, Diversion, Node, Outfall, Pond

Path = tuple[str | int, ...]
Located = tuple[Path, Finding]

RAIN_ON = "rain on "
"""Begins the name of the rain that falls on a pond's own surface."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A node's table, place in it, name, and the names it sends water to with their keys."""

    table: str
    position: int
    name: str
    receivers: tuple[tuple[Path, str], ...]
    rained_on: bool = False


def where(side: str, table: str, name: str) -> str:
    """Return an element in words."""
    return f'{side} {KINDS[table]} "{name}"'


def receivers(node: Node) -> list[tuple[Path, str]]:
    """Return the names a node sends water to, each with the key that says so."""
    if isinstance(node, Outfall):
        return []
    links: list[tuple[Path, str]] = []
    used = not isinstance(node, Pond) or any(
        device.to is None and device.through is None for device in node.outlet
    )
    if node.to is not None and used:
        links.append((("to",), node.to))
    if isinstance(node, Diversion):
        links.append((("diverted_to",), node.diverted_to))
    if isinstance(node, Pond):
        links.extend(
            (("outlet", number, "to"), device.to)
            for number, device in enumerate(node.outlet)
            if device.to is not None
        )
    return links


def rows_of(condition: Condition) -> list[LinkRow]:
    """Return the rows of a condition's nodes."""
    return [
        LinkRow(
            table,
            position,
            node.name,
            tuple(receivers(node)),
            isinstance(node, Pond) and bool(node.rain_area_sqft),
        )
        for table, position, node in condition.nodes()
    ]


def _items(value: Any) -> list[dict[str, Any]]:
    """Return the tables of an array of tables; nothing if it is something else."""
    return value if isinstance(value, list) and all(isinstance(x, dict) for x in value) else []


def rows_of_raw(raw: Any) -> list[LinkRow]:
    """Return the rows of a condition as it stands in a file, as far as they can be read."""
    rows: list[LinkRow] = []
    for table in KINDS:
        for position, item in enumerate(_items(raw.get(table) if isinstance(raw, dict) else None)):
            name = item.get("name")
            if not isinstance(name, str) or not name:
                continue
            links: list[tuple[Path, str]] = [
                ((key,), item[key])
                for key in ("to", "diverted_to")
                if isinstance(item.get(key), str)
            ]
            links.extend(
                (("outlet", number, "to"), device["to"])
                for number, device in enumerate(_items(item.get("outlet")))
                if isinstance(device.get("to"), str)
            )
            rows.append(LinkRow(table, position, name, tuple(links), "rain_area_sqft" in item))
    return rows


def _name_findings(side: str, rows: list[LinkRow]) -> Iterator[Located]:
    seen: dict[str, str] = {
        (RAIN_ON + row.name).casefold(): f"the rain on {row.name}" for row in rows if row.rained_on
    }
    for row in rows:
        folded = row.name.casefold()
        if folded in seen:
            message = f"another element of this condition has that name: {seen[folded]}"
            yield (
                (side, row.table, row.position, "name"),
                finding("HC301", where(side, row.table, row.name), message),
            )
        seen.setdefault(folded, f'{KINDS[row.table]} "{row.name}"')


def link_findings(side: str, rows: list[LinkRow]) -> Iterator[Located]:
    """Yield what is found in the names and links of a condition, each with its path."""
    yield from _name_findings(side, rows)
    tables = {row.name: row.table for row in rows}
    receiving = [name for name, table in tables.items() if table != "subcatchment"]
    graph: dict[str, set[str]] = {}
    for row in rows:
        for key, target in row.receivers:
            path: Path = (side, row.table, row.position, *key)
            element = where(side, row.table, row.name)
            if target not in tables:
                message = f'drains to "{target}", which is not in this condition'
                message += suggestion(target, receiving, "receivers")
                yield path, finding("HC305", element, message)
            elif tables[target] == "subcatchment":
                message = f'drains to "{target}", a subcatchment; subcatchments receive no flow'
                yield path, finding("HC305", element, message)
            else:
                graph.setdefault(target, set()).add(row.name)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle = list(reversed(error.args[1]))
        message = "water runs in a circle: " + " -> ".join(cycle)
        yield (side, tables[cycle[0]]), finding("HC306", side, message)
    for row in rows:
        if row.table != "subcatchment" and row.name not in graph and not row.rained_on:
            yield (
                (side, row.table, row.position),
                finding("HC308", where(side, row.table, row.name), "nothing drains to it"),
            )


def design_point_findings(points: dict[str, list[str]]) -> Iterator[Located]:
    """Yield the design points that only one of two conditions has; ``points`` by condition."""
    for side, other in (("pre", "post"), ("post", "pre")):
        for name in sorted(set(points[side]) - set(points[other])):
            message = f"is not in {other}"
            message += suggestion(name, sorted(points[other]), f"design points of {other}")
            yield (
                (side, "design_point"),
                finding("HC307", where(side, "design_point", name), message),
            )
