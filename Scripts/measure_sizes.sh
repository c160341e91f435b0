#!/usr/bin/env bash
# Measures the size of the released tool, what ThemeRuntime adds to a service, and the tool's start-up time compared
# with that of a small static program. `make sizes` builds the tool first. RUNS=200 measures longer.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=.build/release/themepack
scratch=.build-sizes
runs=${RUNS:-100}

swift build -c release --package-path Benchmarks/Sizes --scratch-path "$scratch" --static-swift-stdlib \
    -Xlinker -s > "$scratch.log" 2>&1 || { cat "$scratch.log" >&2; exit 1; }
rm "$scratch.log"

bytes() { wc -c < "$1" | tr -d ' '; }
size() { awk -v name="$1" -v bytes="$2" 'BEGIN { printf "%-44s %6.1f MB\n", name, bytes / 1e6 }'; }

essentials=$scratch/release/Essentials
small=$(bytes "$essentials")
service=$(bytes "$scratch/release/Service")
size "themepack" "$(bytes "$tool")"
size "FoundationEssentials" "$small"
size "ThemeRuntime" "$service"
size "ThemeRuntime adds" "$((service - small))"

# Both programs run in turns, so that a change of the machine's speed affects both. Prints medians.
python3 - "$runs" "$tool" "$essentials" <<'PYTHON'
import os, statistics, subprocess, sys, time

runs, programs = int(sys.argv[1]), sys.argv[2:]

def start(program):
    before = time.perf_counter()
    child = subprocess.Popen([program, "--version"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{program} failed")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - before

times = {program: [] for program in programs}
for run in range(runs + 1):
    for program in programs:
        figures = start(program)
        if run > 0:
            times[program].append(figures)
for number, what in enumerate(["processor", "elapsed"]):
    tool, small = ([figures[number] * 1000 for figures in times[program]] for program in programs)
    ratio = statistics.median(a / b for a, b in zip(tool, small))
    print(f"start, {what} time: {statistics.median(tool):.2f} ms, {ratio:.2f} times the small program's")
PYTHON
