"""Fifty-odd bad files: each is refused with the fault named, and none gives a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hydrocalc.cli import main

GOOD = """\
title = "site"

[settings]
span_hr = [0, 48]

[[storm]]
name = "10-yr"
distribution = "Type II"
depth_in = 4.0
source = "TR-55"

[[pre.subcatchment]]
name = "E1"
to = "DP"
area_ac = 5.0
cn = 70
tc_min = 20

[[pre.design_point]]
name = "DP"

[[post.subcatchment]]
name = "D1"
to = "P1"
area_ac = 5.0
cn = 85
tc_min = 10

[[post.pond]]
name = "P1"
to = "DP"

[post.pond.storage]
kind = "stage-area"
stage_ft = [100, 102, 104]
area_sqft = [5000, 7000, 9000]

[[post.pond.outlet]]
kind = "orifice"
invert_ft = 100
diameter_in = 12

[[post.design_point]]
name = "DP"
"""

# kind of fault: (text to replace, replacement, code, words the message must hold)
EDITS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "missing title": ('title = "site"\n', "", "HC202", ("title",)),
    "missing storm": (
        GOOD[GOOD.index("[[storm]]") : GOOD.index("[[pre.sub")], "", "HC202", ("storm",),
    ),
    "missing area": ("area_ac = 5.0\ncn = 70", "cn = 70", "HC202", ("E1", "area_ac")),
    "missing curve number": ("cn = 70\n", "", "HC202", ("E1", "curve number")),
    "missing tc": ("tc_min = 20\n", "", "HC202", ("E1", "time of concentration")),
    "missing receiver": ('name = "E1"\nto = "DP"', 'name = "E1"', "HC202", ("E1", "to")),
    "missing depth": ("depth_in = 4.0\n", "", "HC202", ("10-yr", "depth_in")),
    "missing outlets": (
        '[[post.pond.outlet]]\nkind = "orifice"\ninvert_ft = 100\ndiameter_in = 12\n',
        "", "HC202", ("P1", "outlet"),
    ),
    "missing kind of outlet": ('kind = "orifice"\n', "", "HC202", ("P1", "kind", "orifice")),
    "missing orifice size": ("diameter_in = 12\n", "", "HC237", ("P1", "outlet 1")),
    "misspelt key": ("tc_min = 20", "tc_mn = 20", "HC201", ("E1", "tc_mn", "tc_min")),
    "misspelt key of outlet": ("diameter_in", "diametre_in", "HC201", ("P1", "diameter_in")),
    "misspelt table": ("[[pre.subcatchment]]", "[[pre.subcachment]]", "HC201", ("subcatchment",)),
    "unknown top key": ('title = "site"', 'title = "site"\ncolour = "red"', "HC201", ("colour",)),
    "negative area": ("area_ac = 5.0\ncn = 70", "area_ac = -5.0\ncn = 70", "HC203", ("E1", "-5")),
    "zero area": ("area_ac = 5.0\ncn = 70", "area_ac = 0\ncn = 70", "HC203", ("E1", "area_ac")),
    "cn 0": ("cn = 70", "cn = 0", "HC203", ("E1", "cn is 0", "greater than 0")),
    "cn 101": ("cn = 70", "cn = 101", "HC203", ("E1", "101", "at most 100")),
    "negative tc": ("tc_min = 20", "tc_min = -1", "HC203", ("E1", "tc_min")),
    "tiny tc": ("tc_min = 20", "tc_min = 0.01", "HC248", ("E1", "0.01")),
    "negative diameter": ("diameter_in = 12", "diameter_in = -6", "HC203", ("outlet 1", "-6")),
    "negative depth": ("depth_in = 4.0", "depth_in = -4.0", "HC203", ("10-yr", "depth_in")),
    "impervious given again": (
        "cn = 70", "cn = 70\nimpervious_percent = 30", "HC250", ("E1", "already contains"),
    ),
    "district with impervious again": (
        "area_ac = 5.0\ncn = 70",
        'cover = [{ area_ac = 5.0, cover = "residential_half_acre", hsg = "B", '
        "impervious_percent = 25 }]",
        "HC250", ("E1", "25 %"),
    ),
    "cover and cn": (
        "cn = 70", 'cn = 70\ncover = [{ area_ac = 5.0, cn = 70 }]', "HC244", ("E1", "cover"),
    ),
    "unknown cover": (
        "area_ac = 5.0\ncn = 70", 'cover = [{ area_ac = 5.0, cover = "wods", hsg = "C" }]',
        "HC220", ("E1", "woods"),
    ),
    "unknown condition": (
        "area_ac = 5.0\ncn = 70",
        'cover = [{ area_ac = 5, cover = "woods", condition = "super", hsg = "C" }]',
        "HC221", ("E1", "good"),
    ),
    "bad soil group": (
        "area_ac = 5.0\ncn = 70",
        'cover = [{ area_ac = 5, cover = "woods", condition = "good", hsg = "E" }]',
        "HC204", ("E1", "hsg"),
    ),
    "dual soil group": (
        "area_ac = 5.0\ncn = 70",
        'cover = [{ area_ac = 5, cover = "woods", condition = "good", hsg = "C/D" }]',
        "HC223", ("E1", "C/D"),
    ),
    "cover areas do not add": (
        "area_ac = 5.0\ncn = 70", "area_ac = 5.0\ncover = [{ area_ac = 4.0, cn = 70 }]",
        "HC245", ("E1", "4"),
    ),
    "tc twice": (
        "tc_min = 20", 'tc_min = 20\ntc = [{ kind = "direct", travel_min = 5 }]',
        "HC244", ("E1", "tc"),
    ),
    "unknown flow type": (
        "tc_min = 20", 'tc = [{ kind = "sheat", length_ft = 50 }]', "HC204", ("sheat", "sheet"),
    ),
    "lag among parts": (
        "tc_min = 20",
        'tc = [{ kind = "cn-lag", length_ft = 500, slope_ftft = 0.02 }, '
        '{ kind = "direct", travel_min = 5 }]',
        "HC247", ("E1",),
    ),
    "cycle": (
        'name = "P1"\nto = "DP"', 'name = "P1"\nto = "P1"', "HC306", ("P1 -> P1",),
    ),
    "dangling name": ('to = "P1"', 'to = "P2"', "HC305", ("D1", "P2", "P1")),
    "drains to subcatchment": (
        'name = "P1"\nto = "DP"', 'name = "P1"\nto = "D1"', "HC305", ("subcatchment",),
    ),
    "two nodes of one name": ('name = "P1"', 'name = "D1"', "HC301", ("D1",)),
    "two storms of one name": (
        "[[pre.subcatchment]]",
        '[[storm]]\nname = "10-yr"\ndistribution = "II"\ndepth_in = 3\n\n[[pre.subcatchment]]',
        "HC301", ("10-yr",),
    ),
    "design points differ": (
        '[[pre.design_point]]\nname = "DP"', '[[pre.design_point]]\nname = "DP"\n'
        '[[pre.design_point]]\nname = "DP2"', "HC307", ("DP2",),
    ),
    "no design point": (
        '[[post.design_point]]\nname = "DP"\n', "[[post.outfall]]\nname = \"DP\"\n",
        "HC309", ("post",),
    ),
    "stage falls": ("[100, 102, 104]", "[100, 99, 104]", "HC230", ("P1", "row 2")),
    "storage falls with stage": (
        'kind = "stage-area"\nstage_ft = [100, 102, 104]\narea_sqft = [5000, 7000, 9000]',
        'kind = "stage-volume"\nstage_ft = [100, 102, 104]\nvolume_cuft = [0, 9000, 7000]',
        "HC232", ("P1", "row 3"),
    ),
    "negative water surface": ("[5000, 7000, 9000]", "[5000, -7000, 9000]", "HC231", ("P1",)),
    "no storage": ("[5000, 7000, 9000]", "[0, 0, 0]", "HC235", ("P1",)),
    "columns of unequal length": ("[5000, 7000, 9000]", "[5000, 7000]", "HC233", ("P1",)),
    "outlet above storage": ("invert_ft = 100", "invert_ft = 110", "HC241", ("P1", "110", "104")),
    "starting level outside": (
        'name = "P1"\nto = "DP"', 'name = "P1"\nto = "DP"\nstarting_stage_ft = 120',
        "HC242", ("P1", "120"),
    ),
    "through an unknown outlet": (
        'kind = "orifice"', 'kind = "orifice"\nthrough = "barrel"', "HC310", ("P1", "barrel"),
    ),
    "through itself": (
        'kind = "orifice"', 'kind = "orifice"\nname = "a"\nthrough = "a"', "HC311", ("P1",),
    ),
    "rain table decreases": (
        'distribution = "Type II"\ndepth_in = 4.0',
        "time_hr = [0, 6, 12, 24]\ncumulative_in = [0, 2, 1, 4]", "HC213", ("10-yr", "row 3"),
    ),
    "rain table does not end at one": (
        'distribution = "Type II"',
        "time_hr = [0, 12, 24]\ncumulative_ratio = [0, 0.5, 0.9]", "HC213", ("0.9",),
    ),
    "unknown distribution": ("Type II", "Type IV", "HC210", ("Type IV", "type_II")),
    "county and depth": (
        'distribution = "Type II"', 'county = "Albany North"\nreturn_period_yr = 10',
        "HC244", ("depth_in",),
    ),
    "unknown county": (
        'distribution = "Type II"\ndepth_in = 4.0', 'county = "Rensselear"\nreturn_period_yr = 10',
        "HC211", ("Rensselaer",),
    ),
    "county with two distributions": (
        'distribution = "Type II"\ndepth_in = 4.0', 'county = "Rensselaer"\nreturn_period_yr = 10',
        "HC251", ("N10_B", "N10_C"),
    ),
    "return period outside the table": (
        'distribution = "Type II"\ndepth_in = 4.0', 'county = "Niagara"\nreturn_period_yr = 500',
        "HC212", ("500", "100"),
    ),
    "not a number": ("depth_in = 4.0", "depth_in = nan", "HC206", ("10-yr", "depth_in")),
    "infinite": ("area_ac = 5.0\ncn = 70", "area_ac = inf\ncn = 70", "HC206", ("E1",)),
    "huge number": ("invert_ft = 100", "invert_ft = 1e300", "HC205", ("outlet 1", "1e+300")),
    "number with too many digits": (
        "invert_ft = 100", "invert_ft = 1" + "0" * 5000, "HC103", ("digit",),
    ),
    "wrong dimension": (
        "area_ac = 5.0\ncn = 70", 'area_ac = "5 ft"\ncn = 70', "HC205", ("E1", "area"),
    ),
    "unknown unit": (
        "area_ac = 5.0\ncn = 70", 'area_ac = "5 furlongs"\ncn = 70', "HC205", ("furlongs",),
    ),
    "unit missing in text": ("depth_in = 4.0", 'depth_in = "4.0"', "HC205", ("no unit",)),
    "given in two units": (
        "area_ac = 5.0\ncn = 70", "area_ac = 5.0\narea_sqft = 217800\ncn = 70",
        "HC205", ("twice",),
    ),
    "truth for a number": ("cn = 70", "cn = true", "HC207", ("E1", "cn")),
    "text for a list": ("[100, 102, 104]", '"100"', "HC20", ("stage_ft",)),
    "bad name": ('name = "E1"', 'name = "\\u0007"', "HC208", ("name",)),
    "empty name": ('name = "E1"', 'name = ""', "HC20", ("name",)),
    "bad verdict": (
        "[[pre.subcatchment]]",
        '[[exception]]\nevent = "10-yr"\nverdict = "ignored"\nreason = "so"\n\n'
        "[[pre.subcatchment]]", "HC204", ("waived",),
    ),
    "exception for an unknown storm": (
        "[[pre.subcatchment]]",
        '[[exception]]\nevent = "1-yr"\nverdict = "waived"\nreason = "agreed"\n\n'
        "[[pre.subcatchment]]", "HC305", ("1-yr", "10-yr"),
    ),
    "span backwards": ("span_hr = [0, 48]", "span_hr = [48, 0]", "HC243", ("span_hr",)),
    "too many steps": (
        "span_hr = [0, 48]", "span_hr = [0, 10000]\ntime_step_min = 0.01", "HC243", ("steps",),
    ),
    "span off the step": (
        "span_hr = [0, 48]", "span_hr = [0, 48]\ntime_step_min = 7", "HC243", ("whole number",),
    ),
    "unknown unit hydrograph": (
        "span_hr = [0, 48]", 'span_hr = [0, 48]\nunit_hydrograph = "scs_500"',
        "HC215", ("scs_484",),
    ),
    "one table for a list": ("[[pre.subcatchment]]", "[pre.subcatchment]", "HC207", ("[[",)),
    "number for a table": (
        GOOD[GOOD.index("[[pre.sub") : GOOD.index("[[post.sub")], "pre = 5\n", "HC", ("pre",),
    ),
    "unconnected without pervious": (
        "cn = 70", "cn = 70\nunconnected_ratio = 0.5", "HC244", ("unconnected_ratio",),
    ),
    "condition beside a cn": (
        "area_ac = 5.0\ncn = 70", 'cover = [{ area_ac = 5, cn = 70, condition = "good" }]',
        "HC244", ("condition",),
    ),
    "return period without county": (
        "depth_in = 4.0", "depth_in = 4.0\nreturn_period_yr = 10", "HC244", ("county",),
    ),
    "unit hydrograph named as the library's": (
        "[[pre.subcatchment]]",
        '[[unit_hydrograph]]\nname = "scs_484"\nt_over_tp_ratio = [0, 1, 2]\n'
        "q_over_qp_ratio = [0, 1, 0]\n\n[[pre.subcatchment]]", "HC301", ("scs_484",),
    ),
    "exception declared twice": (
        "[[pre.subcatchment]]",
        '[[exception]]\nevent = "10-yr"\nverdict = "waived"\nreason = "agreed"\n'
        '[[exception]]\nevent = "10-yr"\nverdict = "not required"\nreason = "agreed"\n\n'
        "[[pre.subcatchment]]", "HC301", ("exception 2",),
    ),
    "lag outside its curve numbers": (
        "cn = 70\ntc_min = 20",
        'cn = 99\ntc = [{ kind = "cn-lag", length_ft = 500, slope_ftft = 0.02 }]',
        "HC203", ("50 to 95",),
    ),
    "slope of two": (
        "tc_min = 20", 'tc = [{ kind = "kirpich", length_ft = 500, slope_ftft = 2.0 }]',
        "HC203", ("slope_ftft",),
    ),
    "to and through": (
        'kind = "orifice"', 'kind = "orifice"\nname = "a"\nthrough = "b"\nto = "DP"\n'
        'invert_ft = 100\ndiameter_in = 6\n\n[[post.pond.outlet]]\nname = "b"\nkind = "orifice"',
        "HC244", ("P1", "outlet 1"),
    ),
    "rating that jumps": (
        'kind = "orifice"\ninvert_ft = 100\ndiameter_in = 12',
        'kind = "rating-curve"\nstage_ft = [101, 103]\ndischarge_cfs = [5, 9]',
        "HC236", ("P1", "101"),
    ),
    "rating of zeros": (
        'kind = "orifice"\ninvert_ft = 100\ndiameter_in = 12',
        'kind = "rating-curve"\nstage_ft = [100, 103]\ndischarge_cfs = [0, 0]',
        "HC236", ("P1", "zero"),
    ),
    "diverts more than comes": (
        '[[post.design_point]]',
        '[[post.diversion]]\nname = "V"\nto = "DP"\ndiverted_to = "DP"\n'
        "inflow_cfs = [0, 5]\ndiverted_cfs = [0, 9]\n\n[[post.design_point]]",
        "HC249", ("V", "row 2"),
    ),
    "neither pre nor post": (
        GOOD[GOOD.index("[[pre.sub") :], "", "HC302", ("pre", "post"),
    ),
    "key twice": ("cn = 70", "cn = 70\ncn = 71", "HC103", ("line", "cn")),
    "unclosed quote": ('title = "site"', 'title = "site', "HC103", ("E:",)),
    "a later format": ('title = "site"', 'title = "site"\nformat = 2', "HC204", ("format",)),
}  # fmt: skip


def _run(path: Path, command: str = "check") -> tuple[int, str]:
    result = CliRunner().invoke(main, [command, str(path)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_the_good_file_is_good(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    path.write_text(GOOD)
    status, output = _run(path)
    assert status == 0, output


@pytest.mark.parametrize("kind", list(EDITS))
def test_bad_file(kind: str, tmp_path: Path) -> None:
    old, new, code, words = EDITS[kind]
    assert GOOD.count(old) >= 1
    path = tmp_path / "site.toml"
    path.write_text(GOOD.replace(old, new, 1))
    status, output = _run(path)
    assert status == 2, output
    assert code in output, output
    assert "Traceback" not in output
    if words != ("E:",) and words[0] != "line":
        for word in words:
            assert word in output, (word, output)


RAW: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "HC104"),
    "blank": (b"  \n\n", "HC104"),
    "binary": (bytes(range(256)) * 4, "HC102"),
    "zero bytes": (b"title = 'x'\0\0", "HC102"),
    "latin-1": ("title = 'Straße'".encode("latin-1"), "HC102"),
    "not toml": (b"<html><body>site</body></html>", "HC103"),
    "deeply nested": (b"a = " + b"[" * 20000, "HC103"),
    "only a comment": (b"# a site\n", "HC202"),
}


@pytest.mark.parametrize("kind", list(RAW))
def test_bad_bytes(kind: str, tmp_path: Path) -> None:
    content, code = RAW[kind]
    path = tmp_path / "site.toml"
    path.write_bytes(content)
    for command in ("check", "run"):
        status, output = _run(path, command)
        assert status == 2, output
        assert code in output, output


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        status, output = _run(path)
        assert status == 2
        assert "HC101" in output


def test_all_faults_are_reported_together_with_their_lines(tmp_path: Path) -> None:
    text = (
        GOOD.replace("cn = 70", "cn = 0")
        .replace("diameter_in = 12", "diametre_in = 12")
        .replace("area_ac = 5.0\ncn = 85", 'area_ac = "5 ft"\ncn = 85')
    )
    path = tmp_path / "site.toml"
    path.write_text(text)
    status, output = _run(path)
    assert status == 2
    lines = text.splitlines()
    for code, needle in (("HC203", "cn = 0"), ("HC201", "diametre_in"), ("HC205", '"5 ft"')):
        line = next(number for number, text in enumerate(lines, 1) if needle in text)
        assert f"site.toml:{line}: {code}" in output, output
    assert "4 problems" in output or "3 problems" in output


def test_links_are_checked_together(tmp_path: Path) -> None:
    text = GOOD.replace('to = "P1"', 'to = "P7"').replace("invert_ft = 100", "invert_ft = 200")
    path = tmp_path / "site.toml"
    path.write_text(text)
    _, output = _run(path)
    assert "HC305" in output
    assert "HC241" in output


def test_faults_of_every_kind_are_reported_together(tmp_path: Path) -> None:
    """A wrong number hides neither a wrong name nor a fault that only a computation shows."""
    text = (
        GOOD.replace("cn = 70", "cn = -1")
        .replace('to = "P1"', 'to = "P7"')
        .replace("tc_min = 10", "tc_min = 0.01")
        .replace("depth_in = 4.0", 'depth_in = 4.0\ncounty = "Niagara"')
        .replace("invert_ft = 100", "invert_ft = 200")
    )
    path = tmp_path / "site.toml"
    path.write_text(text)
    _, output = _run(path)
    for code in ("HC203", "HC305", "HC248", "HC244", "HC241"):
        assert code in output, output


def test_a_fault_in_the_only_storm_is_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    path.write_text(GOOD.replace("depth_in = 4.0", "depth_in = 0"))
    _, output = _run(path)
    assert "1 problem in" in output, output


def test_levels_in_metres_are_levels(tmp_path: Path) -> None:
    """100 ft is 30.48 m, and does not convert to the same last digit."""
    text = GOOD.replace("invert_ft = 100", "invert_m = 30.48").replace(
        'name = "P1"\nto = "DP"', 'name = "P1"\nto = "DP"\nstarting_stage_m = 30.48'
    )
    path = tmp_path / "site.toml"
    path.write_text(text)
    status, output = _run(path)
    assert status == 0, output
    assert "HC4" not in output, output


def test_an_unused_receiver_of_a_pond_is_no_link(tmp_path: Path) -> None:
    text = GOOD.replace('name = "P1"\nto = "DP"', 'name = "P1"\nto = "P1"').replace(
        'kind = "orifice"', 'kind = "orifice"\nto = "DP"'
    )
    path = tmp_path / "site.toml"
    path.write_text(text)
    status, output = _run(path)
    assert status == 0, output
