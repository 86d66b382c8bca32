"""Finds the data folders ``design_storms`` and ``validation``, installed or in a checkout."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data_folder(name: str) -> Traversable:
    """
    Return the data folder of that name.

    An installed package carries the folders inside ``hydrocalc/_data``; a checkout has them
    beside the package.

    Raises
    ------
    FileNotFoundError
        If the folder is in neither place.
    """
    installed = files("hydrocalc").joinpath("_data", name)
    if installed.is_dir():
        return installed
    checkout = Path(__file__).resolve().parent.parent
    beside = checkout / name
    if beside.is_dir() and (checkout / "pyproject.toml").is_file():
        return beside
    raise FileNotFoundError(f"data folder {name!r} found neither at {installed} nor at {beside}")
