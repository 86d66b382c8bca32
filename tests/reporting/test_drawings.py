"""Plots and routing diagrams."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import numpy as np
import pytest

from hydrocalc.reporting.diagram import Item, routing_diagram
from hydrocalc.reporting.figures import Line, Panel, decimate, plot, shown_span_hr

HOURS = np.linspace(0.0, 48.0, 2881)
WAVE = 12.0 * np.exp(-(((HOURS - 12.25) / 0.4) ** 2))


@pytest.mark.parametrize("count", [3, 601, 602, 1999, 2881])
def test_decimation_keeps_ends_and_extremes(count: int) -> None:
    generator = np.random.default_rng(3)
    time = np.arange(count, dtype=np.float64)
    values = generator.normal(size=count)
    values[count // 3], values[count // 2] = 50.0, -50.0
    fewer_times, fewer = decimate(time, values)
    assert len(fewer) <= 600 or len(fewer) == count
    assert (fewer_times[0], fewer_times[-1]) == (0.0, count - 1.0)
    assert (fewer.min(), fewer.max()) == (values.min(), values.max())
    assert np.all(np.diff(fewer_times) > 0.0)
    assert np.array_equal(values[fewer_times.astype(int)], fewer)


def test_the_hours_with_flow_are_shown() -> None:
    line = Line("flow", "pre", HOURS, WAVE)
    assert shown_span_hr([line]) == (11.0, 14.0)
    nothing = Line("flow", "pre", HOURS, np.zeros_like(HOURS))
    assert shown_span_hr([nothing]) == (0.0, 48.0)
    # a series too small to see beside another still has its peak in the plot
    late = Line("late", "post", HOURS, 0.01 * np.exp(-(((HOURS - 30.0) / 0.4) ** 2)))
    begin, end = shown_span_hr([line, late])
    assert begin <= 11.0
    assert end >= 31.0


def test_values_read_back_from_a_plot_are_those_drawn() -> None:
    line = Line("Outflow", "outflow", HOURS, WAVE, "12.00 cfs", (12.25, 12.0))
    svg = ElementTree.fromstring(plot([Panel("flow (cfs)", 2, (line,))], "Flows"))
    panel = next(part for part in svg.iter("g") if part.get("class") == "panel")
    drawn = next(svg.iter("polyline")).get("points", "")
    points = np.array([[float(value) for value in pair.split(",")] for pair in drawn.split()])
    left, right = float(svg.get("data-left", "")), float(svg.get("data-right", ""))
    begin, end = float(svg.get("data-begin", "")), float(svg.get("data-end", ""))
    low, high = float(panel.get("data-low", "")), float(panel.get("data-high", ""))
    top, height = float(panel.get("data-top", "")), float(panel.get("data-height", ""))
    hours = begin + (points[:, 0] - left) / (right - left) * (end - begin)
    values = low + (1.0 - (points[:, 1] - top) / height) * (high - low)
    inside = (begin <= HOURS) & (end >= HOURS)
    read = np.interp(HOURS[inside], hours, values)
    assert np.max(np.abs(read - WAVE[inside])) < 0.005 * 12.0
    assert len(points) < 300
    assert values.max() == pytest.approx(WAVE.max(), rel=1e-3)


def test_a_plot_of_nothing_and_of_a_constant_can_be_drawn() -> None:
    flat = Line("Stage", "stage", HOURS, np.full_like(HOURS, 432.5))
    dry = Line("Flow", "pre", HOURS, np.zeros_like(HOURS))
    svg = plot([Panel("flow", 2, (dry,)), Panel("stage", 2, (flat,), False)], "dry")
    assert "nan" not in svg
    ElementTree.fromstring(svg)


def test_texts_of_drawings_are_escaped() -> None:
    line = Line("<b>&\"'", "pre", HOURS, WAVE, "<i>")
    panel = Panel("<axis>", 2, (line,), True, (("<level>", 5.0),))
    for svg in (
        plot([panel], "<title>&"),
        routing_diagram([Item("A & B's", "pond", ())], "</svg><script>"),
    ):
        ElementTree.fromstring(svg)
        assert not re.search(r"<(b|i|axis|level|script)>", svg)


def _places(svg: str) -> dict[str, tuple[float, float]]:
    """Return where each node of a diagram lies, by the name in its title."""
    places = {}
    for group in ElementTree.fromstring(svg).iter("g"):
        title = group.find("title")
        if title is not None and title.text is not None:
            node = next(part for part in group.iter() if "node" in (part.get("class") or ""))
            across, down = re.findall(r"-?[\d.]+", node.get("transform", ""))
            places[title.text.rpartition(", ")[0]] = (float(across), float(down))
    return places


def _thirty() -> list[Item]:
    """Return a network of 30 nodes: subcatchments, two ponds in series, a diversion, two ends."""
    subcatchments = [
        Item(f"Catchment {number}", "subcatchment", (("P1", "P2", "D", "Creek")[number % 4],))
        for number in range(24)
    ]
    return [
        *subcatchments,
        Item("D", "diversion", ("P1", "Road")),
        Item("P1", "pond", ("M",)),
        Item("M", "junction", ("P2",)),
        Item("P2", "pond", ("Creek", "Road")),
        Item("Creek", "design_point", ()),
        Item("Road", "design_point", ()),
    ]


@pytest.mark.parametrize(
    "items",
    [
        _thirty(),
        [*(Item(f"S{number}", "subcatchment", ("End",)) for number in range(29)),
         Item("End", "outfall", ())],
        [Item("alone", "junction", ())],
    ],
    ids=["network", "many to one", "one"],
)  # fmt: skip
def test_nodes_of_a_diagram_do_not_overlap_and_water_runs_to_the_right(items: list[Item]) -> None:
    svg = routing_diagram(items, "Routing")
    places = _places(svg)
    assert set(places) == {item.name for item in items}
    for one, other in combinations(places.values(), 2):
        assert abs(one[0] - other[0]) >= 100.0 or abs(one[1] - other[1]) >= 36.0
    for item in items:
        for target in item.to:
            assert places[target][0] > places[item.name][0]
    width, height = (float(part) for part in re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
    assert all(0.0 < across < width and 0.0 < down < height for across, down in places.values())
    # each link ends in one arrow
    assert svg.count('class="arrow"') == sum(len(item.to) for item in items)


def test_links_of_a_tree_do_not_cross() -> None:
    items = [
        Item("a1", "subcatchment", ("A",)),
        Item("b1", "subcatchment", ("B",)),
        Item("a2", "subcatchment", ("A",)),
        Item("b2", "subcatchment", ("B",)),
        Item("A", "pond", ("End",)),
        Item("B", "pond", ("End",)),
        Item("End", "design_point", ()),
    ]
    places = _places(routing_diagram(items, "Routing"))
    for one, other in combinations(items, 2):
        if one.to and other.to and places[one.name][0] == places[other.name][0]:
            begins = places[one.name][1] - places[other.name][1]
            ends = places[one.to[0]][1] - places[other.to[0]][1]
            assert begins * ends >= 0.0


def test_the_order_of_drawing_does_not_depend_on_chance() -> None:
    assert routing_diagram(_thirty(), "Routing") == routing_diagram(_thirty(), "Routing")
