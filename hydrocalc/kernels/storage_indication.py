"""Storage-indication routing at a stated step on a given table, as worked by hand."""

from __future__ import annotations

from hydrocalc.kernels._jit import kernel
from hydrocalc.kernels.arrays import ABOVE_TABLE, OK, Floats


@kernel
def storage_indication(
    step_hr: float,
    inflow_cfs: Floats,
    table_cuft: Floats,
    table_cfs: Floats,
    first_storage_cuft: float,
    storage_cuft: Floats,
    outflow_cfs: Floats,
) -> int:
    """
    Fill storage and outflow at the end of each step; return a status.

    Parameters
    ----------
    step_hr : float
        Step of the computation [hr]
    inflow_cfs : array [stamp]
        Inflow at the ends of the steps
    table_cuft, table_cfs : array [row]
        Storage and outflow; 2S/dt + O rises from row to row
    first_storage_cuft : float
        Storage at stamp 0 [cu ft]
    storage_cuft, outflow_cfs : array [stamp]
        Filled

    Returns
    -------
    int
        ``OK``, or ``ABOVE_TABLE`` if the last line of the table had to go on
    """
    step_sec = step_hr * 3600.0
    rows = table_cuft.shape[0]
    status = OK
    row = 0
    while row + 2 < rows and table_cuft[row + 1] <= first_storage_cuft:
        row += 1
    part = (first_storage_cuft - table_cuft[row]) / (table_cuft[row + 1] - table_cuft[row])
    storage_cuft[0] = first_storage_cuft
    outflow_cfs[0] = table_cfs[row] + part * (table_cfs[row + 1] - table_cfs[row])
    for stamp in range(1, inflow_cfs.shape[0]):
        wanted = (
            inflow_cfs[stamp - 1]
            + inflow_cfs[stamp]
            + 2.0 * storage_cuft[stamp - 1] / step_sec
            - outflow_cfs[stamp - 1]
        )
        row = 0
        while row + 2 < rows and 2.0 * table_cuft[row + 1] / step_sec + table_cfs[row + 1] < wanted:
            row += 1
        low = 2.0 * table_cuft[row] / step_sec + table_cfs[row]
        high = 2.0 * table_cuft[row + 1] / step_sec + table_cfs[row + 1]
        part = (wanted - low) / (high - low)
        if part > 1.0:
            status = ABOVE_TABLE
        storage_cuft[stamp] = table_cuft[row] + part * (table_cuft[row + 1] - table_cuft[row])
        outflow_cfs[stamp] = table_cfs[row] + part * (table_cfs[row + 1] - table_cfs[row])
    return status
