"""What the board says of itself: safe mode, and that something went wrong."""

from . import icons

PICTURES = {
    "sick": "!!!!!/!.!.!/!!!!!/.!!!./.!.!.",  # a crash, a file that cannot be used
    "flash": "####./#..##/#...#/#!!!#/#####",  # a flash that takes no more
}


def show_safe(app):
    """Safe mode: no game is read; the self-test and the link work."""
    from .choose import Choose

    app.go(Choose(app, "safe", [(icons.TOOLS, "check")], lambda _: app.check()))


def show_message(app, picture, then):
    """Something went wrong: its picture for two seconds."""
    from .message import Message

    app.go(Message(app, PICTURES[picture], 2000, then))
