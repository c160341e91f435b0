#!/usr/bin/env bash
# Builds, tests and runs the package in Examples/, which depends on the libraries as an app does. Checks that it links
# only the standard library, Foundation and swift-crypto; check_keys_plugin.sh builds without the headers of others. The
# build folder is the repository's, so that the libraries and swift-crypto are compiled once. The first build takes
# a minute or two, because of SwiftNIO. With the argument `build`, only builds.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/steps.sh
packs=$PWD/.build/sample-packs
products=$PWD/.build/debug

build() {
    # shellcheck disable=SC2086
    swift build --product themepack ${FLAGS:-}
    step_done "build the tool"
    # shellcheck disable=SC2086
    log=$(swift build --package-path Examples --scratch-path "$PWD/.build" --build-tests --traits Feed \
        --disable-build-manifest-caching ${CHECK_FLAGS:-} 2>&1) || { echo "$log"; exit 1; }
    # SwiftPM would take the examples' plan for that of the next package that is built in this folder.
    rm .build/debug.yaml
    echo "$log" | tail -n 1
    # SwiftPM also prints warnings about the manifests of packages that SwiftNIO's extras use.
    unwanted="warning|you may be able to install|libpng|libdeflate|libzip"
    if echo "$log" | grep -v "^warning: 'swift-" | grep -iE "$unwanted"; then
        echo "the build of the examples printed the lines above" >&2
        exit 1
    fi
    step_done "build the examples"
}

# `.ci/run` has built everything, and its tests use the folder now.
[ -n "${THEMEPACK_IS_BUILT:-}" ] || build
[ "${1:-}" != build ] || exit 0

rm -rf "$packs"
"$products/themepack" build --quiet --output "$packs" > /dev/null
cd Examples
export THEMEPACK_PACKS=$packs
if [ "$(uname -s)" = Linux ]; then
    # SwiftPM would wait until nobody else uses the build folder.
    "$products/ExamplesPackageTests.xctest" --testing-library swift-testing
else
    swift test --scratch-path ../.build
fi
for example in Listing Switcher; do
    if [ "$(uname -s)" = Linux ]; then
        # Swift and Foundation with their dependencies, the C library, and the compiler's runtime.
        allowed='lib_?(swift|Foundation|BlocksRuntime|dispatch)|linux-vdso|ld-linux'
        allowed="$allowed|lib(c|m|dl|pthread|rt|util|gcc_s|stdc\+\+)\.so"
        if ldd "$products/$example" | grep -vE "^\s*(/\S*/)?($allowed)"; then
            echo "the example $example links the libraries above" >&2
            exit 1
        fi
    fi
done
"$products/Listing" --theme year "$packs"/*.zip
echo
printf "t6q" | "$products/Switcher" --color "$packs"/*.zip | tail -n 13

if command -v wrk > /dev/null; then
    ../Scripts/bench_service.py "$products/ThemeService" "$products/themepack" --rounds 0 --replacements 200
else
    echo "wrk is not installed: the service is not tried under load"
fi

step_done "run the examples"

if command -v ssh-keygen > /dev/null; then
    ../Scripts/check_follower.sh
    step_done "follow a feed"
fi
