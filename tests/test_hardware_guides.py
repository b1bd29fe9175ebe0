"""What is made is fresh, the guides are whole, and the worked example works.

Every step of BUILD.md has a picture, a check and what a wrong result means; links and pictures
exist; the stages and sentences that SELFTEST.md speaks of are the firmware's own.
"""

import copy
import html
import json
import re
import xml.etree.ElementTree
from pathlib import Path

import pytest
from ludolux.command import run
from ludolux.hardware import drawings, enclosure, files, lint, make, maps, printing
from ludolux.virtual.layout import walk

ROOT = Path(__file__).resolve().parent.parent
HARDWARE = ROOT / "hardware"
BOARD = json.loads((HARDWARE / "board.json").read_text())
EXAMPLE = HARDWARE / "examples/board.json"
PAGES = sorted(HARDWARE.glob("**/*.md"))
STEPS = re.findall(
    r"^### (.+?)\n(.*?)(?=^##|\Z)", (HARDWARE / "BUILD.md").read_text(), re.M | re.S
)


def test_nothing_made_is_stale():
    assert make.stale(HARDWARE, BOARD, BOARD["mcu"], files.library()) == [], "run `make hardware`"


def test_a_change_of_board_json_makes_things_stale():
    data = copy.deepcopy(BOARD)
    data["mcus"]["esp32s3"]["pins"]["LED_DATA"] = 6
    found = make.stale(HARDWARE, data, "esp32s3", files.library())
    assert "pins.md" in found and "lite/netlist.csv" in found and "lite/lights.svg" in found
    assert "lite/power.svg" not in found


def test_a_change_of_the_parts_makes_pictures_stale():
    known = (HARDWARE / "pictures" / printing.PICTURES_FROM).read_text().strip()
    assert known == printing.source_hash(), "run `make hardware`"


def test_making_twice_gives_the_same():
    library = files.library()
    once = make.texts(BOARD, "esp32s3", library)
    assert once == make.texts(json.loads(json.dumps(BOARD)), "esp32s3", library)


def test_nothing_else_lies_in_the_folders_of_the_builds():
    made = {*make.texts(BOARD, BOARD["mcu"], files.library())}
    made |= {*make.harnesses(BOARD, BOARD["mcu"], files.library())}
    for build in BOARD["builds"]:
        for path in (HARDWARE / build).iterdir():
            if path.name == "stl":
                continue  # what somebody prints; not in the repository
            assert f"{build}/{path.name}" in made, f"{path} is made by nothing"


@pytest.mark.parametrize("path", sorted(HARDWARE.glob("**/*.svg")), ids=lambda path: path.name)
def test_every_drawing_is_well_formed(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg") and len(list(root.iter())) > 20


def test_a_wiring_diagram_shows_every_end_of_every_wire_of_its_block():
    library = files.library()
    for build, circuit in make.circuits(BOARD, "esp32s3", library).items():
        for name, wires in drawings.blocks(circuit).items():
            svg = html.unescape((HARDWARE / build / f"{name}.svg").read_text())
            for wire in wires:
                if wire.a.ref == wire.b.ref:
                    assert f">{wire.b.pin} to {wire.a.pin}<" in svg, (build, name, wire)
                    continue
                for end in (wire.a, wire.b):
                    assert f">{end.ref}<" in svg, (build, name, end)
                    assert f">{end.pin}<" in svg, (build, name, end)


def test_the_ring_is_drawn_from_left_to_right():
    circuit = make.circuits(BOARD, "esp32s3", files.library())["keys"]
    drawn = json.loads(drawings.harness(circuit, drawings.blocks(circuit)["ring"]))
    ways = [[next(iter(end)) for end in (way[0], way[2])] for way in drawn["connections"]]
    assert ways == [["A1", "U2"], ["U2", "U3"], ["U3", "U4"], ["U4", "U5"], ["A1", "U5"]]


def test_the_light_map_walks_as_the_virtual_board_does():
    """The numbers in the drawing against the other way of counting them."""
    for build in (*BOARD["builds"].values(), *json.loads(EXAMPLE.read_text())["builds"].values()):
        lights = build["lights"]
        numbers = re.findall(r'font-size="10">(\d+)</text>', maps.lights(build))
        cells = walk(lights)
        for at, number in enumerate(numbers):
            assert cells[int(number) - 1] == (at % lights["w"], at // lights["w"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(HARDWARE)))
def test_links_pictures_and_anchors_exist(page):
    text = page.read_text()
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert "://" not in link, f"{link}: nobody can vouch for it"
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.+)$", target.read_text(), re.M)
            known = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in known, link


@pytest.mark.parametrize(("title", "text"), STEPS, ids=[title for title, _ in STEPS])
def test_every_step_has_a_picture_a_check_and_what_a_wrong_result_means(title, text):
    assert re.search(r"!\[[^\]]+\]\([^)]+\.(svg|png)\)", text)
    assert "**Check.**" in text and "**If it is wrong.**" in text


def test_every_build_has_its_steps():
    for build in BOARD["builds"]:
        assert len([title for title, _ in STEPS if title.startswith(build + " ")]) >= 3


def test_every_picture_is_used():
    said = "".join(page.read_text() for page in PAGES)
    for path in HARDWARE.glob("**/*.png"):
        assert path.name in said, path
    for path in HARDWARE.glob("*/*.svg"):
        known = f"{path.parent.name}/{path.name}"
        same = path.name == "power.svg"  # the same for all builds, shown once
        assert same or known in said or path.parent.name == "examples", known


def self_test_code():
    return "".join(path.read_text() for path in sorted((ROOT / "firmware/selftest").glob("*.py")))


def test_the_guides_name_parts_and_values_that_exist():
    text = (HARDWARE / "BUILD.md").read_text()
    for name in ("cap_clearance", "switch_height", "strip_width", "silicone_key", "tile_stack",
                 "face_clearance", "wall"):  # fmt: skip
        assert f"`{name}`" in text and name in enclosure.CONSTANTS
    stages = self_test_code()
    for page in ("BUILD.md", "SELFTEST.md"):
        for words in re.findall(r"`ludolux selftest ([^`]+)`", (HARDWARE / page).read_text()):
            for word in words.split():
                assert re.fullmatch(r"\d+,\d+", word) or f'"{word}"' in stages, word


def test_the_self_test_says_what_the_guide_quotes():
    source = self_test_code()
    source += (ROOT / "firmware/drivers/seesaw.py").read_text()
    source += (ROOT / "firmware/drivers/mpr121.py").read_text()
    source += (ROOT / "firmware/drivers/pins.py").read_text()
    flat = re.sub(r'"\s+"', "", source)
    for words in ("reads closed at rest", "never closed", "act as one", "presses too many",
                  "lets current back", "The buzzer is silent", "reads pressed at rest",
                  "A key closes its whole column", "The first wrong light is number"):  # fmt: skip
        assert words in flat, words
        assert words in (HARDWARE / "SELFTEST.md").read_text(), words


def test_no_estimate_is_a_price():
    text = (HARDWARE / "cost.md").read_text()
    assert "Estimates, not prices" in text
    for line in text.splitlines():
        if line.startswith("| ") and re.search(r"\d\.\d \|$", line):
            assert "~" in line


def test_power_figures_are_the_firmwares(fresh_firmware):
    """All white at the budget of a 2 A charger, against what the virtual board takes."""
    fresh_firmware()
    from rig import Rig

    data = copy.deepcopy(BOARD)
    data["builds"]["lite"]["power"] = {"supply_ma": 2000, "fuse_ma": 2000, "budget_ma": 1500}
    rig = Rig("lite", "esp32s3", data=data)
    rig.lights.set_brightness(255)
    rig.show(bytes([255]) * 768)
    assert 1400 < rig.board.milliamps <= 1500 and not rig.flags
    shown = rig.board.lights()
    said = re.search(r"\| 2 A \|.*\| (\d+) % \|", (HARDWARE / "power.md").read_text())
    assert said and abs(100 * shown[0] / 255 - int(said[1])) <= 1.5


# The worked example


def test_the_example_is_a_changed_file_and_nothing_else():
    assert lint.check_file(EXAMPLE) == []
    found = [path.name for path in EXAMPLE.parent.iterdir()]
    assert sorted(found) == ["README.md", "board.json", "light-map.svg"]


def test_the_map_of_the_example_is_fresh():
    build = json.loads(EXAMPLE.read_text())["builds"]["attic"]
    assert (EXAMPLE.parent / "light-map.svg").read_text() == maps.lights(build)


def test_the_example_of_a_mistake_is_true(tmp_path):
    for change, words in (
        (lambda data: data["mcus"]["esp32s3"]["pins"].update(LED_DATA=0),
         "trapping pin decides how the chip boots"),
        (lambda data: data["builds"]["attic"]["power"].update(budget_ma=2500),
         "the budget must spare the fuse"),
    ):  # fmt: skip
        data = json.loads(EXAMPLE.read_text())
        change(data)
        path = tmp_path / "board.json"
        path.write_text(json.dumps(data))
        assert any(words in str(finding) for finding in lint.check_file(path))


@pytest.mark.parametrize("build", ["attic", "sideways"])
def test_the_firmware_plays_on_the_example(build, fresh_firmware, tmp_path):
    """From power-up through the menu into a game, by keys, on chips wired as the file says; the
    same lights as on the project's own board."""
    pictures = []
    for source, name in ((EXAMPLE, build), (HARDWARE / "board.json", twin := TWINS[build])):
        fresh_firmware()
        from powered import Finger

        data = json.loads(source.read_text())
        data["builds"][name]["lights"]["brightness"] = 60  # below every budget: nothing is dimmed
        folder = tmp_path / name
        folder.mkdir()
        finger = Finger(str(folder), twin, board={**data, "builds": {twin: data["builds"][name]}})
        finger.wait(1500)
        finger.choose("quixo")
        finger.choose(2)
        while hasattr(finger.app.screen, "items"):
            finger.choose(finger.app.screen.marked[0])
        for _ in range(2):
            state = finger.app.playing.state
            for step in state.steps(state.moves()[0]):
                finger.touch(step)
        finger.wait(200)
        assert finger.board.flags.raised == []
        assert len(finger.app.playing.state.moves()) > 0
        pictures.append([position(finger), finger.app.playing.state.position()])
    assert pictures[0] == pictures[1]


TWINS = {"attic": "lite", "sideways": "keys"}


def position(finger):
    """The cells that are lit at all: brightness breathes."""
    shown = finger.board.lights()
    return [any(shown[i : i + 3]) for i in range(0, 768, 3)]


def test_the_commands_of_the_example_work(tmp_path, capsys, fresh_firmware):
    text = (EXAMPLE.parent / "README.md").read_text()
    commands = re.findall(r"^ludolux (.+)$", text, re.M)
    assert len(commands) == 6
    for command in commands:
        words = command.split()
        if words[1] == "make" or words[0] != "hardware":
            continue  # draws with WireViz, or goes on for ever: tried below
        fresh_firmware()
        assert run(words) == 0, capsys.readouterr()
    said = capsys.readouterr().out
    assert "nothing to put right in attic, sideways" in said
    assert "attic on esp32s3: the menu" in said and "bus good" in said
    made = make.texts(json.loads(EXAMPLE.read_text()), "esp32s3", files.library())
    assert {"attic/netlist.csv", "sideways/bom.csv", "pins.md"} <= set(made)
    assert "BTN_UP,A1,GPIO1,BTN_UP,A" in made["attic/netlist.csv"]


@pytest.mark.parametrize("build", ["attic", "sideways"])
@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_the_simulator_plays_on_the_example(build, runtime, tmp_path, fresh_firmware):
    """As the last step of the page says."""
    fresh_firmware()
    script = tmp_path / "script.txt"
    script.write_text("menu quixo players=2 size=5\nexpect screen play\nexpect light 0,0 lit\n")
    words = ["sim", "--board", str(EXAMPLE), "--build", build, "--runtime", runtime]
    assert run([*words, "--headless", "--script", str(script)]) == 0


TRIED = [
    ("keys", "ROW2_Q,U2,QC(2)", "ROW2_Q,U2,QH(7)", "keys bad The key at column 1, row 3 "),
    ("keys", "LED_6,LS6,DOUT,LS7,DIN", "LED_6,LS6,DOUT,LS6,GND",
     "lights bad The light at column 1, row 7 is dark."),
    ("tiles", "T6_A0,T6,A0,T6,A0'", "T6_A4,T6,A4,T6,A4'",
     "lights bad The light at column 5, row 5 is dark."),
    ("touch", "FR5,M2,E8,", "FR5,M3,E9,", "keys bad The key at column 1, row 5 never closes."),
    ("lite", "GND,A1,GND,BTN_LEFT,B", "GND,A1,GND,BTN_DOWN,B",
     "keys bad BTN_LEFT does not do what it is for."),
    ("lite", "GPIO17,BTN_UP,A", "GPIO17,BTN_UP,B", "keys bad BTN_UP does not do what it is for."),
]  # fmt: skip


@pytest.mark.parametrize(("build", "wire", "wrong", "words"), TRIED, ids=[c[1] for c in TRIED])
def test_a_trial_names_the_key_or_light_of_a_wrong_wire(
    build, wire, wrong, words, tmp_path, capsys, fresh_firmware
):
    fresh_firmware()
    path = tmp_path / "board.json"
    path.write_text((HARDWARE / "board.json").read_text())
    (tmp_path / build).mkdir()
    text = (HARDWARE / build / "netlist.csv").read_text()
    assert run(["hardware", "try", str(path), "--build", build]) == 0
    assert "lights good\nkeys good" in capsys.readouterr().out
    assert text.count(wire) == 1
    (tmp_path / build / "netlist.csv").write_text(text.replace(wire, wrong))
    fresh_firmware()
    assert run(["hardware", "try", str(path), "--build", build]) == 1
    said = capsys.readouterr()
    assert words in said.out and "to put right" in said.err


def test_a_swapped_wire_fails_the_trial(tmp_path, capsys, fresh_firmware):
    fresh_firmware()
    data = json.loads(EXAMPLE.read_text())
    path = tmp_path / "board.json"
    path.write_text(json.dumps(data))
    texts = make.texts(data, "esp32s3", files.library())
    (tmp_path / "sideways").mkdir()
    wrong = texts["sideways/netlist.csv"].replace("CHAIN2,U3,QH'(9),U4,SER(10)",
                                                  "CHAIN2,U3,QH'(9),U5,SER(10)")  # fmt: skip
    (tmp_path / "sideways" / "netlist.csv").write_text(wrong)
    assert run(["hardware", "try", str(path), "--build", "sideways"]) == 1
    said = capsys.readouterr()
    assert "the ring runs" in said.err or "the key ring ends there" in said.err
    assert "bus bad" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dance"], '"dance" is none of check, make, try, stl'),
        (["stl", "--build", "castle"], 'here is no "castle"'),
        (["make", "--mcu", "z80"], 'here is no "z80"'),
        (["check", "/no/such/file"], "cannot be read"),
    ],
)
def test_wrong_words_are_answered_in_a_sentence(words, said, capsys):
    assert run(["hardware", *words]) == 2
    assert said in capsys.readouterr().err


def test_drawing_needs_its_tools_and_says_so(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "wireviz", None)
    with pytest.raises(Exception, match="need WireViz"):
        drawings.draw("{}")


def test_lists_that_are_stale_are_made_anew(tmp_path, capsys, monkeypatch):
    """A list that the check refuses does not keep `make` from writing the right one."""
    path = tmp_path / "board.json"
    path.write_text(EXAMPLE.read_text())
    (tmp_path / "attic").mkdir()
    (tmp_path / "attic" / "netlist.csv").write_text(",".join(files.NETLIST) + "\n")
    assert run(["hardware", "check", str(path)]) == 1
    monkeypatch.setattr(drawings, "draw", lambda source: f"<!-- made from {source} --><svg/>")
    assert run(["hardware", "make", str(path)]) == 0
    assert run(["hardware", "check", str(path)]) == 0, capsys.readouterr()
