"""Writes the golden exports of tests/data/records anew: look at them before they are committed."""

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("", "host", "tests", "tests/rules")]

from ludolux.records.export import as_json, as_text  # noqa: E402
from ludolux.records.look import Look  # noqa: E402
from ludolux.records.pictures import GIF_PITCH, captioned  # noqa: E402
from ludolux.records.timeline import Timeline  # noqa: E402
from records_made import GAMES, data  # noqa: E402

MOMENT = 14
COLOURS = 255


def main() -> None:
    out = ROOT / "tests" / "data" / "records"
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            path = Path(folder) / f"{game}.rec"
            path.write_bytes(data(game))
            timeline = Timeline.load(path)
            (out / f"{game}.txt").write_text(as_text(timeline))
            if game == "xtiles":
                (out / "xtiles.json").write_text(json.dumps(as_json(timeline), indent=1) + "\n")
            timeline.go(MOMENT)
            picture = captioned(timeline, Look(timeline), GIF_PITCH)
            picture.quantize(COLOURS).save(out / f"{game}.png", optimize=True)


if __name__ == "__main__":
    main()
