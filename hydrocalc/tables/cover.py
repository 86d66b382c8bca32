"""TR-55 table 2-2: the curve number of a cover on a hydrologic soil group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hydrocalc import tables
from hydrocalc.findings import Finding, InputError, finding, suggestion


@dataclass(frozen=True, slots=True)
class CoverCn:
    """The curve number of a cover on a soil group, as printed in TR-55 table 2-2."""

    cn: float
    label: str
    table: str
    note: str
    average_impervious_percent: float | None
    """Impervious share that the curve number already contains; None where the table has none."""


@cache
def _covers() -> dict[str, list[dict[str, str]]]:
    """Return the rows of table 2-2 by cover."""
    by_cover: dict[str, list[dict[str, str]]] = {}
    for row in tables.rows("cover_cn"):
        by_cover.setdefault(row["cover"], []).append(row)
    return by_cover


def cover_names() -> tuple[str, ...]:
    """Return the names of the covers of TR-55 table 2-2, in the table's order."""
    return tuple(_covers())


def cover_choices(cover: str) -> dict[str, tuple[str, ...]]:
    """
    Return the treatments of a cover, each with its hydrologic conditions.

    A cover without treatment has the one key ``""``; one without condition has an empty tuple.

    Raises
    ------
    KeyError
        If the cover is not in TR-55 table 2-2.
    """
    choices: dict[str, tuple[str, ...]] = {}
    for row in _covers()[cover]:
        known = choices.setdefault(row["treatment"], ())
        choices[row["treatment"]] = (*known, row["condition"]) if row["condition"] else known
    return choices


def _pick(
    code: str, what: str, given: str | None, known: Sequence[str], of: str
) -> tuple[str, Finding | None]:
    """Return the known word that was given, in any case, or a finding that lists them."""
    offered = [word for word in known if word]
    compact = "" if given is None else "".join(given.split()).lower()
    for word in known:
        if word.lower() == compact:
            return word, None
    if not offered:
        message = f"{what} is {given!r}, but {of} has none in TR-55 table 2-2; leave it out"
    elif not compact:
        message = f"{what} is missing for {of}; give one of {', '.join(offered)}"
    else:
        message = f"{what} is {given!r} for {of}; give one of {', '.join(offered)}"
    return "", finding(code, "", message)


def cover_cn(
    cover: str, condition: str | None, hsg: str | None, treatment: str | None = None
) -> CoverCn:
    """
    Return the curve number of a cover of TR-55 table 2-2 on a hydrologic soil group.

    Parameters
    ----------
    cover : str
        One of :func:`cover_names`
    condition : str or None
        Hydrologic condition, poor, fair or good; None for covers that have none
    hsg : str or None
        Hydrologic soil group, A, B, C or D
    treatment : str or None
        Treatment of cultivated land as abbreviated in the table, such as ``"SR+CR"``

    Returns
    -------
    CoverCn
        Curve number for the average runoff condition, label, table and note

    Raises
    ------
    InputError
        With every fault found: unknown cover (HC220), condition (HC221), soil group (HC222, or
        HC223 for a dual group) or treatment (HC224).

    Notes
    -----
    Nothing is assumed: a cover with conditions needs one, and a dual group such as B/D must be
    decided by whether the soil is drained.  Source: [TR55]_ tables 2-2a to 2-2d.

    Examples
    --------
    Example 2-1 of TR-55 uses 61 for pasture in good condition on group B.

    >>> cover_cn("pasture", "good", "B").cn
    61.0
    """
    if cover not in _covers():
        tail = suggestion(cover, cover_names(), "covers")
        raise InputError(finding("HC220", "", f"cover {cover!r} is not in TR-55 table 2-2{tail}"))
    of = f"cover {cover!r}"
    choices = cover_choices(cover)
    method, fault = _pick("HC224", "treatment", treatment, tuple(choices), of)
    faults = [fault]
    if fault is None:
        if method:
            of += f" with treatment {method!r}"
        state, fault = _pick("HC221", "condition", condition, choices[method] or ("",), of)
        faults.append(fault)
    group = "" if hsg is None else hsg.strip().upper()
    having = [letter for letter in "ABCD" if _covers()[cover][0][letter]]
    if group in ("A/D", "B/D", "C/D"):
        faults.append(
            finding(
                "HC223",
                "",
                f"hsg is the dual group {group}; give {group[0]} where the soil is drained, "
                "D where it is not",
            )
        )
    else:
        _, fault = _pick("HC222", "hsg", hsg, having, of)
        faults.append(fault)
    found = [item for item in faults if item is not None]
    if found:
        raise InputError(found)
    row = next(
        row for row in _covers()[cover] if row["treatment"] == method and row["condition"] == state
    )
    parts = [row["label"], row["treatment"], f"{state} condition" if state else ""]
    share = row["impervious_percent"]
    return CoverCn(
        cn=float(row[group]),
        label=", ".join(part for part in parts if part),
        table=f"TR-55 table {row['table']}",
        note=row["note_A"] if group == "A" else "",
        average_impervious_percent=float(share) if share else None,
    )
