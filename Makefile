# Two set-ups, and only two: `make demo` and `make test` do everything on a machine with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

.PHONY: demo test lint types messages golden bench bench-peers bench-tables fuzz clean

$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: $(VENV)/installed
	@$(BIN)/python benchmarks/demo.py

test: $(VENV)/installed
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check ratings migrations benchmarks

types: $(VENV)/installed
	$(BIN)/mypy ratings/rules ratings/engine ratings/exact.py ratings/tables.py ratings/errors.py ratings/kinds.py ratings/phrases.py

messages: $(VENV)/installed
	$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --no-default-keywords --keywords say \
		--keywords plural:1,2 --no-location --sort-by-file --no-wrap --output letters.pot ratings
	$(BIN)/pybabel --quiet update --domain letters --input-file letters.pot --output-dir ratings/explain/locale \
		--no-wrap --ignore-obsolete --ignore-pot-creation-date
	@rm letters.pot

golden: $(VENV)/installed
	$(BIN)/python tests/make_golden.py
	$(BIN)/python tests/letter_cases.py

bench: $(VENV)/installed
	$(BIN)/python benchmarks/bench.py $(BENCH)

bench-peers: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[peers]' || echo "Not all peers can be installed here."
	$(BIN)/python benchmarks/bench_peers.py $(BENCH)

bench-tables: $(VENV)/installed
	$(BIN)/python benchmarks/bench_tables.py docs/performance.md $(wildcard bench/bench.json bench/peers.json)

fuzz: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[fuzz]' || echo "atheris cannot be installed here."
	@$(BIN)/python benchmarks/fuzz.py
	$(BIN)/python -m pytest --quiet --hypothesis-profile search tests/test_fuzz_files.py

clean:
	rm -rf $(VENV) demo bench .pytest_cache .ruff_cache .mypy_cache .hypothesis
