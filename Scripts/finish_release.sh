#!/usr/bin/env bash
# Finishes a release: FOLDER has the archives of all platforms. Compares their names with VERSION, writes SHA256SUMS and
# the Homebrew formula there, and the release notes from CHANGELOG.md to notes.md.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1 version=$2
Scripts/owner.sh
grep -q "static let version = \"$version\"" Sources/ThemepackCLI/Output/Product.swift \
    || { echo "the tool is not version $version" >&2; exit 1; }
grep -q "default: $version$" action.yml || { echo "action.yml installs another version" >&2; exit 1; }
if grep "uses: [^/]*/themepack@" .github/workflows/themes.yml | grep -vF "/themepack@v$version "; then
    echo "themes.yml uses the action of another version" >&2
    exit 1
fi
formula=$(sed "1d; s/VERSION/$version/g" Packaging/themepack.rb)
for platform in linux-x86_64 linux-arm64 macos-arm64 macos-x86_64; do
    archive=$folder/themepack-$version-$platform.tar.gz
    [ -f "$archive" ] || { echo "there is no $archive" >&2; exit 1; }
    digest=$(sha256sum "$archive" | cut -d ' ' -f 1)
    formula=${formula//SHA256-$platform/$digest}
done
printf '%s\n' "$formula" > "$folder/themepack.rb"
(cd "$folder" && rm -f SHA256SUMS && sha256sum -- Package.resolved themepack* > SHA256SUMS)
awk -v version="$version" '
    /^## \[/ { shown = index($0, "[" version "]") > 0; next }
    shown' CHANGELOG.md > notes.md
[ -s notes.md ] || { echo "CHANGELOG.md has no section [$version]" >&2; exit 1; }
