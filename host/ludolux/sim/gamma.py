"""How a board bends its light, so that a screen can bend it back: as the eye would see it."""

from __future__ import annotations

import json

from ludolux.sim.board import SimBoard
from ludolux.sim.files import board_json


def gamma(board: SimBoard) -> float:
    """The exponent from what is meant to what goes down the wire, from board.json."""
    source = json.loads(board_json().read_text(encoding="utf-8"))
    return source["builds"][board.build]["lights"]["gamma_percent"] / 100
