#!/usr/bin/env bash
# usage: build_libzip.sh FOLDER
#
# Writes FOLDER/libzip.a, which Debian and Homebrew do not have, from the source package of the installed libzip. apt
# compares it with the signed list of the distribution. It reads and writes stored entries: without compression other
# than zlib's, and without encryption. Nothing of the system changes.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$(uname -s)" = Darwin ]; then
    brew fetch --quiet --build-from-source libzip
    mkdir "$work/source"
    tar -xf "$(brew --cache --build-from-source libzip)" -C "$work/source" --strip-components 1
else
    # Lists of sources in a folder of its own, so neither the system's lists nor root's rights are needed.
    mkdir -p "$work/lists/partial" "$work/parts"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -e 's/^deb /deb-src /' -e 's/^Types:.*/Types: deb-src/' "$list" \
            > "$work/parts/${list##*/}"
    done
    apt() { apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" \
        -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User= "$@"; }
    apt update
    version=$(dpkg-query -W -f '${source:Version}' libzip-dev)
    (cd "$work" && apt source --download-only "libzip=$version" && dpkg-source -x ./*.dsc source) > "$work/log" 2>&1 \
        || { cat "$work/log" >&2; exit 1; }
fi
options=()
for option in COMMONCRYPTO GNUTLS MBEDTLS OPENSSL WINDOWS_CRYPTO BZIP2 LZMA ZSTD; do
    options+=("-DENABLE_$option=OFF")
done
for option in SHARED_LIBS TOOLS REGRESS OSSFUZZ EXAMPLES DOC; do options+=("-DBUILD_$option=OFF"); done
# Only encryption needs random numbers, and `arc4random` needs glibc 2.36.
options+=("-DHAVE_ARC4RANDOM=OFF")
# The maps replace the temporary folder, so that two builds give the same bytes.
{
    cmake -S "$work/source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release "${options[@]}" \
        -DCMAKE_C_COMPILER=clang -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
        -DCMAKE_C_FLAGS="-ffunction-sections -fdata-sections -ffile-prefix-map=$work=."
    cmake --build "$work/build" --target zip --parallel
} > "$work/log" 2>&1 || { tail -30 "$work/log" >&2; exit 1; }
cp "$work/build/lib/libzip.a" "$folder/"
