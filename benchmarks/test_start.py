"""The first start after installation, when everything has to be compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

ROOT = Path(__file__).parents[1]


def start(folder: Path, cache: Path, *arguments: str) -> int:
    """Run a command in a process of its own, with a cache of compiled code of its own."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "hydrocalc", *arguments]
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return done.returncode


def site(folder: Path) -> None:
    text = (ROOT / "examples" / "troy-major" / "site.toml").read_text(encoding="utf-8")
    (folder / "site.toml").write_text(text, encoding="utf-8")


@pytest.mark.benchmark(group="cold start: cache of compiled code")
def test_empty_cache(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    site(tmp_path)
    status = benchmark.pedantic(
        start, args=(tmp_path, tmp_path / "empty", "run", "site.toml", "--json"),
        rounds=1, iterations=1,
    )  # fmt: skip
    assert status == 0


@pytest.mark.benchmark(group="cold start: cache of compiled code")
def test_warm_cache(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    site(tmp_path)
    arguments = (tmp_path, tmp_path / "warm", "run", "site.toml", "--json")
    assert start(*arguments) == 0
    assert benchmark.pedantic(start, args=arguments, rounds=3, iterations=1) == 0


@pytest.mark.benchmark(group="cold start: cache of compiled code")
def test_python_alone(benchmark: BenchmarkFixture) -> None:
    """Python's own start, to be taken off the others."""

    def python() -> int:
        return subprocess.run([sys.executable, "-c", "pass"], check=False).returncode

    assert python() == 0
    benchmark.pedantic(python, rounds=5, iterations=1)
