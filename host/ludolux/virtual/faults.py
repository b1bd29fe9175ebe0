"""The ways a virtual board can break.

stuck, open            x, y          a key that never opens or never closes
bouncing               [x, y] ms=    contacts that chatter for 2 to 15 ms; no cell: all keys
no_diode               x, y          a wire where the key's diode should be (ring)
shorted_diode          x, y          a diode that conducts both ways (ring)
row_short, column_short    a, b      two row or column lines touch (ring)
row_to_ground, column_to_ground  n   a line touches ground (ring)
row_to_column          row, column   a row line touches a column line (ring)
chain                  joint, level  the wire before chip `joint` is stuck at 0 or 1 (ring)
nack                   address, times  a chip does not acknowledge for a while
gone                   address       a chip is not on the bus any more
same_address           one, other    the second tile has the jumpers of the first
events_lost            x, y          the tile's event memory is full (tiles)
button_stuck           signal        a push button that never opens
button_bouncing        signal, ms=
light_cut              number        no data from this light of the chain on
light_stuck            number, red, green, blue
brownout               [after_ms=]   the supply sags: machine.Reset is raised in the firmware
"""


def inject(board, kind, *where, **how):
    if kind not in _FAULTS:
        raise ValueError(
            'There is no fault "%s"; known are %s.' % (kind, ", ".join(sorted(_FAULTS)))
        )
    part, break_it = _FAULTS[kind]
    if not any([getattr(board, name) for name in part.split()]):
        raise ValueError("The build %s has no %s to break." % (board.build, part))
    break_it(board, *where, **how)


def _contact(board, x, y):
    """The switches that hold the key at x, y, and its name there."""
    if board.matrix is not None:
        return board.matrix.switches, board.key_line(x, y)
    tile, key = board.key_tile(x, y)
    tile.catch_up()
    return tile.keys, key


def _stuck(board, x, y):
    if board.touch_chips:
        for chip, electrode in board.key_electrodes(x, y):
            chip.stick(electrode)
        return
    switches, key = _contact(board, x, y)
    switches.stick(key)


def _open(board, x, y):
    switches, key = _contact(board, x, y)
    switches.open(key)


def _bouncing(board, x=None, y=None, ms=8):
    if x is not None:
        switches, key = _contact(board, x, y)
        switches.bounce(key, ms * 1000)
        return
    for switches in [board.matrix.switches] if board.matrix else [t.keys for t in board.tiles]:
        switches.bounce(None, ms * 1000)


def _no_diode(board, x, y):
    board.matrix.lose_diode(board.key_line(x, y), "missing")


def _shorted_diode(board, x, y):
    board.matrix.lose_diode(board.key_line(x, y), "shorted")


def _gone(board, address):
    board.i2c.chips = [chip for chip in board.i2c.chips if chip.address != address]


def _same_address(board, one, other):
    for chip in board.i2c.chips:
        if chip.address == other:
            chip.address = one


def _events_lost(board, x, y):
    tile, key = board.key_tile(x, y)
    tile.flood(key)


def _brownout(board, after_ms=0):
    board.clock.alarm(board.clock.us + 1000 * after_ms, board.brown_out)


# Each kind: the parts of a board it can happen to, and how.
_FAULTS = {
    "stuck": ("matrix tiles touch_chips", _stuck),
    "open": ("matrix tiles", _open),
    "bouncing": ("matrix tiles", _bouncing),
    "no_diode": ("matrix", _no_diode),
    "shorted_diode": ("matrix", _shorted_diode),
    "row_short": ("matrix", lambda board, a, b: board.matrix.bridge(("row", a), ("row", b))),
    "column_short": (
        "matrix",
        lambda board, a, b: board.matrix.bridge(("column", a), ("column", b)),
    ),
    "row_to_ground": ("matrix", lambda board, n: board.matrix.bridge(("row", n), "ground")),
    "column_to_ground": ("matrix", lambda board, n: board.matrix.bridge(("column", n), "ground")),
    "row_to_column": (
        "matrix",
        lambda board, row, column: board.matrix.bridge(("row", row), ("column", column)),
    ),
    "chain": ("ring", lambda board, joint, level: board.ring.break_joint(joint, level)),
    "nack": (
        "tiles touch_chips",
        lambda board, address, times=1: board.i2c.refuse(address, times),
    ),
    "gone": ("tiles touch_chips", _gone),
    "same_address": ("tiles touch_chips", _same_address),
    "events_lost": ("tiles", _events_lost),
    "button_stuck": ("buttons", lambda board, signal: board.buttons.stick(signal)),
    "button_bouncing": (
        "buttons",
        lambda board, signal, ms=8: board.buttons.bounce(signal, ms * 1000),
    ),
    "light_cut": ("strip", lambda board, light: board.strip.cut(light)),
    "light_stuck": (
        "strip",
        lambda board, light, red=0, green=0, blue=0: board.strip.stick(light, red, green, blue),
    ),
    "brownout": ("clock", _brownout),
}
