#!/usr/bin/env bash
# Builds a copy of the package in Examples/TypedKeys, whose plugin generates keys, with each build system of the
# toolchain. Changes its theme and checks what the next build does. Arguments select build systems.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/steps.sh
root=$PWD
work=$root/.build/keys-plugin
mkdir -p "$work"
# `.ci/run` has built it, and its tests use the folder now.
# shellcheck disable=SC2086
[ -n "${THEMEPACK_IS_BUILT:-}" ] || swift build --product themepack ${FLAGS:-} > /dev/null
# From here on, the environment is that of an app.
unset THEMEPACK_STRICT

# An app has no headers of libpng, libdeflate and libzip. As root on Linux, they are hidden from its builds.
hidden=()
if [ "$(uname -s)" = Linux ] && unshare --mount true 2> /dev/null; then
    # shellcheck disable=SC2016
    hidden=(unshare --mount bash -c '
        for header in /usr/include/png.h /usr/include/libdeflate.h /usr/include/zip.h; do
            [ ! -e "$header" ] || mount --bind /dev/null "$header"
        done
        exec "$@"' hidden)
    echo "building with the headers of libpng, libdeflate and libzip hidden"
fi

# Without what serves debuggers and editors, and without the compiler's check of its own output, a fifth of the time.
# Nothing else differs from an app's build.
flags=(-debug-info-format none --disable-index-store -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify)

fail() { echo "check_keys_plugin, $system: $1" >&2; tail -n 40 "$work/log" >&2; exit 1; }

# The preview of swiftbuild crashes now and then while it plans, so a build that ends by a signal is started again.
build() {
    local status
    for _ in 1 2 3 4 5 6; do
        status=0
        (cd "$package" && "${hidden[@]}" swift build "${flags[@]}" --build-system "$system" \
            --scratch-path "$work/build") > "$work/log" 2>&1 || status=$?
        [ "$status" -gt 128 ] || return "$status"
    done
    return "$status"
}

builds() { build || fail "$1: the build failed"; }

# fails_with TEXT CASE
fails_with() {
    if build; then fail "$2: the build succeeded"; fi
    grep -qF "$1" "$work/log" || fail "$2: the log does not contain \"$1\""
}

generated() { find "$work/build" -path '*TypedKeys*' -name ThemeKeys.swift | head -n 1; }

program() {
    (cd "$package" && swift build --build-system "$system" --scratch-path "$work/build" --show-bin-path) | tail -n 1
}

# has TEXT CASE, lacks TEXT CASE
has() { grep -qF "$1" "$(generated)" || fail "$2: the keys lack $1"; }
lacks() { ! grep -qF "$1" "$(generated)" || fail "$2: the keys have $1"; }

# The times of the generated file, of its object and of the program. A build that runs nothing changes none.
times() {
    find "$work/build" \( -path '*TypedKeys*' -o -name TypedKeys \) -type f \
        \( -name ThemeKeys.swift -o -name '*.o' -o -name TypedKeys \) -exec stat -c '%n %Y %z' {} + | sort
}

copy_example() {
    rm -rf "$work/TypedKeys"
    cp -R Examples/TypedKeys "$work/TypedKeys"
    rm -rf "$work/TypedKeys/.build"
    package=$work/TypedKeys
    sources=$package/Sources/TypedKeys
    theme=$sources/Theme
    sed -i.bak "s|path: \"../..\"|path: \"$root\"|" "$package/Package.swift"
    rm "$package/Package.swift.bak"
}

check_project() {
    copy_example
    builds "first build"
    if grep -iE "warning|libpng|libdeflate|libzip" "$work/log"; then fail "first build: the log has the lines above"; fi
    # Code for the host has the suffix -tool, or a product of its own.
    if grep -E "(Crypto|CPNG|CZip)[A-Za-z]*-tool" "$work/log"; then fail "first build: the plugin needs the above"; fi
    program=$(program)
    (cd "$package" && "$program/TypedKeys") > "$work/output"
    diff "$work/output" "$package/expected.txt" || fail "the program printed the above"

    # In the build after the first, the native build system compiles C code of the plugin's tool once more.
    builds "second build"
    times > "$work/before"
    builds "no change"
    if grep -E "Generating|Linking|Compiling [^p]" "$work/log"; then fail "no change: the build ran the above"; fi
    times | cmp - "$work/before" || fail "no change: the build wrote files"

    cp "$theme/assets/common/badge.png" "$theme/assets/common/added.png"
    builds "added image"
    has '"common/added"' "added image"
    mv "$theme/assets/common/added.png" "$theme/assets/common/second.png"
    builds "renamed image"
    has '"common/second"' "renamed image"
    lacks '"common/added"' "renamed image"
    ln -s badge.png "$theme/assets/common/linked.png"
    builds "linked image"
    has '"common/linked"' "linked image"
    rm "$theme/assets/common/linked.png"
    mkdir "$theme/assets/new"
    mv "$theme/assets/common/second.png" "$theme/assets/new/third.png"
    builds "image in a new folder"
    has 'enum New' "image in a new folder"
    rm -r "$theme/assets/new"
    builds "deleted image"
    lacks 'third' "deleted image"

    cp "$theme/themes/default/config.json" "$work/config.json"
    sed 's/"animated"/"moving"/; s/"background"/"back": "FFF", "background"/' "$work/config.json" \
        > "$theme/themes/default/config.json"
    builds "changed settings"
    has '"Metrics.moving"' "renamed setting"
    has '"Color.back"' "added setting"
    lacks '"Metrics.animated"' "renamed setting"
    cp "$work/config.json" "$theme/themes/default/config.json"
    builds "deleted setting"
    lacks '"Color.back"' "deleted setting"

    # Only names decide about the keys, so another color compiles nothing.
    times > "$work/before"
    sed 's/2B1B14/2B1B15/' "$work/config.json" > "$theme/themes/default/config.json"
    builds "another color"
    times | cmp - "$work/before" || fail "another color: the build compiled something"

    mv "$theme/assets/common/buttonImage.png" "$theme/assets/common/buttonImage@2x.png" "$work"
    sed 's/"common\/buttonImage"/"common\/badge"/' "$theme/themepack.json" > "$work/rules.json"
    cp "$work/rules.json" "$theme/themepack.json"
    rm -r "$theme/themes/year/common"
    fails_with "has no member 'buttonImage'" "deleted image in use"
    mv "$work/buttonImage.png" "$work/buttonImage@2x.png" "$theme/assets/common"
    builds "restored image"

    mkdir "$package/Elsewhere"
    cp -R "$theme" "$package/Elsewhere/Theme"
    echo '{"project": "../../Elsewhere/Theme"}' > "$sources/themepack-keys.json"
    fails_with "is outside of the target's folder" "project elsewhere"
    # Only the native build system has command plugins in every toolchain that has both.
    if [ "$system" = native ]; then check_command; fi
    rm -r "$package/Elsewhere"
}

# command ARGUMENT...: runs the command plugin.
command() {
    (cd "$package" && swift package "${flags[@]}" --scratch-path "$work/build" \
        --allow-writing-to-package-directory themepack-keys --target TypedKeys "$@") > "$work/log" 2>&1
}

check_command() {
    if command --check; then fail "command: --check accepts a missing file"; fi
    [ ! -e "$sources/ThemeKeys.swift" ] || fail "command: --check wrote the file"
    command --access package || fail "command: failed"
    grep -qF "package static var unreadBadge" "$sources/ThemeKeys.swift" || fail "command: the file lacks a key"
    command --access package --check || fail "command: --check rejects the file"
    rm "$sources/ThemeKeys.swift"
}

check_pack() {
    copy_example
    "$root/.build/debug/themepack" build --quiet -C "$theme" --output "$work/packs" > /dev/null
    # Keys from the pack that an app ships. It has no rules, so the target has them.
    cat > "$sources/themepack-keys.json" << 'JSON'
{"keys": {"types": {"Font.*": "font"}}}
JSON
    rm -r "$theme"
    cp "$work/packs"/default-*.themepack.zip "$sources"
    cat > "$sources/TypedKeys.swift" << 'SWIFT'
import ThemeRuntime

@main
enum TypedKeys {
    static func main() throws {
        let theme = try ThemeLibrary(default: ThemePack(mounting: CommandLine.arguments[1])).defaultTheme
        print(try theme.image(.Common.buttonImage, scale: .two)?.name ?? "none", try theme[.Font.title]?.size ?? 0)
    }
}
SWIFT
    builds "pack"
    shown=$("$(program)/TypedKeys" "$sources"/default-*.themepack.zip)
    [ "$shown" = "common/buttonImage 17.0" ] || fail "pack: the program printed $shown"
    cp "$sources/default-1.0.0.themepack.zip" "$sources/default-1.1.0.themepack.zip"
    fails_with "contains 2 default packs" "two packs"
    rm "$sources"/default-*.zip
    fails_with "contains no default theme" "no pack"
}

systems=native
case $(swift build --help) in *swiftbuild*) systems="native swiftbuild" ;; esac
# Side by side, because a build of so little code uses one processor.
checks=()
for system in ${*:-$systems}; do
    (
        work=$work/$system
        mkdir -p "$work"
        check_project
        check_pack
        step_done "the plugin's example, built and rebuilt with $system"
    ) &
    checks+=($!)
done
for check in "${checks[@]}"; do wait "$check"; done
