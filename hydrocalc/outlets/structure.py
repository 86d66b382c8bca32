"""The outlets of a pond together: which discharge through which, and who receives what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hydrocalc.findings import InputError, finding, suggestion
from hydrocalc.outlets.base import Device, Floats


class Structure:
    """
    The outlets of one pond.

    A device with ``through`` discharges into another device, as an orifice into a riser and the
    riser into its barrel.  What leaves the pond by such a group is the lesser of what the last
    device can pass at the pond's level and what those that feed it bring.

    Raises
    ------
    InputError
        HC310 if ``through`` names no outlet of the pond, HC311 if it runs in a circle
    """

    def __init__(self, devices: Sequence[Device], default_to: str | None) -> None:
        self.devices = tuple(devices)
        self._children: dict[int, list[int]] = {}
        by_name = {device.name: number for number, device in enumerate(devices) if device.name}
        problems = []
        if len(by_name) < sum(1 for device in devices if device.name):
            problems.append(finding("HC301", "", "two outlets have one name"))
        parents: dict[int, int] = {}
        for number, device in enumerate(devices):
            if device.through is None:
                continue
            if device.through not in by_name:
                known = [name for name in by_name if name != device.name]
                problems.append(
                    finding(
                        "HC310", f"outlet {number + 1} ({getattr(device, 'kind', '')})",
                        f'discharges through "{device.through}", which is no outlet of this pond'
                        + suggestion(device.through, known, "named outlets"),
                    )
                )  # fmt: skip
                continue
            parents[number] = by_name[device.through]
            self._children.setdefault(by_name[device.through], []).append(number)
        for number in parents:
            seen = [number]
            while seen[-1] in parents and parents[seen[-1]] not in seen:
                seen.append(parents[seen[-1]])
            if parents.get(seen[-1]) == number:
                problems.append(
                    finding(
                        "HC311", f"outlet {number + 1}", "discharges through itself in a circle"
                    )
                )
        if problems:
            raise InputError(problems)
        self._roots = [number for number in range(len(self.devices)) if number not in parents]
        to = {number: self.devices[number].to or default_to for number in self._roots}
        self.receivers: tuple[str | None, ...] = tuple(
            sorted(set(to.values()), key=lambda name: (name is not None, name or ""))
        )
        self._receiver_row = {
            number: self.receivers.index(receiver) for number, receiver in to.items()
        }

    def _own_and_passed(
        self, number: int, stage_ft: Floats, passed: dict[int, Floats], potential: dict[int, Floats]
    ) -> Floats:
        """Return what a device passes; note flow and potential of it and of those that feed it."""
        own = self.devices[number].flow_cfs(stage_ft)
        potential[number] = own
        children = self._children.get(number, [])
        if not children:
            passed[number] = own
            return own
        brought = np.zeros_like(own)
        for child in children:
            brought = brought + self._own_and_passed(child, stage_ft, passed, potential)
        passed[number] = np.minimum(own, brought)
        # when this device controls, those that feed it are drowned in proportion
        share = np.divide(passed[number], brought, out=np.ones_like(own), where=brought > 0.0)
        self._reduce(number, share, passed)
        return passed[number]

    def _reduce(self, number: int, share: Floats, passed: dict[int, Floats]) -> None:
        for child in self._children.get(number, []):
            passed[child] = passed[child] * share
            self._reduce(child, share, passed)

    def device_flows_cfs(self, stage_ft: Floats) -> tuple[Floats, Floats]:
        """
        Return what each device passes at each water level, and what it could pass alone.

        Parameters
        ----------
        stage_ft : array
            Water level in the pond [ft]

        Returns
        -------
        tuple of array
            Passed and potential discharge, [device, stage] [cfs]
        """
        stage = np.asarray(stage_ft, dtype=np.float64)
        passed: dict[int, Floats] = {}
        potential: dict[int, Floats] = {}
        for root in self._roots:
            self._own_and_passed(root, stage, passed, potential)
        numbers = range(len(self.devices))
        return (
            np.array([passed[number] for number in numbers]),
            np.array([potential[number] for number in numbers]),
        )

    def flow_by_receiver_cfs(self, stage_ft: Floats) -> Floats:
        """
        Return the discharge to each receiver at each water level.

        Parameters
        ----------
        stage_ft : array
            Water level in the pond [ft]

        Returns
        -------
        array
            Discharge, [receiver, stage] [cfs], receivers as in ``receivers``
        """
        stage = np.asarray(stage_ft, dtype=np.float64)
        passed, _ = self.device_flows_cfs(stage)
        flows = np.zeros((len(self.receivers), len(stage)))
        for root in self._roots:
            flows[self._receiver_row[root]] += passed[root]
        return flows

    def breaks_ft(self) -> list[float]:
        """Return the levels at which any device's formula changes."""
        return sorted({level for device in self.devices for level in device.breaks_ft()})
