"""Records: moves verified a second beside python-chess reading PGN, and a GIF of a game.

Both read text from memory, equally many moves, in turn in the same run. A record is checked line
by line by its checksums and move by move by the rules; PGN is parsed and played on a board.
"""

import io
import random
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from cases import CASES
from cases import record as played
from report import progress, section

import shared_rules
from firmware import record

MOVES = 2000
ROUNDS = 9
LENGTH = 60  # moves of a game, for chess and for the GIF
GIF_SECONDS = 5


@section("records-verify", "Records verified, moves a second of processor time")
def measure_verify(report):
    files = {case.label: records(case) for case in CASES}
    chess = chess_games()
    speeds = {label: [] for label in files}
    theirs = []
    for number in range(ROUNDS):
        for label, lines in files.items():
            progress(f"round {number + 1} of {ROUNDS}: {label}")
            speeds[label].append(timed(lambda lines=lines: verify(lines)))
        if chess is not None:
            progress(f"round {number + 1} of {ROUNDS}: python-chess")
            theirs.append(timed(lambda: read_pgn(chess)))
    rows = []
    for label, found in speeds.items():
        row = [label, median(found)]
        if theirs:
            pairs = zip(found, theirs, strict=True)
            row.append(median([one / other for one, other in pairs]))
        rows.append(row)
    headings = ["game", "moves a second"] + ["to python-chess"] * bool(theirs)
    report.table(f"{MOVES} moves of random games, {ROUNDS} rounds in turn", headings, rows)
    if theirs:
        report.note(f"python-chess reads PGN with {median(theirs):,.0f} moves a second")
        report.goal("Quixo to python-chess", rows[0][2], rows[0][2] >= 1, "at least on a par")
    else:
        report.not_measured("Quixo beside python-chess", "chess is missing: `make .venv/.bench`")


def timed(work):
    """Moves a second; `work` returns how many it did."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def records(case):
    """The lines of random games with so many moves in all; the last game breaks off."""
    found, moves, seed = [], 0, 0
    while moves < MOVES:
        lines = written(case, seed, MOVES - moves)
        moves += sum(b" move " in line for line in lines)
        seed += 1
        found.append(lines)
    return found


def written(case, seed, most):
    """The record of a random game, as long as it has no more moves than that."""
    state = case.starter()(seed)
    header = record.Header(
        case.game, case.players, case.options, seed, shared_rules.VERSION, "-", "-", "-"
    )
    line, crc = record.seal(header.text(), 0)
    lines = [line]
    events = []
    for number, move in enumerate(played(case, seed)[:most]):
        events.append((1000 * number, "move", state.text(move)))
        state.play(move)
    if state.result:
        events.append((events[-1][0], "result", record.result_text(state.result)))
    for event in events:
        line, crc = record.seal(record.event_text(*event), crc)
        lines.append(line)
    return lines


def verify(games):
    from ludolux.records import replay as playing
    from ludolux.records.replay import Replay

    playing._moves.clear()  # what it remembers of moves must not come from an earlier round
    done = 0
    for lines in games:
        replay = Replay()
        for line in lines:
            replay.take(line)
            done += b" move " in line
    assert done == MOVES
    return done


def chess_games():
    """PGN of random games with so many moves in all, or None without python-chess."""
    try:
        import chess
        import chess.pgn
    except ImportError:
        return None
    rng = random.Random(1)
    games, moves = [], 0
    while moves < MOVES:
        board = chess.Board()
        game = node = chess.pgn.Game()
        for _ in range(min(LENGTH, MOVES - moves)):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = rng.choice(legal)
            board.push(move)
            node = node.add_variation(move)
            moves += 1
        games.append(str(game))
    return "\n\n".join(games)


def read_pgn(text):
    import chess.pgn

    file = io.StringIO(text)
    done = 0
    while game := chess.pgn.read_game(file):
        assert not game.errors
        done += game.end().ply()
    assert done == MOVES
    return done


@section("records-gif", "A game as an animated GIF")
def measure_gif(report):
    from ludolux.records.look import Look
    from ludolux.records.pictures import save_gif
    from ludolux.records.timeline import Timeline

    rows = []
    with TemporaryDirectory() as folder:
        for case in CASES:
            progress(case.label)
            path = Path(folder) / "game.rec"
            path.write_bytes(b"".join(written(case, 2, LENGTH)))
            timeline = Timeline.load(path)
            moves = timeline.events[-1].number
            start = time.process_time()
            save_gif(timeline, Look(timeline), path.with_suffix(".gif"), even=True)
            seconds = time.process_time() - start
            size = path.with_suffix(".gif").stat().st_size
            rows.append([case.label, moves, len(timeline.events) + 1, seconds, size / 1000])
    report.table(
        f"the first {LENGTH} moves of a random game, or all of a shorter one",
        ["game", "moves", "frames", "seconds of one core", "KB"],
        rows,
    )
    worst = max(row[3] for row in rows)
    report.goal("a GIF, worst", worst, worst <= GIF_SECONDS, f"at most {GIF_SECONDS} s")
