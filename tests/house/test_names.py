"""Names of numbers end in their unit, and docstrings say the same unit."""

from __future__ import annotations

import ast
import dataclasses
import re
import typing
from collections.abc import Iterator

import hydrocalc
from hydrocalc.criteria import ComparisonRow
from hydrocalc.project import Project
from hydrocalc.quantities import DIMENSIONLESS, UNITS, suffix_of
from hydrocalc.results import NodeResult
from hydrocalc.schema import Model

NUMBER = re.compile(r"\b(float|Floats|Number|float64)\b")

# Modules whose numbers have whatever unit the caller says.
ANY_UNIT = {
    "hydrocalc/quantities.py": "converts numbers of any unit",
    "hydrocalc/schema.py": "reads numbers of any unit",
    "hydrocalc/reporting/": "prints and draws numbers of any unit; positions are on paper",
    "hydrocalc/verification.py": "compares numbers of any unit",
}
# Inside a kernel the symbols of the equation above are its language.
KERNELS = "hydrocalc/kernels/"
# Names without a suffix of the register, and why.
EXCUSED = {
    "parts": "pairs of share and curve number",
    "slope_cfsph": "rate of change of flow, cfs per hour",
    "unit_peak_csm_in": "unit peak discharge of TR-55, cfs per square mile and inch",
    "return_period_yr": "years between events; no other unit is in use",
}


def says_its_unit(name: str) -> bool:
    """Return whether a name ends in a unit, or in a name that needs none."""
    if name in EXCUSED or suffix_of(name) is not None:
        return True
    # the word itself, or one quantity over another of its kind
    if name == "ratio" or "_over_" in name:
        return True
    return any(name == plain or name.endswith("_" + plain) for plain in DIMENSIONLESS)


def symbols_of(name: str) -> set[str]:
    """Return the units a docstring may give for a name."""
    suffix = suffix_of(name)
    if suffix is None or suffix == "ratio":
        return {"-"}
    return {UNITS[suffix].symbol}


def public_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the public functions of a module, and the public methods of its public classes."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    yield item


def arguments(function: ast.FunctionDef) -> Iterator[ast.arg]:
    """Yield the arguments of a function but ``self`` and ``cls``."""
    given = function.args
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        if argument.arg not in ("self", "cls"):
            yield argument


def holds_numbers(annotation: ast.expr | None) -> bool:
    """Return whether an annotation is a float, or a list or array of floats."""
    if annotation is None:
        return False
    text = ast.unparse(annotation)
    return bool(NUMBER.search(text)) and not re.search(r"\b(Callable|dict)\b", text)


def units_in(docstring: str) -> Iterator[tuple[list[str], str]]:
    """Yield the names of each parameter of a numpydoc docstring with its description."""
    match = re.search(r"Parameters\n-+\n(.*?)(?=\n\n\w[^\n]*\n-+\n|\Z)", docstring, re.DOTALL)
    if match is None:
        return
    entry = re.compile(r"^(\S[^\n]*?) : [^\n]*\n((?:    [^\n]*\n?|\n)*)", re.MULTILINE)
    for found in entry.finditer(match.group(1) + "\n"):
        yield [name.strip() for name in found.group(1).split(",")], found.group(2).strip()


def test_arguments_of_public_functions(library: dict[str, ast.Module]) -> None:
    wrong = []
    for path, tree in library.items():
        if path.startswith((*ANY_UNIT, KERNELS)):
            continue
        wrong.extend(
            f"{path}:{argument.lineno} {function.name}({argument.arg})"
            for function in public_functions(tree)
            for argument in arguments(function)
            if holds_numbers(argument.annotation) and not says_its_unit(argument.arg)
        )
    assert wrong == []


def test_fields_of_public_classes(library: dict[str, ast.Module]) -> None:
    wrong = []
    for path, tree in library.items():
        if path.startswith(tuple(ANY_UNIT)):
            continue
        for owner in tree.body:
            if not isinstance(owner, ast.ClassDef) or owner.name.startswith("_"):
                continue
            wrong.extend(
                f"{path}:{item.lineno} {owner.name}.{item.target.id}"
                for item in owner.body
                if isinstance(item, ast.AnnAssign)
                and isinstance(item.target, ast.Name)
                and holds_numbers(item.annotation)
                and "ClassVar" not in ast.unparse(item.annotation)
                and not says_its_unit(item.target.id)
            )
    assert wrong == []


def models_of(annotation: object) -> Iterator[type[Model]]:
    """Yield the input models that an annotation holds."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for part in typing.get_args(annotation):
        yield from models_of(part)


def numeric(annotation: object) -> bool:
    """Return whether an annotation holds floats."""
    return annotation is float or any(numeric(part) for part in typing.get_args(annotation))


def test_keys_of_the_project_file() -> None:
    seen: set[type[Model]] = set()
    waiting: list[type[Model]] = [Project]
    wrong = []
    while waiting:
        model = waiting.pop()
        if model in seen:
            continue
        seen.add(model)
        for name, field in model.model_fields.items():
            inside = list(models_of(field.annotation))
            waiting.extend(inside)
            if not inside and numeric(field.annotation) and not says_its_unit(name):
                wrong.append(f"{model.__name__}.{name}")
    assert len(seen) > 20
    assert wrong == []


def test_variables_of_results(small_site: Project) -> None:
    numbers = [
        field.name
        for record in (NodeResult, ComparisonRow)
        for field in dataclasses.fields(record)
        if "float" in str(field.type)
    ]
    assert len(numbers) > 15
    dataset = hydrocalc.run(small_site, estimate_errors=False).dataset
    variables = [str(name) for name in dataset.data_vars if name != "kind"]
    assert [name for name in (*numbers, *variables) if not says_its_unit(name)] == []
    assert [name for name in variables if not dataset[name].attrs.get("units")] == []


def test_docstrings_give_the_unit_of_the_name(library: dict[str, ast.Module]) -> None:
    wrong = []
    for path, tree in library.items():
        if path.startswith((*ANY_UNIT, KERNELS)):
            continue
        for function in public_functions(tree):
            annotated = {item.arg: item.annotation for item in arguments(function)}
            for names, text in units_in(ast.get_docstring(function) or ""):
                numbers = [name for name in names if holds_numbers(annotated.get(name))]
                units = re.findall(r"\[([^\]]*)\]", text)
                wrong.extend(
                    f"{path}:{function.lineno} {function.name}({name}): {text!r}"
                    for name in numbers
                    if name not in EXCUSED and not symbols_of(name) & set(units)
                )
    assert wrong == []


def test_the_rule_itself() -> None:
    assert says_its_unit("area_ac")
    assert says_its_unit("pervious_cn")
    assert not says_its_unit("area")
    assert not says_its_unit("depth_furlong")
    docstring = (
        "Return.\n\nParameters\n----------\narea_ac : float\n    Area, A [ac]\n\nReturns\n-------\n"
    )
    assert list(units_in(docstring)) == [(["area_ac"], "Area, A [ac]")]
