"""The one source of time: MicroPython's own `time`, or the virtual board's clock.

The virtual `machine` carries a `clock`; a real one does not.
"""

import machine

_source = getattr(machine, "clock", None)
if _source is None:
    import time as _source

ticks_ms = _source.ticks_ms
ticks_us = _source.ticks_us
ticks_diff = _source.ticks_diff
ticks_add = _source.ticks_add
sleep_ms = _source.sleep_ms
sleep_us = _source.sleep_us
