"""After a crash: it is written down and shown, and the menu comes back. In memory only for that.

Who has found no room in memory starts anew, and goes on with the game: it is on flash.
"""

from . import clock
from .memory import briefly


def crashed(boot, error):
    app = boot.app
    text = briefly("firmware.crashlog", "describe", error)
    log = boot.log
    log.note_crash(text, clock.ticks_ms())
    boot.crashes = log.crashes_within()
    app.tell("problem", "the app crashed: " + text.strip().split("\n")[-1])
    enough = boot.crashes >= log.ENOUGH
    if enough:
        boot.safe = True
        boot.calm(log)
    del log
    game = app.journal.name
    app.journal.close()
    if game and not enough and isinstance(error, MemoryError):
        briefly("firmware.next_up", "write", boot.folder, ["resume", game])
        boot.restart()
    boot.app = boot.open()
    boot.app.link, boot.app.clock = app.link, app.clock
    boot.app.show_crash()
    boot.since = clock.ticks_ms()
