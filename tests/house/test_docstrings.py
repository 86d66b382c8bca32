"""Docstrings say what is returned, from what, and by which source."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import hydrocalc
from hydrocalc.outlets import DEVICES
from hydrocalc.sources import all_sources

# One subject each: what an engineer reads to see how a number is made.
SUBJECTS = (
    "curve_number", "travel_time", "peak_discharge", "rainfall", "unit_hydrograph", "storage",
    "level_pool",
)  # fmt: skip
CITATION = re.compile(r"\[([A-Z][A-Z0-9.:-]*)\]_")


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the public functions of a module, without the overloads."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            decorators = {ast.unparse(item) for item in node.decorator_list}
            if "overload" not in decorators:
                yield node


def problems(path: str, node: ast.FunctionDef) -> Iterator[str]:
    """Yield what is missing in the docstring of a function."""
    text = ast.get_docstring(node) or ""
    place = f"{path}:{node.lineno} {node.name}"
    names = [item.arg for item in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    returns = node.returns is not None and ast.unparse(node.returns) != "None"
    if not text:
        yield f"{place}: no docstring"
        return
    if returns and not text.lstrip().startswith("Return"):
        yield f"{place}: the summary does not say what is returned"
    if names and "Parameters\n----------" not in text:
        yield f"{place}: no Parameters"
    elif names:
        section = text.partition("Parameters\n----------\n")[2]
        described = re.findall(r"^(\w[\w, ]*) : ", section, re.MULTILINE)
        known = {name.strip() for line in described for name in line.split(",")}
        for name in names:
            if name not in known:
                yield f"{place}: {name} is not described"
    if names and returns and "Returns\n-------" not in text:
        yield f"{place}: no Returns"
    if ".. math::" in text and not CITATION.search(text):
        yield f"{place}: an equation without a source"


def test_functions_of_the_subjects(library: dict[str, ast.Module]) -> None:
    wrong = [
        problem
        for subject in SUBJECTS
        for node in functions(library[f"hydrocalc/{subject}.py"])
        for problem in problems(f"hydrocalc/{subject}.py", node)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in hydrocalc.__all__ if name != "__version__"])
def test_public_names(name: str) -> None:
    item = getattr(hydrocalc, name)
    text = inspect.getdoc(item)
    assert text
    if inspect.isfunction(item) and inspect.signature(item).parameters:
        assert "Parameters\n----------" in text
        assert "Returns\n-------" in text


@pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.__name__)
def test_devices_cite_their_sources(device: type) -> None:
    text = inspect.getdoc(device) or ""
    assert set(CITATION.findall(text)) == set(device.SOURCES)
    if device.SOURCES:
        assert ".. math::" in text


def test_every_citation_is_a_known_source(texts: dict[str, str]) -> None:
    known = all_sources()
    unknown = [
        f"{path}: [{key}]_"
        for path, text in texts.items()
        if path.startswith(("hydrocalc/", "docs/")) and path.endswith((".py", ".md"))
        for key in CITATION.findall(text)
        if key not in known
    ]
    assert unknown == []


def test_data_files_name_known_sources(root: Path) -> None:
    known = all_sources()
    unknown = []
    for folder in ("design_storms", "validation"):
        for path in (root / folder).rglob("*.toml"):
            source = tomllib.loads(path.read_text(encoding="utf-8")).get("source")
            if source not in known:
                unknown.append(f"{path.relative_to(root)}: {source!r}")
    assert unknown == []


def test_sources_have_title_publisher_and_date() -> None:
    for source in all_sources().values():
        assert source.title, source.key
        assert source.publisher, source.key
        assert source.date, source.key
