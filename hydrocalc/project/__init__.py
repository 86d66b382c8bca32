"""The project: what a user writes, read from one TOML file, checked and frozen."""

from hydrocalc.project.model import Condition, Project
from hydrocalc.project.read import read_project

__all__ = ["Condition", "Project", "read_project"]
