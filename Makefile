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
# A release carries Swift's own library and C++'s in itself, and takes libdbus and ncurses from the
# system. It exports no symbols, of which it would have a quarter of a million bytes.
ARCHIVES := $(CURDIR)/.build/archives
RELEASE := -c release $(WARNINGS) --static-swift-stdlib -Xswiftc "-L$(ARCHIVES)" -Xlinker --no-export-dynamic \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# The tests are Swift Testing's; XCTest has none, and does not go with sanitizers.
TESTING := --disable-xctest $(WARNINGS)
# What takes long and is Swift alone, without C, threads or processes, is no matter for a sanitizer.
SANITIZED := $(TESTING) --skip 'LongLineTests|MalformedThemeTests|DamagedThemeFileTests|LargeHistoryTests|ReferenceTests|allFilesTogetherHaveABound'
SOURCES := Sources Tests Package.swift
# The daemon that tells hidden faces, by which the secrecy tests show that they would see it.
LEAKING := $(CURDIR)/.build/leaking

.PHONY: build install uninstall run test test-address test-thread test-crash test-session
.PHONY: test-package test-checked test-hostile bench format lint xml screens clean help
.PHONY: setup setup-test setup-session setup-hostile setup-bench session-runner leaking

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

test: setup-test leaking ## runs all tests
	$(SWIFT) build --build-tests $(TESTING)
	@share/make/test $(SWIFT) test --skip-build $(TESTING)

# Leaks are not looked for: Swift tags the pointers in its enums and weak references, so that the
# sanitizer takes for lost what is in use.
test-address: setup-test leaking ## runs all tests with the address sanitizer
	$(SWIFT) build --build-tests $(TESTING) --sanitize=address --scratch-path .build/address
	@ASAN_OPTIONS="$${ASAN_OPTIONS:-detect_leaks=0:detect_stack_use_after_return=1}" \
	  share/make/test $(SWIFT) test --skip-build $(SANITIZED) --sanitize=address --scratch-path .build/address

test-thread: setup-test leaking ## runs all tests with the thread sanitizer
	$(SWIFT) build --build-tests $(TESTING) --sanitize=thread --scratch-path .build/thread
	@TSAN_OPTIONS="$${TSAN_OPTIONS:-halt_on_error=1}" \
	  share/make/test $(SWIFT) test --skip-build $(SANITIZED) --sanitize=thread --scratch-path .build/thread

# SESSION_RUNNER is a command that runs what is appended to it in a systemd user session of its own,
# as whatever user: the tests stop units and install files, which no person's session should see.
# Run it once with a session on dbus-daemon and once on dbus-broker. Where the session's bus is
# dbus-broker, the tests of `make test` that need a bus run there first, each on a dbus-broker of
# its own (MEMORIZE_TEST_BUS=broker, which works with `make test` as well).
test-session: session-runner setup-session build leaking ## runs what needs a systemd session, by SESSION_RUNNER
	$(SWIFT) build --build-tests $(TESTING)
	@share/make/test-session

# A few crashes are part of make test; here they are many, and a line says when they fell.
test-crash: setup-test ## kills the daemon a thousand times in the midst of a game
	$(SWIFT) build --build-tests $(TESTING)
	@MEMORIZE_CRASHES="$${MEMORIZE_CRASHES:-1000}" \
	  share/make/test $(SWIFT) test --skip-build $(TESTING) --filter CrashTests

test-package: setup-test ## builds and runs somebody else's package on the library, with both build systems
	@SWIFT="$(SWIFT)" Tests/PackageTests/outside

test-checked: setup-hostile leaking ## runs the tests that meet D-Bus, on libdbus' own checking build
	$(SWIFT) build --build-tests $(TESTING)
	@Tests/HostileTests/checked $(SWIFT) test --skip-build $(TESTING) --filter 'DBusTests|IntegrationTests|CommandLineTests|NotifyTests'

# Its length is set by the variables that each part names at its top.
test-hostile: test-checked build ## attacks the daemon for some minutes
	$(SWIFT) build --product memorized --sanitize=address --scratch-path .build/address
	@MEMORIZE_DAMAGED_FILES="$${HOSTILE_FILES:-10000}" \
	  share/make/test $(SWIFT) test --skip-build $(TESTING) --filter DamagedThemeFileTests
	Tests/HostileTests/proof.py
	Tests/HostileTests/messages.py
	Tests/HostileTests/malformed.py
	Tests/HostileTests/floods.py
	Tests/HostileTests/soak.py

bench: setup-bench build ## measures memorized against C, and memorize against other clients
	Benchmarks/run

xml: setup-test ## writes the interface files in dbus/ from their declarations
	$(SWIFT) build --build-tests $(TESTING)
	@MEMORIZE_WRITE_XML=1 share/make/test $(SWIFT) test --skip-build $(TESTING) --filter filesTellWhatTheDaemonTells

screens: setup-test ## writes the screens in README.md from what the programs show
	$(SWIFT) build --build-tests $(TESTING)
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

setup-session: session-runner
	@share/make/install-packages build run test session

session-runner:
	@[[ -n "$${SESSION_RUNNER:-}" ]] || { \
	  echo "make test-session: name in SESSION_RUNNER a command that runs another in a systemd user session of its own; yours is not touched." >&2; \
	  exit 1; }

setup-bench:
	@share/make/install-packages build run test bench

setup-hostile:
	@share/make/install-packages build run test hostile

leaking: setup-test
	$(SWIFT) build --product memorized --scratch-path $(LEAKING) -Xswiftc -DLEAK_ON_PURPOSE

test test-address test-thread test-checked test-session: export MEMORIZE_LEAKING_DAEMON = $(LEAKING)/debug/memorized
