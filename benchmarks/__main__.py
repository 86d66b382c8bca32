"""
Runs the benchmarks and prints one table of rates and ratios: ``python -m benchmarks``.

A ratio compares two medians of the same run, so that it holds when the machine's speed drifts.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

BASE = "test_step_and_threads[3.0-1-0.001]"


def _measured() -> list[dict[str, Any]]:
    """Run the benchmarks and return their records."""
    folder = Path(__file__).parent
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "benchmarks.json"
        arguments = [str(folder), "-q", "--no-header", f"--benchmark-json={target}",
                     "--benchmark-max-time=1.0", "-p", "no:cacheprovider"]  # fmt: skip
        status = pytest.main([*arguments, *sys.argv[1:]])
        if status != 0:
            sys.exit(int(status))
        records: list[dict[str, Any]] = json.loads(target.read_text("utf-8"))["benchmarks"]
    return records


def main() -> None:
    """Print the table as Markdown."""
    records = _measured()
    per_run = {
        record["name"]: record["stats"]["median"] / record["extra_info"].get("runs", 1)
        for record in records
    }
    base = per_run.get(BASE)
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "hydrocalc"))
    machine = f"{platform.machine()}, {os.cpu_count()} processors"
    print(
        f"\n{date.today().isoformat()}, {machine}, Python {platform.python_version()}, {packages}\n"
    )
    print("| group | benchmark | median a run | runs a second | times the scenario lanes |")
    print("|---|---|---|---|---|")
    for record in sorted(records, key=lambda item: (item["group"] or "", item["name"])):
        seconds = per_run[record["name"]]
        ratio = f"{seconds / base:,.1f}" if base else ""
        name = record["name"].replace("test_", "", 1)
        cells = (record["group"], name, f"{1e6 * seconds:,.1f} µs", f"{1 / seconds:,.0f}", ratio)
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
