# Two commands do everything: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
CLIENT := src/meuse/server/client/.built
WEB := $(wildcard web/*.json web/*.ts web/*.js web/index.html) $(shell find web/src -type f)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests wait for pages and servers now and then, so some more of them than there are cores run side by side.
WORKERS := $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 2)")

# Modules are compiled once, not in every process, whatever the machine says.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test check check-python check-client bench strength soak mutants lock clean

$(PLAY): requirements/play.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) --requirement requirements/play.txt
	touch $@

$(READY): $(PLAY) requirements/dev.txt
	$(PIP) --requirement requirements/dev.txt
	touch $@

$(CLIENT): $(PLAY) pyproject.toml hatch_build.py $(WEB)
	$(PIP) --no-deps --editable .
	touch $@

play: $(CLIENT) ## the server on port 1940, and the browser opened on it
	$(BIN)/meuse serve --open

test: $(READY) $(CLIENT) ## every check
	$(MAKE) --no-print-directory --jobs=2 check-python check-client
	tools/browser.sh
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-client:
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py run test

check: test

bench: $(READY) $(CLIENT) ## speed side by side with peers, into benchmarks/latest.json
	$(BIN)/python -m pip install --quiet --requirement requirements/bench.txt
	$(BIN)/python -m benchmarks

strength: $(READY) $(CLIENT) ## each bot against the one below it, 200 games a pairing: some eight hours of one core
	$(BIN)/python -m benchmarks.strength build/strength --json src/meuse/players/strength.json

soak: $(READY) $(CLIENT) ## hundreds of random games of every game, all invariants checked
	$(BIN)/meuse random victory_or_defeat --scenario 1939 --games 500 --seed 1 --vary
	$(BIN)/meuse random victory_or_defeat --scenario 1940 --games 500 --seed 1 --vary
	$(BIN)/meuse random battle_of_france --scenario two_players --games 1000 --seed 1 --vary
	$(BIN)/meuse random battle_of_france --scenario three_players --games 1000 --seed 1 --vary
	$(BIN)/meuse random fall_of_france --scenario historical --games 500 --seed 1 --vary
	$(BIN)/meuse random fall_of_france --scenario last_minute --games 500 --seed 1 --vary
	$(BIN)/meuse random mansteins_war --scenario campaign --games 500 --seed 1 --vary
	$(BIN)/meuse random france_1940 --scenario stonne --games 500 --seed 1 --vary
	$(BIN)/meuse random france_1940 --scenario sedan --games 200 --seed 1 --vary
	$(BIN)/meuse random france_1940 --scenario rethel --games 200 --seed 1 --vary
	$(BIN)/meuse random france_1940 --scenario gembloux --games 200 --seed 1 --vary

COMPILE := $(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-options --no-header

lock: ## pin what pyproject.toml asks for
	$(BIN)/python -m pip install --quiet pip-tools
	$(COMPILE) --output-file requirements/play.txt pyproject.toml
	$(COMPILE) --extra dev --extra postgresql --extra lab --extra cluster --output-file requirements/dev.txt pyproject.toml
	for extra in bench mutation; do $(COMPILE) --extra $$extra --output-file requirements/$$extra.txt pyproject.toml; done

clean:
	rm -rf $(VENV) web/node_modules src/meuse/server/client

mutants: $(READY) $(CLIENT) ## how many random changes of the rules do the tests notice?
	$(BIN)/python -m pip install --quiet --requirement requirements/mutation.txt
	$(BIN)/python tools/mutants.py victory_or_defeat --json benchmarks/mutants-victory_or_defeat.json
	$(BIN)/python tools/mutants.py battle_of_france --json benchmarks/mutants-battle_of_france.json
	$(BIN)/python tools/mutants.py fall_of_france --json benchmarks/mutants-fall_of_france.json
	$(BIN)/python tools/mutants.py mansteins_war --json benchmarks/mutants-mansteins_war.json
	$(BIN)/python tools/mutants.py france_1940 --json benchmarks/mutants-france_1940.json
