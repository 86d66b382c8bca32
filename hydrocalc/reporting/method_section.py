"""The methods that were used, each with its source, and the publications."""

from __future__ import annotations

from collections.abc import Iterator

from hydrocalc.network import Network
from hydrocalc.reporting.blocks import Block, Column, Facts, Heading, Section, Text, merged, table
from hydrocalc.reporting.formatting import fixed, plain
from hydrocalc.reporting.pond_sections import ponds_of
from hydrocalc.reporting.project_sections import library_distribution
from hydrocalc.reporting.result_sections import TYPES
from hydrocalc.results import Results
from hydrocalc.sources import all_sources, cited
from hydrocalc.unit_hydrograph import UnitHydrograph

_GIVEN = "curve number given"

_TRAVEL: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "sheet": (
        "Sheet flow", "Manning's kinematic solution, Tt = 0.007 (n L)^0.8 / (P2^0.5 s^0.4) hr",
        ("TR55",),
    ),
    "shallow": (
        "Shallow concentrated flow", "velocity K s^0.5, K by surface", ("TR55", "NEH630-15"),
    ),
    "channel": ("Channel flow", "Manning's equation at the given section", ("TR55",)),
    "pipe": ("Pipe flow", "Manning's equation, flowing full", ("TR55",)),
    "cn-lag": (
        "NRCS lag", "L = l^0.8 (S + 1)^0.7 / (1900 Y^0.5) hr, Tc = L / 0.6", ("NEH630-15",),
    ),
    "kirpich": (
        "Kirpich", "Tc = 0.0078 l^0.77 s^-0.385 min", ("KIRPICH1940",),
    ),
}  # fmt: skip


class _Methods:
    """Collects methods, each once, with the keys of their sources."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], list[str]] = {}

    def add(self, subject: str, words: str, *keys: str) -> None:
        known = self.rows.setdefault((subject, words), [])
        known.extend(key for key in keys if key in all_sources() and key not in known)

    def keys(self) -> Iterator[str]:
        for keys in self.rows.values():
            yield from keys


def methods_section(results: Results, program: str) -> Section:
    """Return the section on the methods used and their sources, and on the program."""
    methods = _Methods()
    exact = results.project.settings.method == "exact"
    _rain(results, methods)
    for network in results.networks.values():
        _runoff(results, network, methods)
    for network in results.networks.values():
        _travel(network, methods)
    for network in results.networks.values():
        _hydrographs(network, methods, exact=exact)
    for network in results.networks.values():
        _ponds(network, methods, exact=exact)
    curves = [library_distribution(rain) for rain in results.rains]
    if any(curve is not None and curve.id in TYPES for curve in curves):
        methods.add(
            "Check of peaks", "graphical peak discharge, on a straight line between curves of "
            "Ia/P", "TR55",
        )  # fmt: skip
    columns = (
        Column("Subject", left=True),
        Column("Method", left=True),
        Column("Source", left=True),
    )
    rows = [
        [subject, words, " ".join(f"[{key}]" for key in keys)]
        for (subject, words), keys in methods.rows.items()
    ]
    subjects = list(dict.fromkeys(row[0] for row in rows))
    rows.sort(key=lambda row: subjects.index(row[0]))
    publications = []
    for source in cited(methods.keys()):
        key, _, words = str(source).partition("] ")
        publications.append((f"{key}]", words))
    blocks: list[Block] = [
        table(columns, merged(rows)),
        Heading("Sources"),
        Facts(tuple(publications)),
        Heading("Program"),
    ]
    blocks.append(
        Text(
            f"Computed with {program}. Nothing is rounded before printing. The comparison takes "
            "the numerical error of both peaks into account: a difference within it is called "
            "indeterminate."
        )
    )
    return Section("Methods and sources", "methods", tuple(blocks))


def _rain(results: Results, methods: _Methods) -> None:
    for storm, rain in zip(results.project.storm, results.rains, strict=True):
        curve = library_distribution(rain)
        if curve is None:
            methods.add("Rain", "the project's own table, straight lines between its points")
            continue
        lasts = f"{plain(curve.duration_hr)}-hour distribution {curve.id}, straight lines between "
        methods.add("Rain", f"{lasts}points {plain(curve.interval_hr)} hr apart", curve.source)
        if storm.county is not None:
            methods.add("Rainfall depth", "county table, nothing interpolated", "EFH2")


def _runoff(results: Results, network: Network, methods: _Methods) -> None:
    settings = results.project.settings
    words = f"curve-number method, Ia = {plain(settings.ia_ratio)} S"
    workings = [own.curve_number for own in network.subcatchment_workings]
    for working in workings:
        if working is None:
            methods.add("Rain on water", "all of it runs off at once")
            continue
        methods.add("Runoff", words, "NEH630-10")
        weighting = "runoff" if working.weighting == "runoff" else "curve numbers"
        if len(working.lines) > 1:
            methods.add("Weighting", f"{weighting} weighted by area", "NEH630-10", "TR55")
        labels = [line.label for line in working.lines]
        if any(label != _GIVEN for label in labels):
            methods.add(
                "Curve numbers", "by cover, condition and soil group; impervious area "
                "by figures 2-3 and 2-4", "TR55",
            )  # fmt: skip
    if settings.arc != "II":
        methods.add("Antecedent runoff condition", f"{settings.arc}, by table 10-1", "NEH630-10")


def _travel(network: Network, methods: _Methods) -> None:
    for own in network.subcatchment_workings:
        if own.tc is None:
            continue
        for line in own.tc.lines:
            if line.kind in _TRAVEL:
                subject, words, keys = _TRAVEL[line.kind]
                methods.add(subject, words, *keys)
            else:
                methods.add("Travel time", "given in the project")


def _hydrographs(network: Network, methods: _Methods, *, exact: bool) -> None:
    for own in network.subcatchment_workings:
        shape = own.unit_hydrograph
        if shape is None or own.tp_hr <= 0.0:
            continue
        source = shape.source if shape.source in all_sources() else "NEH630-16"
        methods.add("Unit hydrograph", _shape_words(shape), source)
        if exact:
            words = "runoff convolved with the unit hydrograph in closed form; no time step enters"
            methods.add("Hydrograph", words, "NEH630-16")
        else:
            words = "by the conventions of WinTR-20: step and grid of its own, largest ordinate"
            methods.add("Hydrograph", words, "WINTR20")


def _shape_words(shape: UnitHydrograph) -> str:
    computed = fixed(shape.computed_peak_factor, 2)
    return (
        f"{shape.id}: {shape.name}; peak rate factor by the area under its points {computed}; "
        "volume exact"
    )


def _ponds(network: Network, methods: _Methods, *, exact: bool) -> None:
    for _, pond in ponds_of(network):
        storage = pond.storage
        methods.add("Storage", storage.kind.replace("-", " "), *storage.SOURCES)
        for device in pond.outlet:
            methods.add("Outlets", device.kind.replace("-", " "), *device.SOURCES)
        if not exact:
            words = "storage indication by the conventions of WinTR-20, with its sub-steps"
            methods.add("Pond routing", words, "WINTR20")
            continue
        methods.add(
            "Pond routing",
            "level pool: inflow less outflow is the change of storage, solved in closed form "
            "between the rows of a rating table that is within 0.01 % or 0.0001 cfs of the "
            "outlets' formulas",
        )
