#!/usr/bin/env python3
"""Checks exported design tokens with the official JSON Schemas. Needs the Python package jsonschema.

usage: Scripts/check_tokens.py SCHEMAS FOLDER...

SCHEMAS is the folder schemas/src/2025.10 of https://github.com/design-tokens/community-group. This repository has no
copy of it. FOLDER is the result of `themepack export tokens`.
"""
import json
import os
import sys

from jsonschema import Draft7Validator
from referencing import Registry, Resource

BASE = "https://www.designtokens.org/schemas/2025.10/"


def documents(folder):
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith(".json"):
                path = os.path.join(parent, name)
                with open(path, encoding="utf-8") as file:
                    yield path, json.load(file)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    schemas = {schema["$id"]: schema for _, schema in documents(sys.argv[1])}
    registry = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in schemas.items())
    count, errors = 0, 0
    for folder in sys.argv[2:]:
        for path, document in documents(folder):
            kind = "resolver.json" if path.endswith(".resolver.json") else "format.json"
            count += 1
            for error in Draft7Validator(schemas[BASE + kind], registry=registry).iter_errors(document):
                errors += 1
                print(f"{path}: {error.json_path}: {error.message[:200]}")
    print(f"{count} files, {errors} errors")
    sys.exit(1 if errors or not count else 0)


main()
