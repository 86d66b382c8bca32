"""The results as an xarray Dataset: names, dimensions and attributes after the CF conventions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import xarray

from hydrocalc import __version__
from hydrocalc.quantities import UNITS

if TYPE_CHECKING:
    from hydrocalc.results import Results

_NODE_VARIABLES = {
    "inflow_peak_cfs": "largest inflow",
    "outflow_peak_cfs": "largest outflow",
    "time_to_peak_hr": "time of the largest outflow since the storm began",
    "runoff_depth_in": "runoff depth inside the reporting span",
    "volume_in_cuft": "inflow volume inside the reporting span",
    "volume_out_cuft": "outflow volume inside the reporting span",
    "storage_change_cuft": "change of storage inside the reporting span",
    "volume_error_cuft": "inflow less outflow less change of storage",
    "volume_error_percent": "volume error over the larger of the volumes",
    "peak_stage_ft": "highest water level",
    "peak_storage_cuft": "largest storage",
    "peak_error_cfs": "estimated numerical error of the largest outflow",
    "stage_error_ft": "estimated numerical error of the highest water level",
}


def dataset(results: Results) -> xarray.Dataset:
    """Return the results as an xarray Dataset."""
    conditions = list(results.networks)
    events = [rain.name for rain in results.rains]
    names = sorted({name for network in results.networks.values() for name in network.names})
    shape = (len(conditions), len(events), len(names))
    series: dict[str, npt.NDArray[np.float64]] = {
        key: np.full((*shape, len(results.time_hr)), np.nan)
        for key in ("inflow_cfs", "outflow_cfs", "stage_ft", "storage_cuft")
    }
    scalars = {key: np.full(shape, np.nan) for key in _NODE_VARIABLES}
    kinds = np.full((len(conditions), len(names)), "", dtype="U12")
    for row in results.nodes:
        at = (conditions.index(row.condition), events.index(row.event), names.index(row.node))
        for key, values in scalars.items():
            value = getattr(row, key)
            values[at] = np.nan if value is None else value
        kinds[at[0], at[2]] = row.kind
        event = results.event(row.condition, row.event)
        node = event.network.node_of(row.node)
        series["outflow_cfs"][at] = event.outflow_cfs(node)
        if row.kind != "subcatchment":
            series["inflow_cfs"][at] = event.inflow_cfs(node)
        if row.kind == "pond":
            series["stage_ft"][at] = event.stage_ft(node)
            series["storage_cuft"][at] = event.arrays.storage_cuft[event.network.row_of(node)]
    long_names = {
        "inflow_cfs": ("inflow", "water_volume_transport_in_river_channel"),
        "outflow_cfs": ("outflow", "water_volume_transport_in_river_channel"),
        "stage_ft": ("water level", "water_surface_height_above_reference_datum"),
        "storage_cuft": ("storage", ""),
    }
    dimensions = ("condition", "event", "node")
    variables: dict[str, Any] = {}
    for key, curves in series.items():
        long_name, standard_name = long_names[key]
        attributes = {"units": _udunits(key), "long_name": long_name, "cell_methods": "time: point"}
        if standard_name:
            attributes["standard_name"] = standard_name
        variables[key] = ((*dimensions, "time"), curves, attributes)
    for key, values in scalars.items():
        attributes = {"units": _udunits(key), "long_name": _NODE_VARIABLES[key]}
        variables[key] = (dimensions, values, attributes)
    variables["kind"] = (("condition", "node"), kinds, {"long_name": "kind of node"})
    variables["rain_depth_in"] = (
        ("event",),
        np.array([rain.total_in for rain in results.rains]),
        {
            "units": "inch",
            "long_name": "rain of the storm",
            "standard_name": "thickness_of_rainfall_amount",
        },
    )
    return xarray.Dataset(
        variables,
        coords={
            "condition": conditions,
            "event": events,
            "node": ("node", names, {"cf_role": "timeseries_id", "long_name": "node"}),
            "time": (
                "time",
                results.time_hr,
                {"units": "hours", "long_name": "time since the storm began"},
            ),
        },
        attrs={
            "Conventions": "CF-1.11",
            "featureType": "timeSeries",
            "title": results.project.title,
            "source": f"hydrocalc {__version__}",
            "hydrocalc_version": __version__,
        },
    )


def _udunits(key: str) -> str:
    return UNITS[key.rpartition("_")[2]].udunits
