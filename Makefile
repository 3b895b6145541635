# Builds, runs and tests Memorize. `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

SWIFT ?= swift
# A release carries Swift's own library in itself, and takes libdbus from the system.
RELEASE := -c release --static-swift-stdlib

SOURCES := Sources Tests Package.swift

.PHONY: help setup setup-test build debug run test test-address test-thread bench format lint clean

help: ## lists the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: ## installs what a build needs, where it is missing
	@share/install-packages build

setup-test: ## installs what the tests need besides
	@share/install-packages build test

build: setup ## builds the programs, as they are installed, into .build/release
	$(SWIFT) build $(RELEASE) --product memorized
	$(SWIFT) build $(RELEASE) --product memorize

run: build ## plays: on a terminal by a prompt, otherwise a short scripted game
	@share/play .build/release

test: setup-test ## runs all tests that need only this machine
	share/check-xml .build/debug
	$(SWIFT) build -Xswiftc -DLEAK_ON_PURPOSE --product memorized --scratch-path .build/leaking
	$(SWIFT) test --disable-xctest
