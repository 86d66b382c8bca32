"""What the wheel holds, and that the data is found from it, from a checkout, from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from hydrocalc import resources

wheel_builder = pytest.importorskip("hatchling.builders.wheel", reason="the build tool is missing")

ROOT = Path(__file__).parents[2]
SHOW = "from hydrocalc.resources import data_folder; print(data_folder({name!r}))"
USE = (
    "from hydrocalc import rainfall, unit_hydrograph, verification\n"
    "print(rainfall.distribution('N10_B').ratio[-1], len(verification.case_files()))"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    builder = wheel_builder.WheelBuilder(str(ROOT))
    (built,) = builder.build(directory=str(folder), versions=["standard"])
    return Path(built)


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what an installation would."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def python(code: str, folder: Path, path: Path | None) -> str:
    """Run Python in a folder, with a folder first on its path; return what it prints."""
    environment = {key: value for key, value in os.environ.items() if "COV" not in key}
    environment.pop("PYTHONPATH", None)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_wheel_holds_code_and_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    wanted = {
        f"hydrocalc/{path.relative_to(ROOT / 'hydrocalc').as_posix()}"
        for path in (ROOT / "hydrocalc").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for folder in ("design_storms", "validation"):
        wanted |= {
            f"hydrocalc/_data/{path.relative_to(ROOT).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and path.suffix in (".toml", ".csv")
        }
    assert wanted - inside == set()
    assert "hydrocalc/py.typed" in inside
    assert "hydrocalc/reporting/templates/report.html.j2" in inside


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in inside} == {"hydrocalc"}
    strange = [
        name
        for name in inside
        if "__pycache__" in name or name.endswith((".pyc", ".DS_Store")) or "/tests/" in name
    ]
    assert strange == []
    assert sum(zipfile.ZipFile(wheel).getinfo(name).file_size for name in inside) < 3_000_000


def test_the_wheel_has_the_license_and_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())
        assert "hydrocalc = hydrocalc.cli:main" in archive.read(points).decode()


@pytest.mark.parametrize("name", ["design_storms", "validation"])
def test_data_is_found_in_an_installed_package(name: str, unpacked: Path, tmp_path: Path) -> None:
    shown = python(SHOW.format(name=name), tmp_path, unpacked)
    assert Path(shown) == unpacked / "hydrocalc" / "_data" / name


def test_data_is_usable_from_another_folder(unpacked: Path, tmp_path: Path) -> None:
    cases = len(list((ROOT / "validation").rglob("*.toml")))
    assert python(USE, tmp_path, unpacked) == f"1.0 {cases}"


def test_data_is_found_in_a_wheel_that_is_not_unpacked(wheel: Path, tmp_path: Path) -> None:
    code = "from hydrocalc import rainfall; print(rainfall.distribution('N10_B').ratio[-1])"
    assert python(code, tmp_path, wheel) == "1.0"


@pytest.mark.parametrize("name", ["design_storms", "validation"])
def test_a_checkout_uses_its_own_data(name: str, tmp_path: Path) -> None:
    """An editable installation sees edits of the data at once, never a copy made when installed."""
    shown = python(SHOW.format(name=name), tmp_path, ROOT)
    assert Path(shown) == ROOT / name


def test_a_missing_folder_is_named_with_both_places() -> None:
    with pytest.raises(FileNotFoundError, match=r"_data.*no_such_folder"):
        resources.data_folder("no_such_folder")


def test_a_folder_beside_the_package_counts_only_in_a_checkout(
    unpacked: Path, tmp_path: Path
) -> None:
    """A stranger's folder of the same name beside an installed package is not taken."""
    beside = tmp_path / "site"
    beside.mkdir()
    (beside / "hydrocalc").symlink_to(unpacked / "hydrocalc", target_is_directory=True)
    (beside / "design_storms").mkdir()
    shown = python(SHOW.format(name="design_storms"), tmp_path, beside)
    assert Path(shown) != beside / "design_storms"


def test_the_tables_are_valid_toml() -> None:
    for folder in ("design_storms", "validation", "hydrocalc"):
        for path in (ROOT / folder).rglob("*.toml"):
            tomllib.loads(path.read_text(encoding="utf-8"))
