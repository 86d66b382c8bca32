"""The command line as a person uses it: statuses, output, what is written and what is not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hydrocalc.cli import main
from hydrocalc.findings import explanations

EXAMPLES = Path(__file__).parents[2] / "examples"


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_starter_is_written_and_runs(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    assert call("new", str(path)).exit_code == 0
    assert call("check", str(path)).exit_code == 0
    result = call("run", str(path), "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "report.html").is_file()


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    path.write_text("mine")
    result = call("new", str(path))
    assert result.exit_code == 2
    assert "HC106" in result.output
    assert path.read_text() == "mine"
    assert call("new", str(path), "--force").exit_code == 0
    out = str(tmp_path / "out")
    assert call("run", str(path), "-o", out).exit_code == 0
    again = call("run", str(path), "-o", out)
    assert again.exit_code == 2
    assert "HC106" in again.output
    assert call("run", str(path), "-o", out, "--force").exit_code == 0


def test_output_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = call("new", str(tmp_path / "file" / "site.toml"))
    assert result.exit_code == 2
    assert "HC107" in result.output
    site = EXAMPLES / "filed-school" / "site.toml"
    result = call("run", str(site), "-o", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "HC107" in result.output


@pytest.mark.parametrize("name", sorted(item.name for item in EXAMPLES.iterdir()))
def test_examples_run(name: str, tmp_path: Path) -> None:
    result = call("run", str(EXAMPLES / name / "site.toml"), "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert "met" in result.output
    assert "largest volume error" in result.output


def test_status_1_when_a_criterion_is_not_met(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    call("new", str(path))
    text = path.read_text().replace('to = "Pond"', 'to = "Creek"')
    path.write_text(text)
    result = call("run", str(path), "--json")
    assert result.exit_code == 1
    verdicts = {row["event"]: row["verdict"] for row in json.loads(result.stdout)["comparison"]}
    assert verdicts == {"10-yr": "not met", "100-yr": "not met"}


def test_status_1_when_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    call("new", str(path))
    text = path.read_text()
    path.write_text(text[: text.index("# --- before")] + text[text.index("# --- after") :])
    result = call("run", str(path), "--json")
    assert result.exit_code == 1
    rows = json.loads(result.stdout)["comparison"]
    assert {row["verdict"] for row in rows} == {"missing input"}
    assert all(row["pre_peak_cfs"] is None for row in rows)


def test_a_waiver_prints_the_numbers_and_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    call("new", str(path))
    text = path.read_text().replace('to = "Pond"', 'to = "Creek"')
    waivers = "".join(
        f'\n[[exception]]\nevent = "{event}"\nverdict = "waived"\nreason = "tidal water"\n'
        for event in ("10-yr", "100-yr")
    )
    path.write_text(text + waivers)
    result = call("run", str(path), "--json")
    assert result.exit_code == 0
    for row in json.loads(result.stdout)["comparison"]:
        assert row["verdict"] == "waived"
        assert row["reason"] == "tidal water"
        assert row["post_peak_cfs"] > row["pre_peak_cfs"] > 0.0


def test_explain_every_code() -> None:
    listed = call("explain").output
    for code, item in explanations().items():
        assert code in listed
        result = call("explain", code.lower())
        assert result.exit_code == 0
        assert item.title in result.output
        assert len(item.text) > 40
    result = call("explain", "HC999")
    assert result.exit_code == 2
    assert "HC110" in result.output


def test_school_as_filed() -> None:
    """Depth, volume and Tc to the last printed digit, peaks within 3.5 %."""
    result = call("run", str(EXAMPLES / "filed-school" / "site.toml"), "--json")
    nodes = {row["node"]: row for row in json.loads(result.stdout)["nodes"]}
    printed = {"3S": ("1.16", "0.528", 7.09), "4S": ("1.10", "0.521", 6.95)}
    for name, (depth, volume, peak) in printed.items():
        assert f"{nodes[name]['runoff_depth_in']:.2f}" == depth
        assert f"{nodes[name]['volume_out_cuft'] / 43560:.3f}" == volume
        assert nodes[name]["outflow_peak_cfs"] == pytest.approx(peak, rel=0.035)
        assert nodes[name]["time_to_peak_hr"] == pytest.approx(12.12, abs=0.05)


def test_module_and_command_are_one() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, *arguments, "--help"], capture_output=True, text=True, check=True
        ).stdout
        for arguments in (
            ["-m", "hydrocalc"],
            ["-c", "from hydrocalc.cli import main; main(prog_name='hydrocalc')"],
        )
    ]
    assert outputs[0] == outputs[1]
    assert "Usage: hydrocalc" in outputs[0]


HEAVY = ("numba", "pandas", "xarray", "scipy")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["check", "BAD"],
        ["check", "GOOD"],
        ["explain", "HC305"],
        ["explain"],
        ["--version"],
    ],
)
def test_light_commands_import_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "x"\nstorm = []\n')
    good = EXAMPLES / "troy-major" / "site.toml"
    arguments = [
        {"BAD": str(bad), "GOOD": str(good)}.get(argument, argument) for argument in arguments
    ]
    code = (
        "import sys\n"
        "from hydrocalc.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout, done.stdout
