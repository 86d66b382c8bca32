"""Lets ``python -m hydrocalc`` be the same as ``hydrocalc``."""

from hydrocalc.cli import main

if __name__ == "__main__":
    main(prog_name="hydrocalc")
