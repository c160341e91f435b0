"""Answers as the runtime of themepack does, by RESOLVING.md alone:

    library = Library([Pack(open(path, "rb").read()) for path in paths])
    image = library.theme("year").image("common/button", 2)
    print(image.entry, len(image.read()), library.theme("year").setting("Color.title", "color"))

It needs only the standard library. `check.py` compares its answers with those of the cases.
"""

import math
import re

from packs import Pack, check


class Library:
    """Packs that are mounted together."""

    def __init__(self, packs):
        self.packs = {pack.id: pack for pack in packs}
        check("default" in self.packs and len(self.packs) == len(packs), "refused", "no default, or a theme twice")
        self.axes = self.packs["default"].properties.get("axes", "").split()
        for id in self.packs:
            self.chain(id)

    def chain(self, id):
        chain = [id]
        while chain[-1] != "default":
            parent = self.packs[chain[-1]].properties.get("extends", "default")
            check(parent not in chain, "refused", "a circle")
            chain.append(parent if parent in self.packs else "default")
        return chain

    def rank(self, id):
        """The place of a theme's axis, from weak to strong."""
        axis = self.packs[id].properties.get("axis")
        return self.axes.index(axis) + 1 if axis in self.axes else 0

    def theme(self, *asked):
        """A theme, or a selection of at most one theme of each axis."""
        ids = {member for id in asked for member in self.packs[id].members or [id]} & set(self.packs) - {"default"}
        check(len({self.rank(id) for id in ids}) == len(ids), "refused", "two themes of one axis")
        combined = [it for it in self.packs.values() if it.members and set(it.members) <= set(ids)]
        axes = {it.id: sorted(map(self.rank, it.members), reverse=True) for it in combined}
        combined.sort(key=lambda it: it.id)
        combined.sort(key=lambda it: (len(it.members), axes[it.id]), reverse=True)
        selected = sorted(ids, key=self.rank, reverse=True)
        order = [it.id for it in combined] + [it for id in selected for it in self.chain(id)[:-1]] + ["default"]
        order = [id for id in asked if self.packs[id].members and id not in order] + order
        return Theme([self.packs[id] for at, id in enumerate(order) if id not in order[at + 1 :]])

    def in_season(self, moment):
        """The id of the theme in season at a moment in UTC, such as 2026-12-31T00:00:00Z; None if there is none."""
        def season(pack):
            return pack.properties.get("activeFrom", ""), pack.properties.get("activeUntil", "Z")
        packs = [it for it in self.packs.values() if season(it) != ("", "Z")]
        packs = sorted((it for it in packs if season(it)[0] <= moment < season(it)[1]), key=lambda it: it.id)
        return max(packs, key=lambda it: (int(it.properties.get("priority", 0)), season(it)[0])).id if packs else None


def best(entries, scale):
    return next((it for it in entries if it.scale >= scale), entries[-1])


def agrees(own, other):
    """Whether two images have the same size in points; at different scales, within less than a point."""
    sides, unit = ((own.width, other.width), (own.height, other.height)), own.scale * other.scale
    if own.scale == other.scale:
        return all(mine == its for mine, its in sides)
    return all(abs(mine * other.scale - its * own.scale) < unit for mine, its in sides)


def merged(values):
    """Merges the values of a chain, nearest first, each with its color order; None if none is set."""
    values = [it for it in values if it[0] is not None and it[0] != ""]
    if not values or not isinstance(values[0][0], dict):
        return values[0] if values else None
    ends = [at for at, it in enumerate(values) if not isinstance(it[0], dict)]
    objects = values[: ends[0]] if ends else values
    keys = {key for value, _ in objects for key in value}
    members = {key: merged([(value[key], order) for value, order in objects if key in value]) for key in keys}
    return {key: member for key, member in members.items() if member}, values[0][1]


def nested(value):
    """Settings without dots in keys. The first value at a path counts, in the order of the keys."""
    whole = {}
    for key in sorted(value, key=str.encode) if isinstance(value, dict) else []:
        own = nested(value[key])
        for word in reversed(key.split(".")):
            own = {word: own}
        whole = joined(whole, own)
    return whole if isinstance(value, dict) else value


def joined(first, second):
    if first is None or first == "":
        return second
    if not isinstance(first, dict) or not isinstance(second, dict):
        return first
    return {**second, **{key: joined(it, second[key]) if key in second else it for key, it in first.items()}}


def member(value, path):
    for word in path.split("."):
        value = value[0].get(word) if value and isinstance(value[0], dict) else None
    return value


def plain(value):
    return {key: plain(it[0]) for key, it in value.items()} if isinstance(value, dict) else value


class Theme:
    """A selection: the packs in the order in which they answer, the default theme's last."""

    def __init__(self, packs):
        self.packs, self.values = packs, None

    def image(self, name, scale):
        for pack in self.packs:
            entries, fits = pack.find(0, name), True
            if entries and pack.contract != self.packs[-1].contract:
                defaults = self.packs[-1].find(0, name)
                fits = not defaults or all(agrees(it, best(defaults, it.scale)) for it in entries)
            if entries and fits:
                return best(entries, scale)
        return None

    def rendering(self, entry):
        """None for an image with its own colors, `()` for a mask in the color of where it is shown, or a color."""
        default = self.packs[-1].find(0, entry.name)
        if not default or not default[0].template:
            return None
        colors = self.packs[-1].properties.get("templates", "").split("\n")[:-1]
        check(default[0].template <= len(colors), "damaged", "template")
        path = colors[default[0].template - 1]
        return (path and self.setting(path, "color")) or ()

    def resource(self, path):
        return next((entries[0] for entries in (pack.find(1, path) for pack in self.packs) if entries), None)

    def setting(self, path, kind="value"):
        """The setting of a path; `kind` is a function of this module that reads its type."""
        if self.values is None:
            layers = [(nested(pack.settings()), pack.properties.get("colorOrder", "argb")) for pack in self.packs]
            self.values = [merged(layers)]
        found = member(self.values[0], path)
        if not found:
            return None
        result = CONVERSIONS[kind](plain(found[0]), found[1])
        check(result is not None, "wrongType", path)
        return result


# The notations of settings. Each function returns None for a value of another type.

def number(value, _):
    return value if type(value) is float else None


def decimal(text):
    """Unlike `float`, no `nan`, no exponent, and nothing infinite."""
    number = float(text) if re.fullmatch(r"-?(\d+\.?\d*|\.\d+)", text, re.ASCII) else math.inf
    return number if math.isfinite(number) else None


def color(value, order):
    """Red, green, blue and alpha, 0 to 255."""
    text = value.lower() if isinstance(value, str) else ""
    if found := re.fullmatch(r"rgba?\( *(\d+) *, *(\d+) *, *(\d+) *(?:, *([\d.]+) *)?\)", text, re.ASCII):
        channels, alpha = [int(it) for it in found.groups()[:3]], decimal(found[4]) if found[4] else 1
        is_valid = text.startswith("rgba") == bool(found[4]) and max(channels) <= 255
        return (*channels, math.floor(alpha * 255 + 0.5)) if is_valid and alpha is not None and alpha <= 1 else None
    digits = text.removeprefix("#")
    if digits == "00":
        return (0, 0, 0, 0)
    if not re.fullmatch("[0-9a-f]+", digits) or len(digits) not in (3, 4, 6, 8):
        return None
    digits = "".join(it * 2 for it in digits) if len(digits) < 6 else digits
    digits = digits[2:] + digits[:2] if len(digits) == 8 and order == "argb" else digits
    return tuple(bytes.fromhex(digits if len(digits) == 8 else digits + "ff"))


def font(value, _):
    """The name, or None for the font of the system, and the size in points."""
    name, size = None, value if type(value) is float else None
    if isinstance(value, dict):
        name, size = value.get("name"), number(value.get("size"), _)
        size = size if isinstance(name, str) or "name" not in value else None
    elif isinstance(value, str) and "," in value:
        name, _, last = value.rpartition(",")
        words = [it for it in last.split(" ") if it]
        size = decimal(words[0]) if len(words) == 1 else None
    elif isinstance(value, str) and (words := [it for it in value.split(" ") if it]):
        first, last = decimal(words[0]), decimal(words[-1])
        name = " ".join(words[1:] if first is not None else words[:-1])
        name, size = None if len(words) == 1 else name, last if first is None else first
    return (name, size) if size is not None and size > 0 and name != "" else None


def size(value, _):
    """Width and height in points."""
    sides = [value.get(it) for it in ("width", "height")] if isinstance(value, dict) else []
    if isinstance(value, str):
        inner = value[1:-1] if value[:1] == "{" and value[-1:] == "}" and len(value) > 1 else value
        sides = [decimal(it) for it in re.split("[x, ]+", inner.strip(" "))]
    return tuple(sides) if len(sides) == 2 and all(type(it) is float for it in sides) else None


def insets(value, _):
    """The distances from top, left, bottom and right in points."""
    edges = ("top", "left", "bottom", "right")
    members = value.items() if isinstance(value, dict) else ()
    own = {key: it for key, it in members if not it or not isinstance(it, dict)}
    if value != {} and not own or not set(own) <= set(edges):
        return None
    found = [own.get(it, 0.0) for it in edges]
    return tuple(found) if all(type(it) is float for it in found) else None


CONVERSIONS = {
    "value": lambda value, _: value, "number": number, "color": color, "font": font, "size": size, "insets": insets,
    "string": lambda value, _: value if isinstance(value, str) else None,
    "boolean": lambda value, _: value if isinstance(value, bool) else None,
    "object": lambda value, _: value if isinstance(value, dict) else None,
}
