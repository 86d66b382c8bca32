"""Rating tables: storage and outflow of a pond at stages, close enough for straight lines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hydrocalc.outlets.base import Floats
from hydrocalc.outlets.structure import Structure
from hydrocalc.storage import StageStorage

MOST_ROWS = 20_000
HALVINGS = 40
FIRST_CELLS = 4
FLOW_ERROR_RATIO = 1e-4
FLOW_ERROR_CFS = 1e-4
STAGE_ERROR_FT = 5e-4


@dataclass(frozen=True, slots=True)
class RatingTable:
    """
    Storage and outflow at stages; outflow and stage are straight lines in storage between rows.

    Stages count from the pond's lowest stage.
    """

    stage_ft: Floats
    storage_cuft: Floats
    discharge_cfs: Floats
    """[receiver, row]"""
    receivers: tuple[str | None, ...]
    top_ft: float
    """Top of the described storage; rows above it have vertical walls"""


def build_rating(
    storage: StageStorage,
    structure: Structure,
    *,
    flow_error_ratio: float = FLOW_ERROR_RATIO,
    flow_error_cfs: float = FLOW_ERROR_CFS,
    stage_error_ft: float = STAGE_ERROR_FT,
) -> RatingTable:
    """
    Return a rating table within a stated error.

    Rows stand at every level where a formula changes; each interval between rows is halved in
    stage until, at its quarter points, straight lines in storage give every receiver's discharge
    within the larger of ``flow_error_ratio`` of it and ``flow_error_cfs``, and the stage within
    ``stage_error_ft``.  Above the top of the storage the table goes on with vertical walls.

    Parameters
    ----------
    storage, structure : StageStorage, Structure
        The pond, its levels counted from its lowest stage
    flow_error_ratio, flow_error_cfs, stage_error_ft : float
        Allowed errors of the straight lines [-], [cfs], [ft]

    Returns
    -------
    RatingTable
        Rows strictly rising in stage and storage
    """
    bottom, top = storage.bottom_ft, storage.top_ft
    highest = top + max(10.0, 2.0 * (top - bottom))
    levels = {bottom, top, highest, *storage.breaks_ft(), *structure.breaks_ft()}
    inside = np.array(sorted(level for level in levels if bottom <= level <= highest))
    stage = np.unique(
        np.concatenate([np.linspace(low, high, FIRST_CELLS + 1) for low, high in pairwise(inside)])
    )
    settled = np.zeros(len(stage) - 1, dtype=bool)
    for _ in range(HALVINGS):
        low, high = stage[:-1][~settled], stage[1:][~settled]
        if low.size == 0 or len(stage) > MOST_ROWS:
            break
        within = np.ones(low.shape, dtype=bool)
        ends = np.concatenate([low, high])
        flow_ends = structure.flow_by_receiver_cfs(ends).reshape(-1, 2, low.size)
        store_ends = storage.storage_cuft(ends).reshape(2, low.size)
        for part in (0.25, 0.5, 0.75):
            level = low + part * (high - low)
            share = (storage.storage_cuft(level) - store_ends[0]) / (store_ends[1] - store_ends[0])
            exact = structure.flow_by_receiver_cfs(level)
            line = flow_ends[:, 0] + share * (flow_ends[:, 1] - flow_ends[:, 0])
            allowed = np.maximum(flow_error_cfs, flow_error_ratio * exact)
            within &= np.all(np.abs(line - exact) <= allowed, axis=0)
            within &= np.abs(low + share * (high - low) - level) <= stage_error_ft
        open_cells = np.flatnonzero(~settled)
        settled[open_cells[within]] = True
        split = open_cells[~within]
        middles = 0.5 * (stage[split] + stage[split + 1])
        stage = np.insert(stage, split + 1, middles)
        settled = np.insert(settled, split + 1, False)
    stored = storage.storage_cuft(stage)
    flows = structure.flow_by_receiver_cfs(stage)
    rising = np.concatenate([[True], np.diff(stored) > 0.0])
    return RatingTable(
        np.ascontiguousarray(stage[rising]),
        np.ascontiguousarray(stored[rising]),
        np.ascontiguousarray(flows[:, rising]),
        structure.receivers,
        top,
    )
