"""Pictures: any scene and any screen, and sentences for what cannot be drawn."""

import pytest
from ludolux.command import run
from ludolux.sim.picture import as_text, draw, to_eye
from ludolux.verbs.shot import SCREENS
from PIL import Image

GAMES = ("quixo", "lot", "olix", "lixso", "lixso-duel", "xtiles")


@pytest.fixture(autouse=True)
def own_firmware(fresh_firmware):
    fresh_firmware()


def looked_at(file):
    with Image.open(file) as image:
        assert image.size[0] == image.size[1]
        return image.convert("RGB").tobytes()


def test_every_game_has_its_own_picture(tmp_path):
    seen = set()
    for game in GAMES:
        file = tmp_path / f"{game}.png"
        assert run(["shot", game, "--out", str(file), "--plies", "4"]) == 0
        seen.add(looked_at(file))
    assert len(seen) == len(GAMES)


def test_every_screen_has_its_own_picture(tmp_path):
    seen = set()
    for screen in SCREENS:
        file = tmp_path / f"{screen}.png"
        assert run(["shot", "--screen", screen, "--out", str(file)]) == 0
        seen.add(looked_at(file))
    assert len(seen) == len(SCREENS)


def test_the_seed_and_the_palette_count(tmp_path):
    def shot(*words):
        assert run(["shot", "olix", "--out", str(tmp_path / "a.png"), *words]) == 0
        return looked_at(tmp_path / "a.png")

    assert shot() == shot()
    assert len({shot(), shot("--seed", "2"), shot("--palette", "safe"), shot("--over")}) == 4


@pytest.mark.parametrize(
    "words",
    [
        (), ("chess",), ("quixo", "--palette", "pink"), ("quixo", "--players", "3"),
        ("quixo", "--plies", "-1"), ("--screen", "moon"), ("quixo", "--out", "x.txt"),
        ("quixo", "--out", "/no/such/folder/x.png"), ("--script", "/no/such/file"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_said(words, capsys):
    assert run(["shot", *words]) in (1, 2)
    said = capsys.readouterr().err
    assert said.startswith("ludolux: ") and "Traceback" not in said and "fault in" not in said


def test_a_light_shows_where_it_is():
    rgb = bytearray(768)
    rgb[3 * (16 * 4 + 3)] = 60  # red at 3, 4
    image = draw(bytes(rgb), pitch=20).load()
    assert image is not None
    middle = image[12 + 3 * 20 + 10, 12 + 4 * 20 + 10]
    other = image[12 + 9 * 20 + 10, 12 + 4 * 20 + 10]
    assert middle[0] > 200 > 60 > middle[1] and max(other) < 40
    rows = as_text(bytes(rgb)).splitlines()
    assert rows[4].split()[3] == "R" and "".join(rows).count(".") == 255
    assert to_eye(bytes(768)) == bytes(768)
