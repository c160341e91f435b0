# shellcheck shell=bash
# For scripts that consist of steps: `step_done NAME` prints what has passed since the step before, and reports it to
# Scripts/run_steps.py.
step_file=$(mktemp)
step_start=$SECONDS
step_processor=0

step_done() {
    local processor file="$step_file.$BASHPID"
    # In a subshell, `times` would count that shell's children. A script can have a function of that name.
    builtin times > "$file"
    processor=$(awk -F '[ms ]+' 'NR == 2 { print int(60 * ($1 + $3) + $2 + $4) }' "$file")
    rm "$file"
    echo "$1: $((SECONDS - step_start)) s, $((processor - step_processor)) s of processor time"
    printf '%s\t%s\t%s\n' "$1" $((SECONDS - step_start)) $((processor - step_processor)) \
        >> "${THEMEPACK_STEPS:-/dev/null}"
    step_start=$SECONDS
    step_processor=$processor
}
