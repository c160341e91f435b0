#!/usr/bin/env bash
# Finishes a release: FOLDER has the archives of all platforms. Compares their names with VERSION. Writes SHA256SUMS,
# the Homebrew formula and the package of the keys' plugin there, and the notes from CHANGELOG.md to notes.md.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1 version=$2
Scripts/owner.sh
grep -q "static let version = \"$version\"" Sources/Tool/ThemepackCLI/Output/Product.swift \
    || { echo "the tool is not version $version" >&2; exit 1; }
grep -q "default: $version$" action.yml || { echo "action.yml installs another version" >&2; exit 1; }
if grep "uses: [^/]*/themepack@" .github/workflows/themes.yml | grep -vF "/themepack@v$version "; then
    echo "themes.yml uses the action of another version" >&2
    exit 1
fi
formula=$(sed "1d; s/VERSION/$version/g" Packaging/themepack.rb)
for platform in linux-x86_64 linux-arm64 macos-arm64 macos-x86_64; do
    archive=$folder/themepack-$version-$platform.tar.gz
    for file in "$archive" "$folder/themepack-keys-tool-$version-$platform"; do
        [ -f "$file" ] || { echo "there is no $file" >&2; exit 1; }
    done
    digest=$(sha256sum "$archive" | cut -d ' ' -f 1)
    formula=${formula//SHA256-$platform/$digest}
done
printf '%s\n' "$formula" > "$folder/themepack.rb"
# The package fetches the bundle from the release, which has the programs of all platforms.
Scripts/make_keys_package.py "$folder" "$version" \
    "https://github.com/OWNER/themepack/releases/download/v$version"
rm "$folder"/themepack-keys-tool-*
(cd "$folder" && rm -f SHA256SUMS && sha256sum -- Package.resolved themepack* > SHA256SUMS)
awk -v version="$version" '
    /^## \[/ { shown = index($0, "[" version "]") > 0; next }
    shown' CHANGELOG.md > notes.md
[ -s notes.md ] || { echo "CHANGELOG.md has no section [$version]" >&2; exit 1; }
