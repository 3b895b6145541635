# Builds, runs and tests Memorize; `make help` lists the commands.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

SWIFT ?= swift
# Warnings are errors here, not in Package.swift, which others build too; nor in a release, which
# holds sources that are not ours and will meet newer compilers.
WARNINGS := $(if $(wildcard Package.resolved),-Xswiftc -warnings-as-errors)
# SwiftPM neither takes another commit than Package.resolved names nor writes that file.
PINNED := $(if $(wildcard Package.resolved),--force-resolved-versions)
# The user's own directory, so that installing does not need root.
PREFIX ?= $(HOME)/.local
export PREFIX DESTDIR
# A release contains Swift's own library, and C++'s and ncurses if their archives are installed; it
# takes libdbus from the system. It exports no symbols, which would take a quarter of a million
# bytes, and does not look for libraries beside itself.
ARCHIVES := $(CURDIR)/.build/archives
# A generic type made from its name has its conformances looked up among thousands, for each of the
# first types of a run: a third of the work of a key binding. A compiler without this flag makes a
# program that does the same, only slower.
BY_ACCESSOR := -disable-concrete-type-metadata-mangled-name-accessors
BY_ACCESSOR := $(if $(shell $(SWIFT)c -frontend -help-hidden 2>/dev/null | grep -e $(BY_ACCESSOR)),-Xswiftc -Xfrontend -Xswiftc $(BY_ACCESSOR))
# Programs are at a random address, and their tables of addresses are read-only once they run. Packed,
# the 50,000 of Swift's tables take 10 kB instead of 1.2 MB; glibc reads them since 2.36.
HARDENED := -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# Around each page of code that runs, the kernel maps 64 kB. So the linker drops and moves functions
# one by one, and those that the daemon calls in modules of which it needs little stand together:
# 2.6 MB less of it are in memory.
ORDER := $(CURDIR)/share/make/release.order
ORDERED := -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker "--symbol-ordering-file=$(ORDER)" \
  -Xlinker --no-warn-symbol-ordering
# Symbols are three quarters of the file, and have the paths of this directory. Equal functions whose
# address nobody takes are one. Nothing throws C++'s exceptions, so the program needs no table to find the
# frames of its own stack; debuggers do without.
RELEASE := -c release $(WARNINGS) $(PINNED) --static-swift-stdlib --disable-local-rpath $(BY_ACCESSOR) \
  --pkg-config-path "$(ARCHIVES)" -Xswiftc "-L$(ARCHIVES)" -Xlinker --no-export-dynamic \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc $(HARDENED) -Xswiftc -use-ld=lld $(ORDERED) \
  -Xlinker --strip-all -Xlinker -O2 -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr \
  -Xlinker -T -Xlinker "$(CURDIR)/share/make/release.ld"
RELEASED := .build/release
# Beside the directory of the programs, as it is when they are installed.
TRANSLATED := $(RELEASED)/../share
# All tests use Swift Testing; XCTest has none, and does not work with sanitizers.
TESTING := --disable-xctest $(WARNINGS) $(PINNED)
# Several runs may go on side by side, which need not wait for each other: nothing is built.
TEST := $(SWIFT) test --skip-build --ignore-lock $(TESTING)
NEEDING_BUS := DBusTests|IntegrationTests|CommandLineTests|ConnectTests|NotifyTests
# Only the code that touches C is built again for the address sanitizer.
TOUCHING_C := ConnectTests,DBusTests,FontPicturesTests,StoreTests,ThemeFilesTests,UserFilesTests
SANITIZED := $(CURDIR)/.build/address
SOURCES := Sources Tests Benchmarks/SpanGames Benchmarks/SpanTable Package.swift share/make/messages.swift

# What sets up, builds and tests does so in this order; each step uses all processors by itself.
.NOTPARALLEL:
.PHONY: build install uninstall run test test-pure test-bus test-all test-address test-broker test-crash test-session
.PHONY: test-package test-checked test-hostile bench format lint xml screens lines pictures clean help
.PHONY: setup setup-test setup-session setup-pictures setup-hostile setup-bench built-tests sanitized dist
.PHONY: po deb packages release test-packages setup-package setup-packages order setup-order

setup: ## install what building and playing need, and get the Swift packages
	@share/make/install-packages build run
	@SWIFT="$(SWIFT)" share/make/swift-packages

build: ## build the programs in .build/release, offline after make setup
	@share/make/archives "$(ARCHIVES)"
	$(SWIFT) build $(RELEASE) --product memorize
	@for name in memorized memorize-notify memorize-connect; do ln -sf memorize $(RELEASED)/$$name; done
	@share/make/catalogues $(TRANSLATED)

install: ## install what was built to PREFIX (default ~/.local), below DESTDIR if that is set
	@share/make/install

dist: setup ## write .build/dist/memorize-VERSION.tar.xz, which builds without network and git
	@share/make/dist

# REVISION is what is packed.
REVISION ?= HEAD
packages: setup-packages ## build the packages of all formats, and write the sums of what is published
	@tarball=$$(share/make/dist "$(REVISION)"); share/make/packages "$$tarball"

release: ## VERSION=1.2.0: turn the changelog, commit, tag, and write the tarball, packages and sums
	@share/make/release "$(VERSION)"
	@$(MAKE) packages REVISION="v$(VERSION)"

deb: setup-package dist ## build the Debian package of the tarball in .build/dist
	@share/make/deb ".build/dist/memorize-$$(share/make/version).tar.xz"

uninstall: ## remove the installed files, but keep your own data
	@share/make/install --undo

run: setup build ## play: on the screen of a terminal, otherwise a short automatic game
	@share/make/play $(RELEASED)

test: built-tests ## run all tests, with few rounds of the repetitive ones
	@share/make/test $(TEST)

test-pure: built-tests ## run the tests that need no bus
	@share/make/test $(TEST) --skip '$(NEEDING_BUS)'

# PROGRAMS=.build/release tests the programs that people get, and is faster. ONLY and EXCEPT name a part
# of the tests, for running two side by side: in one run, only as many tests work as there are processors.
# The path is a real one, since each build makes the link .build/release anew.
test-bus: built-tests ## run the tests that need a bus
	@$(if $(PROGRAMS),MEMORIZE_BIN_DIR="$(or $(realpath $(PROGRAMS)),$(error There is no $(PROGRAMS)))") share/make/test $(TEST) \
	  --filter '$(or $(ONLY),$(NEEDING_BUS))' $(if $(EXCEPT),--skip '$(EXCEPT)')

# The thread sanitizer is not used: each program has one thread, so it would find nothing.
test-all: ## run everything in full, as root
	MEMORIZE_ALL_ROUNDS=1 $(MAKE) test test-address test-broker test-crash test-package test-packages test-checked test-hostile test-session
	$(MAKE) test-session SESSION_RUNNER="$(BROKER_SESSION_RUNNER)" SWAY_SESSION_RUNNER=
	BENCH_STRICT=1 $(MAKE) bench
	$(MAKE) xml screens po order

# Leaks are not checked: Swift tags the pointers in its enums and weak references, so the sanitizer
# would report memory in use as lost.
test-address: built-tests sanitized ## test the code that touches C, and play a game, with the address sanitizer
	@ASAN_OPTIONS="$${ASAN_OPTIONS:-detect_leaks=0:detect_stack_use_after_return=1}" MEMORIZE_TESTS=$(TOUCHING_C) \
	  share/make/test $(TEST) --sanitize=address --scratch-path $(SANITIZED)
# One by one: a filter that finds no test fails.
	@for played in playsAWholeGame theProgramsPrintWhatTheyPrinted aWholeGameByKeys; do \
	  ASAN_OPTIONS="$${ASAN_OPTIONS:-detect_leaks=0:detect_stack_use_after_return=1}" MEMORIZE_BIN_DIR=$(SANITIZED)/debug \
	    share/make/test $(TEST) --filter $$played; \
	done

test-broker: setup-session built-tests ## run the tests that need a bus, each on its own dbus-broker
	@MEMORIZE_TEST_BUS=broker share/make/test $(TEST) \
	  --filter '$(NEEDING_BUS)'

# Each is a command that runs the command appended to it, as any user, in a systemd user session of its
# own: the tests stop units and install files, which must not happen in the session of a person. An
# empty SWAY_SESSION_RUNNER leaves out the tests that need sway and Waybar.
SESSION_RUNNER ?= Tests/SessionTests/user-session --dunst --
SWAY_SESSION_RUNNER ?= Tests/SessionTests/user-session --sway --
BROKER_SESSION_RUNNER ?= Tests/SessionTests/user-session --bus broker --dunst --
export SESSION_RUNNER SWAY_SESSION_RUNNER
test-session: setup-session build ## run the tests that need a systemd session, as root in sessions of their own
	@share/make/test-session

test-crash: built-tests ## kill the daemon at each file operation of each change
	@MEMORIZE_CRASHES=1 share/make/test $(TEST) --filter CrashTests

# BUILD_SYSTEMS=native leaves out swiftbuild, a preview, with which SwiftPM itself crashes at times.
test-package: setup-test ## build and run another package that uses the library, with both build systems
	@SWIFT="$(SWIFT)" Tests/PackageTests/outside $(BUILD_SYSTEMS)

test-checked: setup-hostile built-tests ## run the tests that use D-Bus with libdbus' own checking build
	@Tests/HostileTests/checked $(TEST) --filter '$(NEEDING_BUS)'

# Its length is set by the variables listed at the top of each part.
test-hostile: setup-hostile build built-tests sanitized ## attack the daemon and imports for a few minutes
	@MEMORIZE_ALL_ROUNDS=1 share/make/test $(TEST) --filter noDamageSpoilsWhatStandsBeside
	Tests/HostileTests/proof.py
	Tests/HostileTests/messages.py
	Tests/HostileTests/malformed.py
	Tests/HostileTests/floods.py
	Tests/HostileTests/soak.py
	Tests/HostileTests/packages.py

# PACKAGES=short tests only the Debian package, in Debian 12.
PACKAGES ?= full
test-packages: setup-packages dist ## build the packages, as root install and test them in fresh systems
	@Tests/PackagingTests/run ".build/dist/memorize-$$(share/make/version).tar.xz" "$(PACKAGES)"

bench: setup-bench build ## measure memorized against services in C, and memorize against other clients
	Benchmarks/run

xml: built-tests ## write dbus/ and the records of the JSON schema from their declarations
	@MEMORIZE_WRITE_XML=1 share/make/test $(TEST) --filter 'filesTellWhatTheProgramsTell|recordsAreWrittenFromTheirFields'

screens: built-tests ## write the screens in the documentation from the programs' output
	@MEMORIZE_WRITE_SCREENS=1 share/make/test $(TEST) --filter screensAreWhatTheProgramsShow

lines: built-tests ## write the lines that scripts read anew, which changes a contract
	@MEMORIZE_WRITE_LINES=1 share/make/test $(TEST) --filter scriptsReadWhatTheyRead

# NEW=eo adds a language.
po: setup ## write the template of translations, and merge it into the catalogues in po/
	@SWIFT="$(SWIFT)" share/make/po $(NEW)

# PICTURES="minute play" takes only these.
pictures: setup-pictures build ## take the pictures in docs/ anew, as root in a session of their own
	@share/make/pictures $(PICTURES)

order: setup-order ## write the order of functions in a release, from some minutes with the programs
	$(SWIFT) build $(RELEASE) -Xlinker --strip-debug -Xlinker -Map=$(RELEASED).map --product memorize
	@mv $(RELEASED)/memorize $(RELEASED).symbols
	@share/make/order $(RELEASED).symbols $(RELEASED).map "$(ORDER)"

span-table: ## write the table of memory spans from simulated games, which takes an hour or two
	$(SWIFT) build -c release $(PINNED) --product SpanTable
	.build/release/SpanTable >.build/SpanTable.swift
	@mv .build/SpanTable.swift Sources/MemoryGame/Opponents/SpanTable.swift

format: ## format the sources
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint: ## check the format of the sources
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

clean: ## remove everything that was built
	rm -rf .build Benchmarks/build

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup-test: setup
	@share/make/install-packages test

setup-session: setup-test
	@share/make/install-packages session

setup-pictures: setup-session
	@share/make/install-packages pictures

setup-bench: setup-test
	@share/make/install-packages bench

setup-hostile: setup-test
	@share/make/install-packages hostile

setup-order: setup-test
	@share/make/install-packages order

setup-package: setup
	@share/make/install-packages package

setup-packages: setup-package
	@[[ "$(PACKAGES)" == short ]] || share/make/install-packages formats

# One debug build serves all tests.
built-tests: setup-test
	$(SWIFT) build --build-tests $(TESTING)

sanitized: setup-test
	@SWIFT="$(SWIFT)" share/make/swift-packages "$(SANITIZED)"
	MEMORIZE_TESTS=$(TOUCHING_C) $(SWIFT) build --build-tests $(TESTING) \
	  --sanitize=address --scratch-path $(SANITIZED)
