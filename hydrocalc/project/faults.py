"""Turns what pydantic says of a file into findings: element by name, value, what is allowed."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from hydrocalc.findings import Finding, explanations, finding, nearest, suggestion
from hydrocalc.project.elements import check_readable
from hydrocalc.project.lines import LineMap
from hydrocalc.project.links import design_point_findings, link_findings, rows_of_raw
from hydrocalc.project.model import Project
from hydrocalc.quantities import other_suffixes, suffix_of
from hydrocalc.schema import Model, Unusable

Path = tuple[str | int, ...]

_LIMITS = {
    "greater_than": ("gt", "must be greater than {}"),
    "greater_than_equal": ("ge", "must be at least {}"),
    "less_than": ("lt", "must be less than {}"),
    "less_than_equal": ("le", "must be at most {}"),
}


def _shown(value: Any) -> str:
    """Return a value as it is shown in a message: short, strings in quotes."""
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _models_in(annotation: Any) -> list[type[Model]]:
    """Return the input models an annotation can hold."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [annotation]
    found: list[type[Model]] = []
    for part in typing.get_args(annotation):
        found.extend(_models_in(part))
    return found


def _kind_of(model: type[Model]) -> str | None:
    """Return the text that ``kind`` must be for a model, if it has one."""
    field = model.model_fields.get("kind")
    if field is None:
        return None
    values = typing.get_args(field.annotation)
    return str(values[0]) if len(values) == 1 else None


def _model_at(path: Path) -> tuple[type[Model] | None, Path]:
    """Return the model a pydantic path leads to, and the path without the tags of unions."""
    models: list[type[Model]] = [Project]
    plain: list[str | int] = []
    for part in path:
        if isinstance(part, int):
            plain.append(part)
            continue
        tagged = [model for model in models if _kind_of(model) == part]
        if tagged and len(models) > 1:
            models = tagged
            continue
        plain.append(part)
        field = models[0].model_fields.get(part) if len(models) == 1 else None
        models = _models_in(field.annotation) if field is not None else []
    return (models[0] if len(models) == 1 else None), tuple(plain)


def element_name(path: Sequence[str | int], raw: Any) -> str:
    """
    Return the element of a path in words, by name.

    Examples
    --------
    >>> raw = {"post": {"pond": [{"name": "P1", "outlet": [{"kind": "orifice"}]}]}}
    >>> element_name(("post", "pond", 0, "outlet", 0, "diameter_in"), raw)
    'post pond "P1", outlet 1 (orifice)'
    """
    words: list[str] = []
    value = raw
    prefix = ""
    for position, part in enumerate(path):
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part)
            if position == 0 and part in ("pre", "post"):
                prefix = f"{part} "
            elif isinstance(value, dict) and part != "storage":
                words.append(part)
            elif part == "storage" and isinstance(value, dict):
                words.append("storage")
            continue
        if isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
            if not isinstance(value, dict):
                continue
            table = str(path[position - 1]).replace("_", " ")
            name = value.get("name")
            kind = value.get("kind")
            label = f'{table} "{name}"' if isinstance(name, str) and name else ""
            label = label or f"{table} {part + 1}"
            if isinstance(kind, str):
                label += f" ({kind})"
            words.append(label)
    return (prefix + ", ".join(words)).strip()


def _key_written(path: Path, lines: LineMap | None) -> Path:
    """Return the path as it stands in the file, where a quantity has another suffix."""
    if lines is None or not path or lines.has(path):
        return path
    for position, part in enumerate(path):
        if not isinstance(part, str):
            continue
        for other in other_suffixes(part):
            candidate = (*path[:position], other, *path[position + 1 :])
            if lines.has(candidate):
                return candidate
    return path


def _known_keys(model: type[Model] | None) -> list[str]:
    """Return the keys a table of this model may have."""
    return [] if model is None else list(model.model_fields)


def _message(error: ErrorDetails, key: str, model: type[Model] | None) -> tuple[str, str]:
    """Return code and message of one pydantic error."""
    kind = error["type"]
    given = error["input"]
    context = error.get("ctx", {})
    if kind.startswith("hc") and kind.upper() in explanations():
        return kind.upper(), error["msg"]
    if isinstance(given, Unusable):
        reason = given.reason
        code = "HC207" if isinstance(given.given, bool) else "HC205"
        return code, f"{key} {reason}" if reason.startswith("is ") else f"{key}: {reason}"
    if kind == "extra_forbidden":
        known = _known_keys(model)
        close = nearest(key, [*known, *(other for name in known for other in other_suffixes(name))])
        hint = f"; did you mean {close}?" if close else f"; known keys are {', '.join(known)}"
        return "HC201", f"unknown key {_shown(key)[1:-1]}{hint}"
    if kind == "missing":
        units = [other.removeprefix(key.rpartition("_")[0] + "_") for other in other_suffixes(key)]
        also = f" (or with another unit: {', '.join(units[:4])})" if units else ""
        return "HC202", f"{key} is missing{also}"
    if kind == "union_tag_not_found":
        kinds = filter(None, (_kind_of(other) for other in _union_at(tuple(error["loc"]))))
        return "HC202", "kind is missing; it is one of " + ", ".join(kinds)
    if kind == "union_tag_invalid":
        tags = [tag.strip("' ") for tag in str(context.get("expected_tags", "")).split(",")]
        return "HC204", f"kind is {_shown(context.get('tag'))}" + suggestion(
            str(context.get("tag")), tags, "allowed"
        )
    if kind in ("literal_error", "enum"):
        allowed = str(context.get("expected", "")).replace(" or ", ", ").replace("'", "")
        choices = [choice.strip() for choice in allowed.split(",")]
        return "HC204", f"{key} is {_shown(given)}" + suggestion(str(given), choices, "allowed")
    if kind in _LIMITS:
        name, words = _LIMITS[kind]
        return "HC203", f"{key} is {_shown(given)}, " + words.format(context[name])
    if kind == "finite_number":
        return "HC206", f"{key} is {_shown(given)}, must be a finite number"
    if kind in ("too_short", "string_too_short", "too_long", "string_too_long"):
        return "HC209", f"{key} is {_shown(given)}: {error['msg'].lower()}"
    if kind == "string_pattern_mismatch":
        return "HC208", (
            f"{key} is {_shown(given)}; a name begins with a letter or digit and holds letters, "
            "digits, spaces and - / # ( ) + & , : '"
        )
    wanted = error["msg"].removeprefix("Input should be ")
    if kind == "tuple_type":
        wanted = "a list" if model is None else f"a list of tables, as [[{key}]]"
        if isinstance(given, dict):
            return "HC207", f"{key} is one table, must be {wanted}"
    if kind in ("model_type", "dict_type"):
        wanted = "a table"
    suffix = suffix_of(key)
    if suffix and "number" in wanted:
        wanted = "a number, or text with a unit"
    return "HC207", f"{key} is {_shown(given)}, must be {wanted}"


def _union_at(path: Path) -> list[type[Model]]:
    """Return all models that may stand at a path."""
    models: list[type[Model]] = [Project]
    for part in path:
        if isinstance(part, int):
            continue
        tagged = [model for model in models if _kind_of(model) == part]
        if tagged and len(models) > 1:
            models = tagged
            continue
        field = models[0].model_fields.get(part) if models else None
        models = _models_in(field.annotation) if field is not None else []
    return models


def faults(
    error: ValidationError, raw: dict[str, Any], lines: LineMap | None, shown: str
) -> list[Finding]:
    """Return one finding for each thing pydantic found, in the order of the file."""
    found: list[Finding] = []
    for detail in error.errors(include_url=False):
        given = detail["input"]
        least = detail.get("ctx", {}).get("min_length", 1)
        if detail["type"] == "too_short" and isinstance(given, list) and len(given) >= least:
            continue  # its items are at fault, and each is named
        path = tuple(detail["loc"])
        model, plain = _model_at(path[:-1] if detail["type"] == "extra_forbidden" else path)
        if detail["type"] == "extra_forbidden":
            plain = (*plain, path[-1])
        written = _key_written(plain, lines)
        keys = [part for part in written if isinstance(part, str)]
        key = keys[-1] if keys else "the file"
        if written and isinstance(written[-1], int):
            key = f"{key}, item {written[-1] + 1}"
        code, message = _message(detail, key, model)
        line = lines.line(written) if lines is not None else None
        where = element_name(written, raw)
        found.append(finding(code, where, message).at(shown, line))
    for path, item in _raw_links(raw):
        if item.severity == "error":
            found.append(item.at(shown, lines.line(path) if lines is not None else None))
    found.extend(item for item in check_readable(raw, lines) if item.severity == "error")
    return sorted(set(found), key=lambda item: (item.line or 0, item.code))


def _raw_links(raw: dict[str, Any]) -> Iterator[tuple[Path, Finding]]:
    """Yield what is found in the names and links, whatever else is wrong with the file."""
    rows = {side: rows_of_raw(raw[side]) for side in ("pre", "post") if side in raw}
    for side, of_side in rows.items():
        yield from link_findings(side, of_side)
    if len(rows) == 2:
        yield from design_point_findings(
            {
                side: [row.name for row in of_side if row.table == "design_point"]
                for side, of_side in rows.items()
            }
        )
