# Every target makes what it needs first; nothing is done twice unless its inputs changed.
# The environment lives in .venv, what is done is noted in .venv/stamps.

SHELL := bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
SECONDS ?= 60
BENCHMARKS ?=
PAPERS ?=
PYTHON ?=
# One worker more than there are cores: those of the crawl and of the browser mostly wait.
PYTEST_ARGUMENTS ?= -n $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
CONSTRAINTS ?= constraints.txt
# Checks the modules of the web app; its releases change what they find.
TYPESCRIPT := 5.9.3
# The oldest PySpark that pyproject.toml allows.
OLDEST_PYSPARK := 3.5

RUST_SOURCES := $(shell find rust -type f \( -name '*.rs' -o -name 'Cargo.*' \) \
	-not -path '*/target/*' -not -path 'rust/fuzz/*')
RUST_CRATES := rust $(patsubst %/Cargo.toml,%,$(wildcard rust/fuzz/Cargo.toml))
PYTHON_SOURCES := src tests benchmarks examples scripts/doctest_blocks.py

# Crates share one target directory, so that what they have in common is compiled once.
export CARGO_TARGET_DIR := $(CURDIR)/rust/target
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Every pip obeys it, that of maturin too; `make CONSTRAINTS=` takes the newest versions instead.
export PIP_CONSTRAINT := $(CONSTRAINTS)

.PHONY: help setup demo test check format bench bench-quality papers docs wheel first-hour fuzz clean audit constraints
.PHONY: check-python check-rust check-javascript test-python test-rust test-spark

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: $(STAMPS)/core $(STAMPS)/tools ## Make .venv with unmold, its native core and the development tools

demo: $(STAMPS)/environment ## Build a shop in ./demo, do the whole job on it, and say how right it was
	@# Pages need no native core: there is something to look at while that is built.
	@echo "==> Building the pages of an invented shop: open demo/site/index.html while the rest is made"
	@PYTHONPATH=src $(BIN)/python -c "from unmold.demo import build_site; build_site('demo', pages=600)"
	@$(MAKE) --no-print-directory $(STAMPS)/core
	@scripts/demo $(BIN)

test: check test-rust test-python test-spark ## Everything that must hold: make check, the Rust tests, the Python tests

check: check-python check-rust check-javascript ## Formatting, lints, types and layers; changes nothing

format: $(STAMPS)/tools ## Format Python and Rust in place
	@scripts/require-rust fmt
	@echo "==> Formatting"
	$(BIN)/ruff format $(PYTHON_SOURCES)
	$(BIN)/ruff check --fix --quiet $(PYTHON_SOURCES)
	$(foreach crate,$(RUST_CRATES),cargo fmt --manifest-path $(crate)/Cargo.toml &&) true

bench: $(STAMPS)/core $(STAMPS)/tools ## Run all benchmarks (BENCHMARKS="name ..." for some) and put the results into README.md and docs/
	$(BIN)/python -m pip install --quiet --group bench
	@# It asks for an old parsel, which Scrapy cannot live with, and works with the new one.
	$(BIN)/python -m pip install --quiet --no-deps "html-similarity>=0.3.3"
	@echo "==> Running benchmarks"
	$(BIN)/python -m benchmarks $(BENCHMARKS)
	$(if $(BENCHMARKS),,$(MAKE) bench-quality)
	$(BIN)/python -m benchmarks.update_readme

bench-quality: $(STAMPS)/core $(STAMPS)/tools ## Run unmold bench on the corpora and put the results into docs/
	@echo "==> Running unmold bench"
	$(BIN)/unmold bench quality -o benchmarks/results/bench/quality.json --picture docs/pictures/quality.svg
	$(BIN)/unmold bench extraction -o benchmarks/results/bench/extraction.json
	$(BIN)/python -m benchmarks.update_docs
	$(BIN)/python -m benchmarks.update_readme

papers: $(STAMPS)/core $(STAMPS)/tools ## Measure the papers again on the corpora (PAPERS="name ..." for some) and put the results into docs/
	@echo "==> Measuring papers again"
	$(BIN)/python -m benchmarks.papers $(PAPERS)
	$(BIN)/python -m benchmarks.update_docs

docs: $(STAMPS)/core $(STAMPS)/tools ## Build the documentation as a site in build/site, and check its links
	@echo "==> Building the documentation"
	@$(BIN)/python scripts/write-commands-page
	@$(BIN)/python scripts/write-api-page
	@$(BIN)/python scripts/write-thresholds-page
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "open build/site/index.html"

wheel: $(STAMPS)/build ## Build a wheel for all versions of Python from 3.11 on in dist/, and check it in clean environments
	@scripts/require-rust
	@echo "==> Building the wheel (some minutes: the core is optimised as a whole)"
	@rm -f dist/unmold-*.whl
	$(BIN)/maturin build --release --quiet --out dist
	@scripts/check-wheel dist/unmold-*.whl

first-hour: wheel $(STAMPS)/tools ## Do what a newcomer does in the first hour, from the wheel to a table corrected in a browser, with times
	@$(BIN)/python scripts/first-hour dist/unmold-*.whl

audit: $(STAMPS)/core $(STAMPS)/tools ## Check the licences of all dependencies, and their known weaknesses where data can be had
	@echo "==> Auditing dependencies"
	@# Without it, as where no registry can be reached, the check of advisories is skipped.
	-@$(BIN)/python -m pip install --quiet --group audit
	@$(BIN)/python scripts/audit

constraints: $(STAMPS)/environment ## Write constraints.txt with the newest versions that pyproject.toml allows
	@PIP_CONSTRAINT= $(BIN)/python scripts/write-constraints

fuzz: ## Feed the parser mutated pages for a while: make fuzz SECONDS=60
	@scripts/require-rust
	@echo "==> Fuzzing for $(SECONDS) seconds"
	@# A folder of its own: its core lacks what Python needs, has the same file name, and would go into wheels.
	CARGO_TARGET_DIR=$(CARGO_TARGET_DIR)/fuzz \
		cargo run --quiet --release --manifest-path rust/fuzz/Cargo.toml -- --seconds $(SECONDS)

clean: ## Remove everything that make made
	rm -rf $(VENV) rust/target demo build dist .mypy_cache .ruff_cache .pytest_cache \
		.import_linter_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '_core*.so' -delete

check-python: $(STAMPS)/core $(STAMPS)/tools
	@echo "==> Checking Python: format, lints, types, layers"
	$(BIN)/ruff format --check --quiet $(PYTHON_SOURCES)
	$(BIN)/ruff check --quiet $(PYTHON_SOURCES)
	$(BIN)/mypy
	@# The stubs of the native core against the core; what only tests call is not in the stub of its parent, and
	@# the shapes of what it hands over are names of the stub alone.
	$(BIN)/stubtest --concise --mypy-config-file pyproject.toml unmold._core \
		--allowlist <(printf '%s\n' unmold._core.__all__ unmold._core.testing unmold._core.testing.__all__ \
			unmold._core.{PageContents,NodeContents,StringBuffers,ColumnBuffers,DocumentBuffers,RecordBuffers,Extracted} \
			unmold._core.{FoundColumn,FoundLabel,FoundSelector,FoundTableColumn,SharedColumn} \
			unmold._core.{OverlaidLeaf,OverlaidTemplate})
	$(BIN)/lint-imports

check-rust:
	@scripts/require-rust fmt clippy
	@echo "==> Checking Rust: format, lints"
	$(foreach crate,$(RUST_CRATES),cargo fmt --check --manifest-path $(crate)/Cargo.toml &&) true
	$(foreach crate,$(RUST_CRATES),cargo clippy --quiet --all-targets --all-features \
		--manifest-path $(crate)/Cargo.toml -- -D warnings &&) true

check-javascript:
	@scripts/check-javascript $(VENV)/node $(TYPESCRIPT)

test-rust:
	@scripts/require-rust
	@echo "==> Testing Rust"
	cargo test --quiet --manifest-path rust/Cargo.toml

test-python: $(STAMPS)/core $(STAMPS)/tools
	@echo "==> Testing Python"
	$(BIN)/python -m pytest $(PYTEST_ARGUMENTS)

test-spark: $(STAMPS)/core $(STAMPS)/tools
	@scripts/test-spark-versions $(BIN)/python $(abspath $(VENV))/pyspark-$(OLDEST_PYSPARK) $(OLDEST_PYSPARK)

$(STAMPS)/environment:
	@echo "==> Making the environment $(VENV)"
	@python=$$(PYTHON="$(PYTHON)" scripts/find-python) && "$$python" -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/build: $(STAMPS)/environment pyproject.toml $(wildcard $(CONSTRAINTS))
	@echo "==> Installing what builds the package"
	$(BIN)/python -m pip install --quiet --group build
	@touch $@

$(STAMPS)/tools: $(STAMPS)/environment pyproject.toml $(wildcard $(CONSTRAINTS))
	@echo "==> Installing what tests, checks and documents need (some hundred megabytes)"
	$(BIN)/python -m pip install --quiet --group test --group papers --group check --group docs
	@touch $@

$(STAMPS)/core: $(STAMPS)/build $(RUST_SOURCES)
	@scripts/require-rust
	@echo "==> Building the native core, optimised as a whole: a few minutes the first time; crates are named as they are compiled"
	env -u CONDA_PREFIX VIRTUAL_ENV=$(abspath $(VENV)) PIP_QUIET=1 CARGO_TERM_PROGRESS_WHEN=never \
		$(BIN)/maturin develop --release --features testing
	@touch $@
