#!/usr/bin/env bash
# Checks the workflows, the action, the Dockerfile and the hooks. Usage: check_workflows.sh FOLDER/, the programs of a
# virtual environment. A linter that is neither there nor on the PATH is skipped with a note.
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
run check-jsonschema --quiet --builtin-schema vendor.github-workflows "${workflows[@]}"
run check-jsonschema --quiet --builtin-schema custom.github-workflows-require-timeout "${workflows[@]}"
run check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml
run hadolint Packaging/Dockerfile
run check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
run check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
run check-jsonschema --quiet --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
run pre-commit validate-manifest .pre-commit-hooks.yaml
