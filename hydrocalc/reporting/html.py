"""Writes a document as one HTML file that needs nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files

from hydrocalc.reporting.blocks import Document


def render(document: Document) -> str:
    """
    Return a report as the text of one HTML file.

    Styles, drawings and the script of the plots are inside; the file asks for nothing over a
    network, and forbids it.

    Parameters
    ----------
    document : Document
        As returned by :func:`hydrocalc.reporting.document.build`

    Returns
    -------
    str
        HTML; every text of the document is escaped
    """
    import jinja2
    from markupsafe import Markup

    folder = files("hydrocalc").joinpath("reporting", "templates")

    def text_of(name: str) -> str:
        return folder.joinpath(name).read_text(encoding="utf-8")

    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    template = environment.from_string(text_of("report.html.j2"))
    return template.render(
        document=document,
        style=Markup(text_of("report.css")),
        script=Markup(text_of("cursor.js")),
        drawn=Markup,
    )
