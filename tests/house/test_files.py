"""What may stand in the repository, and that the README says what is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

MOST_LINES = 500
# Written in parts, so that this file does not hold what it looks for.
FOREIGN = re.compile(
    "|".join(
        [
            r"/ho" + r"me/\w", r"/ro" + r"ot/", r"/wo" + r"rk/", r"/U" + r"sers/", r"/t" + r"mp/",
            r"\b[A-Z]:\\U" + r"sers", r"sha" + r"red/", r"\bpy" + r"pi\b", r"python" + r"hosted",
        ]
    )
)  # fmt: skip


def test_the_folder_of_an_installed_package_is_not_in_the_checkout(root: Path) -> None:
    assert not (root / "hydrocalc" / "_data").exists()


def test_length_of_files(texts: dict[str, str]) -> None:
    lengths = {
        path: text.count("\n")
        for path, text in texts.items()
        if path.endswith(".py") and text.count("\n") > MOST_LINES
    }
    assert not lengths


def test_nothing_of_one_machine_is_named(texts: dict[str, str]) -> None:
    found = [
        f"{path}:{number} {line.strip()[:100]}"
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if FOREIGN.search(line)
    ]
    assert found == []


def test_text_files_end_in_one_newline(texts: dict[str, str]) -> None:
    wrong = [
        path
        for path, text in texts.items()
        if path.endswith((".py", ".md", ".toml", ".cff")) and text and not text.endswith("\n")
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", ["design_storms", "validation"])
def test_data_folders_are_pure_data(folder: str, root: Path) -> None:
    files = [path for path in (root / folder).rglob("*") if path.is_file()]
    assert files
    assert {path.suffix for path in files if path.name != ".gitkeep"} <= {".toml", ".csv", ".md"}


def test_version_is_the_same_everywhere(root: Path, texts: dict[str, str]) -> None:
    version = tomllib.loads(texts["pyproject.toml"])["project"]["version"]
    assert f'__version__ = "{version}"' in texts["hydrocalc/__init__.py"]
    assert f'version: "{version}"' in texts["CITATION.cff"]
    assert f"## [{version}]" in texts["CHANGELOG.md"]
    assert "### Numbers that change" in texts["CHANGELOG.md"]
