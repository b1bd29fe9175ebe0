# The commands of Ludolux. Each sets up what it needs, in .venv and .cache, and nothing elsewhere.

PYTHON ?= python3
RUN = .venv/bin
BASE = .venv/.base
TEST = .venv/.test
MICROPYTHON_READY = .cache/micropython/.ready
CHROMIUM_READY = .cache/.chromium

.PHONY: help play flash test test-long bench lint hardware pictures golden packs clean

help:
	@echo "make play       play the games"
	@echo "make flash      MicroPython and the games onto a board"
	@echo "make test       every test, below eight minutes"
	@echo "make test-long  the long proofs as well"
	@echo "make bench      the figures: speed, memory, instruction counts"
	@echo "make lint       style and types"
	@echo "make hardware   lists, tables, drawings and pictures of the hardware folder"
	@echo "make clean      remove .venv and .cache"

play: $(BASE)
	@$(RUN)/ludolux sim

flash: $(BASE)
	@$(RUN)/ludolux flash

# The rules must be covered whole, every branch; the other tests run without counting that.
RULES = tests/rules --cov=shared_rules --cov-branch --cov-fail-under=100 --cov-report=term-missing:skip-covered

test: $(TEST) $(MICROPYTHON_READY) $(CHROMIUM_READY) openscad
	$(RUN)/pytest -n 2 -m "not long" $(RULES)
	$(RUN)/pytest -n 2 -m "not long" tests --ignore=tests/rules

test-long: $(TEST) $(MICROPYTHON_READY) $(CHROMIUM_READY) openscad
	$(RUN)/pytest -n 2 --timeout 1800 $(RULES)
	$(RUN)/pytest -n 2 --timeout 1800 tests --ignore=tests/rules

bench: $(TEST) $(MICROPYTHON_READY) $(CHROMIUM_READY) .venv/.bench
	$(RUN)/python tests/bench/run.py

lint: .venv/.lint .venv/.hardware $(TEST)
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/pyright

$(BASE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ludolux needs Python 3.11 or newer; say which: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { echo "No virtual environment could be made. On Debian: apt install python3-venv"; exit 1; }
	@echo "installing Ludolux into .venv …"
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(TEST) .venv/.lint .venv/.bench .venv/.hardware: .venv/.%: $(BASE)
	@echo "installing what $* needs …"
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

$(MICROPYTHON_READY): tools/get_micropython.py host/ludolux/interpreter.py
	@$(PYTHON) tools/get_micropython.py > /dev/null
	@mkdir -p $(dir $@) && touch $@

# The page is tested in Chromium: the one on the path, or Debian's, by apt.
$(CHROMIUM_READY): tools/get_chromium.py
	@$(PYTHON) tools/get_chromium.py > /dev/null
	@mkdir -p $(dir $@) && touch $@

# What is made from hardware/board.json and the hand-written lists beside it.
hardware: .venv/.hardware openscad
	$(RUN)/ludolux hardware make
	$(RUN)/ludolux hardware make hardware/examples/board.json --out .cache/example
	cp .cache/example/attic/light-map.svg hardware/examples/
	$(RUN)/python -m ludolux.hardware.pictures

.PHONY: openscad
openscad:
	@$(PYTHON) tools/get_openscad.py

clean:
	rm -rf .venv .cache

# The pictures of the README.
pictures: $(BASE)
	$(RUN)/ludolux shot --sheet --out docs/games.png

# The golden games change only when the rules do, on purpose.
golden: $(BASE)
	@for game in quixo:4 lot:2 olix:2 lixso:1 lixso-duel:4 xtiles:6; do \
	  $(RUN)/python tests/board/transcript.py $${game%:*} $${game#*:} 7 8 full \
	    > tests/data/golden/$${game%:*}.txt; done
	$(RUN)/python tools/make_record_goldens.py

# The LIXSO grids that come with the games. A grid keeps its id for ever: only for a new format.
packs: $(BASE)
	$(RUN)/python tools/make_packs.py
