"""Every number of every published case in ``validation/``."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from hydrocalc import verification
from hydrocalc.cli import main
from hydrocalc.sources import all_sources

CASES = [verification.read_case(path) for path in verification.case_files()]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict) -> None:
    assert case["source"] in all_sources()
    for row in verification.rows_of(case):
        assert row.verdict != "differs", row


def test_known_differences_are_strict() -> None:
    """A difference that is excused and does not exist is a failure."""
    case = {
        "id": "x",
        "check": [
            {
                "quantity": "runoff", "compute": "runoff", "take": "runoff_in", "printed": "1.82",
                "inputs": {"rain_in": 4.3, "cn": 74.0}, "known_difference": "an excuse",
            }
        ],
    }  # fmt: skip
    assert [row.verdict for row in verification.rows_of(case)] == ["differs"]


def test_validate_command() -> None:
    result = CliRunner().invoke(main, ["validate", "-k", "NEH10", "--json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.output)["rows"]
    assert {row["verdict"] for row in rows} == {"agrees", "known difference"}
    assert set(rows[0]) >= {
        "case", "quantity", "published", "computed", "difference", "allowed", "verdict",
    }  # fmt: skip
    assert CliRunner().invoke(main, ["validate", "-k", "no such"]).exit_code == 2
