"""Every code that is used is explained, and every code that is explained is used."""

from __future__ import annotations

import ast
import re

from hydrocalc.findings import explanations

CODE = re.compile(r"hc\d{3}", re.IGNORECASE)
BY_HUNDREDS = {
    "1": "file", "2": "value", "3": "network", "4": "limits of use", "5": "numerics",
    "6": "mass balance", "7": "criteria",
}  # fmt: skip


def used_codes(library: dict[str, ast.Module]) -> dict[str, str]:
    """Return the codes that stand as a text of their own in the code, with a place."""
    used: dict[str, str] = {}
    for path, tree in library.items():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and CODE.fullmatch(node.value)
            ):
                used.setdefault(node.value.upper(), f"{path}:{node.lineno}")
    return used


def test_used_codes_are_explained(library: dict[str, ast.Module]) -> None:
    used = used_codes(library)
    assert len(used) > 40
    assert {code: place for code, place in used.items() if code not in explanations()} == {}


def test_explained_codes_are_used(library: dict[str, ast.Module]) -> None:
    assert sorted(set(explanations()) - set(used_codes(library))) == []


def test_codes_in_docstrings_and_docs_are_explained(texts: dict[str, str]) -> None:
    unknown = [
        f"{path}: {code}"
        for path, text in texts.items()
        if path.startswith(("hydrocalc/", "docs/", "README")) and path.endswith((".py", ".md"))
        for code in re.findall(r"\bHC\d{3}\b", text)
        if code not in explanations()
    ]
    assert unknown == []


def test_explanations_are_whole() -> None:
    for code, item in explanations().items():
        assert code[2] in BY_HUNDREDS, code
        assert item.severity in ("error", "caution", "note"), code
        assert item.title, code
        assert not item.title.endswith("."), code
        assert item.text.endswith("."), code
        assert len(item.text) > len(item.title), code
