#!/usr/bin/env python3
"""Stands in for the tool when its man page is made: THEMEPACK=TOOL dump_help.py --experimental-dump-help.

The generator lists the values of an option only if they have descriptions, so this gives each option a list of none.
"""

import json
import os
import subprocess
import sys


def describe(node):
    if isinstance(node, list):
        for part in node:
            describe(part)
    if isinstance(node, dict):
        if node.get("allValues"):
            node.setdefault("allValueDescriptions", {})
        for part in node.values():
            describe(part)


dump = subprocess.run([os.environ["THEMEPACK"], *sys.argv[1:]], check=True, capture_output=True).stdout
tool = json.loads(dump)
describe(tool)
json.dump(tool, sys.stdout)
