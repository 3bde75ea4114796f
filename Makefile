# Needs Python >= 3.11, make and git. Everything else is installed into .venv from the two lock files.
#
#   make demo      build the production reference cluster into out/
#   make test      run the tests
#   make help      list every target

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# The first interpreter that is new enough; say PYTHON=/path/to/python3.12 to choose another.
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
endif

VENV ?= .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
BUILD := build
OUT := out/production-h100

# Passed on to pytest, for example: make test PYTEST_ARGS="-k cabling -x"
PYTEST_ARGS ?=
PYTEST_WORKERS ?= auto

CREATED := $(VENV)/.stamp-created
RUNTIME := $(VENV)/.stamp-runtime
DEV := $(VENV)/.stamp-dev

# The tool that resolves the lock files; it is not needed to install from them.
UV_VERSION := 0.13.9
UV := $(BUILD)/lock-venv/bin/uv
UV_COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
    --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
    pyproject.toml --group build

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

# --- environments ----------------------------------------------------------------------------------------

$(CREATED):
	@test -n "$(PYTHON)" || { echo "clusterdesign needs Python 3.11 or newer on PATH, or PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "$(PYTHON) is not Python 3.11 or newer; name another with PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -m venv "$(VENV)" \
	    || { echo "$(PYTHON) cannot create an environment; on Debian and Ubuntu its venv module is in the package python3-venv" >&2; exit 2; }
	@touch $@

# The stamps record that an environment holds what a lock file says; a second run finds them and does nothing.
# The build back end is locked too, hence --no-build-isolation.
$(RUNTIME): requirements.lock pyproject.toml | $(CREATED)
	@echo "installing the locked packages into $(VENV)"
	@$(PIP) install --quiet --quiet --require-hashes --requirement requirements.lock
	@$(PIP) install --quiet --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock pyproject.toml | $(CREATED)
	@echo "installing the locked development packages into $(VENV)"
	@$(PIP) install --quiet --quiet --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --quiet --quiet --no-deps --no-build-isolation --editable .
	@touch $(RUNTIME) $@

.PHONY: venv
venv: $(DEV) ## create or update .venv with everything a developer needs

# --- what a reader of the README runs ---------------------------------------------------------------------

.PHONY: demo
demo: $(RUNTIME) ## build the production reference cluster into out/
	$(VENV)/bin/clusterdesign build stacks/production-h100/design.py --out $(OUT)

.PHONY: test
test: $(DEV) ## run the tests; more options with PYTEST_ARGS=...
	$(PY) -m pytest --numprocesses=$(PYTEST_WORKERS) $(PYTEST_ARGS)

# --- what a contributor runs ------------------------------------------------------------------------------

.PHONY: lint
lint: $(DEV) ## ruff, mypy and the import contracts
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(wildcard clusterdesign tests tools benchmarks .ci/no_skips.py)
	@for stack in $(wildcard stacks/*/); do echo "$(PY) -m mypy $$stack"; $(PY) -m mypy "$$stack" || exit 1; done
	$(VENV)/bin/lint-imports --no-cache --no-logo

.PHONY: format
format: $(DEV) ## rewrite the code in the house style
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

.PHONY: docs
docs: $(DEV) ## build the documentation, a warning is an error
	$(PY) -m sphinx --fail-on-warning --keep-going --quiet --jobs auto --builder html docs $(BUILD)/docs
	@echo "open $(BUILD)/docs/index.html"

.PHONY: exports
exports: $(DEV) ## write exports/ anew from the definitions in stacks/
	$(PY) -m tools.regenerate_exports

.PHONY: bench
bench: $(DEV) ## run the benchmarks and compare them with their yardsticks; results in build/benchmarks.json
	@mkdir -p $(BUILD)
	$(PY) -m pytest benchmarks --benchmark-enable --benchmark-only --benchmark-json=$(BUILD)/benchmarks.json $(PYTEST_ARGS)
	@$(PY) -m benchmarks.ratios $(BUILD)/benchmarks.json

# --- locks ------------------------------------------------------------------------------------------------

$(UV): | $(CREATED)
	@$(PY) -m venv $(BUILD)/lock-venv
	@$(BUILD)/lock-venv/bin/python -m pip --disable-pip-version-check install --quiet uv==$(UV_VERSION)

# Keeps what is locked as long as pyproject.toml allows it; `make lock LOCK_ARGS=--upgrade` takes newer versions.
# The runtime lock is constrained by the development lock, so that both hold one version of a package.
LOCK_ARGS ?=
.PHONY: lock
lock: $(UV) ## resolve requirements.lock and requirements-dev.lock anew
	$(UV_COMPILE) --extra dev $(LOCK_ARGS) --output-file requirements-dev.lock
	$(UV_COMPILE) $(LOCK_ARGS) --constraint requirements-dev.lock --no-strip-markers --output-file requirements.lock

# --- cleaning ---------------------------------------------------------------------------------------------

.PHONY: clean
clean: ## remove .venv, out/, build/ and every cache
	rm -rf $(VENV) out $(BUILD) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
