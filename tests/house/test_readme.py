"""The README's commands, example and map are those of this tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_two_commands_of_one_line(texts: dict[str, str]) -> None:
    commands = blocks(texts["README.md"], "sh")[:2]
    assert len(commands) == 2
    main, tests = (command.strip() for command in commands)
    assert "\n" not in main
    assert "\n" not in tests
    assert main.startswith("python3 -m venv ")
    assert "hydrocalc run examples/troy-major/site.toml" in main
    assert tests.startswith("python3 -m venv ")
    assert "pytest" in tests


def test_ci_takes_its_commands_from_the_readme(texts: dict[str, str]) -> None:
    assert "README.md" in texts[".ci/run"]
    assert "-m pytest -q" in texts[".ci/run"], "the uncompiled run"
    command = blocks(texts["README.md"], "sh")[1].strip()
    assert command not in texts[".ci/run"], "typed twice, it would drift"


def test_the_map_is_the_tree(root: Path, texts: dict[str, str]) -> None:
    section = texts["README.md"].partition("## Map of the code")[2].partition("\n## ")[0]
    (drawn,) = blocks(section, "text")
    named: list[str] = []
    folder = ""
    for line in drawn.splitlines():
        match = re.match(r"( *)(\S+)", line)
        if match is None or len(match.group(1)) > 2:
            continue
        if match.group(1):
            named.append(folder + match.group(2))
        else:
            folder = match.group(2) if match.group(2).endswith("/") else ""
            named.append(match.group(2))
    missing = [name for name in named if not (root / name).exists()]
    assert missing == []
    modules = {
        f"hydrocalc/{path.name}{'/' if path.is_dir() else ''}"
        for path in (root / "hydrocalc").iterdir()
        if not path.name.startswith("__") and path.name != "py.typed"
    }
    assert modules - set(named) == set()


def test_every_example_has_its_line(root: Path, texts: dict[str, str]) -> None:
    section = texts["README.md"].partition("## Examples")[2].partition("\n## ")[0]
    for example in sorted(path for path in (root / "examples").iterdir() if path.is_dir()):
        lines = [line for line in section.splitlines() if f"`examples/{example.name}`" in line]
        assert len(lines) == 1, example.name
        assert re.search(r"exit status (0|1)\b", lines[0]), "CI reads the status from this line"


def test_the_python_example_runs(
    root: Path, texts: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (example,) = blocks(texts["README.md"], "python")
    assert sum(bool(line) for line in example.splitlines()) == 5
    (tmp_path / "examples").mkdir()
    folder = tmp_path / "examples" / "troy-major"
    folder.mkdir()
    source = root / "examples" / "troy-major" / "site.toml"
    (folder / "site.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    assert "Brook" in capsys.readouterr().out
    assert list(tmp_path.glob("*/report.html"))
