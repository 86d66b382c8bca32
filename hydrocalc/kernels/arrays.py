"""The arrays that cross the border into the compiled code, grouped by subject."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SUBCATCHMENT = 0
POND = 1
JUNCTION = 2
DIVERSION = 3
"""Kinds of node, as held in :attr:`Nodes.kind`."""

OK = 0
ABOVE_TABLE = 1
NOT_FINISHED = 2
BEYOND_SPLIT = 3
"""Statuses a node can end with."""


class Nodes(NamedTuple):
    """
    The nodes in flow order, with the ports through which each sends water on.

    A port is one outlet of a node to one receiver.  Ports are numbered through all nodes.
    """

    kind: Ints
    """[node]"""
    row: Ints
    """[node] row of the node among those of its kind"""
    port_start: Ints
    """[node + 1] first port of each node"""
    inlet_start: Ints
    """[node + 1] first inlet of each node"""
    inlet_port: Ints
    """[inlet] the port each inlet receives from"""


class Subcatchments(NamedTuple):
    """Subcatchments; each has one part (one curve number) or several (weighted runoff)."""

    area_ac: Floats
    """[subcatchment]"""
    tp_hr: Floats
    """[subcatchment] time to peak of the unit hydrograph; 0 where runoff leaves as it falls"""
    shape: Ints
    """[subcatchment] row of the unit hydrograph"""
    part_start: Ints
    """[subcatchment + 1]"""
    part_ratio: Floats
    """[part] share of the area"""
    retention_in: Floats
    """[part]"""
    abstraction_in: Floats
    """[part]"""


class Shapes(NamedTuple):
    """Dimensionless unit hydrographs as sums of ramps, each of unit area on t/Tp."""

    start: Ints
    """[shape + 1]"""
    tau_ratio: Floats
    """[ramp] t/Tp at which the ramp begins"""
    slope_ratio: Floats
    """[ramp] change of slope there"""


class Ponds(NamedTuple):
    """Rating tables, one after the other; straight lines in storage between the rows."""

    start: Ints
    """[pond + 1] first row of each table"""
    top_row: Ints
    """[pond] row of the top of the described storage"""
    storage_cuft: Floats
    """[row]"""
    outflow_cfs: Floats
    """[row] sum of the ports"""
    port_flow_start: Ints
    """[pond + 1] first element of each pond's block in ``port_flow_cfs``"""
    port_flow_cfs: Floats
    """[port x row] flow of each port, row after row for one port, then the next"""
    first_storage_cuft: Floats
    """[pond] storage at time 0"""


class Diversions(NamedTuple):
    """Splitting tables, one after the other; straight lines between the rows."""

    start: Ints
    """[diversion + 1]"""
    inflow_cfs: Floats
    """[row]"""
    diverted_cfs: Floats
    """[row]"""


class Results(NamedTuple):
    """What one event in one condition gives; filled by the sweep."""

    flow_cfs: Floats
    """[port, stamp] flow at each stamp"""
    slope_cfsph: Floats
    """[port, stamp] its rate of change [cfs/hr]"""
    abrupt_cfs: Floats
    """[port, stamp] part of the flow that is constant over the step ending at the stamp"""
    volume_cuft: Floats
    """[port, stamp] volume passed since time 0"""
    port_peak_cfs: Floats
    """[port]"""
    port_peak_hr: Floats
    """[port]"""
    inflow_peak_cfs: Floats
    """[node] zero for subcatchments"""
    inflow_peak_hr: Floats
    """[node]"""
    storage_cuft: Floats
    """[pond, stamp]"""
    peak_storage_cuft: Floats
    """[pond]"""
    peak_storage_hr: Floats
    """[pond]"""
    outflow_peak_cfs: Floats
    """[pond] largest total outflow"""
    outflow_peak_hr: Floats
    """[pond]"""
    runoff_in: Floats
    """[subcatchment, stamp] runoff depth since time 0 (rain excess, before the hydrograph)"""
    status: Ints
    """[node]"""
