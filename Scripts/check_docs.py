#!/usr/bin/env python3
"""Checks the documentation of a module, and prints what is missing:

    check_docs.py ThemeRuntime.symbols.json... [ThemeRuntime.docc]

- public symbols without documentation (DocC does not report these),
- public types that no page's topics name (DocC lists them last, by kind),
- pages that no other page's topics name.

Without a catalog it checks only the first.
"""

import json
import re
import sys
from pathlib import Path


# Their comments stand in the standard library, which `make apple` reads without comments.
INHERITED = {"description", "init(rawValue:)"}


def has_sentence(symbol):
    """Returns whether the comment begins with text, not with a list of parameters."""
    if symbol["pathComponents"][-1] in INHERITED:
        return True
    lines = [line["text"].strip() for line in symbol.get("docComment", {}).get("lines", [])]
    first = next((line for line in lines if line), "")
    return first != "" and not first.startswith("- ")


def position(symbol):
    location = symbol.get("location")
    if location is None:
        return ""
    path = location["uri"].removeprefix("file://").removeprefix(str(Path.cwd()) + "/")
    return f"{path}:{location['position']['line'] + 1}: "


def main(paths):
    graphs = [path for path in paths if path.endswith(".symbols.json")]
    catalog = next((path for path in paths if path not in graphs), None)
    symbols = [symbol for graph in graphs for symbol in json.loads(Path(graph).read_text())["symbols"]]
    pages = {path.stem: path.read_text() for path in sorted(Path(catalog).glob("**/*.md"))} if catalog else {}
    topics = "\n".join(text.partition("\n## Topics\n")[2] for text in pages.values())
    named = set(re.findall(r"^- ``([^`]+)``", topics, re.MULTILINE))
    linked = set(re.findall(r"^- <doc:([^>]+)>", topics, re.MULTILINE))

    problems = [f"{position(symbol)}{'.'.join(symbol['pathComponents'])} has no documentation"
                for symbol in symbols if not has_sentence(symbol)]
    problems += [f"{position(symbol)}no page's topics name {symbol['pathComponents'][0]}"
                 for symbol in symbols
                 if catalog and len(symbol["pathComponents"]) == 1 and symbol["pathComponents"][0] not in named]
    problems += [f"{catalog}/{page}.md: no page's topics name it"
                 for page, text in pages.items() if page not in linked and not text.startswith("# ``")]
    if not symbols:
        problems.append(f"{' '.join(graphs)}: no symbols")
    for problem in sorted(problems):
        print(problem, file=sys.stderr)
    print(f"{len(symbols)} public symbols, {len(pages)} pages: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
