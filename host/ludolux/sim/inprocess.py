"""The runtime `cpython`: the firmware in this very process.

`machine` is one module in a process, on the board as here: so there is one such board a process.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

from ludolux.sim.runtime import Died, Restarted
from ludolux.virtual import machine


class InProcess:
    """A Runtime; see runtime.py."""

    name = "cpython"

    def __init__(self, chips: Any, board_json: str, folder: str, port: Any) -> None:
        self._chips = chips
        self._board_json = board_json
        self._folder = folder
        self._port = port
        self._boot: Any = None

    def power_on(self) -> None:
        self._chips.switch_on()
        _read_for_this_machine()
        from firmware.start import Boot  # pyright: ignore

        # The firmware sweeps its memory with every move; all that is here beside it would make
        # that slow, so it is set aside.
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        chips = self._chips
        self._boot = None
        try:
            self._boot = Boot(
                machine, self._board_json, self._folder, chips.build, chips.mcu, self._port
            )
        except (machine.Reset, SystemExit):
            raise Restarted from None
        except Exception as error:
            raise Died(f"the firmware does not start: {type(error).__name__}: {error}") from error

    def power_off(self) -> None:
        self._boot = None

    def step(self) -> None:
        try:
            self._boot.step()
            self._chips.clock.sleep_ms(self._chips.timing["scan_ms"])
        except (machine.Reset, SystemExit):
            raise Restarted from None

    @property
    def cursor(self) -> tuple[int, int] | None:
        cursor = self._boot.hardware.cursor
        return (cursor.cursor_x, cursor.cursor_y) if cursor else None

    def close(self) -> None:
        self.power_off()


def _read_for_this_machine() -> None:
    """The firmware keeps hold of the `machine` that it was read with; another one is forgotten."""
    clock = sys.modules.get("firmware.clock")
    if clock is not None and getattr(clock, "_source", None) is machine.clock:
        return
    for name in [name for name in sys.modules if name.split(".")[0] == "firmware"]:
        del sys.modules[name]
