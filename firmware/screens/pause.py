"""The pause in a game: go on, leave, resign, agree on a draw, ask if it can be solved."""

from . import icons
from .choose import Choose

LEAVE = "###../#..#./#.###/#..#./###.."
RESIGN = "!!!!./!!!!./!..../!..../!...."
DRAW = "...../#####/...../#####/....."
SOLVABLE = "...../....+/!.!+./.!.+./!.!.."
COUNT = "#.#.#/#.#.#/#.#.#/-----/#####"


def show_pause(app, play):
    """Go on, leave (the game is kept), resign, draw."""
    state = play.state
    items = [(icons.PLAY, "go on"), (LEAVE, "leave")]
    if not state.result:
        items.append((RESIGN, "resign"))
        if state.players > 1:
            items.append((DRAW, "draw"))
        if play.helps:
            items.append((SOLVABLE, "solvable"))
        if app.game == "olix":
            items.append((COUNT, "count"))

    def chosen(value):
        if value == "go on":
            app.go(play)
        elif value == "leave":
            app.leave()
        elif value == "solvable":
            app.go(play)
            play.ask(value)
        elif value == "resign":
            ask_all(app, play, "resign", [state.turn])
        else:
            others = [seat for seat in range(state.players) if seat != state.turn]
            ask_all(app, play, value, [state.turn] + others)

    app.go(Choose(app, "pause", items, chosen, lambda: app.go(play), seat=state.turn))


def ask_all(app, play, word, seats):
    """Ask each of the seats in turn; one no is a no."""
    if not seats:
        app.go(play)
        play.end_by(word)
        return

    def chosen(agreed):
        if agreed:
            ask_all(app, play, word, seats[1:])
        else:
            app.go(play)

    items = [(icons.YES, True), (icons.NO, False)]
    app.go(Choose(app, "agree", items, chosen, lambda: app.go(play), seat=seats[0]))
