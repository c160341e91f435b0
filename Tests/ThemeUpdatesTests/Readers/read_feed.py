"""Follows feeds by FEED.md, without the code of this project. The signature is not its subject.

    read_feed.py CASES

Reads a file with a JSON list of {"feed": TEXT, "client": {base, sequence, digest, installation, channel, now, shown}},
where `shown` has the version and the SHA-256 of each theme. Prints a JSON list: null for a feed that the client
refuses, else the SHA-256 of the pack of each theme that is an update. Needs only the standard library.
"""

import datetime
import hashlib
import json
import re
import sys

ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?\Z")
DEVICE = re.compile(r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|\Z)", re.IGNORECASE)
DIGEST = re.compile(r"[0-9a-f]{64}\Z")
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
PARTS = r"(?::([1-9][0-9]{0,4}))?/(?:(?!\.\.?/)[A-Za-z0-9._~-]+/)*\Z"
BASE = re.compile(
    rf"(?:https://({LABEL}(?:\.{LABEL})*|\[[0-9a-f:]{{2,39}}\])|http://(localhost|127\.0\.0\.1|\[::1\])){PARTS}")
NUMBER = r"(?:0|[1-9][0-9]*)"
WORD = r"[0-9A-Za-z-]+"
PRERELEASE = rf"(?:{NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
MOMENT = re.compile(r"(?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z", re.ASCII)
VERSION = re.compile(
    rf"({NUMBER})\.({NUMBER})\.({NUMBER})(?:-({PRERELEASE}(?:\.{PRERELEASE})*))?(?:\+{WORD}(?:\.{WORD})*)?\Z")


class Refused(Exception):
    pass


def need(condition):
    if not condition:
        raise Refused


def pairs(items):
    need(len({key for key, _ in items}) == len(items))
    return dict(items)


def constant(_):
    raise Refused


def number_of(digits):
    """A number in any form. Only whole ones are valid anywhere."""
    value = float(digits)
    need(value.is_integer())
    return int(value)


def members(value, names, exact):
    need(isinstance(value, dict) and (set(value) == set(names) if exact else set(value) >= set(names)))
    return [value[name] for name in names]


def whole(value, least, most):
    need(type(value) is int and least <= value <= most)


def text(value, pattern):
    need(isinstance(value, str) and pattern.match(value))


def name(value):
    text(value, ID)
    need(not DEVICE.match(value))


def file(value, more, exact):
    members(value, ["address", "bytes", "sha256", *more], exact)
    text(value["sha256"], DIGEST)
    need(value["address"] == "sha256/" + value["sha256"])
    whole(value["bytes"], 1, 4294967294)


def entry(value, exact):
    file(value, ["contract", "deltas", "minimumReader", "rollout", "version"], exact)
    text(value["contract"], DIGEST)
    whole(value["minimumReader"], 1, 65535)
    whole(value["rollout"], 0, 100)
    text(value["version"], VERSION)
    need(len(value["version"].encode()) <= 64)
    need(isinstance(value["deltas"], list))
    for delta in value["deltas"]:
        file(delta, ["base"], exact)
        text(delta["base"], DIGEST)
    bases = [delta["base"] for delta in value["deltas"]]
    need(bases == sorted(set(bases)) and value["sha256"] not in bases)


def parse(source):
    """Section 2."""
    need(len(source.encode()) <= 16777216)
    try:
        feed = json.loads(source, object_pairs_hook=pairs, parse_float=number_of, parse_constant=constant)
    except (ValueError, OverflowError, RecursionError):
        raise Refused from None
    need(isinstance(feed, dict))
    version, reader = members(feed, ["formatVersion", "minimumReader"], False)
    whole(version, 1, 65535)
    need(reader == 1)
    # Section 5: a later version can have members that this one does not know, in any form.
    exact = version == 1
    base, channels, expires, sequence, withdrawn = members(
        feed, ["base", "channels", "expires", "sequence", "withdrawn"], False)
    need(not exact or len(feed) == 7)
    need(not exact or source == json.dumps(feed, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
    text(base, BASE)
    host, own, port = BASE.match(base).groups()
    need(len(base) <= 1024 and len(host or own) <= 253 and int(port or 1) <= 65535)
    whole(sequence, 1, 1 << 53)
    need(isinstance(withdrawn, list) and all(isinstance(digest, str) for digest in withdrawn))
    for digest in withdrawn:
        text(digest, DIGEST)
    need(not exact or withdrawn == sorted(set(withdrawn)))
    text(expires, MOMENT)
    try:
        feed["expires"] = datetime.datetime.strptime(expires, "%Y-%m-%dT%H:%M:%SZ").replace(
            tzinfo=datetime.timezone.utc).timestamp()
    except ValueError:
        raise Refused from None
    need(isinstance(channels, dict))
    for channel, themes in channels.items():
        name(channel)
        need(isinstance(themes, dict))
        for theme, value in themes.items():
            name(theme)
            entry(value, exact)
            need(value["sha256"] not in withdrawn)
    return feed


def rank(version):
    """The precedence of https://semver.org, section 11."""
    *numbers, prerelease = VERSION.match(version).groups()
    words = [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in (prerelease or "").split(".") if word]
    return [int(number) for number in numbers], prerelease is None, words


def number(installation, entries):
    """Section 2.2, Rollout."""
    for theme, value in sorted(entries.items()):
        if value["rollout"] < 100:
            installation += "\n" + theme + " " + value["version"]
    return int.from_bytes(hashlib.sha256(installation.encode()).digest()[:8], "big") % 100


def updates(source, client):
    """Section 4."""
    feed = parse(source)
    need(feed["base"] == client["base"] and feed["sequence"] >= client["sequence"])
    need(feed["sequence"] > client["sequence"] or hashlib.sha256(source.encode()).hexdigest() == client["digest"])
    entries = feed["channels"].get(client["channel"], {})
    found = {}
    for theme, value in entries.items():
        shown = client["shown"].get(theme)
        if shown and shown["sha256"] == value["sha256"] or client["now"] > feed["expires"]:
            continue
        if shown and shown["sha256"] not in feed["withdrawn"] and rank(value["version"]) < rank(shown["version"]):
            continue
        if number(client["installation"], entries) < value["rollout"]:
            found[theme] = value["sha256"]
    return found


def answer(case):
    try:
        return updates(case["feed"], case["client"])
    except Refused:
        return None


if __name__ == "__main__":
    json.dump([answer(case) for case in json.load(open(sys.argv[1], encoding="utf-8"))], sys.stdout)
