"""The life of a firmware whose chips live on the host.

micropython -m far_main BOARD.JSON FOLDER BUILD MCU
"""

import sys

import far
import far_machine

sys.modules["machine"] = far_machine

from firmware.start import Boot  # noqa: E402  it finds our `machine`


def live(board_json, folder, build, mcu):
    boot = Boot(far_machine, board_json, folder, build, mcu, far.port)
    while True:
        far.port.rest(boot.hardware.cursor)
        boot.step()


live(*sys.argv[1:])
