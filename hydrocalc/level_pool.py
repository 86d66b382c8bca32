"""Level-pool routing by a named method, on a table the user gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hydrocalc.findings import Finding, finding
from hydrocalc.kernels.arrays import ABOVE_TABLE
from hydrocalc.kernels.storage_indication import storage_indication

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RoutedPond:
    """Storage and outflow at the ends of the steps, and what was found."""

    storage_cuft: Floats
    outflow_cfs: Floats
    findings: tuple[Finding, ...]


def storage_indication_at_step(
    step_hr: float,
    inflow_cfs: Sequence[float] | Floats,
    storage_cuft: Sequence[float] | Floats,
    discharge_cfs: Sequence[float] | Floats,
    first_storage_cuft: float = 0.0,
) -> RoutedPond:
    r"""
    Return the outflow of a pond routed at a stated step, as worked by hand in the manuals.

    .. math:: \frac{2 S_2}{\Delta t} + O_2 = I_1 + I_2 + \frac{2 S_1}{\Delta t} - O_1

    Outflow and storage are straight lines in 2S/dt + O between the rows of the table.

    Parameters
    ----------
    step_hr : float
        Step of the computation, dt [hr]
    inflow_cfs : sequence of float
        Inflow at the ends of the steps, I, the first at time 0 [cfs]
    storage_cuft, discharge_cfs : sequence of float
        The table: storage S, rising [cu ft], and outflow O [cfs]
    first_storage_cuft : float
        Storage at time 0 [cu ft]

    Returns
    -------
    RoutedPond
        Storage and outflow at the ends of the steps; HC504 if the table had to be extended

    Raises
    ------
    ValueError
        If 2S/dt + O does not rise from row to row, or the columns differ in length

    Notes
    -----
    The answer depends on the step; use it to reproduce published examples, not to design.
    Source: [HDS2]_ chapter 7.
    """
    stored = np.ascontiguousarray(storage_cuft, dtype=np.float64)
    flows = np.ascontiguousarray(discharge_cfs, dtype=np.float64)
    if stored.shape != flows.shape or stored.size < 2:
        raise ValueError("storage_cuft and discharge_cfs must have the same length, at least 2")
    if not np.all(np.diff(2.0 * stored / (step_hr * 3600.0) + flows) > 0.0):
        raise ValueError("2S/dt + O must rise from row to row")
    inflow = np.ascontiguousarray(inflow_cfs, dtype=np.float64)
    routed_cuft, routed_cfs = np.zeros_like(inflow), np.zeros_like(inflow)
    status = storage_indication(
        step_hr, inflow, stored, flows, first_storage_cuft, routed_cuft, routed_cfs
    )
    found: tuple[Finding, ...] = ()
    if status == ABOVE_TABLE:
        found = (
            finding("HC504", "", "the level is above the rating table; its last line goes on"),
        )
    return RoutedPond(routed_cuft, routed_cfs, found)
