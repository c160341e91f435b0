# make demo   set up, build in release mode, build the sample's packs, show the result
# make test   set up, build, run every test and check the format
# The other targets are listed by `make help`.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# ---- system packages ------------------------------------------------------------------------------------------------

UNAME := $(shell uname -s)
NEEDED := libpng-dev libzip-dev zlib1g-dev libdeflate-dev
# Foreign tools that judge in tests what we write.
NEEDED_FOR_TESTS := $(NEEDED) unzip libarchive-tools python3 python3-venv
# What the benchmarks measure against.
NEEDED_FOR_BENCH := $(NEEDED) libphysfs-dev libglib2.0-dev zip libarchive-tools pngcheck imagemagick git
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

ifeq ($(UNAME),Darwin)
BREW := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
FLAGS := -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
install = brew list $(1) >/dev/null 2>&1 || brew install $(1)
NEEDED := libpng libzip libdeflate
NEEDED_FOR_TESTS := $(NEEDED)
NEEDED_FOR_BENCH := $(NEEDED) physfs glib pngcheck imagemagick
else
# A static standard library makes the tool one file that starts fast.
RELEASE_FLAGS := --static-swift-stdlib
install = missing=$$(for p in $(1); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
  if [ -n "$$missing" ]; then \
    command -v apt-get >/dev/null || { echo "install these first: $$missing" >&2; exit 1; }; \
    $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing; \
  fi
endif

THEMEPACK := .build/release/themepack
PYTHON := .build-python/bin/python3

.PHONY: help demo build test unit-test soak sanitize fuzz lint format docs example bench bench-compare setup-bench
.PHONY: setup setup-tests completions man clean

help: ## list the targets
	@awk -F': .*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup:
	@$(call install,$(NEEDED))

setup-tests: setup
	@$(call install,$(NEEDED_FOR_TESTS))
	@[ -x $(PYTHON) ] || { python3 -m venv .build-python && $(PYTHON) -m pip install -q sarif-tools xxhash; } \
	  || echo "sarif-tools and xxhash could not be installed: the tests that ask them will be skipped"

# ---- the tool -------------------------------------------------------------------------------------------------------

build: setup ## build the tool in release mode
	swift build -c release --product themepack $(RELEASE_FLAGS) $(FLAGS)

demo: build ## build the sample's packs and show what became of them
	@echo
	$(THEMEPACK) verify
	$(THEMEPACK) build
	$(THEMEPACK) inspect dist/year-1.2.0.themepack.zip
	$(THEMEPACK) verify dist/*.themepack.zip
	@echo
	@echo "What a designer sees of a theme with mistakes (themepack verify -C Tests/Fixtures/broken-theme):"
	@$(THEMEPACK) verify -C Tests/Fixtures/broken-theme || true

completions: build ## shell completions into .build/completions
	@mkdir -p .build/completions
	$(THEMEPACK) --generate-completion-script bash > .build/completions/themepack.bash
	$(THEMEPACK) --generate-completion-script zsh > .build/completions/_themepack
	$(THEMEPACK) --generate-completion-script fish > .build/completions/themepack.fish

man: setup ## man page into .build/man
	swift package $(FLAGS) plugin generate-manual
	@mkdir -p .build/man
	cp .build/plugins/GenerateManual/outputs/ThemepackCLI/themepack.1 .build/man/

# ---- checks ---------------------------------------------------------------------------------------------------------

test: setup-tests lint docs example unit-test ## all tests, the format, the documentation, the examples

unit-test: setup-tests
	THEMEPACK_PYTHON=$(PYTHON) swift test $(FLAGS)

soak: setup-tests ## the tests that could go on for ever, for a while: hundreds of killed builds, the largest themes
	THEMEPACK_SOAK=1 THEMEPACK_PYTHON=$(PYTHON) swift test $(FLAGS) \
	  --filter 'InterruptionTests|ScarcityTests|FaultTests|SoakTests'

# Seconds for each target, and which.
FUZZ_TIME := 60
FUZZ_TARGETS := mount png manifest config plist project agreement
FUZZ := .build-fuzz/release/Fuzz
# AddressSanitizer looks for leaks only in the run made for it: it cannot follow pointers that Swift's enums keep tags in.
FUZZ_ENVIRONMENT = env ASAN_OPTIONS=detect_leaks=0 FUZZ_TARGET=$$target

fuzz: setup-tests ## libFuzzer on all that reads files, a minute each: FUZZ_TIME=600 FUZZ_TARGETS=png; OXYGEN=DIR adds pictures
	THEMEPACK_FUZZ=1 swift build -c release --scratch-path .build-fuzz --product Fuzz $(FLAGS) \
	  --sanitize fuzzer --sanitize address -Xswiftc -enable-testing \
	  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
	@set -e; for target in $(FUZZ_TARGETS); do \
	  folder=.build-fuzz/corpus/$$target; mkdir -p $$folder/found; echo "== $$target"; \
	  FUZZ_SEEDS=$$folder $(FUZZ_ENVIRONMENT) $(FUZZ); \
	  if [ $$target = png ] && [ -n "$(OXYGEN)" ]; then \
	    find "$(OXYGEN)" -name '*.png' -size -64k | while read -r picture; do \
	      { printf '\1'; cat "$$picture"; } > "$$folder/seeds/$$(echo "$$picture" | tr / _)"; \
	    done; \
	  fi; \
	  $(FUZZ_ENVIRONMENT) $(FUZZ) $$folder/found $$folder/seeds -dict=$$folder/dictionary \
	    -max_total_time=$(FUZZ_TIME) -max_len=65536 -timeout=20 -print_final_stats=1 \
	    -artifact_prefix=$$folder/crash- > $$folder/log 2>&1 || \
	    { tail -40 $$folder/log; echo "put the file into Tests/Fixtures/fuzz/$$target, and mend what it shows" >&2; exit 1; }; \
	  grep -E 'cov:.*DONE|DONE|executed_units' $$folder/log | tail -2; \
	done

# The compiler of Swift knows no undefined behaviour sanitizer on Linux, and has no undefined behaviour to find but in C.
# The counting malloc and the sanitizers' own exclude each other; the tests that count skip themselves. XCTest, which no test
# here uses, would be run as well, and leaks.
ASAN_TEST := swift test --sanitize address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
  --scratch-path .build-asan $(FLAGS)

sanitize: setup-tests ## tests under the address, undefined behaviour and thread sanitizers; leaks of mounting
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 THEMEPACK_PYTHON=$(PYTHON) $(ASAN_TEST)
	THEMEPACK_SOAK=1 ASAN_OPTIONS=detect_leaks=1 $(ASAN_TEST) --skip-build \
	  --disable-xctest --filter MountLeakTests
	TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/Scripts/thread_sanitizer.supp THEMEPACK_PYTHON=$(PYTHON) \
	  swift test --sanitize thread --scratch-path .build-tsan $(FLAGS) \
	  --filter 'ThemeModelTests|ThemePackagerTests|ThemeRuntimeTests'

lint: ## check the format
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Fuzz Examples

format: ## mend the format
	swift format format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Fuzz Examples

docs: setup-tests ## documentation of ThemeRuntime into .build/ThemeRuntime.doccarchive; an undocumented symbol is an error
	Scripts/check_docs.sh

example: setup-tests ## build, test and run Examples/, which depends on ThemeRuntime alone, the packager's C headers hidden
	FLAGS="$(FLAGS)" Scripts/check_examples.sh

# ---- benchmarks -----------------------------------------------------------------------------------------------------

BENCHMARKS := Benchmarks/.build/release/Benchmarks
BASE ?= HEAD~1
WORKTREE := Benchmarks/.build/base

setup-bench: build
	@$(call install,$(NEEDED_FOR_BENCH))
	swift build -c release --package-path Benchmarks $(FLAGS)

bench: setup-bench ## measure everything against its peers; OXYGEN=DIR adds a real project
	$(BENCHMARKS)

bench-compare: setup-bench ## tell what is slower than in another commit: BASE=COMMIT
	git worktree remove --force $(WORKTREE) 2>/dev/null || true
	git worktree add --force --detach $(WORKTREE) $(BASE)
	swift build -c release --package-path $(WORKTREE) --scratch-path $(WORKTREE)-build --product themepack \
	  $(RELEASE_FLAGS) $(FLAGS)
	status=0; $(BENCHMARKS) --compare $(WORKTREE)-build/release/themepack $(THEMEPACK) \
	  $(if $(OXYGEN),,--corpora 1000) || status=$$?; git worktree remove --force $(WORKTREE); exit $$status

clean: ## remove what was built
	rm -rf .build .build-python .build-fuzz .build-asan .build-tsan dist Benchmarks/.build Examples/.build
