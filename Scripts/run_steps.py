#!/usr/bin/env python3
"""Runs steps, several at a time, and prints what each took, which tests were skipped and which errors there were:

    run_steps.py TITLE STEP[:AFTER,...][=COMMAND]...

A step starts when the steps after `:` have passed. Its command is `make STEP`, or COMMAND, which the shell runs. The
steps that run at the same time share the processor, so their seconds add up to more than the total. After a failure no
step starts.

Once a minute it says what runs, for how long, and how long it took when it passed last: `.build-steps.json` has that.
After SIGINT, SIGTERM or SIGHUP it ends what runs, prints the same table, and exits with 128 and the signal's number.

On Linux, what a step has started ends with it: servers of a run that was interrupted would go on for ever.

A step can report its own steps: it appends lines of a name, its seconds and its seconds of processor time, with tabs
between them, to the file that THEMEPACK_STEPS names. This program does so too.
"""

import collections
import contextlib
import ctypes
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

SKIPPED_TEST = re.compile(r'(?:^|\s)(?:Test|Suite) (.+) skipped(?:\.|: "(.*)")$')
LEFT_OUT = re.compile(
    r"([^|\s][^|]* could not be installed: .* skipped|not (?:installed|fetched): .*|check-setup is skipped: .*)$")
# An issue of a test, with what the lines below it say of its values; an error of a compiler or a script; a crash.
ERROR = re.compile(r"(?:^|\| )(✘ .* recorded an issue .*|↳ .*|(?:\S*: )?(?:error:|\*\*\*) .*)$")
COLOR = re.compile(r"\x1b\[[0-9;]*m")
MOST_ERRORS = 40
MOST_LAST_LINES = 15
TIMES = ".build-steps.json"
LIBRARY = ctypes.CDLL(None)


def adopt_orphans():
    """Makes this process the parent of those that its descendants leave."""
    if sys.platform == "linux":
        PR_SET_CHILD_SUBREAPER = 36
        LIBRARY.prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_children(spared):
    """Ends the other children. The children of a process that ends become those of this process."""
    while True:
        try:
            lists = [open(file).read().split() for file in glob.glob("/proc/self/task/*/children")]
        except OSError:
            continue  # A thread has ended meanwhile. Another one has its children now.
        children = {int(child) for found in lists for child in found} - spared
        if not children:
            return
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


class Step:
    def __init__(self, text):
        text, _, command = text.partition("=")
        self.name, _, after = text.partition(":")
        self.after = [name for name in after.split(",") if name]
        self.command = command or f"{os.environ.get('MAKE', 'make')} --no-print-directory {self.name}"
        self.is_started = self.has_passed = False
        self.process = None
        # The parts that the step reports: name, seconds, processor time.
        self.parts, self.errors = [], []
        self.last_lines = collections.deque(maxlen=MOST_LAST_LINES)
        # Whether the last line that was read is one of an error.
        self.is_in_error = False
        self.started = self.seconds = self.processor = 0.0


class Run:
    def __init__(self, title, steps):
        self.title, self.steps = title, steps
        self.changed = threading.Condition()
        self.has_failed = self.is_interrupted = False
        # Names of tests by the reason why they were skipped; other things that were left out.
        self.skipped, self.missing = {}, set()
        self.times, self.told = {}, time.monotonic()
        # A damaged file says nothing.
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError), open(TIMES) as file:
            self.times = {name: float(seconds) for name, seconds in json.load(file).items()}

    def note(self, line, step):
        # Tests print their arguments. The patterns take the square of the length.
        line = COLOR.sub("", line[:1000])
        step.last_lines.append(line)
        found = ERROR.search(line)
        # Lines that begin with this mark also follow others.
        step.is_in_error = bool(found) and (step.is_in_error or not found[1].startswith("↳"))
        if step.is_in_error:
            step.errors.append(found[1])
        elif found := SKIPPED_TEST.search(line):
            self.skipped.setdefault(found[2] or "other tests that are disabled here", set()).add(found[1])
        elif found := LEFT_OUT.search(line):
            self.missing.add(found[1])

    def read(self, output, step):
        for line in output:
            with self.changed:
                self.note(line.rstrip("\n"), step)
                print(f"{step.name} | {line}", end="", flush=True)

    def perform(self, step):
        step.started = time.monotonic()
        with tempfile.NamedTemporaryFile("r") as report:
            with self.changed:
                if self.is_interrupted:
                    return
                process = subprocess.Popen(["bash", "-c", step.command], text=True, errors="replace",
                                           env={**os.environ, "THEMEPACK_STEPS": report.name}, preexec_fn=adopt_orphans,
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                step.process = process.pid
            reader = threading.Thread(target=self.read, args=[process.stdout, step])
            reader.start()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            with self.changed:
                step.process = None
                end_children(spared={other.process for other in self.steps})
            reader.join()
            step.parts = [line.rstrip("\n").split("\t") for line in report]
        step.seconds, step.processor = time.monotonic() - step.started, usage.ru_utime + usage.ru_stime
        with self.changed:
            step.has_passed = process.returncode == 0
            self.has_failed = self.has_failed or not step.has_passed
            ended = "passed" if step.has_passed else "ended" if self.is_interrupted else "FAILED"
            print(f"{step.name} | {ended} after {step.seconds:.0f} s", flush=True)
            self.changed.notify()

    def start_ready(self):
        passed = {step.name for step in self.steps if step.has_passed}
        for step in self.steps:
            if not step.is_started and not self.has_failed and passed.issuperset(step.after):
                step.is_started = True
                threading.Thread(target=self.perform, args=[step]).start()

    def wait(self):
        with self.changed:
            self.start_ready()
            while any(step.is_started and not step.seconds for step in self.steps):
                # A signal that comes just before the wait is handled after it.
                self.changed.wait(timeout=0.5)
                self.start_ready()
                self.tell()

    def tell(self):
        now = time.monotonic()
        running = [step for step in self.steps if step.started and not step.seconds]
        if now - self.told < 60 or not running:
            return
        self.told = now
        texts = [f"{step.name} {now - step.started:.0f} s"
                 + (f" of {self.times[step.name]:.0f}" if step.name in self.times else "") for step in running]
        print(f"running: {', '.join(texts)} (seconds of the last time it passed)", flush=True)

    def interrupt(self):
        with self.changed:
            self.is_interrupted = True

    def end_steps(self):
        with self.changed:
            for step in self.steps:
                if step.process:
                    # The signal that ends this program can have ended the step, too.
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(step.process, signal.SIGKILL)

    def rows(self):
        for step in self.steps:
            if step.seconds:
                yield step.name, f"{step.seconds:.0f}", f"{step.processor:.0f}"
                for name, seconds, processor in step.parts:
                    yield f"  {name}", seconds, processor

    def summarize(self, seconds):
        passed = {step.name: round(step.seconds, 1) for step in self.steps if step.has_passed}
        with contextlib.suppress(OSError), open(TIMES, "w") as file:
            json.dump(self.times | passed, file)
        total = self.title, f"{seconds:.0f}", f"{sum(step.processor for step in self.steps):.0f}"
        rows = [*self.rows(), total]
        if path := os.environ.get("THEMEPACK_STEPS"):
            with open(path, "a") as report:
                report.writelines("\t".join(row) + "\n" for row in rows[:-1])
        print(f"\n{'step':32} {'seconds':>8} {'processor':>10}")
        for name, elapsed, processor in rows:
            print(f"{name:32} {elapsed:>8} {processor:>10}")
        print("nothing was skipped" if not self.skipped and not self.missing else "\nskipped:")
        for reason, tests in sorted(self.skipped.items()):
            names = ", ".join(sorted(tests)[:2]) + (", ..." if len(tests) > 2 else "")
            print(f"  {len(tests)} tests or suites: {reason} ({names})")
        for text in sorted(self.missing):
            print(f"  {text}")
        for step in self.steps:
            if not step.has_passed:
                ended = "not run" if not step.is_started else "interrupted" if self.is_interrupted else "FAILED"
                print(f"{step.name}: {ended}", file=sys.stderr)
                for error in step.errors[:MOST_ERRORS]:
                    print(f"  {error}", file=sys.stderr)
                # A script's own message has no known form.
                if step.last_lines and not self.is_interrupted:
                    print("  its last lines:", *step.last_lines, sep="\n    ", file=sys.stderr)


def main(title, *texts):
    steps = [Step(text) for text in texts]
    unknown = {name for step in steps for name in step.after} - {step.name for step in steps}
    if unknown:
        print(f"no such step: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 64
    adopt_orphans()
    ends = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    for number in ends:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda number, _: sys.exit(128 + number))
    run, started = Run(title, steps), time.monotonic()
    interruption = 0
    try:
        run.wait()
    except SystemExit as end:
        interruption = end.code
        run.interrupt()
    finally:
        run.end_steps()
    run.summarize(time.monotonic() - started)
    return interruption or (0 if all(step.has_passed for step in steps) else 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
