"""Comparison of post- with pre-development runoff, and the verdict on it."""

from hydrocalc.criteria.comparison import (
    PASSING,
    ComparisonRow,
    Verdict,
    compare,
    flow_error_cfs,
)

__all__ = ["PASSING", "ComparisonRow", "Verdict", "compare", "flow_error_cfs"]
