# Two commands do everything: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: play test check bench soak mutants lock clean

$(STAMP): requirements/dev.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(STAMP)

test: $(STAMP) ## every check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto

check: test

play: $(STAMP) ## the ready set-up of the first game, drawn; the browser client builds on this
	$(BIN)/meuse map victory_or_defeat --setup --open

bench: $(STAMP) ## speed side by side with peers, into benchmarks/latest.json
	$(BIN)/python -m pip install --quiet --requirement requirements/bench.txt
	$(BIN)/python -m benchmarks

soak: $(STAMP) ## 500 random games of each scenario of the first game, 1,000 of the second, all invariants checked
	$(BIN)/meuse random victory_or_defeat --scenario 1939 --games 500 --seed 1 --vary
	$(BIN)/meuse random victory_or_defeat --scenario 1940 --games 500 --seed 1 --vary
	$(BIN)/meuse random battle_of_france --scenario two_players --games 1000 --seed 1 --vary
	$(BIN)/meuse random battle_of_france --scenario three_players --games 1000 --seed 1 --vary

lock: ## pin what pyproject.toml asks for
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-options --no-header --extra dev --output-file requirements/dev.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-options --no-header --extra bench --output-file requirements/bench.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-options --no-header --extra mutation --output-file requirements/mutation.txt pyproject.toml

clean:
	rm -rf $(VENV)

mutants: $(STAMP) ## how many random changes of the rules do the tests notice?
	$(BIN)/python -m pip install --quiet --requirement requirements/mutation.txt
	$(BIN)/python tools/mutants.py victory_or_defeat --json benchmarks/mutants-victory_or_defeat.json
	$(BIN)/python tools/mutants.py battle_of_france --json benchmarks/mutants-battle_of_france.json
