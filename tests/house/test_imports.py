"""What a command loads: the quick ones load no heavy library."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"numba", "llvmlite", "pandas", "xarray", "scipy"}
UNKNOWN_KEY = 'title = "x"\nareas = 3\n'
UNKNOWN_NAME = """
title = "x"
[[storm]]
name = "10-yr"
distribution = "Type II"
depth_in = 4.0
source = "typed"
[[pre.subcatchment]]
name = "S"
to = "nowhere"
area_ac = 1.0
cn = 70
tc_min = 10
[[pre.design_point]]
name = "Outlet"
"""


def loaded(arguments: list[str], folder: Path) -> tuple[set[str], int]:
    """Run Python with the arguments; return the top packages it imported, and its status."""
    environment = {key: value for key, value in os.environ.items() if "COV" not in key}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    names = re.findall(r"^import time:[^|]*\|[^|]*\|\s*(\S+)", done.stderr, re.MULTILINE)
    return {name.partition(".")[0] for name in names}, done.returncode


@pytest.mark.parametrize(
    ("arguments", "text", "status"),
    [
        (["--help"], "", 0),
        (["run", "--help"], "", 0),
        (["explain", "HC305"], "", 0),
        (["explain"], "", 0),
        (["check", "site.toml"], UNKNOWN_KEY, 2),
        (["check", "site.toml"], UNKNOWN_NAME, 2),
        (["check", "site.toml"], "not toml", 2),
        (["run", "site.toml"], UNKNOWN_NAME, 2),
        (["new", "new.toml"], "", 0),
    ],
    ids=["help", "run-help", "explain", "explain-all", "check-key", "check-name", "check-text",
         "run-name", "new"],
)  # fmt: skip
def test_quick_commands_load_nothing_heavy(
    arguments: list[str], text: str, status: int, tmp_path: Path
) -> None:
    if text:
        (tmp_path / "site.toml").write_text(text, encoding="utf-8")
    names, returned = loaded(["-m", "hydrocalc", *arguments], tmp_path)
    assert returned == status
    assert "click" in names
    assert names & HEAVY == set()


def test_check_of_a_good_file_loads_nothing_heavy(two_pond_text: str, tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text(two_pond_text, encoding="utf-8")
    names, returned = loaded(["-m", "hydrocalc", "check", "site.toml"], tmp_path)
    assert returned == 0
    assert "pydantic" in names
    assert names & HEAVY == set()


def test_importing_the_package_loads_nothing_but_itself(tmp_path: Path) -> None:
    names, _ = loaded(["-c", "import hydrocalc"], tmp_path)
    assert names & (HEAVY | {"numpy", "pydantic", "click", "rich", "jinja2"}) == set()


def test_the_listed_names_are_there() -> None:
    import hydrocalc

    for name in hydrocalc.__all__:
        assert getattr(hydrocalc, name) is not None
    assert set(hydrocalc.__all__) <= set(dir(hydrocalc))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = hydrocalc.nothing


def test_no_print_and_no_assert_in_the_library(library: dict[str, ast.Module]) -> None:
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in library.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert)
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "print"
        )
    ]
    assert wrong == []


def test_no_warnings_for_findings(library: dict[str, ast.Module]) -> None:
    """Findings are data; a warning is only for a deprecated name."""
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in library.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import) and any(name.name == "warnings" for name in node.names)
    ]
    assert wrong == []
