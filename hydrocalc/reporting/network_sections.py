"""The drainage model as given: routing diagrams, subcatchments with their working, links."""

from __future__ import annotations

from hydrocalc.network import Network
from hydrocalc.network.network import SubcatchmentWorking
from hydrocalc.project.derive import CurveNumberWorking, TcWorking
from hydrocalc.project.model import KINDS, Diversion, Outfall, Pond, Subcatchment
from hydrocalc.reporting.blocks import Block, Column, Figure, Heading, Section, Table, Text, table
from hydrocalc.reporting.diagram import Item, routing_diagram
from hydrocalc.reporting.formatting import NOTHING, Units, fixed, plain
from hydrocalc.reporting.project_sections import condition_title
from hydrocalc.results import Results


def listed_nodes(results: Results, condition: str) -> list[int]:
    """
    Return the nodes of a condition as they are listed, rain on ponds' surfaces left out.

    Subcatchments stand in the order of the file, which is the user's own; the others follow in
    flow order, each after those that drain to it.
    """
    network = results.networks[condition]
    order = {own.name: number for number, own in enumerate(
        results.project.conditions()[condition].subcatchment)}  # fmt: skip
    nodes = [node for node, element in enumerate(network.elements) if element is not None]
    return sorted(nodes, key=lambda node: order.get(network.names[node], len(order)))


def receivers_of(network: Network, node: int) -> list[str]:
    """Return the names that a node sends water to, each once."""
    names = [network.ports[port].receiver for port in network.ports_of(node)]
    return list(dict.fromkeys(name for name in names if name is not None))


def diagram_section(results: Results) -> Section:
    """Return the section of routing diagrams."""
    blocks: list[Block] = []
    for name, network in results.networks.items():
        items = [
            Item(network.names[node], network.kinds[node], tuple(receivers_of(network, node)))
            for node in listed_nodes(results, name)
        ]
        title = f"{condition_title(name)}: routing diagram"
        blocks.append(Figure(routing_diagram(items, title), title))
    return Section("Routing diagrams", "diagrams", tuple(blocks))


def subcatchments_section(results: Results) -> Section:
    """Return the section on the subcatchments, with the working of CN and Tc."""
    units = Units(results.project.units)
    blocks: list[Block] = []
    for name, network in results.networks.items():
        nodes = [
            node for node in listed_nodes(results, name) if network.kinds[node] == "subcatchment"
        ]
        blocks.append(Heading(condition_title(name)))
        if not nodes:
            blocks.append(Text("There is no subcatchment."))
            continue
        blocks.append(_list_table(network, nodes, units))
        blocks.append(_cn_table(results, network, nodes, units))
        blocks.append(_tc_table(network, nodes, units))
    return Section("Subcatchments", "subcatchments", tuple(blocks))


def _working(network: Network, node: int) -> SubcatchmentWorking:
    return network.subcatchment_workings[network.row_of(node)]


def cn_text(cn: float) -> str:
    """Return a curve number as printed."""
    return fixed(cn, 0 if cn == round(cn) else 2)


def _list_table(network: Network, nodes: list[int], units: Units) -> Table:
    columns = (
        Column("Subcatchment", left=True),
        Column("Drains to", left=True),
        Column("Area", units.symbol("ac")),
        Column("CN"),
        Column("Tc", "min"),
        Column("Unit hydrograph", left=True),
        Column("Description", left=True),
    )
    rows = []
    total_ac = 0.0
    for node in nodes:
        working, element = _working(network, node), network.elements[node]
        cn = working.curve_number
        shape = working.unit_hydrograph
        instant = working.tc is not None and working.tc.used_min == 0.0
        total_ac += working.area_ac
        rows.append(
            [
                network.names[node],
                ", ".join(receivers_of(network, node)) or NOTHING,
                units.number(working.area_ac, "ac"),
                NOTHING if cn is None else cn_text(cn.used_cn),
                NOTHING if working.tc is None else fixed(working.tc.used_min, 2),
                "none, runs off as it falls" if instant else (shape.id if shape else NOTHING),
                element.description if element is not None else "",
            ]
        )
    marks = [""] * len(rows)
    if len(rows) > 1:
        rows.append(["Total", "", units.number(total_ac, "ac"), "", "", "", ""])
        marks.append("total")
    if not any(row[-1] for row in rows):
        return table(columns[:-1], [row[:-1] for row in rows], marks=marks)
    return table(columns, rows, marks=marks)


def _cn_table(results: Results, network: Network, nodes: list[int], units: Units) -> Table:
    settings = results.project.settings
    rows, marks = [], []
    for node in nodes:
        working = _working(network, node).curve_number
        if working is None:
            continue
        rows.append([network.names[node], "", "", ""])
        marks.append("group")
        for line in working.lines:
            rows.append(
                [line.label, units.given(round(line.area_ac, 6), "ac"), cn_text(line.cn), line.note]
            )
            marks.append("")
        rows.append(
            [
                "Weighted" if len(working.lines) > 1 else "Whole",
                units.given(round(working.area_ac, 6), "ac"),
                cn_text(working.weighted_cn),
                _used_words(working, settings.cn_rounding, settings.arc),
            ]
        )
        marks.append("total")
    columns = (
        Column("Cover", left=True),
        Column("Area", units.symbol("ac")),
        Column("CN"),
        Column("Note", left=True),
    )
    return table(columns, rows, "Curve numbers", marks=marks)


def _used_words(working: CurveNumberWorking, rounding: str, arc: str) -> str:
    """Return what became of the weighted curve number."""
    if working.weighting == "runoff":
        parts = ", ".join(
            f"{fixed(100.0 * share, 1)} % at CN {cn_text(cn)}" for share, cn in working.parts
        )
        return f"runoff computed for each part and weighted: {parts}"
    words = []
    if rounding == "whole":
        words.append("rounded to a whole number")
    if arc != "II":
        words.append(f"antecedent runoff condition {arc}")
    made = f" ({', '.join(words)})" if words else ""
    return f"CN used {cn_text(working.used_cn)}{made}"


def _tc_table(network: Network, nodes: list[int], units: Units) -> Table:
    rows, marks = [], []
    for node in nodes:
        working = _working(network, node).tc
        if working is None:
            continue
        rows.append([network.names[node], "", "", "", "", ""])
        marks.append("group")
        for line in working.lines:
            slope = NOTHING if line.slope_ftft is None else plain(line.slope_ftft)
            rows.append(
                [
                    line.label,
                    units.given(line.length_ft, "ft"),
                    slope,
                    units.number(line.velocity_fps, "fps"),
                    fixed(line.travel_min, 2),
                    line.note,
                ]
            )
            marks.append("")
        rows.append(["Sum", "", "", "", fixed(working.computed_min, 2), _floor_words(working)])
        marks.append("total")
    columns = (
        Column("Part of the flow path", left=True),
        Column("Length", units.symbol("ft")),
        Column("Slope", units.symbol("ftft")),
        Column("Velocity", units.symbol("fps")),
        Column("Time", "min"),
        Column("Note", left=True),
    )
    return table(columns, rows, "Times of concentration", marks=marks)


def _floor_words(working: TcWorking) -> str:
    if working.used_min == 0.0:
        return "Tc used 0: rain runs off as it falls"
    words = f"Tc used {fixed(working.used_min, 2)} min"
    if working.used_min > working.computed_min:
        return f"{words}, the floor of {plain(working.floor_min)} min"
    if working.floor_min > 0.0:
        return f"{words}; the floor of {plain(working.floor_min)} min does not apply"
    return words


def links_section(results: Results) -> Section:
    """Return the section on junctions, diversions, design points and outfalls."""
    units = Units(results.project.units)
    blocks: list[Block] = []
    for name, network in results.networks.items():
        nodes = [
            node
            for node in listed_nodes(results, name)
            if not isinstance(network.elements[node], Subcatchment | Pond)
        ]
        blocks.append(Heading(condition_title(name)))
        rows = []
        for node in nodes:
            element = network.elements[node]
            receivers = receivers_of(network, node)
            leaves = "leaves the model" if not receivers else ", ".join(receivers)
            description = element.description if element is not None else ""
            inlets = dict.fromkeys(
                network.names[network.ports[port].node] for port in network.inlets_of(node)
            )
            rows.append(
                [
                    network.names[node],
                    KINDS[network.kinds[node]],
                    ", ".join(inlets) or "nothing",
                    "leaves the model" if isinstance(element, Outfall) else leaves,
                    description,
                ]
            )
        columns = (
            Column("Node", left=True),
            Column("Kind", left=True),
            Column("Receives from", left=True),
            Column("Drains to", left=True),
            Column("Description", left=True),
        )
        if any(row[-1] for row in rows):
            blocks.append(table(columns, rows))
        else:
            blocks.append(table(columns[:-1], [row[:-1] for row in rows]))
        for node in nodes:
            element = network.elements[node]
            if isinstance(element, Diversion):
                blocks.append(_diversion_table(element, units))
    return Section("Junctions, diversions and design points", "links", tuple(blocks))


def _diversion_table(element: Diversion, units: Units) -> Table:
    flow = units.symbol("cfs")
    columns = (
        Column("Inflow", flow),
        Column(f"to {element.diverted_to}", flow),
        Column(f"to {element.to}", flow),
    )
    rows = [
        [
            units.given(inflow, "cfs"),
            units.given(diverted, "cfs"),
            units.given(inflow - diverted, "cfs"),
        ]
        for inflow, diverted in zip(element.inflow_cfs, element.diverted_cfs, strict=True)
    ]
    return table(columns, rows, f"Diversion {element.name}, straight lines between the rows")
