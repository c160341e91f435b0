#!/usr/bin/env python3
"""Writes an asset catalog with the traits of iOS apps that were counted: 1,111 image sets, of which 814 are PDF or SVG
and 257 PNG, and 223 color sets, of which 178 have appearances. Of the PNG sets, 53 have files named after the set.

usage: Scripts/make_catalog.py FOLDER

The same catalog each time. FOLDER/Media.xcassets must not exist.
"""
import json
import os
import random
import struct
import sys
import zlib

numbers = random.Random(17)
DARK = {"appearance": "luminosity", "value": "dark"}
HIGH = {"appearance": "contrast", "value": "high"}
INFO = {"author": "xcode", "version": 1}


def color():
    return bytes(numbers.randrange(256) for _ in range(3)) + b"\xff"


def png(width, height, drawing):
    """A drawing is two colors: that of the ground, and that of a box in the middle. It is the same at every scale."""
    ground, box = drawing
    edge = ground * (width // 4)
    middle = edge + box * (width - 2 * (width // 4)) + edge
    rows = b"".join(b"\0" + (middle if height // 4 <= row < height - height // 4 else ground * width)
                    for row in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def svg(size):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 24 24">'
            f'<path fill="#{numbers.randrange(1 << 24):06x}" d="M4 4h16v16H4z"/></svg>').encode()


def pdf(size):
    color = " ".join(f"{numbers.random():.3f}" for _ in range(3))
    content = f"{color} rg 2 2 {size - 4} {size - 4} re f".encode()
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
               f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size} {size}]/Contents 4 0 R>>".encode(),
               b"<</Length %d>>stream\n%s\nendstream" % (len(content), content)]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj%sendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"xref\n0 5\n0000000000 65535 f \n%strailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table, len(out))


class Catalog:
    def __init__(self, path):
        self.path = path
        self.write("Contents.json", {"info": INFO})
        for group in ("Icons", "Onboarding"):
            self.write(f"{group}/Contents.json", {"info": INFO, "properties": {"provides-namespace": True}})

    def write(self, name, content):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(content if isinstance(content, bytes) else json.dumps(content, indent=2).encode())

    def image_set(self, name, slots, files, **properties):
        contents = {"images": [{"idiom": "universal", **slot} for slot in slots], "info": INFO}
        if properties:
            contents["properties"] = {key.replace("_", "-"): value for key, value in properties.items()}
        self.write(f"{name}.imageset/Contents.json", contents)
        for file, content in files.items():
            self.write(f"{name}.imageset/{file}", content)

    def bitmaps(self, number):
        """A set of PNGs: scales, dark variants, slices, template images, and files of other names."""
        name = f"{('', 'Icons/', 'Onboarding/')[number % 3]}bitmap{number}"
        stem = name.rsplit("/", 1)[-1] if number < 53 else f"Group {number} Copy"
        side, slots, files = 8 + number % 40, [], {}
        for appearance in ([None, [DARK]] if number % 4 == 0 else [None]):
            drawing = color(), color()
            for scale in (1, 2, 3):
                slot = {"scale": f"{scale}x"}
                if appearance:
                    slot["appearances"] = appearance
                if scale > 1 or number % 5:
                    file = f"{stem}{'-night' if appearance else ''}@{scale}x.png"
                    slot["filename"] = file
                    files[file] = png(side * scale, side * scale, drawing)
                    if number % 25 == 1:
                        edges = {edge: 2 * scale for edge in ("top", "left", "bottom", "right")}
                        slot["resizing"] = {"mode": "9-part", "cap-insets": edges,
                                            "center": {"mode": "stretch", "width": 1, "height": 1}}
                slots.append(slot)
        properties = {"template_rendering_intent": "template"} if number % 6 == 0 else {}
        self.image_set(name, slots, files, **properties)

    def drawing(self, number):
        """A set of one PDF or SVG, some with a dark variant, some that preserve vectors."""
        kind = "svg" if number % 3 == 0 else "pdf"
        make, size = (svg if kind == "svg" else pdf), numbers.choice([16, 20, 24, 24.5, 32, 48])
        slots, files = [{"filename": f"ic_{number}.{kind}"}], {f"ic_{number}.{kind}": make(size)}
        if number % 9 == 0:
            slots.append({"filename": f"ic_{number}_dark.{kind}", "appearances": [DARK]})
            files[f"ic_{number}_dark.{kind}"] = make(size)
        properties = {"preserves_vector_representation": True} if number % 2 else {}
        if number % 4 == 0:
            properties["template_rendering_intent"] = "template"
        self.image_set(f"{('', 'Icons/')[number % 2]}drawing{number}", slots, files, **properties)

    def other(self, number):
        """The rest: sets for devices and locales, files in no slot, and empty sets."""
        size, drawing = 10 + number, (color(), color())
        slots, files = [{"scale": "1x", "filename": "a.png"}], {"a.png": png(size, size, drawing)}
        if number % 4 == 0:
            slots.append({"idiom": "ipad", "scale": "2x", "filename": "b.png"})
            files["b.png"] = png(2 * size, 2 * size, drawing)
        elif number % 4 == 1:
            slots.append({"scale": "1x", "locale": "de", "filename": "b.png"})
            files["b.png"] = png(size, size, drawing)
        elif number % 4 == 2:
            files["old.png"] = png(size, size, drawing)
        else:
            slots, files = [{"scale": "1x"}, {"scale": "2x"}], {}
        self.image_set(f"other{number}", slots, files)

    def component(self, value, number):
        return [f"{value / 255:.3f}", value / 255, str(value), f"0x{value:02X}"][number % 4]

    def color_set(self, number):
        """A color in one of Xcode's notations, sometimes mixed; most with a dark value, some with high contrast."""
        appearances = [None, [DARK]] if number % 5 else [None, [DARK], [HIGH], [DARK, HIGH]]
        if number >= 178:
            appearances = [None]
        colors = []
        for appearance in appearances:
            parts = [numbers.randrange(2, 255) for _ in range(3)]
            components = {key: self.component(value, number + (index if number % 7 == 0 else 0))
                          for index, (key, value) in enumerate(zip(("red", "green", "blue"), parts))}
            space = "display-p3" if number % 8 == 3 else "extended-srgb" if number % 8 == 5 else "srgb"
            entry = {"idiom": "universal", "color": {
                "color-space": space, "components": {**components, "alpha": "0.500" if number % 11 == 0 else "1.000"}}}
            if number % 60 == 59:
                entry["color"] = {"platform": "ios", "reference": "systemBackgroundColor"}
            if appearance:
                entry["appearances"] = appearance
            colors.append(entry)
        name = f"{('', 'Icons/')[number % 2]}color{number}.colorset"
        self.write(f"{name}/Contents.json", {"colors": colors, "info": INFO})


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    catalog = Catalog(os.path.join(sys.argv[1], "Media.xcassets"))
    for number in range(257):
        catalog.bitmaps(number)
    for number in range(814):
        catalog.drawing(number)
    for number in range(40):
        catalog.other(number)
    for number in range(223):
        catalog.color_set(number)
    catalog.write("AppIcon.appiconset/Contents.json", {"images": [], "info": INFO})
    for number in range(6):
        catalog.write(f"symbol{number}.symbolset/Contents.json", {"symbols": [], "info": INFO})


main()
