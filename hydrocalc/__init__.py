"""
Hydrologic and hydraulic analysis for stormwater permits.

>>> import hydrocalc
>>> project = hydrocalc.load("site.toml")            # doctest: +SKIP
>>> results = hydrocalc.run(project)                 # doctest: +SKIP
>>> for row in hydrocalc.compare(results): print(row.design_point, row.verdict)  # doctest: +SKIP
>>> hydrocalc.report(results, "site-results")        # doctest: +SKIP
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hydrocalc.criteria import compare
    from hydrocalc.project import Project
    from hydrocalc.reporting import report
    from hydrocalc.results import Results
    from hydrocalc.simulation import run

__version__ = "0.1.0"

__all__ = ["Project", "Results", "__version__", "compare", "load", "report", "run"]

# Imported when first used: `import hydrocalc` loads neither the compiler nor xarray.
_HOMES = {
    "Project": "hydrocalc.project",
    "Results": "hydrocalc.results",
    "compare": "hydrocalc.criteria",
    "report": "hydrocalc.reporting",
    "run": "hydrocalc.simulation",
}


def load(path: str | os.PathLike[str]) -> Project:
    """
    Return the project of a file.

    Parameters
    ----------
    path : str or path
        The TOML file

    Returns
    -------
    Project
        The checked project, as :func:`run` takes it

    Raises
    ------
    hydrocalc.findings.InputError
        With every fault of the file
    """
    project: Project = import_module("hydrocalc.project").read_project(path)[0]
    return project


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'hydrocalc' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
