"""Follows feeds by FEED.md, without the code of this project. The signature is not its subject.

    read_feed.py CASES

Reads a file with a JSON list of {"feed": TEXT, "client": {base, sequence, digest, installation, channel, now, reader,
shown, contracts, contract, barred}}, where `reader` is the version of packs that the client reads, `shown` has the
version and the SHA-256 of each theme, `contracts` those that the app knows, `contract` that of the default theme that
is shown, and `barred` the packs that were rolled back. Prints a JSON list: null for a feed that the client refuses,
else the SHA-256 of the pack of each theme that is an update. Needs only the standard library.
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
    file(value, ["deltas", "minimumReader", "version"], exact)
    whole(value["minimumReader"], 1, 65535)
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
    for channel, releases in channels.items():
        name(channel)
        need(isinstance(releases, list))
        for release in releases:
            contract, rollout, themes = members(release, ["contract", "rollout", "themes"], exact)
            text(contract, DIGEST)
            whole(rollout, 0, 100)
            need(isinstance(themes, dict) and themes)
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


def number(installation, themes):
    """Section 2.2, Rollout."""
    for theme, value in sorted(themes.items()):
        installation += "\n" + theme + " " + value["version"]
    return int.from_bytes(hashlib.sha256(installation.encode()).digest()[:8], "big") % 100


def updates(source, client):
    """Section 4."""
    feed = parse(source)
    need(feed["base"] == client["base"] and feed["sequence"] >= client["sequence"])
    need(feed["sequence"] > client["sequence"] or hashlib.sha256(source.encode()).hexdigest() == client["digest"])
    shown, contracts = client["shown"], client.get("contracts")

    def has(theme, value):
        return theme in shown and shown[theme]["sha256"] == value["sha256"]

    def is_update(theme, value):
        if has(theme, value):
            return False
        old = shown.get(theme)
        return not old or old["sha256"] in feed["withdrawn"] or rank(value["version"]) >= rank(old["version"])

    def takes(release):
        """Section 4.1."""
        themes = release["themes"]
        if all(has(*item) for item in themes.items()):
            return True
        reader = max(value["minimumReader"] for value in themes.values())
        if reader > client["reader"] or any(value["sha256"] in client["barred"] for value in themes.values()):
            return False
        if contracts is not None and release["contract"] not in contracts:
            return False
        replaces = "default" in themes and is_update("default", themes["default"])
        if not replaces and client.get("contract") not in (None, release["contract"]):
            return False
        return number(client["installation"], themes) < release["rollout"]

    if client["now"] > feed["expires"]:
        return {}
    release = next(filter(takes, feed["channels"].get(client["channel"], [])), {"themes": {}})
    return {theme: value["sha256"] for theme, value in release["themes"].items() if is_update(theme, value)}


def answer(case):
    try:
        return updates(case["feed"], case["client"])
    except Refused:
        return None


if __name__ == "__main__":
    json.dump([answer(case) for case in json.load(open(sys.argv[1], encoding="utf-8"))], sys.stdout)
