"""The results of a run as one JSON document; ``results.schema.json`` describes it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from hydrocalc import __version__
from hydrocalc.criteria import ComparisonRow
from hydrocalc.results import Results


def _finite(value: Any) -> Any:
    """Return plain data in which a number that is not finite is None."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def json_document(results: Results, comparison: Sequence[ComparisonRow]) -> dict[str, Any]:
    """
    Return the results of a run as plain data that JSON can hold.

    Numbers are unrounded and in the units of their keys, whatever units the project prints.
    A number that does not exist is None.

    Parameters
    ----------
    results : Results
        As returned by :func:`hydrocalc.run`
    comparison : sequence of ComparisonRow
        As returned by :func:`hydrocalc.compare`

    Returns
    -------
    dict
        Keys project, findings, comparison, nodes and system
    """
    project = results.project
    document = {
        "project": {
            "title": project.title,
            "description": project.description,
            "location": project.location,
            "datum": project.datum,
            "units": project.units,
            "program": "hydrocalc",
            "version": __version__,
            "conditions": list(results.networks),
            "settings": project.settings.model_dump(mode="json"),
            "storms": [
                {
                    "name": rain.name,
                    "depth_in": rain.total_in,
                    "distribution": rain.distribution,
                    "source": rain.source,
                }
                for rain in results.rains
            ],
        },
        "findings": [item.as_dict() for item in results.findings],
        "comparison": [row.as_dict() for row in comparison],
        "nodes": [row.as_dict() for row in results.nodes],
        "system": [row.as_dict() for row in results.system],
    }
    return dict(_finite(document))
