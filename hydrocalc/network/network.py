"""
What the compiled network holds and guarantees.

Nodes are in flow order: each comes after all that drain to it; ties are broken by name, so that
the order of elements in the file changes nothing.  All arrays are C-contiguous float64 or int64.
Names and workings stay in tuples beside the arrays, so that every number can be traced to its
element.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hydrocalc.kernels.arrays import Diversions, Floats, Nodes, Ponds, Shapes, Subcatchments
from hydrocalc.outlets.rating import RatingTable
from hydrocalc.project.derive import CurveNumberWorking, TcWorking
from hydrocalc.project.model import Node
from hydrocalc.unit_hydrograph import UnitHydrograph


@dataclass(frozen=True, slots=True)
class Port:
    """One outlet of a node to one receiver; None where water leaves the model."""

    node: int
    receiver: str | None


@dataclass(frozen=True, slots=True)
class Rain:
    """Cumulative rain of one storm, straight lines between the times."""

    name: str
    time_hr: Floats
    depth_in: Floats
    distribution: str
    source: str

    @property
    def total_in(self) -> float:
        """Depth of the whole storm."""
        return float(self.depth_in[-1])


@dataclass(frozen=True, slots=True)
class SubcatchmentWorking:
    """How one subcatchment's numbers were made."""

    area_ac: float
    curve_number: CurveNumberWorking | None
    """None for rain on a pond's own surface, which loses nothing"""
    tc: TcWorking | None
    tp_hr: float
    unit_hydrograph: UnitHydrograph | None


@dataclass(frozen=True, slots=True)
class PondWorking:
    """A pond's rating table and the level it was computed from."""

    datum_ft: float
    """Level that counts as zero in the rating table"""
    rating: RatingTable
    first_storage_cuft: float


@dataclass(frozen=True)
class Network:
    """One condition, compiled."""

    condition: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """Table names of the project file: subcatchment, pond, ..."""
    elements: tuple[Node | None, ...]
    """The element of each node; None for rain on a pond's surface"""
    ports: tuple[Port, ...]
    nodes: Nodes
    subcatchments: Subcatchments
    shapes: Shapes
    ponds: Ponds
    diversions: Diversions
    subcatchment_workings: tuple[SubcatchmentWorking, ...] = field(default=())
    pond_workings: tuple[PondWorking, ...] = field(default=())

    def node_of(self, name: str) -> int:
        """Return the position of a node by name."""
        return self.names.index(name)

    def ports_of(self, node: int) -> range:
        """Return the ports of a node."""
        return range(int(self.nodes.port_start[node]), int(self.nodes.port_start[node + 1]))

    def inlets_of(self, node: int) -> list[int]:
        """Return the ports a node receives from."""
        begin, end = self.nodes.inlet_start[node], self.nodes.inlet_start[node + 1]
        return [int(port) for port in self.nodes.inlet_port[begin:end]]

    def row_of(self, node: int) -> int:
        """Return the position of a node among those of its kind."""
        return int(self.nodes.row[node])
