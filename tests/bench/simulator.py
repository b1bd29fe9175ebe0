"""Figures of the simulator: click to changed pixels, frames a second, start to a drawn board."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from report import NotMeasured, section

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "host")]

CLICKS = 55  # five rows of the grid of OLIX
# Touch a light and wait until a piece shines there: what may be touched breathes in green, and
# pieces are orange or blue.
WATCH = """([x, y]) => new Promise((done) => {
    const canvas = document.getElementById("lights");
    const pen = canvas.getContext("2d", { alpha: false });
    const pitch = canvas.width / 16;
    const laid = () => {
        const [r, g, b] = pen.getImageData((x + .5) * pitch, (y + .5) * pitch, 1, 1).data;
        return Math.max(r, b) > g + 30;
    };
    const board = document.getElementById("board");
    const box = canvas.getBoundingClientRect();
    const at = { bubbles: true, pointerId: 1, button: 0, isPrimary: true,
        clientX: box.left + (x + .5) * box.width / 16,
        clientY: box.top + (y + .5) * box.height / 16 };
    board.setPointerCapture = () => {};
    const begin = performance.now();
    board.dispatchEvent(new PointerEvent("pointerdown", at));
    board.dispatchEvent(new PointerEvent("pointerup", at));
    const poll = () => laid() ? done(performance.now() - begin)
        : performance.now() - begin > 3000 ? done(-1) : setTimeout(poll, 1);
    poll();
})"""


@section("simulator", "The simulator in Chromium")
def measure(report):
    try:
        import sim_page
        from playwright.sync_api import Error
    except ImportError as error:
        raise NotMeasured(f"{error.name} is not installed; `make test` gets it") from None
    start = start_to_board()
    report.goal("start of `ludolux sim` to an answering page, s", start, start < 2, "below 2 s")
    from ludolux.sim.board import SimBoard
    from ludolux.sim.web.server import Server

    with tempfile.TemporaryDirectory() as folder, SimBoard(folder=folder, seed=1) as board:
        board.power(True)
        board.run()
        server = Server(board, port=0, game=("olix", "players=2"))
        server.start()
        try:
            with sim_page.chromium() as browser:
                page = sim_page.open_page(browser, server.address)
                page.wait_for_function("document.querySelectorAll('#seats li').length == 2")
                times = [click(page, n) for n in range(CLICKS)]
                # In full light a breath has the most steps: then each beat is a new frame.
                server.hub.listener.ask("set", "brightness", 8).result(5)
                begin, sent, drawn = time.monotonic(), board.wire().frames, frames_drawn(page)
                page.wait_for_timeout(3000)
                drawn, sent = frames_drawn(page) - drawn, board.wire().frames - sent
                rate = drawn / (time.monotonic() - begin)
        except Error as error:
            raise NotMeasured(f"Chromium failed: {str(error).splitlines()[0]}") from None
        finally:
            server.stop()
    times = sorted(one for one in times if one >= 0)
    if not times:
        raise NotMeasured("no click changed a light")
    last = times[min(len(times) - 1, int(0.99 * len(times)))]
    middle = statistics.median(times)
    report.goal("click to changed pixels, median ms", middle, middle < 60, "below 60 ms")
    report.goal("click to changed pixels, p99 ms", last, last < 150, "below 150 ms")
    report.goal("frames drawn a second while lights breathe", rate, rate > 15, "above 15")
    share = 100 * drawn / max(sent, 1)
    report.goal("of the frames on the wire, drawn, %", share, share > 90, "above 90 %")
    if len(times) < CLICKS:
        report.note(f"{CLICKS - len(times)} clicks of {CLICKS} changed nothing within 3 s")


def frames_drawn(page):
    return page.evaluate("Number(document.getElementById('lights').dataset.frames)")


def click(page, number):
    """A piece of OLIX, each time on another cell."""
    page.wait_for_timeout(120)
    return page.evaluate(WATCH, [number % 11, 3 + 2 * (number // 11)])


def start_to_board():
    """From the command to the first frame on its websocket."""
    from websockets.sync.client import connect

    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        words = ["sim", "--no-browser", "--port", "0", "--folder", folder]
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", "from ludolux.command import main; main()", *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT}"},
        )  # fmt: skip
        try:
            line = process.stdout.readline()
            if "http://" not in line:
                raise NotMeasured(f"`ludolux sim` said: {line.strip()}")
            address = line.split("http://")[1].split("/")[0]
            with connect(f"ws://{address}/live", close_timeout=0.1) as live:
                while True:
                    item = live.recv(timeout=10)
                    if isinstance(item, bytes) and any(item):
                        return time.monotonic() - begin
        finally:
            process.terminate()
            process.wait(10)
