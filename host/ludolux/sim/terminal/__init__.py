"""The board in a terminal."""

from ludolux.sim.terminal.app import run

__all__ = ["run"]
