# The commands of Ludolux. Each sets up what it needs, in .venv and .cache, and nothing elsewhere.

PYTHON ?= python3
RUN = .venv/bin
BASE = .venv/.base
TEST = .venv/.test
MICROPYTHON_READY = .cache/micropython/.ready
export LUDOLUX_PLAY = make play

.PHONY: help play test test-long bench lint clean

help:
	@echo "make play       play the games"
	@echo "make test       every test, below eight minutes"
	@echo "make test-long  the long proofs as well"
	@echo "make bench      the figures: speed, memory, instruction counts"
	@echo "make lint       style and types"
	@echo "make clean      remove .venv and .cache"

play: $(BASE)
	@$(RUN)/ludolux text

test: $(TEST) $(MICROPYTHON_READY)
	$(RUN)/python tests/run.py

test-long: $(TEST) $(MICROPYTHON_READY)
	$(RUN)/python tests/run.py --long

bench: $(TEST) $(MICROPYTHON_READY) .venv/.bench
	$(RUN)/python tests/bench/run.py

lint: .venv/.lint $(TEST)
	$(RUN)/ruff check .
	$(RUN)/ruff format --check host tools tests
	$(RUN)/pyright

$(BASE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ludolux needs Python 3.11 or newer; say which: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { echo "No virtual environment could be made. On Debian: apt install python3-venv"; exit 1; }
	@echo "installing Ludolux into .venv …"
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(TEST) .venv/.lint .venv/.bench: .venv/.%: $(BASE)
	@echo "installing what $* needs …"
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

$(MICROPYTHON_READY): tools/get_micropython.py
	@$(PYTHON) tools/get_micropython.py > /dev/null
	@mkdir -p $(dir $@) && touch $@

clean:
	rm -rf .venv .cache
