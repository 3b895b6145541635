# Builds, runs and tests Memorize; `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

SWIFT ?= swift
# Warnings are errors here, not in Package.swift, which others build as well.
WARNINGS := -Xswiftc -warnings-as-errors
# A person's own directory, for which nobody has to be root.
PREFIX ?= $(HOME)/.local
export PREFIX DESTDIR
# A release carries Swift's own library in itself, C++'s and ncurses as well if their archives are
# installed, and takes libdbus from the system. It exports no symbols, of which it would have a quarter of a million bytes, and looks for
# no libraries beside itself.
ARCHIVES := $(CURDIR)/.build/archives
# A generic type that is made by its name has its conformances looked up among thousands, for each
# of the first types of a run: a third of what a key binding does. A compiler without this flag does
# the same, only slower.
BY_ACCESSOR := -disable-concrete-type-metadata-mangled-name-accessors
BY_ACCESSOR := $(if $(shell $(SWIFT)c -frontend -help-hidden 2>/dev/null | grep -e $(BY_ACCESSOR)),-Xswiftc -Xfrontend -Xswiftc $(BY_ACCESSOR))
RELEASE := -c release $(WARNINGS) --static-swift-stdlib --disable-local-rpath $(BY_ACCESSOR) \
  --pkg-config-path "$(ARCHIVES)" -Xswiftc "-L$(ARCHIVES)" -Xlinker --no-export-dynamic \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# The tests are Swift Testing's; XCTest has none, and does not go with sanitizers.
TESTING := --disable-xctest $(WARNINGS)
# What touches C, and nothing else, is built anew for the address sanitizer.
TOUCHING_C := DBusTests,StoreTests,ThemeFilesTests,UserFilesTests
SANITIZED := $(CURDIR)/.build/address
SOURCES := Sources Tests Package.swift

.PHONY: build install uninstall run test test-all test-address test-broker test-crash test-session
.PHONY: test-package test-checked test-hostile bench format lint xml screens clean help
.PHONY: setup setup-test setup-session setup-hostile setup-bench session-runner built-tests sanitized

build: setup ## builds the programs into .build/release
	@share/make/archives "$(ARCHIVES)"
	$(SWIFT) build $(RELEASE) --product memorized
	$(SWIFT) build $(RELEASE) --product memorize
	$(SWIFT) build $(RELEASE) --product memorize-notify

install: build ## installs to PREFIX, ~/.local by itself, below DESTDIR where that is set
	@share/make/install

uninstall: ## takes away what was installed, and keeps your own data
	@share/make/install --undo

run: build ## plays: by a prompt on a terminal, a short game by itself elsewhere
	@share/make/play .build/release

test: built-tests ## runs all tests, those that repeat something with few rounds
	@share/make/test $(SWIFT) test --skip-build $(TESTING)

# There is no thread sanitizer: the programs have one thread each, and nothing for it to find.
test-all: ## runs all that there is, in full, by SESSION_RUNNER and BROKER_SESSION_RUNNER
	@[[ -n "$${BROKER_SESSION_RUNNER:-}" ]] || { \
	  echo "make test-all: name in BROKER_SESSION_RUNNER what SESSION_RUNNER is, with a session on dbus-broker." >&2; \
	  exit 1; }
	MEMORIZE_ALL_ROUNDS=1 $(MAKE) test test-address test-broker test-crash test-package test-checked test-hostile test-session
	$(MAKE) test-session SESSION_RUNNER="$$BROKER_SESSION_RUNNER"
	BENCH_STRICT=1 $(MAKE) bench

# Leaks are not looked for: Swift tags the pointers in its enums and weak references, so that the
# sanitizer takes for lost what is in use.
test-address: built-tests sanitized ## tests what touches C with the address sanitizer, and plays by it
	@ASAN_OPTIONS="$${ASAN_OPTIONS:-detect_leaks=0:detect_stack_use_after_return=1}" MEMORIZE_TESTS=$(TOUCHING_C) \
	  share/make/test $(SWIFT) test --skip-build $(TESTING) --sanitize=address --scratch-path $(SANITIZED)
# Each by itself: a filter that finds no test fails.
	@for played in playsAWholeGame theProgramsPrintWhatTheyPrinted aWholeGameByKeys; do \
	  ASAN_OPTIONS="$${ASAN_OPTIONS:-detect_leaks=0:detect_stack_use_after_return=1}" MEMORIZE_BIN_DIR=$(SANITIZED)/debug \
	    share/make/test $(SWIFT) test --skip-build $(TESTING) --filter $$played; \
	done

test-broker: setup-session built-tests ## runs the tests of a bus, each on a dbus-broker of its own
	@MEMORIZE_TEST_BUS=broker share/make/test $(SWIFT) test --skip-build $(TESTING) \
	  --filter 'DBusTests|IntegrationTests|CommandLineTests|NotifyTests'

# SESSION_RUNNER is a command that runs what is appended to it in a systemd user session of its own,
# as whatever user: the tests stop units and install files, which no person's session should see.
# test-all runs it once with a session on dbus-daemon and once on dbus-broker.
test-session: session-runner setup-session build ## runs what needs a systemd session, by SESSION_RUNNER
	@share/make/test-session

test-crash: built-tests ## kills the daemon a thousand times in the midst of a game
	@MEMORIZE_CRASHES="$${MEMORIZE_CRASHES:-1000}" \
	  share/make/test $(SWIFT) test --skip-build $(TESTING) --filter CrashTests

test-package: setup-test ## builds and runs somebody else's package on the library, with both build systems
	@SWIFT="$(SWIFT)" Tests/PackageTests/outside

test-checked: setup-hostile built-tests ## runs the tests that meet D-Bus, on libdbus' own checking build
	@Tests/HostileTests/checked $(SWIFT) test --skip-build $(TESTING) --filter 'DBusTests|IntegrationTests|CommandLineTests|NotifyTests'

# Its length is set by the variables that each part names at its top.
test-hostile: setup-hostile build built-tests sanitized ## attacks the daemon for some minutes
	@MEMORIZE_DAMAGED_FILES="$${HOSTILE_FILES:-10000}" \
	  share/make/test $(SWIFT) test --skip-build $(TESTING) --filter DamagedThemeFileTests
	Tests/HostileTests/proof.py
	Tests/HostileTests/messages.py
	Tests/HostileTests/malformed.py
	Tests/HostileTests/floods.py
	Tests/HostileTests/soak.py

bench: setup-bench build ## measures memorized against C, and memorize against other clients
	Benchmarks/run

xml: built-tests ## writes the interface files in dbus/ from their declarations
	@MEMORIZE_WRITE_XML=1 share/make/test $(SWIFT) test --skip-build $(TESTING) --filter filesTellWhatTheDaemonTells

screens: built-tests ## writes the screens in README.md from what the programs show
	@MEMORIZE_WRITE_SCREENS=1 share/make/test $(SWIFT) test --skip-build $(TESTING) --filter screensAreWhatTheProgramsShow

format: ## brings the sources into form
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint: ## checks the form of the sources
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

clean: ## removes all that was built
	rm -rf .build Benchmarks/build

help: ## lists these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup:
	@share/make/install-packages build run

setup-test:
	@share/make/install-packages build run test

setup-session:
	@share/make/install-packages build run test session

session-runner:
	@[[ -n "$${SESSION_RUNNER:-}" ]] || { \
	  echo "make test-session: name in SESSION_RUNNER a command that runs another in a systemd user session of its own; yours is not touched." >&2; \
	  exit 1; }

setup-bench:
	@share/make/install-packages build run test bench

setup-hostile:
	@share/make/install-packages build run test hostile

# One debug build serves all tests.
built-tests: setup-test
	$(SWIFT) build --build-tests $(TESTING)

sanitized: setup-test
	MEMORIZE_TESTS=$(TOUCHING_C) $(SWIFT) build --build-tests $(TESTING) --sanitize=address --scratch-path $(SANITIZED)
