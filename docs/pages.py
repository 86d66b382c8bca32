"""Parts of the documentation written from the program's own tables, so that they can not differ."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import annotated_types
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from hydrocalc import rainfall, tables, unit_hydrograph
from hydrocalc.findings import explanations
from hydrocalc.outlets import DEVICES
from hydrocalc.project import model as models
from hydrocalc.project import time_of_concentration as paths
from hydrocalc.quantities import DIMENSIONS, UNITS, other_suffixes, suffix_of
from hydrocalc.schema import Model
from hydrocalc.sources import all_sources
from hydrocalc.storage import Prismatoid, StageArea, StageVolume

HUNDREDS = {
    "1": "File", "2": "Values", "3": "Network", "4": "Limits of use", "5": "Numerics",
    "6": "Mass balance", "7": "Criteria",
}  # fmt: skip


def _table(headers: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    heads = list(headers)
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def findings() -> str:
    """Return every code with its meaning, by hundreds."""
    blocks = []
    heading = ""
    for code, item in sorted(explanations().items()):
        if HUNDREDS[code[2]] != heading:
            heading = HUNDREDS[code[2]]
            blocks.append(f"## {heading}")
        blocks.append(f"### {code}\n\n**{item.title}** ({item.severity})\n\n{item.text}")
    return "\n\n".join(blocks) + "\n"


def limits() -> str:
    """Return the limits of use that are checked."""
    return _table(
        ("code", "limit", "what it means"),
        (
            (f"[{code}](findings.md#{code.lower()})", item.title, item.text)
            for code, item in sorted(explanations().items())
            if code[2] in "45" and item.severity != "error"
        ),
    )


def _words(annotation: Any) -> tuple[str, list[str]]:
    """Return the kind of value of an annotation in words, and its limits."""
    origin = typing.get_origin(annotation)
    parts = [part for part in typing.get_args(annotation) if part is not type(None)]
    if origin is typing.Annotated:
        words, bounds = _words(parts[0])
        return words, bounds + _bounds(parts[1:])
    if origin is typing.Literal:
        return "one of " + ", ".join(f"`{part}`" for part in parts), []
    if origin is tuple:
        words, bounds = _words(parts[0])
        if len(parts) == 2 and parts[1] is not Ellipsis:
            return f"list of two {words}s", bounds
        return ("one or more tables" if words == "table" else f"list of {words}s"), bounds
    if parts:
        return _words(parts[0])
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return "table", []
    return {float: "number", int: "whole number", str: "text"}.get(annotation, "table"), []


def _bounds(metadata: Iterable[Any]) -> list[str]:
    """Return the limits of a number in words."""
    found = []
    for item in metadata:
        if isinstance(item, FieldInfo):
            found += _bounds(item.metadata)
        elif isinstance(item, annotated_types.Gt):
            found.append(f"> {item.gt:g}")
        elif isinstance(item, annotated_types.Ge):
            found.append(f"≥ {item.ge:g}")
        elif isinstance(item, annotated_types.Lt):
            found.append(f"< {item.lt:g}")
        elif isinstance(item, annotated_types.Le):
            found.append(f"≤ {item.le:g}")
    return found


def _default(field: FieldInfo) -> str:
    """Return what stands for a key that is left out."""
    if field.is_required():
        return "needed"
    value = field.default
    if value is PydanticUndefined or value is None or value == () or isinstance(value, Model):
        return ""
    if isinstance(value, tuple):
        return "`[" + ", ".join(f"{item:g}" for item in value) + "]`"
    if value == "":
        return ""
    return f'`"{value}"`' if isinstance(value, str) else f"`{value:g}`"


def _keys(model: type[Model]) -> str:
    """Return the keys of one table of the project file."""
    rows = []
    for name, field in model.model_fields.items():
        words, bounds = _words(field.annotation)
        bounds += _bounds(field.metadata)
        suffix = suffix_of(name)
        if suffix is not None and words.endswith(("number", "numbers")):
            words += f" [{UNITS[suffix].symbol or '-'}]"
        rows.append((f"`{name}`", ", ".join([words, *dict.fromkeys(bounds)]), _default(field)))
    return _table(("key", "value", "if left out"), rows)


def _summary(model: type[Model]) -> str:
    """Return the docstring of a model as Markdown."""
    text = inspect.getdoc(model) or ""
    text = re.sub(
        r"^\.\. math:: (.+?)(?:\n\n|\Z)",
        lambda found: "$$\n" + " ".join(found.group(1).split()) + "\n$$\n\n",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    return re.sub(r"\[([A-Z0-9-]+)\]_", r"[\1](sources.md)", text.replace("``", "`"))


def _section(title: str, model: type[Model], level: int = 3) -> str:
    return f"{'#' * level} {title}\n\n{_summary(model)}\n\n{_keys(model)}"


def project_keys() -> str:
    """Return every table of the project file with its keys."""
    top = [
        ("The file itself", models.Project),
        ("`[settings]`", models.Settings),
        ("`[[storm]]`", models.Storm),
        ("`[[unit_hydrograph]]`", models.UserUnitHydrograph),
        ("`[[exception]]`", models.ComparisonException),
        ("`[[pre.subcatchment]]`, `[[post.subcatchment]]`", models.Subcatchment),
        ("A line of `cover`", models.Cover),
        ("`[[post.pond]]`", models.Pond),
        ("`[[post.junction]]`", models.Junction),
        ("`[[post.diversion]]`", models.Diversion),
        ("`[[post.design_point]]`", models.DesignPoint),
        ("`[[post.outfall]]`", models.Outfall),
    ]
    blocks = [_section(title, model, 2) for title, model in top]
    return "\n".join(blocks)


def _kinds(found: Iterable[type[Model]]) -> Iterator[str]:
    for model in found:
        kind = typing.get_args(model.model_fields["kind"].annotation)[0]
        yield _section(f'`kind = "{kind}"`', model)


def segment_keys() -> str:
    """Return the parts of a flow path with their keys."""
    return "\n".join(_kinds(typing.get_args(typing.get_args(paths.Segment)[0])))


def storage_keys() -> str:
    """Return the kinds of storage with their keys."""
    return "\n".join(_kinds((StageArea, StageVolume, Prismatoid)))


def outlet_keys() -> str:
    """Return the outlet devices with their keys."""
    return "\n".join(_kinds(DEVICES))


def units() -> str:
    """Return the suffixes a quantity may carry."""
    return _table(
        ("quantity", "unit inside", "also accepted"),
        (
            (
                dimension,
                f"`_{inside}`",
                ", ".join(f"`{name}`" for name in factors if name != inside),
            )
            for dimension, factors in DIMENSIONS.items()
            for inside in UNITS
            if inside in factors and other_suffixes(f"x_{inside}")
        ),
    )


def covers() -> str:
    """Return the covers of TR-55 table 2-2 by the names the file uses."""
    return _table(
        ("cover", "treatment", "condition", "A", "B", "C", "D", "in words"),
        (
            (
                f"`{row['cover']}`", row["treatment"], row["condition"],
                row["A"], row["B"], row["C"], row["D"], row["label"],
            )
            for row in tables.rows("cover_cn")
        ),
    )  # fmt: skip


def surfaces() -> str:
    """Return the surfaces of sheet and of shallow concentrated flow."""
    sheet = _table(
        ("surface", "n", "in words"),
        ((f"`{row['surface']}`", row["manning_n"], row["label"])
         for row in tables.rows("sheet_flow_n")),
    )  # fmt: skip
    shallow = _table(
        ("surface", "K [ft/s]", "source", "in words"),
        ((f"`{row['surface']}`", row["velocity_factor_fps"], row["source"], row["label"])
         for row in tables.rows("shallow_velocity")),
    )  # fmt: skip
    return f"Sheet flow:\n\n{sheet}\nShallow concentrated flow:\n\n{shallow}"


def storms() -> str:
    """Return the rainfall distributions of the library."""
    found = [rainfall.distribution(name) for name in rainfall.distribution_ids()]
    return _table(
        ("id", "name", "applies to", "source", "confirmed"),
        ((f"`{item.id}`", item.name, item.applies_to, item.source,
          "yes" if item.verified else "no") for item in found),
    )  # fmt: skip


def unit_hydrographs() -> str:
    """Return the unit hydrographs of the library."""
    found = [
        unit_hydrograph.unit_hydrograph(name) for name in unit_hydrograph.unit_hydrograph_ids()
    ]
    return _table(
        ("id", "name", "peak rate factor of the points", "source"),
        ((f"`{item.id}`", item.name, f"{item.computed_peak_factor:.1f}", item.source)
         for item in found),
    )  # fmt: skip


def sources() -> str:
    """Return the publications, as the citations that the docstrings refer to."""
    lines = []
    for source in all_sources().values():
        note = f" {source.note}" if source.note else ""
        lines.append(
            f".. [{source.key}] {source.publisher}, *{source.title}*, {source.date}.{note}"
        )
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```\n"


PARTS: dict[str, Callable[[], str]] = {
    "covers": covers,
    "findings": findings,
    "limits": limits,
    "outlet_keys": outlet_keys,
    "project_keys": project_keys,
    "segment_keys": segment_keys,
    "sources": sources,
    "storage_keys": storage_keys,
    "storms": storms,
    "surfaces": surfaces,
    "unit_hydrographs": unit_hydrographs,
    "units": units,
}
"""What a page may ask for."""
