#!/usr/bin/env bash
# Checks the workflows, the action and the hooks. PYTHON_BIN is the folder of a virtual environment's programs. A linter
# that is not there is skipped with a note, because actionlint's package fetches its program from elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${1:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
workflows=(.github/workflows/*.yml docs/github-actions.yml)

run() {
    local name=$1
    shift
    local program=$bin$name
    [ -x "$program" ] || program=$(command -v "$name" || true)
    [ -n "$program" ] || { echo "$name is not installed: skipped" >&2; return 0; }
    "$program" "$@"
    echo "$name: no findings"
}

run zizmor --offline --no-progress --quiet --persona=pedantic "${workflows[@]}" action.yml
run actionlint "${workflows[@]}"
run pre-commit validate-manifest .pre-commit-hooks.yaml
