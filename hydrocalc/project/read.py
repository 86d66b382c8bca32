"""Reads a project file; every fault of the text and of its values is reported together."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hydrocalc.findings import Finding, InputError, finding, has_errors
from hydrocalc.project.checks import check_project
from hydrocalc.project.faults import faults
from hydrocalc.project.lines import LineMap
from hydrocalc.project.model import Project

LARGEST_FILE_BYTES = 20_000_000


def _text_of(path: Path, shown: str) -> str:
    """Return the text of a file, or raise with the reason it can not be read."""
    try:
        if path.is_dir():
            raise IsADirectoryError("it is a folder")
        size = path.stat().st_size
        if size > LARGEST_FILE_BYTES:
            limit = f"{size:,} bytes, at most {LARGEST_FILE_BYTES:,} are read"
            raise InputError(finding("HC105", "", limit).at(shown, None))
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(finding("HC101", "", reason).at(shown, None)) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} is not UTF-8 text"
        raise InputError(finding("HC102", "", message).at(shown, line)) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(finding("HC102", "", "it holds NUL bytes").at(shown, line)) from None
    if not text.strip():
        raise InputError(finding("HC104", "", "there is nothing in it").at(shown, None))
    return text


def _parsed(text: str, shown: str) -> dict[str, Any]:
    """Return the values of a TOML text, or raise with the place where the grammar breaks."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        message, _, place = str(error).partition(" (at line ")
        line = None
        if place:
            line = int(place.split(",")[0])
            message += f", column {place.split('column ')[-1].rstrip(')')}"
        elif "end of document" in message:
            line = text.count("\n") + 1
        if isinstance(error, RecursionError):
            message = "values are nested too deeply"
        raise InputError(finding("HC103", "", message).at(shown, line)) from None


def read_project(path: str | os.PathLike[str]) -> tuple[Project, list[Finding]]:
    """
    Return the project of a file and what was found on reading it.

    Raises
    ------
    InputError
        With every error found: in the text, in the values, and between the elements.
    """
    shown = os.fspath(path)
    text = _text_of(Path(path), Path(path).name)
    return parse_project(text, Path(shown).name)


def parse_project(text: str, shown: str = "project.toml") -> tuple[Project, list[Finding]]:
    """Return the project of a text and what was found; as :func:`read_project`."""
    raw = _parsed(text, shown)
    try:
        lines: LineMap | None = LineMap(text)
    except (IndexError, ValueError):
        lines = None
    if lines is not None:
        lines.name = shown
    try:
        project = Project.model_validate(raw)
    except ValidationError as error:
        raise InputError(faults(error, raw, lines, shown)) from None
    project._lines = lines
    found = check_project(project)
    if has_errors(found):
        raise InputError(found)
    return project, found
