"""Stage: is there room on the heap for a game, and on the flash for journals?"""

import gc
import os

from .stage import Stage

HEAP = 16000  # free beside the menu and this test; a game takes their place
FLASH = 65536


class Memory(Stage):
    def tick(self, ms):
        gc.collect()
        notes = self.test.notes
        if hasattr(gc, "mem_free"):
            notes["heap"] = gc.mem_free()
            if notes["heap"] < HEAP:
                self.find(
                    [
                        "Only %d bytes of the heap are free; %d should be. Deploy the "
                        "compiled app." % (notes["heap"], HEAP)
                    ]
                )
        try:
            room = os.statvfs(self.test.folder or "/")
            notes["flash"] = room[1] * room[4]
            if notes["flash"] < FLASH:
                self.find(
                    [
                        "Only %d bytes of flash are free. Fetch the journals and remove old "
                        "ones." % notes["flash"]
                    ]
                )
        except OSError:
            self.find(
                ["The flash cannot be read: its file system is damaged. Flash the board anew."]
            )
        self.done = True
