"""The board in a browser: a server on this computer, and a page without outside resources."""

from ludolux.sim.web.server import serve

__all__ = ["serve"]
