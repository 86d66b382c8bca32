"""The publications the code cites, by key; the text is kept in ``sources.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Source:
    """One publication."""

    key: str
    title: str
    publisher: str
    date: str
    note: str = ""

    def __str__(self) -> str:
        note = f" {self.note}" if self.note else ""
        return f"[{self.key}] {self.publisher}, {self.title}, {self.date}.{note}"


@lru_cache(maxsize=1)
def all_sources() -> dict[str, Source]:
    """Return every publication, by key."""
    raw = tomllib.loads(files("hydrocalc").joinpath("sources.toml").read_text(encoding="utf-8"))
    return {key: Source(key, **entry) for key, entry in raw.items()}


def cited(keys: Iterable[str]) -> list[Source]:
    """
    Return the publications of these keys, each once, in the order of the keys.

    Raises
    ------
    KeyError
        If a key is not in ``sources.toml``.
    """
    return [all_sources()[key] for key in dict.fromkeys(keys)]
