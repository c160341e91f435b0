#!/usr/bin/env bash
# Puts the owner of the repository into every file that names its address: Scripts/owner.sh NAME. Without NAME, fails if
# a file still has the placeholder.
set -euo pipefail
cd "$(dirname "$0")/.."
placeholder=OWNER
files=$(git grep -lF "$placeholder/themepack" || true)
if [ $# = 0 ]; then
    [ -z "$files" ] || { echo "Scripts/owner.sh NAME replaces $placeholder in:" $files >&2; exit 1; }
    exit
fi
for file in $files; do
    sed "s|$placeholder/themepack|$1/themepack|g" "$file" > "$file.new"
    cat "$file.new" > "$file"
    rm "$file.new"
done
