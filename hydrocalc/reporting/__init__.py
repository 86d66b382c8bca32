"""The report of a run: one HTML file, and the numbers as CSV, JSON and NetCDF."""

from __future__ import annotations

import os
from pathlib import Path

from hydrocalc.criteria import compare
from hydrocalc.findings import InputError, finding
from hydrocalc.reporting.blocks import Document
from hydrocalc.reporting.comparison_section import comparison_table
from hydrocalc.reporting.data_files import planned
from hydrocalc.reporting.document import build
from hydrocalc.reporting.document_json import json_document
from hydrocalc.reporting.html import render
from hydrocalc.results import Results

__all__ = [
    "Document",
    "build",
    "comparison_table",
    "json_document",
    "render",
    "report",
]

_MOST_LISTED = 5


def report(results: Results, folder: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
    """
    Write the report and the tables of a run into a folder and return the files.

    Parameters
    ----------
    results : Results
        As returned by :func:`hydrocalc.run`
    folder : path
        Where to write; made if it does not exist
    force : bool
        Write over the files of an earlier run

    Returns
    -------
    list of Path
        ``report.html`` first, then CSV tables, ``results.json`` and ``results.nc``

    Raises
    ------
    InputError
        HC106 if a file is there already and ``force`` is not given; HC107 if the folder or a
        file can not be written
    """
    place = Path(folder)
    rows = compare(results)
    writers = planned(results, rows)
    names = ["report.html", *writers]
    page = render(build(results))
    try:
        present = [name for name in names if (place / name).exists()]
        if present and not force:
            listed = ", ".join(present[:_MOST_LISTED])
            if len(present) > _MOST_LISTED:
                listed += f" and {len(present) - _MOST_LISTED} more"
            message = f"already holds {listed}; name another folder or give --force"
            raise InputError(finding("HC106", str(place), message))
        place.mkdir(parents=True, exist_ok=True)
        (place / "report.html").write_text(page, encoding="utf-8")
        for name, write in writers.items():
            write(place / name)
    except OSError as error:
        message = error.strerror or str(error)
        raise InputError(finding("HC107", str(place), message)) from None
    return [place / name for name in names]
