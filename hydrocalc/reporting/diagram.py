"""The routing diagram: nodes in layers from left to right, in the direction the water takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

_WORDS = {
    "subcatchment": "Subcatchment",
    "pond": "Pond",
    "junction": "Junction",
    "diversion": "Diversion",
    "design_point": "Design point",
    "outfall": "Outfall",
}
COLUMN, ROW, STAGGERED_ROW = 158.0, 60.0, 38.0
_LINE = 11.5
_CHARACTERS = 23
_MANY = 12
"""A layer of more nodes than this stands in two columns, so that the names stay legible."""
_SWEEPS = 8
_PAST_NAME = 58.0


@dataclass(frozen=True, slots=True)
class Item:
    """One node of the diagram with those it sends water to."""

    name: str
    kind: str
    to: tuple[str, ...]


@dataclass(slots=True)
class _Place:
    """A node, or a bend of a link that passes a layer, while the diagram is laid out."""

    key: str
    layer: int
    to: list[str] = field(default_factory=list)
    feeders: list[str] = field(default_factory=list)
    across: float = 0.0
    down: float = 0.0
    past: float = 0.0
    """How far a link runs straight first, past a neighbouring column"""


def _layers(items: Mapping[str, Item]) -> dict[str, int]:
    """Return how many links lie at most between each node and the last one downstream."""
    layers: dict[str, int] = {}
    for name in reversed(list(items)):
        targets = [layers[target] for target in items[name].to if target in layers]
        layers[name] = 1 + max(targets, default=-1)
    return layers


def _with_bends(items: Mapping[str, Item]) -> dict[str, _Place]:
    """Return places for nodes and for the bends of links that pass a layer."""
    layers = _layers(items)
    places = {name: _Place(name, layers[name]) for name in items}
    for name, item in items.items():
        for target in item.to:
            source = name
            for layer in range(layers[name] - 1, layers[target], -1):
                bend = f"{name}\0{target}\0{layer}"
                places[bend] = _Place(bend, layer)
                places[source].to.append(bend)
                places[bend].feeders.append(source)
                source = bend
            places[source].to.append(target)
            places[target].feeders.append(source)
    return places


def _orders(places: dict[str, _Place]) -> list[list[str]]:
    """Return the keys of each layer in an order that lets few links cross."""
    layers: list[list[str]] = [[] for _ in range(1 + max(p.layer for p in places.values()))]
    seen: set[str] = set()

    def visit(key: str) -> None:
        # feeders follow each other in the order of the node they feed: a tree has no crossings
        waiting = [key]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                layers[places[current].layer].append(current)
                waiting.extend(reversed(places[current].feeders))

    for key, place in places.items():
        if not place.to:
            visit(key)
    for key in places:
        visit(key)
    for sweep in range(_SWEEPS):
        position = {key: at for layer in layers for at, key in enumerate(layer)}
        for layer in layers[1:] if sweep % 2 == 0 else layers[-2::-1]:
            middle = {}
            for key in layer:
                near = places[key].to if sweep % 2 == 0 else places[key].feeders
                middle[key] = (
                    sum(position[other] for other in near) / len(near) if near else position[key]
                )
            layer.sort(key=lambda key: (middle[key], position[key]))
            position.update({key: at for at, key in enumerate(layer)})
    return layers


def _spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places in the given order, at least a gap apart, nearest to those wanted."""
    blocks: list[list[float]] = []  # sum of wanted less own offset, count
    for number, place in enumerate(wanted):
        blocks.append([place - number * gap, 1.0])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            last = blocks.pop()
            blocks[-1][0] += last[0]
            blocks[-1][1] += last[1]
    spread: list[float] = []
    for total, count in blocks:
        for _ in range(int(count)):
            spread.append(total / count + len(spread) * gap)
    return spread


def _lay_out(places: dict[str, _Place]) -> tuple[float, float]:
    """Set where every place lies; return width and height of the drawing."""
    orders = _orders(places)
    for layer in orders:
        gap = STAGGERED_ROW if len(layer) > _MANY else ROW
        for number, key in enumerate(layer):
            places[key].down = (number - (len(layer) - 1) / 2.0) * gap
    for sweep in range(_SWEEPS):
        for layer in orders if sweep % 2 == 0 else reversed(orders):
            gap = STAGGERED_ROW if len(layer) > _MANY else ROW
            wanted = []
            for key in layer:
                near = places[key].feeders if sweep % 2 else places[key].to
                near = near or places[key].to or places[key].feeders
                down = [places[other].down for other in near]
                wanted.append(sum(down) / len(down) if down else places[key].down)
            for key, down_at in zip(layer, _spread(wanted, gap), strict=True):
                places[key].down = down_at
    across = COLUMN / 2.0
    for layer in reversed(orders):
        staggered = len(layer) > _MANY
        for number, key in enumerate(layer):
            if staggered:
                second = number % 2 == 1
                places[key].across = across + (COLUMN if second else 0.0)
                places[key].past = _PAST_NAME + (0.0 if second else COLUMN)
            else:
                places[key].across = across
        across += 2.4 * COLUMN if staggered else COLUMN
    top = min(place.down for place in places.values())
    for place in places.values():
        place.down += 30.0 - top
    bottom = max(place.down for place in places.values())
    return across - COLUMN / 2.0, bottom + 48.0


def _symbol(kind: str, across: float, down: float) -> str:
    """Return the symbol of a kind of node, as reviewers know them from printed reports."""
    shapes = {
        "subcatchment": "M-17 0L-8.5 -13H8.5L17 0L8.5 13H-8.5Z",
        "pond": "M0 -14L18 13H-18Z",
        "junction": "M-12 -12H12V12H-12Z",
        "diversion": "M0 -15L17 0L0 15L-17 0Z",
        "outfall": "M-13 -10H3L15 0L3 10H-13Z",
    }
    at = f'class="node {kind}" transform="translate({across:g} {down:g})"'
    if kind == "design_point":
        return f'<g {at}><circle r="13.5"/><circle r="9.5"/></g>'
    return f'<path {at} d="{shapes[kind]}"/>'


def _wrapped(name: str) -> list[str]:
    """Return a name in at most two lines; what does not fit is cut, the title tells it all."""
    lines = [""]
    for word in name.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) <= _CHARACTERS or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    cut = [line if len(line) <= _CHARACTERS else line[: _CHARACTERS - 1] + "…" for line in lines]
    if len(cut) > 2:
        cut = [cut[0], cut[1][: _CHARACTERS - 1] + "…"]
    return cut


def _label(name: str, across: float, down: float, lines_most: int) -> str:
    lines = _wrapped(name)
    if len(lines) > lines_most:
        lines = [lines[0][: _CHARACTERS - 1] + "…"]
    return "".join(
        f'<text class="name" x="{across:g}" y="{down + 26.0 + _LINE * number:g}" '
        f'text-anchor="middle">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )


def _link(source: _Place, target: _Place, from_node: bool, to_node: bool) -> str:
    begin = source.across + (19.0 if from_node else 0.0)
    straight = f"H{begin + source.past:g}" if source.past else ""
    end = target.across - (20.0 if to_node else 0.0)
    head = ""
    if to_node:
        head = f'<path class="arrow" d="M{end:g} {target.down:.1f}l-8 -3.6v7.2Z"/>'
        end -= 7.0
    half = (end - begin - source.past) / 2.0
    return (
        f'<path class="link" d="M{begin:g} {source.down:.1f}{straight}'
        f"C{end - half:g} {source.down:.1f} {end - half:g} {target.down:.1f} "
        f'{end:g} {target.down:.1f}"/>{head}'
    )


def routing_diagram(items: Sequence[Item], title: str) -> str:
    """
    Return the routing diagram of a condition as SVG text.

    Parameters
    ----------
    items : sequence of Item
        The nodes in flow order: each after those that drain to it
    title : str
        What is drawn, for those who can not see it

    Returns
    -------
    str
        An ``svg`` element; names are escaped
    """
    by_name = {item.name: item for item in items}
    places = _with_bends(by_name)
    width, height = _lay_out(places)
    kinds = [kind for kind in _WORDS if any(item.kind == kind for item in items)]
    key_at, key_width = {}, 20.0
    for kind in kinds:
        key_at[kind] = key_width
        key_width += 46.0 + 6.2 * len(_WORDS[kind])
    width = max(width, key_width)
    crowded = max(
        sum(place.layer == layer for place in places.values())
        for layer in {place.layer for place in places.values()}
    )
    out = [
        f'<svg class="diagram" viewBox="0 0 {width:g} {height + 30.0:g}" role="img" '
        f'style="max-width:{width:g}px"><title>{escape(title)}</title>'
    ]
    for key, place in places.items():
        for target in place.to:
            out.append(_link(place, places[target], key in by_name, target in by_name))
    for item in items:
        place = places[item.name]
        out.append(f"<g><title>{escape(item.name)}, {escape(_WORDS[item.kind].lower())}</title>")
        out.append(_symbol(item.kind, place.across, place.down))
        out.append(_label(item.name, place.across, place.down, 1 if crowded > _MANY else 2))
        out.append("</g>")
    out.append(f'<path class="rule" d="M0 {height:g}H{width:g}"/>')
    for kind, across in key_at.items():
        out.append(f'<g transform="translate({across:g} {height + 17.0:g}) scale(0.62)">'
                   f'{_symbol(kind, 0.0, 0.0)}</g>')  # fmt: skip
        out.append(f'<text class="name" x="{across + 15:g}" y="{height + 20.5:g}">'
                   f"{_WORDS[kind]}</text>")  # fmt: skip
    out.append("</svg>")
    return "".join(out)
