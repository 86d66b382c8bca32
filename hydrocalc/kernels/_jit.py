"""
The one decorator of the compiled code, and the place of its cache.

The compiler's own cache notices a change in the file of a function, but not in another file whose
functions or constants that function uses: after an upgrade it would go on giving the old answers.
So the cache stands in a folder named after the text of all kernel files together.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

KEPT_CACHES: Final = 4


def _user_cache() -> Path:
    """Return the folder in which this user's programs keep their caches."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "hydrocalc"


def sources_key(folder: Path | None = None) -> str:
    """Return a name for the text of all kernel files together."""
    digest = hashlib.sha256()
    for path in sorted((folder or Path(__file__).parent).glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path | None:
    """Return the cache folder of these sources, or None where none can be written."""
    try:
        root = _user_cache()
        folder = root / f"kernels-{sources_key()}"
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            others = [path for path in root.glob("kernels-*") if path != folder]
            others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
            for old in others[KEPT_CACHES - 1 :]:
                shutil.rmtree(old, ignore_errors=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


CACHE: Final = _cache_folder()


def kernel(function: Function) -> Function:
    """
    Return the function compiled, without the interpreter's lock, its machine code kept on disk.

    Arithmetic is never reordered (no fast-math), so that results are the same on every run.
    """
    settings: Any = numba.config
    before = settings.CACHE_DIR
    if CACHE is not None:
        settings.CACHE_DIR = str(CACHE)
    try:
        compiled: Any = numba.njit(cache=CACHE is not None, nogil=True)(function)
    finally:
        settings.CACHE_DIR = before
    return cast(Function, compiled)
