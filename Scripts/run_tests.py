#!/usr/bin/env python3
"""Runs the tests of some targets, but not of those that have passed with the same files:

    run_tests.py --note
    run_tests.py [--all] (--only TARGETS | --except TARGETS) COMMAND ARGUMENT...

TARGETS is a list of names with commas between them. The command gets options that select tests, `--filter` and
`--skip`. `--all` runs what has passed, too. `--note` comes before a build, and notes which files it compiles: tests
whose files have changed since then are run, and not remembered.

A target's tests can read every file of the repository but the sources of targets that it neither links nor starts. So
a change of a module runs the tests of this module and of those above it, and a change of any other file runs all. So
does a change of the build's flags, and of what is installed, because tests skip what is not. So a test that was skipped
counts as passed. Nothing is remembered without git, which knows the files, or if a test fails.

On Linux, what the tests have started ends with them: servers of a run that was interrupted would go on for ever.
"""

import argparse
import ctypes
import glob
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
BUILD = REPOSITORY / ".build/debug"
PASSED = REPOSITORY / ".build/passed-tests"
NOTED = REPOSITORY / ".build/noted-files.json"
# The folders that change when something is installed: programs, packages of Debian, Homebrew and Python.
INSTALLED = [*os.environ.get("PATH", "").split(":"), "/var/lib/dpkg", "/opt/homebrew/Cellar", "/usr/local/Cellar",
             *sorted(glob.glob(f"{REPOSITORY}/.build-python/lib/python*/site-packages"))]
# A folder of targets in a test's text, and the target if it is named: `/Sources`, `/Tests/ThemeTrustTests/Judges`.
READ_FOLDER = re.compile(r'/(?:Sources|Tests)\b(?:/(\w+)\b)?|"(?:Sources|Tests)"')


def dependencies():
    """Returns the names of targets, each with those that it links. After a build of the examples, they are theirs."""
    file = BUILD / "description.json"
    return json.loads(file.read_text())["targetDependencyMap"] if file.is_file() else {}


def repository_files():
    """Returns the paths of all files that git does not ignore; None without git."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             cwd=REPOSITORY, capture_output=True)
    return sorted(set(os.fsdecode(listing.stdout).split("\0")) - {""}) if listing.returncode == 0 else None


def digest(path):
    file = REPOSITORY / path
    data = os.fsencode(os.readlink(file)) if file.is_symlink() else file.read_bytes() if file.is_file() else b""
    return hashlib.sha256(data).hexdigest()


class Inputs:
    def __init__(self):
        self.targets = dependencies()
        self.files = repository_files()
        self.tests = sorted(path.name for path in (REPOSITORY / "Tests").glob("*Tests"))
        self.digests = {}

    def folder(self, target):
        return next((path for path in [f"Sources/{target}", f"Tests/{target}"] if (REPOSITORY / path).is_dir()), None)

    def used(self, target):
        """Returns the targets whose sources the tests of a target can read; None for all."""
        if target not in self.targets:
            return None
        used = {target, *self.targets[target]}
        # What the tests start, and which sources they read as files, is in their own text and in that of their helpers.
        for helper in [name for name in used if (self.folder(name) or "").startswith("Tests/")]:
            for path in (REPOSITORY / self.folder(helper)).rglob("*.swift"):
                text = path.read_text()
                if "Tool.themepack" in text:
                    used |= {"ThemepackCLI", *self.targets.get("ThemepackCLI", [])}
                for name in READ_FOLDER.findall(text):
                    if not name:
                        return None
                    used |= {name, *self.targets.get(name, [])}
        return used

    def digest(self, path):
        if path not in self.digests:
            self.digests[path] = digest(path)
        return self.digests[path]

    def key(self, target, noted):
        """Returns a digest of everything that the tests of a target depend on; None if a file is not as noted."""
        used = self.used(target)
        unused = set() if used is None else {self.folder(name) for name in self.targets if name not in used}

        def counts(path):
            return "/".join(path.split("/")[:2]) not in unused

        seen = {path: self.digest(path) for path in self.files if counts(path)}
        if seen != {path: digest for path, digest in noted.items() if counts(path)}:
            return None
        lines = [f"{path} {digest}" for path, digest in seen.items()]
        lines += [f"{name} {os.stat(name).st_mtime_ns}" for name in INSTALLED if os.path.isdir(name)]
        lines += [f"{name}={value}" for name, value in sorted(os.environ.items())
                  if name.startswith("THEMEPACK_") and name != "THEMEPACK_STEPS"]
        return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()


def end_children():
    children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children")
    # The children of a process that ends are the next ones of this process.
    while found := children.read_text().split() if children.is_file() else []:
        for child in map(int, found):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def run(command):
    """Returns the exit status of a command, and ends what it has started and left."""
    if sys.platform == "linux":
        PR_SET_CHILD_SUBREAPER = 36
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    ends = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    for number in ends:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda number, _: sys.exit(128 + number))
    process = subprocess.Popen(command)
    try:
        while process.returncode is None:
            child, status = os.wait()
            if child == process.pid:
                process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        end_children()
    return process.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--only", default="")
    group.add_argument("--except", dest="others", default="")
    group.add_argument("--note", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()

    if arguments.note:
        NOTED.parent.mkdir(exist_ok=True)
        NOTED.write_text(json.dumps({path: digest(path) for path in repository_files() or []}))
        return 0
    inputs = Inputs()
    noted = json.loads(NOTED.read_text()) if NOTED.is_file() else {}
    names = [name for name in (arguments.only or arguments.others).split(",") if name]
    targets = names if arguments.only else [name for name in inputs.tests if name not in names]
    found = {} if inputs.files is None else {name: inputs.key(name, noted) for name in targets}
    keys = {name: key for name, key in found.items() if key}
    known = {name for name in keys if not arguments.all and PASSED.joinpath(name).is_file()
             and PASSED.joinpath(name).read_text() == keys[name]}
    if known:
        print(f"{', '.join(sorted(known))}: not run again, passed with the same files (ALL=1 runs them)", flush=True)
    if targets and known.issuperset(targets):
        return 0

    def pattern(names):
        return f"^({'|'.join(sorted(names))})\\."

    skipped = known | (set() if arguments.only else set(names))
    options = ["--filter", pattern(targets)] if arguments.only else []
    options += ["--skip", pattern(skipped)] if skipped else []
    status = run([*arguments.command, *options])
    if status == 0:
        PASSED.mkdir(parents=True, exist_ok=True)
        for name, key in keys.items():
            PASSED.joinpath(name).write_text(key)
    return status


if __name__ == "__main__":
    sys.exit(main())
