#!/usr/bin/env bash
# Checks the files of `make release` as a user does: digests, contents of the archive, a project that its tool builds,
# and an app whose keys the package of the plugin generates.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(cd "${1:-.build/release-files}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$folder"
if command -v sha256sum > /dev/null; then sha256sum -c SHA256SUMS; else shasum -a 256 -c SHA256SUMS; fi
cd "$scratch"
tar -xzf "$folder"/themepack-*.tar.gz
cd themepack-*
for file in bin/themepack share/man/man1/themepack.1 share/bash-completion/completions/themepack \
    share/zsh/site-functions/_themepack share/fish/vendor_completions.d/themepack.fish \
    share/doc/themepack/LICENSE share/doc/themepack/themepack.spdx.json; do
    [ -s "$file" ] || { echo "the archive has no $file" >&2; exit 1; }
done
bytes=$(cat "$folder"/themepack-*.tar.gz | wc -c)
[ "$bytes" -le 12000000 ] || { echo "the archive has $bytes bytes" >&2; exit 1; }
python3 - <<'PYTHON'
import json, pathlib
bill = json.loads(pathlib.Path("share/doc/themepack/themepack.spdx.json").read_text())
for part in bill["packages"][1:]:
    text = pathlib.Path("share/doc/themepack/licenses") / (part["name"] + ".txt")
    assert text.stat().st_size > 500, f"no license of {part['name']}"
PYTHON
tool=$PWD/bin/themepack
# With an empty environment, nothing of the machine that has built it helps.
env -i "$tool" init -q "$scratch/project" > /dev/null
env -i "$tool" build -C "$scratch/project"
env -i "$tool" verify -q "$scratch"/project/dist/*.themepack.zip

# The manifest of the package, its bundle and the plugin. Nothing of the plugin's program is compiled.
mkdir -p "$scratch/app/Sources/App"
tar -xf "$folder"/themepack-keys-*.tar -C "$scratch/app"
cp -R "$root/assets" "$root/themes" "$scratch/app/Sources/App/"
echo '{"project": "."}' > "$scratch/app/Sources/App/themepack-keys.json"
cat > "$scratch/app/Package.swift" << SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "App", platforms: [.macOS(.v14)],
    dependencies: [.package(path: "themepack-keys"), .package(name: "themepack", path: "$root")],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "ThemeRuntime", package: "themepack")],
            plugins: [.plugin(name: "ThemeKeysBinaryPlugin", package: "themepack-keys")])
    ])
SWIFT
echo 'import ThemeRuntime
print(ImageKey.Common.buttonImage.name)' > "$scratch/app/Sources/App/main.swift"
(cd "$scratch/app" && env -u THEMEPACK_STRICT swift run > "$scratch/shown" 2> "$scratch/log") \
    || { cat "$scratch/log" >&2; exit 1; }
[ "$(cat "$scratch/shown")" = common/buttonImage ] || { cat "$scratch/shown" >&2; exit 1; }
if grep -E "ThemeKeys(Tool)?[ -]|ThemeProject" "$scratch/log"; then echo "the above was compiled" >&2; exit 1; fi
echo "the archive is sound: $bytes bytes"
