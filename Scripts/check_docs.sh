#!/usr/bin/env bash
# Builds the documentation of ThemeRuntime with the toolchain's own DocC, and so without a dependency that clients would
# have to fetch. Fails for a link that leads nowhere, for a public symbol without a sentence about it, and for a public
# type that no page's topics name.
set -euo pipefail
cd "$(dirname "$0")/.."
catalogue=Sources/ThemeRuntime/ThemeRuntime.docc
graphs=.build/symbol-graphs
archive=.build/ThemeRuntime.doccarchive

run() { if [ "$(uname -s)" = Darwin ]; then xcrun "$@"; else "$@"; fi; }
if [ "$(uname -s)" = Darwin ]; then
    platform="-target $(uname -m)-apple-macosx15.0 -sdk $(xcrun --show-sdk-path)"
else
    platform="-target $(uname -m)-unknown-linux-gnu"
fi

swift build --target ThemeRuntime
rm -rf "$graphs" "$archive"
mkdir -p "$graphs"
# ThemeRuntime re-exports ThemeModel, so its clients find the types of both here.
# shellcheck disable=SC2086
run swift symbolgraph-extract -module-name ThemeRuntime $platform -I .build/debug/Modules \
    -minimum-access-level public -skip-synthesized-members \
    -experimental-allowed-reexported-modules=ThemeModel -output-dir "$graphs"
python3 Scripts/check_docs.py "$graphs/ThemeRuntime.symbols.json" "$catalogue"
run docc convert "$catalogue" --additional-symbol-graph-dir "$graphs" --output-dir "$archive" \
    --fallback-display-name ThemeRuntime --fallback-bundle-identifier themepack.ThemeRuntime --warnings-as-errors
echo "documentation: $archive (docc preview $catalogue --additional-symbol-graph-dir $graphs shows it)"
