#!/usr/bin/env bash
# Checks the files of `make release` as a user does: digests, contents of the archive, and a project that its tool
# builds.
set -euo pipefail
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
echo "the archive is sound: $bytes bytes"
