"""
Hydrographs by the conventions of the NRCS program WinTR-20, version 3.30.

The conventions were deduced from runs of the program.  Each hydrograph has its own start and step,
peaks are largest ordinates, and the answers depend on the step.  As in the program, flows below a
smallest value are cut from both ends, and the first ordinate kept is zero.
"""

from hydrocalc.wintr20.hydrograph import (
    Wintr20Hydrograph,
    add_hydrographs,
    kept_hydrograph,
    subarea_hydrograph,
    weighted_subarea_hydrograph,
)
from hydrocalc.wintr20.routing import (
    ReachRating,
    Wintr20Reach,
    Wintr20Structure,
    route_reach,
    route_structure,
)

__all__ = [
    "ReachRating",
    "Wintr20Hydrograph",
    "Wintr20Reach",
    "Wintr20Structure",
    "add_hydrographs",
    "kept_hydrograph",
    "route_reach",
    "route_structure",
    "subarea_hydrograph",
    "weighted_subarea_hydrograph",
]
