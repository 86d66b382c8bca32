"""
Findings: everything the program has to say about an input or a result.

A finding has a numbered code, whose meaning is kept in ``messages.toml`` and printed by
``hydrocalc explain``; the element it is about, by name; and, for a project file, the line.
Errors stop a run.  Cautions and notes travel with the results into every output.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

Severity = Literal["error", "caution", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, with its code, severity, the element and what was seen."""

    code: str
    severity: Severity
    where: str
    message: str
    file: str | None = None
    line: int | None = None
    source: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as plain data, for JSON and for the results."""
        return asdict(self)

    def at(self, file: str | None, line: int | None) -> Finding:
        """Return the same finding placed at a line of a file."""
        return replace(self, file=file, line=line)

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:"
        if self.line is not None:
            place += f"{self.line}:"
        where = f"{self.where}: " if self.where else ""
        return f"{place + ' ' if place else ''}{self.code} {where}{self.message}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a code means and what to do about it, as printed by ``hydrocalc explain``."""

    code: str
    severity: Severity
    title: str
    text: str


@lru_cache(maxsize=1)
def explanations() -> dict[str, Explanation]:
    """Return every code the program can give, with its explanation."""
    raw = tomllib.loads(files("hydrocalc").joinpath("messages.toml").read_text(encoding="utf-8"))
    return {
        code: Explanation(code, entry["severity"], entry["title"], entry["text"].strip())
        for code, entry in raw.items()
    }


def finding(code: str, where: str, message: str, *, source: str | None = None) -> Finding:
    """
    Return a finding whose severity is the one registered for its code.

    Raises
    ------
    KeyError
        If the code is not registered in ``messages.toml``.
    """
    return Finding(code, explanations()[code].severity, where, message, source=source)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like the one given, or None if none is near."""
    candidates = {item.lower(): item for item in known}
    close = difflib.get_close_matches(name.lower(), list(candidates), n=1, cutoff=0.6)
    return candidates[close[0]] if close else None


def suggestion(name: str, known: Sequence[str], what: str = "known names") -> str:
    """Return the tail of a message about an unknown name: the nearest, then those known."""
    close = nearest(name, known)
    hint = f"; did you mean {close!r}?" if close else ""
    listed = ", ".join(known) if known else "none"
    return f"{hint} ({what}: {listed})"


class HydrocalcError(Exception):
    """Base of the package's exceptions; carries the findings that caused it."""

    def __init__(self, findings: Sequence[Finding] | Finding) -> None:
        self.findings: tuple[Finding, ...] = (
            (findings,) if isinstance(findings, Finding) else tuple(findings)
        )
        super().__init__("\n".join(str(item) for item in self.findings))


class InputError(HydrocalcError, ValueError):
    """Something the user wrote can not be used as it stands."""


class NetworkError(InputError):
    """The elements do not form a network that can be computed."""


class CalculationError(HydrocalcError):
    """A calculation failed although the input was accepted."""


def has_errors(findings: Iterable[Finding]) -> bool:
    """Return whether any of the findings is an error."""
    return any(item.severity == "error" for item in findings)
