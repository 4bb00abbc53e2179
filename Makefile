# Everything runs in a virtual environment that is made by itself; Python and make are all it needs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: install report test lint docs pages bench clean

# All that the commands need, printed rulebooks included.
install: $(VENV)/.installed-docs

report: $(VENV)/.installed
	$(BIN)/rulewright report rules --output build/report

# A file's tests run in one process: many share a verification, which is slow to make.
test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -q -n auto --dist loadfile

lint: $(VENV)/.installed-dev
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

docs: $(VENV)/.installed-dev
	$(BIN)/python -m rulewright_sphinx.site build/docs

# What is made from the code: pages of the reference, highlighting. A test fails when it is stale.
pages: $(VENV)/.installed-dev
	$(BIN)/python -m rulewright_sphinx.pages docs/reference
	$(BIN)/python -m rulewright_sphinx.grammar_page docs/reference
	$(BIN)/python -m rulewright_sphinx.highlighting editors

bench: $(VENV)/.installed-dev
	$(BIN)/python bench/run.py

clean:
	rm -rf build dist

$(VENV)/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-docs: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	touch $@ $(VENV)/.installed

$(VENV)/.installed-dev: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,docs]"
	touch $@ $(VENV)/.installed $(VENV)/.installed-docs
