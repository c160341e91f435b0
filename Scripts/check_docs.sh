#!/usr/bin/env bash
# Builds the documentation of every library product with the toolchain's DocC, so that clients need no plugin.
# Fails for a dead link, for a public symbol without documentation, and for a public type that is in no page's topics.
set -euo pipefail
cd "$(dirname "$0")/.."

run() { if [ "$(uname -s)" = Darwin ]; then xcrun "$@"; else "$@"; fi; }
if [ "$(uname -s)" = Darwin ]; then
    platform="-target $(uname -m)-apple-macosx15.0 -sdk $(xcrun --show-sdk-path)"
else
    platform="-target $(uname -m)-unknown-linux-gnu"
fi

# check MODULE [REEXPORTED]: the documentation includes the types of a module that this one exports again.
check() {
    local module=$1 reexported=${2:-} catalog=Sources/$1/$1.docc graphs=.build/symbol-graphs/$1
    swift build --target "$module"
    rm -rf "$graphs" ".build/$module.doccarchive"
    mkdir -p "$graphs"
    # shellcheck disable=SC2086
    run swift symbolgraph-extract -module-name "$module" $platform -I .build/debug/Modules \
        -I .build/debug/CAtomics.build -I .build/debug/CSHA256.build -I .build/debug/CSystemCalls.build \
        -minimum-access-level public -skip-synthesized-members \
        ${reexported:+-experimental-allowed-reexported-modules=$reexported} -output-dir "$graphs"
    # A product of one type has no catalog.
    [ -d "$catalog" ] || catalog=
    # Symbols that extend another module's types have a graph of their own: MODULE@OTHER.symbols.json.
    python3 Scripts/check_docs.py "$graphs/$module"*.symbols.json ${catalog:+"$catalog"}
    run docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$graphs" \
        --output-dir ".build/$module.doccarchive" --fallback-display-name "$module" \
        --fallback-bundle-identifier "themepack.$module" --warnings-as-errors
    echo "documentation: .build/$module.doccarchive"
}

# Most of ThemeUI exists only where Apple's modules do. `make apple` writes its symbols for two systems.
check_ui() {
    local catalog=Sources/ThemeUI/ThemeUI.docc graphs=.build/symbol-graphs/ThemeUI
    rm -rf "$graphs" .build/ThemeUI.doccarchive
    mkdir -p "$graphs"
    cp -r .build/apple/ios/symbols "$graphs/ios"
    cp -r .build/apple/macos/symbols "$graphs/macos"
    python3 Scripts/check_docs.py "$graphs"/*/*.symbols.json "$catalog"
    docc convert "$catalog" --additional-symbol-graph-dir "$graphs" --output-dir .build/ThemeUI.doccarchive \
        --fallback-display-name ThemeUI --fallback-bundle-identifier themepack.ThemeUI --warnings-as-errors
    echo "documentation: .build/ThemeUI.doccarchive"
}

check ThemeRuntime ThemeModel
check ThemeManagement
if [ "$(uname -s)" = Darwin ]; then check ThemeUI; else check_ui; fi
check ThemeUserDefaults
check ThemeDevelopment
check ThemeTrust
check ThemeCatalogue
check ThemeUpdates
check ThemeManagementTesting
