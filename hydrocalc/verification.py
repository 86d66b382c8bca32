"""
Runs the published cases of ``validation/`` and tells where the program agrees with them.

A case holds, for each quantity, the inputs and the number as printed.  A computed number agrees if
it is within half a unit of the last printed digit, plus the effect of rounding that the source did
on the way, where the case states it.  A case that does not agree stays, with the reason; if it
should come to agree, that is a failure too, so that no excuse outlives its cause.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from decimal import Decimal
from importlib.resources.abc import Traversable
from typing import Any, Literal

import numpy as np

from hydrocalc import curve_number, level_pool, peak_discharge, travel_time
from hydrocalc.outlets import DEVICES
from hydrocalc.project import Project
from hydrocalc.quantities import ACRE_SQFT
from hydrocalc.resources import data_folder
from hydrocalc.simulation import run

Verdict = Literal["agrees", "known difference", "differs"]
Computed = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One published number and the computed one."""

    case: str
    quantity: str
    published: str
    computed: float
    difference: float
    allowed: float
    verdict: Verdict
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return asdict(self)


def _composite_cn(inputs: dict[str, Any]) -> Computed:
    weighted = curve_number.composite_cn(inputs["area_ac"], inputs["cn"])
    return {
        "sum": float(np.dot(inputs["area_ac"], inputs["cn"])),
        "weighted": weighted,
        "whole": float(curve_number.round_cn(weighted, "whole")),
    }


def _impervious_cn(inputs: dict[str, Any]) -> Computed:
    pervious, share = inputs["pervious_cn"], inputs["impervious_percent"]
    if inputs.get("unconnected_ratio"):
        cn = curve_number.unconnected_impervious_cn(pervious, share, inputs["unconnected_ratio"])
    else:
        cn = curve_number.connected_impervious_cn(pervious, share)
    return {"cn": float(cn)}


def _cover_cn(inputs: dict[str, Any]) -> Computed:
    found = curve_number.cover_cn(
        inputs["cover"], inputs.get("condition"), inputs["hsg"], inputs.get("treatment")
    )
    return {"cn": found.cn}


def _runoff(inputs: dict[str, Any]) -> Computed:
    cn = inputs["cn"]
    if "arc" in inputs:
        cn = curve_number.arc_cn(cn, inputs["arc"])
    rain = np.atleast_1d(np.asarray(inputs["rain_in"], dtype=np.float64))
    runoff = np.asarray(curve_number.runoff_depth_in(rain, cn))
    return {
        "cn": float(cn),
        "retention_in": float(curve_number.retention_in(cn)),
        "runoff_in": [float(value) for value in runoff],
        "runoff_percent": [float(value) for value in 100.0 * runoff / np.maximum(rain, 1e-12)],
    }


def _weighted_runoff(inputs: dict[str, Any]) -> Computed:
    return {
        "runoff_in": float(
            curve_number.weighted_runoff_in(inputs["rain_in"], inputs["area_ac"], inputs["cn"])
        )
    }


def _sheet(inputs: dict[str, Any]) -> Computed:
    minutes = travel_time.sheet_flow_time_min_tr55(
        inputs["manning_n"], inputs["length_ft"], inputs["p2_in"], inputs["slope_ftft"]
    )
    return {"travel_hr": minutes / 60.0, "travel_min": minutes}


def _shallow(inputs: dict[str, Any]) -> Computed:
    if "velocity_factor_fps" in inputs:
        velocity = inputs["velocity_factor_fps"] * inputs["slope_ftft"] ** 0.5
    else:
        velocity = travel_time.shallow_velocity_fps(inputs["surface"], inputs["slope_ftft"])
    minutes = travel_time.travel_time_min(inputs["length_ft"], velocity)
    return {"velocity_fps": velocity, "travel_hr": minutes / 60.0, "travel_min": minutes}


def _channel(inputs: dict[str, Any]) -> Computed:
    radius = inputs["area_sqft"] / inputs["wetted_perimeter_ft"]
    velocity = travel_time.manning_velocity_fps(
        inputs["manning_n"], radius, inputs["slope_ftft"],
        constant_ratio=inputs["manning_factor_ratio"],
    )  # fmt: skip
    minutes = travel_time.travel_time_min(inputs["length_ft"], velocity)
    return {
        "hydraulic_radius_ft": radius,
        "velocity_fps": velocity,
        "capacity_cfs": velocity * inputs["area_sqft"],
        "travel_hr": minutes / 60.0,
        "travel_min": minutes,
    }


def _graphical_peak(inputs: dict[str, Any]) -> Computed:
    made = peak_discharge.graphical_peak(**inputs)
    abstraction = curve_number.initial_abstraction_in(inputs["cn"])
    return {"abstraction_in": float(abstraction), **asdict(made)}


def _device(inputs: dict[str, Any]) -> Computed:
    kinds = {model.model_fields["kind"].annotation.__args__[0]: model for model in DEVICES}  # type: ignore[union-attr]
    keys = {key: value for key, value in inputs.items() if key != "stage_ft"}
    device = kinds[inputs["kind"]].model_validate(keys)
    return {"discharge_cfs": [float(q) for q in device.flow_cfs(np.array(inputs["stage_ft"]))]}


def _storage_indication(inputs: dict[str, Any]) -> Computed:
    inflow = [*inputs["inflow_cfs"], *[0.0] * inputs.get("then_zero_steps", 0)]
    routed = level_pool.storage_indication_at_step(
        inputs["step_min"] / 60.0, inflow, inputs["storage_cuft"], inputs["discharge_cfs"]
    )
    peak = int(np.argmax(routed.outflow_cfs))
    step_min = inputs["step_min"]
    return {
        "outflow_cfs": [float(value) for value in routed.outflow_cfs],
        "storage_cuft": [float(value) for value in routed.storage_cuft],
        "peak_cfs": float(routed.outflow_cfs[peak]),
        "peak_min": peak * step_min,
        "peak_storage_cuft": float(np.max(routed.storage_cuft)),
    }


def _project(inputs: dict[str, Any]) -> Computed:
    """Run a whole project and take what one node gives."""
    results = run(Project.model_validate(inputs["project"]))
    storm = results.rains[0].name
    side = next(iter(results.networks))
    node = results.node(side, storm, inputs["node"])
    computed: Computed = {
        key: value for key, value in node.as_dict().items() if isinstance(value, float)
    }
    computed["volume_acft"] = node.volume_out_cuft / ACRE_SQFT
    network = results.networks[side]
    position = network.node_of(inputs["node"])
    if network.kinds[position] == "subcatchment":
        working = network.subcatchment_workings[network.row_of(position)]
        if working.tc is not None and working.curve_number is not None:
            computed["tc_min"] = working.tc.computed_min
            computed["used_cn"] = working.curve_number.used_cn
            computed["travel_min"] = [line.travel_min for line in working.tc.lines]
            computed["velocity_fps"] = [line.velocity_fps for line in working.tc.lines]
    return computed


COMPUTE: dict[str, Callable[[dict[str, Any]], Computed]] = {
    "composite-cn": _composite_cn,
    "impervious-cn": _impervious_cn,
    "cover-cn": _cover_cn,
    "runoff": _runoff,
    "weighted-runoff": _weighted_runoff,
    "sheet-flow": _sheet,
    "shallow-flow": _shallow,
    "channel-flow": _channel,
    "graphical-peak": _graphical_peak,
    "outlet": _device,
    "storage-indication": _storage_indication,
    "project": _project,
}
"""What a case may name under ``compute``."""


def printed_resolution(printed: str) -> float:
    """
    Return the unit of the last printed digit of a number.

    Examples
    --------
    >>> printed_resolution("2.81"), printed_resolution("7010")
    (0.01, 1.0)
    """
    return float(Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent)))


def case_files() -> list[Traversable]:
    """Return the files of the cases, in the order of source and name."""
    found: list[Traversable] = []
    for source in sorted(data_folder("validation").iterdir(), key=lambda item: item.name):
        if source.is_dir():
            cases = sorted(source.iterdir(), key=lambda item: item.name)
            found.extend(item for item in cases if item.name.endswith(".toml"))
    return found


def _judge(case: str, quantity: str, printed: str, computed: float, check: dict[str, Any]) -> Row:
    """Return the row of one number."""
    resolution = float(check.get("resolution", printed_resolution(printed)))
    allowed = 0.5 * resolution + float(check.get("source_rounding", 0.0))
    difference = computed - float(printed)
    # half a unit exactly may round either way in print; a few bits are not a difference
    agrees = abs(difference) <= allowed * (1.0 + 1e-9) + 1e-12
    known = str(check.get("known_difference", ""))
    verdict: Verdict = "agrees" if agrees else "differs"
    note = str(check.get("reason", ""))
    if known:
        verdict = "differs" if agrees else "known difference"
        note = f"agrees, though marked as a known difference: {known}" if agrees else known
    return Row(case, quantity, printed, computed, difference, allowed, verdict, note)


def rows_of(case: dict[str, Any]) -> Iterator[Row]:
    """
    Yield the rows of one case.

    Parameters
    ----------
    case : dict
        As read from its file: ``id`` and ``check``, each check with ``quantity``, ``compute``,
        ``take``, ``inputs`` and ``printed`` (one text or a list of texts)
    """
    memory: dict[int, Computed] = {}
    shared = case.get("inputs", {})
    for check in case["check"]:
        inputs = {**shared, **check["inputs"]} if check.get("inputs") is not None else shared
        key = hash((check["compute"], repr(inputs)))
        if key not in memory:
            memory[key] = COMPUTE[check["compute"]](inputs)
        value = memory[key][check["take"]]
        printed = check["printed"]
        if isinstance(printed, str):
            single = value[check.get("item", 0)] if isinstance(value, list) else value
            yield _judge(case["id"], check["quantity"], printed, float(single), check)
            continue
        for position, text in enumerate(printed):
            if text:
                quantity = f"{check['quantity']}, value {position + 1}"
                yield _judge(case["id"], quantity, text, float(value[position]), check)


def read_case(path: Traversable) -> dict[str, Any]:
    """Return a case as read from its file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def validate(select: str = "") -> list[Row]:
    """
    Return every published number with the computed one.

    Parameters
    ----------
    select : str
        Only cases whose id contains this text; all if empty
    """
    cases = (read_case(path) for path in case_files())
    return [row for case in cases if select.lower() in case["id"].lower() for row in rows_of(case)]
