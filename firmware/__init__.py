"""The MicroPython app of the board: menu, play, scenes, journal, link, drivers."""
