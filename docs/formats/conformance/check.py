#!/usr/bin/env python3
"""Compares the answers of `answers.py` with those of cases.json, here or in a folder: check.py [FOLDER]

Ends with 1 if one differs.
"""

import hashlib
import json
import pathlib
import sys

from answers import Library
from packs import Pack, PackError

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
HERE = HERE if HERE.is_dir() else HERE.parent


def answer(question, theme, library):
    if "season" in question:
        return library.in_season(question["season"])
    if "setting" in question:
        return theme.setting(question["setting"], question["as"])
    if "resource" in question:
        found = theme.resource(question["resource"])
        sizes = {}
    else:
        found = theme.image(question["image"], question["scale"])
        sizes = found and {"width": found.width, "height": found.height, "scale": found.scale}
    if found is None:
        return None
    digest = hashlib.sha256(found.read()).hexdigest()
    if "image" in question and (rendering := theme.rendering(found)) is not None:
        sizes["template"] = rendering
    return {"theme": found.pack.id, "entry": found.entry, "sha256": digest, **sizes}


def same(left, right):
    """Python takes 1 for 1.0 and for True; JSON does not take it for true."""
    right = json.loads(json.dumps(right), parse_int=float)
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def check(case, fail):
    try:
        library = Library([Pack((HERE / "packs" / name).read_bytes()) for name in case["packs"]])
        theme = library.theme(*case.get("select", []))
    except PackError as error:
        return [] if "refused" in case else [fail("refused: " + str(error))]
    problems = [fail("not refused")] if "refused" in case else []
    if "chain" in case and [pack.id for pack in theme.packs] != case["chain"]:
        problems.append(fail(f"chain {[pack.id for pack in theme.packs]} instead of {case['chain']}"))
    for question in case.get("answers", []):
        try:
            found = {"answer": answer(question, theme, library)}
        except PackError as error:
            found = {"error": error.args[0]}
        wanted = {key: question[key] for key in ("answer", "error") if key in question}
        if not same(wanted, found):
            problems.append(fail(f"{question}\n  found {found}"))
    return problems


def main():
    cases = json.loads((HERE / "cases.json").read_text(), parse_int=float)["cases"]
    problems = [problem for case in cases for problem in check(case, lambda text, case=case: f"{case['name']}: {text}")]
    count = sum(len(case.get("answers", [0])) for case in cases)
    print("\n".join(problems) or f"every answer of {len(cases)} cases is right: {count}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
