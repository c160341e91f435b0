#!/usr/bin/env python3
"""Imports apps, exports the result in the same format, imports that again, and compares the two projects.

usage: Scripts/measure_imports.py TOOL FOLDER

Each folder in FOLDER is an app: it has asset catalogs, Android resources or files of design tokens somewhere. Prints a
row of docs/import-figures.md for each, and the most frequent reasons on stderr. A file is equal if it has the same path
and the same bytes in both projects.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile
import time

OUTCOMES = ["taken", "changed", "in part", "not taken"]
THEMES = ["default", "light", "dark", "high-contrast", "light-high-contrast", "dark-high-contrast"]


def run(tool, *arguments):
    """Returns what an import or an export prints. Defects of the source, which give status 1, are part of it."""
    result = subprocess.run([tool, *arguments, "--format", "json"], capture_output=True, text=True)
    if result.returncode not in (0, 1) or not result.stdout:
        sys.exit(f"{' '.join(arguments)}: {result.stderr.strip()}")
    return json.loads(result.stdout)


def sources(app):
    """Returns the format of an app and what to import."""
    names = [os.path.join(folder, name) for folder, folders, files in os.walk(app) for name in folders + files]
    if any(name.endswith(".xcassets") for name in names):
        return "xcassets", [app]
    resolvers = [name for name in names if name.endswith("resolver.json")]
    tokens = resolvers or sorted(name for name in names if name.endswith((".tokens.json", ".tokens", ".dtcg.json")))
    return ("tokens", tokens) if tokens else ("android", [app])


def files(project):
    """Returns the bytes of a project's files by path."""
    found = {}
    for folder, folders, names in os.walk(project):
        # The notes that an import leaves for the next one are not a part of the project.
        folders[:] = [name for name in folders if name != ".themepack"]
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, project)] = file.read()
    return found


def measure(tool, app, work):
    form, names = sources(app)
    project, out, second = (os.path.join(work, name) for name in ("project", "out", "second"))
    start = time.monotonic()
    result = run(tool, "import", form, *names, "--into", project)
    seconds = time.monotonic() - start
    counts = [sum(row[outcome] for row in result["summary"]) for outcome in OUTCOMES]
    notes = collections.Counter(note["text"] for item in result["items"] for note in item["notes"])
    rendered = sum(any(note["text"].startswith(("rendered", "converted")) for note in item["notes"])
                   for item in result["items"])
    row = [os.path.basename(app), form, sum(counts), *counts, rendered, f"{seconds:.1f} s"]
    if os.path.isdir(project):
        themes = [theme for theme in THEMES if os.path.isdir(os.path.join(project, "themes", theme))]
        run(tool, "export", form, *(os.path.join(project, "themes", theme) for theme in themes), "-o", out)
        again = os.path.join(out, "themes.resolver.json") if form == "tokens" and len(themes) > 1 else out
        if form == "tokens" and len(themes) == 1:
            again = os.path.join(out, "default.tokens.json")
        run(tool, "import", form, again, "--into", second)
        before, after = files(project), files(second)
        equal = sum(after.get(path) == content for path, content in before.items())
        row.append(f"{equal} of {len(before.keys() | after.keys())}")
        for path in sorted(before.keys() | after.keys()):
            if before.get(path) != after.get(path):
                print(f"differs: {path}", file=sys.stderr)
    else:
        row.append("nothing was taken")
    print("| " + " | ".join(map(str, row)) + " |", flush=True)
    for text, count in notes.most_common(8):
        print(f"  {count:6}  {text}", file=sys.stderr)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print("| app | format | found | taken | changed | in part | not taken | rendered | time | equal files |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name in sorted(os.listdir(sys.argv[2])):
        app = os.path.join(sys.argv[2], name)
        if os.path.isdir(app):
            with tempfile.TemporaryDirectory() as work:
                measure(os.path.abspath(sys.argv[1]), app, work)


main()
