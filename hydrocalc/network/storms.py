"""Makes the rain of a storm: knots of time and cumulative depth."""

from __future__ import annotations

import numpy as np

from hydrocalc import rainfall
from hydrocalc.network.network import Rain
from hydrocalc.project.model import Storm


def compile_storm(storm: Storm) -> Rain:
    """
    Return the cumulative rain of a storm, straight lines between the points of its table.

    Raises
    ------
    InputError
        If the distribution or county is unknown.
    """
    if storm.time_hr is not None:
        time = np.asarray(storm.time_hr, dtype=np.float64)
        if storm.cumulative_in is not None:
            depth = np.asarray(storm.cumulative_in, dtype=np.float64)
        else:
            ratio = np.asarray(storm.cumulative_ratio, dtype=np.float64)
            depth = ratio * float(storm.depth_in or 0.0)
        return Rain(storm.name, time, depth, "table of the project", storm.source)
    source = storm.source
    name = storm.distribution or ""
    depth_in = storm.depth_in
    if storm.county is not None and storm.return_period_yr is not None:
        county = rainfall.county_depth_in(storm.county, storm.return_period_yr)
        depth_in = county.depth_in
        name = name or county.distributions[0]
        source = "; ".join(filter(None, (source, county.source)))
    distribution = rainfall.distribution(name)
    time, depth = rainfall.mass_curve_in(distribution, float(depth_in or 0.0))
    return Rain(storm.name, time, depth, distribution.id, source)
