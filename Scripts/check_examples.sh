#!/usr/bin/env bash
# Builds, tests and runs the package in Examples/, which depends on ThemeRuntime alone as an app does, and holds that
# neither libpng nor libzip is needed for it, linked, or spoken of: nothing but the standard library, Foundation and
# swift-crypto, whose code is linked statically. Where the system allows it (as root), the libraries' headers are hidden.
set -euo pipefail
cd "$(dirname "$0")/.."
packs=$PWD/.build/sample-packs
# shellcheck disable=SC2086
swift build --product themepack ${FLAGS:-}
rm -rf "$packs"
.build/debug/themepack build --quiet --output "$packs" > /dev/null

cd Examples
build="swift build --build-tests"
if [ "$(uname -s)" = Linux ] && unshare --mount true 2>/dev/null; then
    hide=""
    for header in /usr/include/png.h /usr/include/zip.h; do
        [ -e "$header" ] && hide="$hide mount --bind /dev/null $header;"
    done
    build="unshare --mount bash -c '$hide $build'"
    echo "building with the headers of libpng and libzip hidden"
fi
log=$(eval "$build" 2>&1) || { echo "$log"; exit 1; }
echo "$log" | tail -n 1
if echo "$log" | grep -iE "warning|you may be able to install|libpng|libzip"; then
    echo "a consumer of ThemeRuntime sees the above" >&2
    exit 1
fi

THEMEPACK_PACKS=$packs swift test --skip-build
for example in Catalogue Switcher; do
    if [ "$(uname -s)" = Linux ]; then
        # What Swift and Foundation bring along, the C library, and the compiler's runtime.
        allowed='lib_?(swift|Foundation|BlocksRuntime|dispatch)|linux-vdso|ld-linux|lib(c|m|dl|pthread|rt|util|gcc_s|stdc\+\+)\.so'
        if ldd ".build/debug/$example" | grep -vE "^\s*(/\S*/)?($allowed)"; then
            echo "the example $example is linked with the above" >&2
            exit 1
        fi
    fi
done
.build/debug/Catalogue --theme year "$packs"/*.zip
echo
printf "t6q" | .build/debug/Switcher --colour "$packs"/*.zip | tail -n 13
