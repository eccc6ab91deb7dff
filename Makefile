PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup envs play test check index types client fair bench soak reliability tour weigh pictures docs notes lock chromium strace FORCE

help:
	@echo 'make setup   install everything, locked, into .venv and web/node_modules'
	@echo 'make envs    the same, with what the learning environments need'
	@echo 'make play    set up and play'
	@echo 'make test    set up, check, then run every test'
	@echo 'make check   linters, formatting, types, layers and the rule index'
	@echo 'make index   write the rule index anew'
	@echo "make types   write the client's types anew"
	@echo 'make client  build the client, which a wheel carries'
	@echo 'make fair    measure again how the battles come out between bots (hours)'
	@echo 'make bench   measure against the peers'
	@echo 'make soak    the long runs'
	@echo 'make reliability  the scoreboard of the server; ONLY=kills-sqlite SHARE=0.1 a tenth of one part'
	@echo 'make tour    pictures of every page and phase, compared with those that make tour KEEP=1 took'
	@echo 'make weigh   what each page weighs when it is first loaded; ONLY=replay those of that name, file by file'
	@echo 'make pictures  draw the pictures anew that come with the client; ONLY=cover those of that name'
	@echo 'make docs    build the site into .site/html'
	@echo 'make notes   what the changelog says of what is to come, or of VERSION=0.1.0'
	@echo 'make lock    write the lock files anew (needs uv)'

setup: .venv/ready web/node_modules/ready

envs: setup .venv/envs-ready

play: setup web/dist/ready
	.venv/bin/hulldown play

test: check web/dist/ready chromium strace .venv/envs-ready
	cd web && npm test
	$(PY) -m pytest -n auto || { echo 'What failed beside others is tried once more, alone.'; $(PY) -m pytest --last-failed --last-failed-no-failures none; }

check: setup
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo
	$(PY) -m hulldown.index --check
	$(PY) -m tests.peeking
	$(PY) -m tests.languages
	$(PY) -m website --check
	cd web && npm run check

index: setup
	$(PY) -m hulldown.index --write

types: setup
	$(PY) -m hulldown.server.typescript > web/src/api/types.ts

client: web/dist/ready

fair: setup
	$(PY) -m hulldown.lab.fair

bench: setup .venv/envs-ready .venv/bench-ready
	.venv/bin/hulldown bench

soak: setup web/dist/ready chromium strace
	HULLDOWN_SOAK=1 $(PY) -m pytest -m soak -n auto --hypothesis-profile=soak

reliability: setup strace
	$(PY) -m tests.reliability $(ONLY) $(if $(SHARE),--share $(SHARE))

tour: setup web/dist/ready chromium
	$(PY) -m tests.browser.tour $(if $(KEEP),--keep)

weigh: setup web/dist/ready chromium
	$(PY) -m tests.browser.weight $(ONLY)

pictures: setup chromium
	$(PY) -m tests.browser.pictures $(ONLY)

docs: setup .venv/docs-ready web/dist/ready chromium
	$(PY) -m website --pictures
	cd .site && ../.venv/bin/zensical build --strict --clean -f zensical.toml

notes: setup
	@$(PY) -m website.notes $(VERSION)

# The browser of the tests: $CHROMIUM, the system's, or Debian's package where it may be installed.
chromium:
	@command -v "$${CHROMIUM:-chromium}" >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
		{ echo 'The tests need Chromium: install it, or name it with CHROMIUM=….' >&2; exit 1; }

# What sees a server write to its disk; where it cannot be had, the tests that need it say so.
strace:
	@command -v strace >/dev/null || \
		{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq strace >/dev/null; } || \
		echo 'Without strace, what a server writes to its disk is not tried.' >&2

lock:
	@command -v uv >/dev/null || { echo 'The lock files are written by uv, which is not installed.' >&2; exit 1; }
	$(COMPILE) pyproject.toml --extra test --group build -o requirements.txt
	$(COMPILE) pyproject.toml --extra bench -c requirements.txt -o requirements-bench.txt
	$(COMPILE) --group docs -c requirements.txt -o requirements-docs.txt
	$(COMPILE) pyproject.toml --extra postgres -c requirements.txt -o requirements-serve.txt
	$(COMPILE) pyproject.toml --extra envs -c requirements.txt -o requirements-envs.txt
	cd web && npm install --package-lock-only

# An environment that was moved, copied, left half made or whose Python has gone is made anew.
WHOLE := $(shell grep -qsF '$(CURDIR)/.venv/' .venv/bin/pip && $(PY) -c 'import pip' 2>/dev/null && echo yes)

.venv/bin/pip: $(if $(WHOLE),,FORCE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo 'Hulldown needs Python 3.11 or newer as $(PYTHON); name another with make PYTHON=….' >&2; exit 1; }
	rm -rf .venv
	$(PYTHON) -m venv .venv

.venv/ready: requirements.txt pyproject.toml .venv/bin/pip
	$(PIP) install --require-hashes -r requirements.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/docs-ready: requirements-docs.txt .venv/ready
	$(PIP) install --require-hashes -r requirements-docs.txt
	@touch $@

.venv/bench-ready: requirements-bench.txt .venv/ready
	$(PIP) install --require-hashes --no-deps -r requirements-bench.txt
	@touch $@

.venv/envs-ready: requirements-envs.txt .venv/ready
	$(PIP) install --require-hashes -r requirements-envs.txt
	@touch $@

# A copy of the lock that was installed, so that a lock which only looks newer costs nothing.
web/node_modules/ready: web/package-lock.json
	@command -v node >/dev/null && command -v npm >/dev/null || \
		{ echo 'Hulldown needs node 20.19, 22.12 or newer, with npm.' >&2; exit 1; }
	cmp -s $< $@ || (cd web && npm ci --prefer-offline)
	@cp $< $@

web/dist/ready: $(shell find web/src web/pictures web/index.html web/vite.config.ts web/package.json -type f 2>/dev/null) web/node_modules/ready
	cd web && npm run build
	@touch $@
