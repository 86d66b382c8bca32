"""The library and the repository as the house tests read them."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKIPPED = {"__pycache__", "build", "dist", "_build", "_generated", "htmlcov"}


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def library() -> dict[str, ast.Module]:
    """Every module of the package, parsed, by its path in the checkout."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "hydrocalc").rglob("*.py"))
    }


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """Every text file of the checkout but caches, environments and outputs, by its path."""
    found: dict[str, str] = {}
    for folder, inside, names in os.walk(ROOT):
        here = Path(folder)
        inside[:] = [
            name
            for name in inside
            if (name == ".ci" or not name.startswith("."))
            and name not in SKIPPED
            and not name.endswith(("-results", ".egg-info"))
            and not (here / name / "pyvenv.cfg").exists()
        ]
        for name in names:
            if name.startswith(".") and name != ".gitignore":
                continue
            try:
                text = (here / name).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            found[(here / name).relative_to(ROOT).as_posix()] = text
    return found
