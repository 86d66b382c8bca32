"""The command line. Holds no hydrology; imports what a command needs when it needs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from hydrocalc import __version__
from hydrocalc.findings import (
    CalculationError,
    Finding,
    InputError,
    explanations,
    finding,
    suggestion,
)

if TYPE_CHECKING:
    from hydrocalc.criteria import ComparisonRow
    from hydrocalc.results import Results

EXIT_CRITERIA = 1
EXIT_INPUT = 2
EXIT_CALCULATION = 3
EXIT_INTERRUPTED = 130


def _print_findings(findings: Sequence[Finding], title: str, *, to_errors: bool) -> None:
    """Print findings, one a line, with their count."""
    if not findings:
        return
    click.echo(title, err=to_errors)
    for item in findings:
        severity = "" if item.severity == "error" else f" ({item.severity})"
        click.echo(f"  {item}{severity}", err=to_errors)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _stop_on_input(error: InputError, shown: str) -> NoReturn:
    errors = [item for item in error.findings if item.severity == "error"]
    _print_findings(
        error.findings, f"{_counted(len(errors), 'problem')} in {shown}", to_errors=True
    )
    click.echo("`hydrocalc explain CODE` says more.", err=True)
    sys.exit(EXIT_INPUT)


class _Commands(click.Group):
    """Turns every failure into one message and an exit status; never a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; see the class."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            _stop_on_input(error, "the input")
        except CalculationError as error:
            _print_findings(error.findings, "The calculation failed", to_errors=True)
            sys.exit(EXIT_CALCULATION)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(EXIT_CALCULATION)
        except OSError as error:
            click.echo(f"the output can not be written: {error.strerror or error}", err=True)
            sys.exit(EXIT_INPUT)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(EXIT_INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("HYDROCALC_DEBUG"):
                raise
            click.echo(
                f"internal error ({type(error).__name__}: {error}); "
                "set HYDROCALC_DEBUG=1 to see where, and report it",
                err=True,
            )
            sys.exit(EXIT_CALCULATION)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 every criterion met, waived or not required; 1 any not met, "
    "indeterminate or lacking input; 2 bad input; 3 the calculation failed.",
)
@click.version_option(__version__, prog_name="hydrocalc")
def main() -> None:
    """Pre- and post-development runoff of a site, from one file to a verdict and a report."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
def new(file: Path, force: bool) -> None:
    """Write a commented starter project to FILE; it runs as it is."""
    text = files("hydrocalc").joinpath("project/starter.toml").read_text(encoding="utf-8")
    try:
        with file.open("w" if force else "x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise InputError(finding("HC106", str(file), "exists; give --force to overwrite")) from None
    except OSError as error:
        raise InputError(finding("HC107", str(file), error.strerror or str(error))) from None
    click.echo(f"wrote {file}; next: hydrocalc run {file}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Check a project FILE and compute nothing."""
    from hydrocalc.project import read_project

    try:
        project, found = read_project(file)
    except InputError as error:
        _stop_on_input(error, str(file))
    _print_findings(found, f"{_counted(len(found), 'finding')} in {file}", to_errors=False)
    counts = []
    for side, condition in project.conditions().items():
        total = sum(1 for _ in condition.nodes())
        counts.append(f"{side} {_counted(total, 'node')}")
    storms = _counted(len(project.storm), "storm")
    click.echo(f"{file}: no errors; {storms}, {', '.join(counts)}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path),
    help="Folder for report and tables [default: FILE's name with -results].",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite the files of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def run(file: Path, output: Path | None, force: bool, as_json: bool) -> None:
    """
    Compute every storm of a project FILE and compare post- with pre-development.

    Writes an HTML report, CSV tables and a NetCDF file.  With --json nothing is written unless
    --output names a folder.
    """
    from hydrocalc.project import read_project

    try:
        project, _ = read_project(file)
    except InputError as error:
        _stop_on_input(error, str(file))
    from hydrocalc.criteria import PASSING, compare
    from hydrocalc.simulation import run as run_project

    results = run_project(project)
    rows = compare(results)
    folder = output or (None if as_json else Path(f"{file.stem}-results"))
    written = []
    if folder is not None:
        from hydrocalc.reporting import report

        written = report(results, folder, force=force)
    if as_json:
        import json

        from hydrocalc.reporting import json_document

        click.echo(json.dumps(json_document(results, rows), indent=2, allow_nan=False))
    else:
        _print_findings(
            results.findings, f"{_counted(len(results.findings), 'finding')}", to_errors=False
        )
        _print_comparison(results, rows)
        if written and folder is not None:
            click.echo(f"report: {folder / 'report.html'} ({len(written)} files in {folder})")
    if any(row.verdict not in PASSING for row in rows):
        sys.exit(EXIT_CRITERIA)


def _print_comparison(results: Results, rows: Sequence[ComparisonRow]) -> None:
    """Print the comparison of each design point and storm, and the balance of the whole."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from hydrocalc.reporting import comparison_table

    headers, cells = comparison_table(results, rows)
    console = Console()
    if not console.is_terminal:
        console = Console(width=160, no_color=True)
    table = Table(title=results.project.title, box=box.SIMPLE_HEAD)
    for position, header in enumerate(headers):
        table.add_column(header, justify="left" if position in (0, 1) else "right")
    for row in cells:
        table.add_row(*row)
    console.print(table)
    worst = max((abs(row.volume_error_percent) for row in (*results.nodes, *results.system)),
                default=0.0)  # fmt: skip
    click.echo(f"largest volume error of any node: {worst:.2g} %")
    for line in (row for row in rows if row.reason):
        click.echo(f"{line.design_point}, {line.event}: {line.verdict} - {line.reason}")


@main.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Print what a finding's CODE means; without a code, list them all."""
    known = explanations()
    if code is None:
        for item in known.values():
            click.echo(f"{item.code}  {item.severity:8} {item.title}")
        return
    found = known.get(code.upper())
    if found is None:
        hint = suggestion(code.upper(), list(known), "see `hydrocalc explain`")
        raise InputError(finding("HC110", "", f"{code!r} is not a code" + hint.split(" (")[0]))
    click.echo(f"{found.code}  {found.title} ({found.severity})\n\n{found.text}")


@main.command()
@click.option("-k", "select", default="", help="Only cases whose name contains this text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def validate(select: str, as_json: bool) -> None:
    """Recompute the published cases and compare with what is printed there."""
    from hydrocalc.verification import validate as run_cases

    rows = run_cases(select)
    if not rows:
        raise InputError(finding("HC111", "", f"no case has {select!r} in its name"))
    if as_json:
        import json

        click.echo(json.dumps({"rows": [row.as_dict() for row in rows]}, indent=2))
    else:
        for row in rows:
            note = f"  {row.note}" if row.note else ""
            click.echo(
                f"{row.case:14} {row.quantity:48} published {row.published:>10} computed "
                f"{row.computed:>12.6g} allowed {row.allowed:<8.3g} {row.verdict}{note}"
            )
    counts = {verdict: sum(row.verdict == verdict for row in rows)
              for verdict in ("agrees", "known difference", "differs")}  # fmt: skip
    if not as_json:
        words = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
        click.echo(
            f"{_counted(len(rows), 'number')} from {len({r.case for r in rows})} cases: {words}"
        )
    if counts["differs"]:
        sys.exit(EXIT_CRITERIA)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-n", "refinements", type=click.IntRange(1, 6), default=3, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def converge(file: Path, refinements: int, as_json: bool) -> None:
    """Halve the step and refine the rating tables of FILE, and show how each peak moves."""
    from hydrocalc.project import read_project

    try:
        project, _ = read_project(file)
    except InputError as error:
        _stop_on_input(error, str(file))
    from hydrocalc.simulation import converge as run_refined

    rows = run_refined(project, refinements)
    if as_json:
        import json
        from dataclasses import asdict

        click.echo(json.dumps({"rows": [asdict(row) for row in rows]}, indent=2))
        return
    click.echo(
        "peak outflow [cfs] and stage [ft]; from column to column the step of the computation"
    )
    click.echo("is halved and the allowed error of the rating tables quartered")
    for row in rows:
        peaks = "  ".join(f"{peak:12.6f}" for peak in row.peak_cfs)
        click.echo(f"{row.condition:5}{row.event:12}{row.node:24}{peaks}  last change "
                   f"{row.last_change_percent:+.1e} %")  # fmt: skip
        if row.peak_stage_ft:
            stages = "  ".join(f"{stage:12.5f}" for stage in row.peak_stage_ft)
            click.echo(f"{'':17}{'stage':>24}{stages}")
