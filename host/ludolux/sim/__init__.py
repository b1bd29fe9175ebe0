"""The simulator: the firmware itself on virtual chips, and the faces that show it.

`board.SimBoard` is the board, whatever runs its firmware; `told.Told` is what its link told.
"""
