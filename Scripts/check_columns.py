#!/usr/bin/env python3
"""Fails if a line is longer than 120 columns: check_columns.py FILE-OR-FOLDER...

Reads Swift, C, headers, Markdown and scripts. `swift format` checks Swift code, but not comments. URLs do not count,
nor do tables and code blocks of Markdown.
"""

import re
import sys
from pathlib import Path

LIMIT = 120
SUFFIXES = {".swift", ".c", ".h", ".md", ".py", ".sh", ".js", ".mjs", ".css"}
URL = re.compile(r"<?\b[a-z]+://[^\s)>]+>?|\]\([^)]*\)")


def files(argument):
    path = Path(argument)
    if path.is_file():
        return [path]
    found = [file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file()]
    return sorted(file for file in found if not any(part.startswith(".") for part in file.parts))


def long_lines(path):
    """Yields number and length of each line that is too long."""
    is_markdown, in_block = path.suffix == ".md", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if is_markdown and line.lstrip().startswith("```"):
            in_block = not in_block
        if is_markdown and (in_block or line.startswith(("|", "    "))):
            continue
        length = len(URL.sub("", line))
        if length > LIMIT:
            yield number, length


def main(arguments):
    problems = [f"{path}:{number}: {length} columns, at most {LIMIT}"
                for argument in arguments for path in files(argument) for number, length in long_lines(path)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
