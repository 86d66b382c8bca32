"""One compiled version of each kernel, and a cache that no edit can make stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hydrocalc
from hydrocalc.kernels import _jit
from hydrocalc.kernels import sweep as sweep_module

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
EXAMPLES = Path(__file__).parents[2] / "examples"

needs_compiler = pytest.mark.skipif(not COMPILED, reason="the compiler is switched off")


@needs_compiler
@pytest.mark.parametrize("name", ["troy-major", "north-tonawanda-condition-c", "filed-school"])
def test_one_version_of_the_sweep(name: str) -> None:
    hydrocalc.run(hydrocalc.load(EXAMPLES / name / "site.toml"))
    assert len(sweep_module.sweep.signatures) == 1


def test_the_key_depends_on_every_kernel_file(tmp_path: Path) -> None:
    folder = tmp_path / "kernels"
    shutil.copytree(Path(_jit.__file__).parent, folder)
    keys = {_jit.sources_key(folder)}
    for path in sorted(folder.glob("*.py")):
        before = path.read_text()
        path.write_text(before + "\n")
        keys.add(_jit.sources_key(folder))
        path.write_text(before)
    assert len(keys) == len(list(folder.glob("*.py"))) + 1
    assert _jit.sources_key(folder) in keys


PROGRAM = "from hydrocalc.kernels.chain import answer; print(answer(3.0))"
HELPER = (
    "from hydrocalc.kernels._jit import kernel\nFACTOR = {factor}\n\n\n@kernel\n"
    "def inner(x):\n    return x * FACTOR\n"
)
CALLER = (
    "from hydrocalc.kernels._jit import kernel\nfrom hydrocalc.kernels.chain_helper import inner\n"
    "\n\n@kernel\ndef answer(x):\n    return inner(x) + 1.0\n"
)


@needs_compiler
def test_a_change_in_another_file_is_noticed(tmp_path: Path) -> None:
    """The compiler's own cache would go on giving the answer of the old constant."""
    package = tmp_path / "hydrocalc"
    shutil.copytree(Path(hydrocalc.__file__).parent, package)
    kernels = package / "kernels"
    (kernels / "chain.py").write_text(CALLER)
    environment = {
        **os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }  # fmt: skip

    def answer(factor: float) -> float:
        (kernels / "chain_helper.py").write_text(HELPER.format(factor=factor))
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment, capture_output=True, text=True, check=True, cwd=tmp_path,
        )  # fmt: skip
        return float(done.stdout)

    assert answer(2.0) == 7.0
    assert answer(5.0) == 16.0
    assert answer(2.0) == 7.0
    assert len(list((tmp_path / "cache").glob("kernels-*"))) == 2


def test_a_folder_that_can_not_be_written_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert _jit._cache_folder() is None
