"""Where the board and its game stand, for a host that listens. Read only when it is to be told."""

from .course import result_text


def everything(app):
    if app.screen:
        app.tell("screen", app.screen.name)
    game(app)


def game(app):
    if app.playing:
        state = app.playing.state
        words = ["%s=%s" % pair for pair in sorted(app.options.items())]
        app.tell("game", " ".join([app.game, "players=%d" % state.players] + words))
        app.tell("turn", "-" if state.turn is None else str(state.turn))
        app.tell("scores", " ".join([str(score) for score in state.scores()]))
        if state.result:
            app.tell("result", result_text(state.result))
