"""The parts a report is made of, as plain data; a writer turns them into a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

SHORT_ROWS = 14


@dataclass(frozen=True, slots=True)
class Column:
    """Head of one column of a table; neighbours of one group share a head above theirs."""

    head: str
    unit: str = ""
    left: bool = False
    group: str = ""
    whole: bool = False
    """Its words are kept on one line"""


@dataclass(frozen=True, slots=True)
class Table:
    """
    A table of formatted text.

    ``marks`` holds a word for each row that a writer may show: "group" for a row that names those
    below it, "total", and the verdicts "met", "not-met" and "open".
    """

    kind: ClassVar[str] = "table"

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    marks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def mark(self, row: int) -> str:
        """Return the mark of a row, empty if it has none."""
        return self.marks[row] if self.marks else ""

    @property
    def is_short(self) -> bool:
        """Return whether the table can stand on one page without leaving much of it empty."""
        return len(self.rows) <= SHORT_ROWS

    @property
    def is_narrow(self) -> bool:
        """Return whether the table is so small that it would look lost over the whole width."""
        return len(self.columns) <= 4 and not any(column.left for column in self.columns)

    def groups(self) -> list[tuple[str, int]]:
        """Return the heads of groups from left to right, each with the columns it spans."""
        spans: list[tuple[str, int]] = []
        for column in self.columns:
            if spans and column.group and spans[-1][0] == column.group:
                spans[-1] = (column.group, spans[-1][1] + 1)
            else:
                spans.append((column.group, 1))
        return spans if any(name for name, _ in spans) else []


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a section."""

    kind: ClassVar[str] = "heading"

    text: str
    level: int = 3


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; ``mark`` as for the rows of a table."""

    kind: ClassVar[str] = "text"

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Pairs of a label and what it is."""

    kind: ClassVar[str] = "facts"

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as SVG text, safe to set into HTML, with its caption."""

    kind: ClassVar[str] = "figure"

    svg: str
    caption: str
    wide: bool = True


Block = Table | Heading | Text | Facts | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the report."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    title: str
    lines: tuple[str, ...]
    """Place, datum and the like, below the title"""
    verdict: str
    verdict_mark: str
    sections: tuple[Section, ...]
    program: str


def table(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    caption: str = "",
    *,
    marks: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> Table:
    """Return a table from any sequences."""
    return Table(
        tuple(columns), tuple(tuple(row) for row in rows), caption, tuple(marks), tuple(notes)
    )


def merged(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows whose first cell is empty where it repeats the one above."""
    shown: list[list[str]] = []
    last = None
    for row in rows:
        shown.append([row[0] if row[0] != last else "", *row[1:]])
        last = row[0]
    return shown
