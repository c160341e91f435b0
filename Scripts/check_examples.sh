#!/usr/bin/env bash
# Builds, tests and runs the package in Examples/, which depends on the libraries as an app does. Checks that it builds
# without libpng and libdeflate, and that it links only the standard library, Foundation and swift-crypto. As root on
# Linux, hides the headers of libpng and libdeflate during the build. The first build takes minutes, because of
# Hummingbird.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/steps.sh
packs=$PWD/.build/sample-packs
# `.ci/run` has built it, and its tests use the folder now.
# shellcheck disable=SC2086
[ -n "${THEMEPACK_IS_BUILT:-}" ] || swift build --product themepack ${FLAGS:-}
rm -rf "$packs"
.build/debug/themepack build --quiet --output "$packs" > /dev/null
step_done "build the tool"

cd Examples
build="swift build --build-tests"
if [ "$(uname -s)" = Linux ] && unshare --mount true 2>/dev/null; then
    hide=""
    for header in /usr/include/png.h /usr/include/libdeflate.h; do
        [ -e "$header" ] && hide="$hide mount --bind /dev/null $header;"
    done
    build="unshare --mount bash -c '$hide $build'"
    echo "building with the headers of libpng and libdeflate hidden"
fi
log=$(eval "$build" 2>&1) || { echo "$log"; exit 1; }
echo "$log" | tail -n 1
# SwiftPM also prints warnings about the manifests of packages that Hummingbird uses.
if echo "$log" | grep -v "^warning: 'swift-" | grep -iE "warning|you may be able to install|libpng|libdeflate"; then
    echo "the build of the examples printed the lines above" >&2
    exit 1
fi

step_done "build the examples"
THEMEPACK_PACKS=$packs swift test --skip-build
for example in Listing Switcher; do
    if [ "$(uname -s)" = Linux ]; then
        # Swift and Foundation with their dependencies, the C library, and the compiler's runtime.
        allowed='lib_?(swift|Foundation|BlocksRuntime|dispatch)|linux-vdso|ld-linux'
        allowed="$allowed|lib(c|m|dl|pthread|rt|util|gcc_s|stdc\+\+)\.so"
        if ldd ".build/debug/$example" | grep -vE "^\s*(/\S*/)?($allowed)"; then
            echo "the example $example links the libraries above" >&2
            exit 1
        fi
    fi
done
.build/debug/Listing --theme year "$packs"/*.zip
echo
printf "t6q" | .build/debug/Switcher --color "$packs"/*.zip | tail -n 13

step_done "run the examples"

if command -v ssh-keygen > /dev/null; then
    ../Scripts/check_follower.sh
    step_done "follow a feed"
fi
