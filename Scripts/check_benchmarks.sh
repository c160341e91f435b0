#!/usr/bin/env bash
# Type-checks the benchmarks against the modules of the tests' build. A build of their own package would compile the
# libraries and swift-crypto again, in release mode, which takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

run() { if [ "$(uname -s)" = Darwin ]; then xcrun "$@"; else "$@"; fi; }
platform=""
if [ "$(uname -s)" = Darwin ]; then
    platform="-target $(uname -m)-apple-macosx15.0 -sdk $(xcrun --show-sdk-path)"
fi
includes="-I .build/debug/Modules"
# A target of the benchmarks' package links to these, under another name.
printf 'module CAllocationCount { header "%s" }\n' "$PWD/Tests/CountingMalloc/include/CountingMalloc.h" \
    > .build/CAllocationCount.modulemap
for map in .build/CAllocationCount.modulemap Benchmarks/Sources/C*/module.modulemap \
    .build/debug/C*.build/module.modulemap; do
    # Those with the suffix are for the programs of plugins.
    case $map in *-tool.build/*) ;; *) includes="$includes -Xcc -fmodule-map-file=$map" ;; esac
done
for flag in $(pkg-config --cflags gio-2.0); do includes="$includes -Xcc $flag"; done
find Benchmarks/Sources/Benchmarks -name '*.swift' > .build/benchmarks.txt
# shellcheck disable=SC2086
run swiftc -typecheck -swift-version 6 -warnings-as-errors -module-name Benchmarks $platform $includes \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
    -enable-upcoming-feature InternalImportsByDefault @.build/benchmarks.txt
