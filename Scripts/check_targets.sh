#!/usr/bin/env bash
# Runs each target that `make help` lists on something small. It is the last part of `.ci/run`. A target without a
# function here is an error. Arguments select targets.
#
# Builds with sanitizers take minutes, so `fuzz` and `sanitize` are checked only as far as an ordinary build allows.
# Targets that measure compile everything again in release mode. Without arguments, only their commands are checked;
# the workflow `figures` names them.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/steps.sh
scratch=$PWD/.build/targets
rm -rf "$scratch"
mkdir -p "$scratch"

# `.ci/run` has run these before this script.
run_test() { :; }
run_targets() { :; }
run_lint() { :; }
run_docs() { :; }
run_bench_check() { :; }
run_apple() { :; }
run_example() { :; }
run_workflows() { :; }
run_check_32_bits() { :; }
run_check_setup() { :; }

run_help() { [ "$(make help | grep -c "make help")" = 1 ]; }

run_build() { make build; }

run_demo() {
    make demo > "$scratch/shown"
    cat "$scratch/shown"
    grep -q "^dist/year-1.2.0.themepack.zip$" "$scratch/shown"
}

run_completions() {
    rm -rf .build/completions
    make completions
    bash -n .build/completions/themepack.bash
    for file in themepack.bash _themepack themepack.fish; do grep -q verify ".build/completions/$file"; done
}

run_rules() {
    make rules
    git diff --exit-code docs/rules.md
}

run_sentences() {
    make sentences
    git diff --exit-code Tests/Sentences
}

run_conformance() {
    make conformance
    git diff --exit-code docs/formats/conformance
}

run_man() {
    rm -rf .build/man
    make man
    for text in verify "Exit status" "It Ar sarif"; do grep -q "$text" .build/man/themepack.1; done
}

run_install() {
    make install PREFIX=/usr DESTDIR="$scratch/root"
    "$scratch/root/usr/bin/themepack" --version
    [ "$(find "$scratch/root" -type f | wc -l)" -eq 5 ]
}

# Two archives of the same tool have the same bytes. A release without an owner is refused.
run_release() {
    git worktree add -f --detach "$scratch/owned"
    (
        cd "$scratch/owned"
        Scripts/owner.sh somebody
        Scripts/owner.sh
        # The archives of four platforms make a release whose package of keys fetches the bundle beside it.
        version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Tool/ThemepackCLI/Output/Product.swift)
        mkdir archives
        touch archives/Package.resolved
        for platform in linux-x86_64 linux-arm64 macos-arm64 macos-x86_64; do
            echo "$platform" > "archives/themepack-$version-$platform.tar.gz"
            echo "$platform" > "archives/themepack-keys-tool-$version-$platform"
        done
        sed -i.bak "s/\[Unreleased\]/[$version]/" CHANGELOG.md
        Scripts/finish_release.sh archives "$version"
        (cd archives && sha256sum -c SHA256SUMS)
        digest=$(sha256sum < archives/themepack-keys-*.zip | cut -d ' ' -f 1)
        tar -xOf archives/themepack-keys-*.tar themepack-keys/Package.swift \
            | grep -F "somebody/themepack/releases/download/v$version/" | grep -F "checksum: \"$digest\""
        [ "$(python3 -m zipfile -l archives/themepack-keys-*.zip | grep -c ThemeKeysTool)" = 4 ]
        echo "OWNER""/themepack" >> README.md
        if Scripts/owner.sh; then exit 1; fi
    )
    git worktree remove --force "$scratch/owned"
    make release
    Scripts/check_release.sh .build/release-files
    sums=$(cat .build/release-files/SHA256SUMS)
    Scripts/make_release.py .build/release-files .build/release/ThemeKeysTool
    [ "$(cat .build/release-files/SHA256SUMS)" = "$sums" ]
}

# Comparing builds both versions.
run_api() { make -n api TAG=HEAD | bash -n && make -n api TAG= | bash -n; }

run_format() {
    mkdir "$scratch/format"
    sed 's/^ *//' Sources/Tool/ThemepackCLI/Output/TextReport.swift > "$scratch/format/TextReport.swift"
    make format SWIFT="$scratch/format"
    cmp "$scratch/format/TextReport.swift" Sources/Tool/ThemepackCLI/Output/TextReport.swift
}

# The filters of `soak` and `sanitize` must name suites that exist. Runs only one of the suites with `make soak`.
run_soak() {
    swift test list --skip-build ${FLAGS:-} > "$scratch/tests"
    for suite in $(make -n soak sanitize | grep -oE "\w+Tests\b" | grep -v PackageTests | sort -u); do
        grep -qE "^$suite\.|[./]$suite[/.]" "$scratch/tests" || { echo "there is no suite $suite"; return 1; }
    done
    make soak SOAK_TESTS=FaultTests
}

run_sanitize() { make -n sanitize | bash -n; }

# It builds everything again, with counters.
run_growth() { make -n growth | bash -n; }

# Builds the fuzzer without libFuzzer's `main`. The tests run the fuzz targets on their seeds.
run_fuzz() {
    make -n fuzz | bash -n
    THEMEPACK_FUZZ=1 swift build --target Fuzz ${FLAGS:-}
}

run_fuzz_memory() { if [ "$(uname -s)" = Linux ]; then make fuzz-memory FUZZ_TIME=5; fi; }

run_bench() {
    make bench BENCH="--corpora 100 --fleet 2,4"
    Benchmarks/.build/release/Benchmarks --help | grep -q "of mount, "
    for arguments in --unknown "--only unknown" "--corpora 7" "--fleet 0" --only "--compare tool"; do
        status=0
        Benchmarks/.build/release/Benchmarks $arguments 2>/dev/null || status=$?
        [ $status = 64 ]
    done
    if [ "$(uname -s)" != Linux ]; then return; fi
    make -n bench > "$scratch/commands"
    grep -q "Scripts/bench_service.py" "$scratch/commands"
}

run_bench_preview() { make -n bench-preview | bash -n; }

run_bench_keys() { make bench-keys COUNTS=100; }

run_bench_consumer() { make bench-consumer PACKAGES=without; }

# Two runs of one tool differ only by noise, which can look like a slowdown.
run_bench_compare() {
    make -n bench-compare | bash -n
    tool=.build/release/themepack
    Benchmarks/.build/release/Benchmarks --compare $tool $tool --corpora 100 > "$scratch/comparison" || true
    cat "$scratch/comparison"
    [ "$(grep -c "of before" "$scratch/comparison")" = 5 ]
}

# The service of `make example`. A release build of SwiftNIO takes minutes.
run_bench_service() {
    make -n bench-service | bash -n
    if [ "$(uname -s)" != Linux ]; then return; fi
    Scripts/bench_service.py .build/debug/ThemeService .build/debug/themepack \
        --seconds 1 --rounds 1 --replacements 20 | tee "$scratch/service"
    grep -q "^20 replacements .* 0 wrong$" "$scratch/service"
}

run_sizes() { RUNS=1 make sizes | tee "$scratch/sizes" && grep -q "^ThemeRuntime adds" "$scratch/sizes"; }

run_clean() {
    mkdir -p "$scratch/clean/.build/debug" "$scratch/clean/dist" "$scratch/clean/Sources"
    cp Makefile "$scratch/clean"
    make -C "$scratch/clean" clean
    [ "$(ls -A "$scratch/clean" | tr '\n' ' ')" = "Makefile Sources " ]
}

changes() { if [ -e .git ]; then git status --porcelain; fi; }
before=$(changes)
unset MAKEFLAGS MAKELEVEL MFLAGS
export FLAGS
figures="bench bench-compare bench-service bench-preview bench-keys bench-consumer sizes"
targets=${*:-$(make help | awk '$1 == "make" { print $2 }')}
if [ $# = 0 ]; then
    for target in $figures; do eval "run_${target//-/_}() { make -n $target | bash -n; }"; done
fi
for target in $targets; do
    declare -F "run_${target//-/_}" > /dev/null || { echo "make $target has no run in $0" >&2; exit 1; }
done
for target in $targets; do
    run="run_${target//-/_}"
    # In the background: `set -e` has no effect in a function that `||` follows.
    "$run" > "$scratch/$target.log" 2>&1 &
    wait $! || { tail -40 "$scratch/$target.log"; echo "make $target failed" >&2; exit 1; }
    # The output of `.ci/run` says what was skipped.
    grep -E "skipped(\.|: \".*\")?$" "$scratch/$target.log" || true
    step_done "make $target"
done
[ "$(changes)" = "$before" ] || { git status --short; echo "a target changes the checkout" >&2; exit 1; }
