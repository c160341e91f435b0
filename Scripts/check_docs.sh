#!/usr/bin/env bash
# Builds the documentation of every library product with the toolchain's DocC, so that clients need no plugin.
# Fails for a dead link, for a public symbol without documentation, and for a public type that is in no page's topics.
# SITE is the path of the site on its server.
# Reads the modules of the tests' build and the symbol graphs of `make apple`; it builds nothing itself.
set -euo pipefail
cd "$(dirname "$0")/.."

run() { if [ "$(uname -s)" = Darwin ]; then xcrun "$@"; else "$@"; fi; }
if [ "$(uname -s)" = Darwin ]; then
    platform="-target $(uname -m)-apple-macosx15.0 -sdk $(xcrun --show-sdk-path)"
else
    platform="-target $(uname -m)-unknown-linux-gnu"
fi
includes="-I .build/debug/Modules"
for map in .build/debug/C*.build/module.modulemap; do
    # Those with the suffix are for the programs of plugins.
    case $map in *-tool.build/*) ;; *) includes="$includes -I ${map%/*}" ;; esac
done

# extract MODULE FOLDER [OPTION...]
extract() {
    mkdir -p "$2"
    run swift symbolgraph-extract -module-name "$1" -output-dir "$2" \
        -minimum-access-level public -skip-synthesized-members "${@:3}"
}

# Parts of these modules exist only where Apple's do. `make apple` has compiled them for two systems.
extract_apple() {
    local folder target headers=Tests/AppleStubs/C
    for target in ios:x86_64-apple-ios17.0-simulator macos:x86_64-apple-macos14.0; do
        folder=.build/apple/${target%%:*}
        extract "$1" "$2/${target%%:*}" -target "${target#*:}" -I "$folder/modules" -I "$folder/interfaces" \
            -I $headers -Xcc -isystem -Xcc $headers -module-cache-path .build/apple/cache
    done
}

check() {
    local module=$1 catalog graphs=.build/symbol-graphs/$1
    catalog=$(echo Sources/*/"$1/$1.docc")
    rm -rf "$graphs" ".build/$module.doccarchive"
    # shellcheck disable=SC2086
    case $module:$(uname -s) in
        # The documentation includes the types of ThemeModel, which ThemeRuntime exports again.
        ThemeRuntime:*)
            extract "$module" "$graphs" $platform $includes -experimental-allowed-reexported-modules=ThemeModel ;;
        ThemeUI:Linux | ThemeManagement:Linux) extract_apple "$module" "$graphs" ;;
        *) extract "$module" "$graphs" $platform $includes ;;
    esac
    # A product of one type has no catalog.
    [ -d "$catalog" ] || catalog=
    # Symbols that extend another module's types have a graph of their own: MODULE@OTHER.symbols.json.
    find "$graphs" -name "*.symbols.json" -exec python3 Scripts/check_docs.py ${catalog:+"$catalog"} {} +
    run docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$graphs" \
        --output-dir ".build/$module.doccarchive" --fallback-display-name "$module" \
        --fallback-bundle-identifier "themepack.$module" --warnings-as-errors
    echo "documentation: .build/$module.doccarchive"
}

modules="ThemeRuntime ThemeManagement ThemeUI ThemeDevelopment ThemeTrust ThemeUpdates ThemeManagementTesting"
logs=.build/docs
rm -rf "$logs"
mkdir -p "$logs"
checks=()
# At the same time, because DocC mostly waits.
for module in $modules; do
    check "$module" > "$logs/$module" 2>&1 &
    checks+=("$!")
done
status=0
for number in "${!checks[@]}"; do wait "${checks[$number]}" || status=1; done
for module in $modules; do cat "$logs/$module"; done
[ $status = 0 ] || exit $status

# One site of all modules, which any server of files can show below the path SITE.
rm -rf .build/merged.doccarchive .build/site
archives=()
for module in $modules; do archives+=(".build/$module.doccarchive"); done
run docc merge "${archives[@]}" --synthesized-landing-page-name themepack --output-path .build/merged.doccarchive
run docc process-archive transform-for-static-hosting .build/merged.doccarchive --hosting-base-path "${SITE:-/}" \
    --output-path .build/site
# The start of the site leads to the page that names all modules.
printf '<!doctype html><title>themepack</title><meta http-equiv="refresh" content="0; url=documentation/">\n' \
    > .build/site/index.html
for module in $modules; do
    [ -s ".build/site/documentation/$(tr '[:upper:]' '[:lower:]' <<< "$module")/index.html" ] \
        || { echo "the site has no $module" >&2; exit 1; }
done
echo "documentation: .build/site"
