"""Builds the report of a run as plain data."""

from __future__ import annotations

from hydrocalc import __version__
from hydrocalc.criteria import compare
from hydrocalc.reporting.blocks import Document
from hydrocalc.reporting.comparison_section import comparison_section, findings_section, verdict
from hydrocalc.reporting.method_section import methods_section
from hydrocalc.reporting.network_sections import (
    diagram_section,
    links_section,
    subcatchments_section,
)
from hydrocalc.reporting.plot_section import plots_section
from hydrocalc.reporting.pond_sections import ponds_section, rating_section
from hydrocalc.reporting.project_sections import project_section, storms_section
from hydrocalc.reporting.result_sections import (
    graphical_section,
    nodes_section,
    pond_results_section,
)
from hydrocalc.results import Results

PROGRAM = f"hydrocalc {__version__}"


def build(results: Results) -> Document:
    """
    Return the report of a run as plain data: sections of tables, figures and text.

    The same results give the same document; it holds no date and no place on a disk.

    Parameters
    ----------
    results : Results
        As returned by :func:`hydrocalc.run`

    Returns
    -------
    Document
        In the units of the project, every number formatted
    """
    project = results.project
    rows = compare(results)
    words, mark = verdict(rows)
    lines = [project.location]
    if project.datum:
        lines.append(f"Elevations: {project.datum}")
    has_ponds = any(condition.pond for condition in project.conditions().values())
    sections = [
        comparison_section(results, rows),
        findings_section(results.findings),
        project_section(results),
        storms_section(results),
        diagram_section(results),
        subcatchments_section(results),
    ]
    if has_ponds:
        sections.append(ponds_section(results))
    sections.extend([links_section(results), nodes_section(results)])
    if has_ponds:
        sections.extend([pond_results_section(results), rating_section(results)])
    sections.extend(
        [
            plots_section(results),
            graphical_section(results),
            methods_section(results, PROGRAM),
        ]
    )
    return Document(
        title=project.title,
        lines=tuple(line for line in lines if line),
        verdict=words,
        verdict_mark=mark,
        sections=tuple(sections),
        program=PROGRAM,
    )
