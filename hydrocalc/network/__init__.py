"""The project as arrays: what the kernels compute on, and the names behind the numbers."""

from hydrocalc.network.compile import compile_condition
from hydrocalc.network.network import Network, Port, Rain
from hydrocalc.network.storms import compile_storm

__all__ = ["Network", "Port", "Rain", "compile_condition", "compile_storm"]
