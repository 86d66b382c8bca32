"""Outlet devices, one file each; adding one is its file and its line in the list below."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hydrocalc.outlets.base import Device
from hydrocalc.outlets.broad_crested_weir import BroadCrestedWeir
from hydrocalc.outlets.orifice import Orifice
from hydrocalc.outlets.rating_curve import RatingCurve
from hydrocalc.outlets.sharp_crested_weir import SharpCrestedWeir
from hydrocalc.outlets.v_notch_weir import VNotchWeir

Outlet = Annotated[
    Orifice | SharpCrestedWeir | BroadCrestedWeir | VNotchWeir | RatingCurve,
    Field(discriminator="kind"),
]

DEVICES: tuple[type[Device], ...] = (
    Orifice,
    SharpCrestedWeir,
    BroadCrestedWeir,
    VNotchWeir,
    RatingCurve,
)
"""Every kind of device, for the tests that hold for all."""

__all__ = [
    "DEVICES",
    "BroadCrestedWeir",
    "Device",
    "Orifice",
    "Outlet",
    "RatingCurve",
    "SharpCrestedWeir",
    "VNotchWeir",
]
