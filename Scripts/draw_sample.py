#!/usr/bin/env python3
"""Draws every image of the sample project.

Run it from the repository root; it needs Python 3.9 and Pillow 9.1 or later:

    python3 Scripts/draw_sample.py

It writes PNG files only:

    assets/<folder>/<name>[@2x|@3x].png                         the defaults
    themes/<id>/<folder>/<prefix><name>[@2x|@3x].png            the replacements
    Tests/Fixtures/broken-theme/...                             a project with defects

It does not write the JSON and plist files. Nothing is random and no
metadata is stored, so two runs with the same Pillow write the same bytes.

How it draws: an image is described once, in points with the origin at the top
left, and rendered at each scale. A `Shape` is a list of polygons; a `Canvas`
fills shapes with a color or a gradient at eight times the final resolution and
averages the result down, which is where the smooth edges come from.
"""

import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

ROOT = Path(__file__).resolve().parent.parent
SCALES = (1, 2, 3)
SUPERSAMPLING = 8


# --- Geometry: functions that return lists of points ------------------------


def arc(cx, cy, r, start=0, end=360, ry=None, steps=72):
    """Points of an elliptic arc; degrees, 0 is east, growing clockwise."""
    ry = r if ry is None else ry
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(cx + r * math.cos(a), cy + ry * math.sin(a)) for a in angles]


def bezier(p0, p1, p2, p3, steps=32):
    """Points of a cubic Bézier curve."""
    points = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        points.append((a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0],
                       a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]))
    return points


def rounded(corners, radius):
    """The closed polygon `corners` with every corner rounded off."""
    points = []
    for i, corner in enumerate(corners):
        ends = []
        for other in (corners[i - 1], corners[(i + 1) % len(corners)]):
            length = math.dist(corner, other)
            part = min(radius / length, 0.5)
            ends.append((corner[0] + (other[0] - corner[0]) * part,
                         corner[1] + (other[1] - corner[1]) * part))
        # A quadratic curve, written as the cubic one that equals it.
        (ax, ay), (bx, by) = ends
        points += bezier((ax, ay),
                         (ax + (corner[0] - ax) * 2 / 3, ay + (corner[1] - ay) * 2 / 3),
                         (bx + (corner[0] - bx) * 2 / 3, by + (corner[1] - by) * 2 / 3),
                         (bx, by), steps=12)
    return points


def box(x0, y0, x1, y1, radius=0):
    """A rectangle with circular corners."""
    if not radius:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return (arc(x1 - radius, y0 + radius, radius, -90, 0, steps=18)
            + arc(x1 - radius, y1 - radius, radius, 0, 90, steps=18)
            + arc(x0 + radius, y1 - radius, radius, 90, 180, steps=18)
            + arc(x0 + radius, y0 + radius, radius, 180, 270, steps=18))


def star(cx, cy, outer, inner, tips, turn=-90):
    """A star whose first tip points in the direction `turn`."""
    points = []
    for i in range(tips * 2):
        angle = math.radians(turn + 180 * i / tips)
        r = inner if i % 2 else outer
        points.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return points


def swell(y, height, length, shift, width=160, bottom=60):
    """Everything below a sine curve: a wave, a hill or a band of mist."""
    top = [(x, y - height * math.sin((x + shift) * 2 * math.pi / length))
           for x in range(-2, width + 3, 2)]
    return top + [(width + 2, bottom + 2), (-2, bottom + 2)]


# --- Drawing ----------------------------------------------------------------


class Shape:
    """An area made of polygons that are added or cut out one after the other."""

    def __init__(self):
        self.parts = []

    def add(self, points):
        self.parts.append((points, 255))
        return self

    def cut(self, points):
        self.parts.append((points, 0))
        return self

    def stroke(self, points, width, closed=False, cut=False):
        """Adds (or cuts) a line with round ends and joints."""
        ink, r = (0 if cut else 255), width / 2
        ends = points[1:] + points[:1] if closed else points[1:]
        for (x0, y0), (x1, y1) in zip(points, ends):
            length = math.hypot(x1 - x0, y1 - y0)
            if length:
                nx, ny = -(y1 - y0) / length * r, (x1 - x0) / length * r
                self.parts.append(([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny),
                                    (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], ink))
        self.parts += [(arc(x, y, r, steps=24), ink) for x, y in points]
        return self

    def mask(self, size, unit):
        """The area as a gray image, `unit` pixels to the point."""
        image = Image.new("L", size, 0)
        pen = ImageDraw.Draw(image)
        for points, ink in self.parts:
            # Pillow paints the pixels a polygon's edge touches; half a pixel
            # to the left and up puts the edges where the points say.
            pen.polygon([(x * unit - 0.5, y * unit - 0.5) for x, y in points], fill=ink)
        return image


def area(points):
    """A shape of one polygon."""
    return Shape().add(points)


def line(points, width, closed=False):
    """A shape of one line."""
    return Shape().stroke(points, width, closed)


@dataclass(frozen=True)
class Gradient:
    """Colors at equal distances, downwards (or rightwards) over a shape."""

    colors: tuple
    horizontal: bool = False

    def image(self, size):
        stops = [ImageColor.getcolor(color, "RGBA") for color in self.colors]
        strip = Image.new("RGBA", (256, 1) if self.horizontal else (1, 256))
        for i in range(256):
            place = i / 255 * (len(stops) - 1)
            first = min(int(place), len(stops) - 2)
            part = place - first
            color = tuple(round(a + (b - a) * part)
                           for a, b in zip(stops[first], stops[first + 1]))
            strip.putpixel((i, 0) if self.horizontal else (0, i), color)
        return strip.resize(size, Image.Resampling.BILINEAR)


def down(*colors):
    return Gradient(colors)


def across(*colors):
    return Gradient(colors, horizontal=True)


class Canvas:
    """An image of `width` x `height` points, rendered at one scale."""

    def __init__(self, width, height, scale, opaque):
        self.width, self.height, self.opaque = width, height, opaque
        self.final_size = (width * scale, height * scale)
        self.unit = scale * SUPERSAMPLING
        self.image = Image.new("RGBA", (width * self.unit, height * self.unit), (0, 0, 0, 0))

    def fill(self, shape, paint, inside=None):
        """Paints a shape with "#RRGGBB", "#RRGGBBAA" or a gradient; `inside`
        is a second shape that limits it."""
        mask = shape.mask(self.image.size, self.unit)
        if inside:
            mask = ImageChops.multiply(mask, inside.mask(self.image.size, self.unit))
        self._paint(mask, paint)

    def fill_all(self, paint):
        self._paint(Image.new("L", self.image.size, 255), paint)

    def shadow(self, shape, drop, blur, color):
        """Paints the soft shadow that a shape throws `drop` points downwards."""
        mask = Image.new("L", self.image.size, 0)
        mask.paste(shape.mask(self.image.size, self.unit), (0, round(drop * self.unit)))
        self._paint(mask.filter(ImageFilter.GaussianBlur(blur * self.unit)), color)

    def _paint(self, mask, paint):
        bounds = mask.getbbox()
        if not bounds:
            return
        mask = mask.crop(bounds)
        if isinstance(paint, Gradient):
            layer = paint.image(mask.size)
        else:
            layer = Image.new("RGBA", mask.size, ImageColor.getcolor(paint, "RGBA"))
        layer.putalpha(ImageChops.multiply(layer.getchannel("A"), mask))
        self.image.alpha_composite(layer, dest=bounds[:2])

    def png(self):
        """Returns the image as the bytes of a PNG file."""
        image = self.image.resize(self.final_size, Image.Resampling.BOX)
        return png_bytes(image.convert("RGB") if self.opaque else image)


def png_bytes(image):
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)  # implies compression level 9
    return file.getvalue()


# --- What themes may vary without a drawing of their own --------------------


@dataclass(frozen=True)
class Look:
    accent: tuple           # filled icons and the button, top to bottom
    pressed: tuple          # the button under a finger
    bar: tuple              # the navigation bar
    bar_edge: str           # the line below the navigation bar
    radius: float = 6       # the button's corners
    edge: str = "#FFFFFF40"  # the line around the button
    ink: str = "#7C8494"    # icons that are not selected


# --- Common -----------------------------------------------------------------


def button(canvas, look):
    body = area(box(1, 1, 43, 20, look.radius))
    canvas.shadow(body, 0.8, 0.7, "#00000066")
    canvas.fill(body, down(*look.accent))
    button_edge(canvas, look)


def button_highlighted(canvas, look):
    body = area(box(1, 1, 43, 20, look.radius))
    canvas.fill(body, down(*look.pressed))
    canvas.fill(body, down("#00000040", "#00000000", "#00000000"))
    button_edge(canvas, look)


def button_edge(canvas, look):
    frame = area(box(1, 1, 43, 20, look.radius)).cut(box(2, 2, 42, 19, look.radius - 1))
    canvas.fill(frame, look.edge)


def badge(canvas, look):
    disc(canvas, 10, 9.6, 8.6, down("#FF6B6B", "#E5203A"))
    canvas.fill(line([(8, 7.4), (10.6, 5.5), (10.6, 13.7)], 1.7), "#FFFFFF")


def disc(canvas, cx, cy, r, paint):
    """A round plate with a white rim and a soft shadow."""
    plate = area(arc(cx, cy, r))
    canvas.shadow(plate, 0.5, 0.5, "#00000066")
    canvas.fill(plate, "#FFFFFF")
    canvas.fill(area(arc(cx, cy, r - 1.2)), paint)


def avatar(canvas, look):
    person(canvas, down("#FFC39B", "#F85825"), "#FFF4EC", "#FFFFFF")


def person(canvas, back, body, rim):
    plate = area(arc(20, 20, 19))
    canvas.fill(plate, rim)
    plate = area(arc(20, 20, 17.6))
    canvas.fill(plate, back)
    canvas.fill(area(arc(20, 38, 13.2)).add(arc(20, 16, 6.8)), body, inside=plate)


def separator(canvas, look):
    canvas.fill(area(box(0, 0, 80, 1)),
                across("#B2B2B200", "#B2B2B2C0", "#B2B2B2C0", "#B2B2B200"))


def checkmark(canvas, look):
    disc(canvas, 10, 9.6, 8.6, down("#5CD38A", "#1FA85C"))
    canvas.fill(line([(6.4, 10), (9, 12.5), (13.6, 7.2)], 2), "#FFFFFF")


# --- Tab bar: outlines of 2 points, filled when selected --------------------

HOUSE = rounded([(12, 2.6), (21, 10), (21, 21), (3, 21), (3, 10)], 2)
BUBBLE = (arc(12, 11, 9, 140, 470, ry=7.6)
          + bezier((9, 18.2), (7.6, 20), (6.2, 20.8), (4.4, 20.8))
          + bezier((4.4, 20.8), (5.2, 19.6), (5.4, 18), (5.1, 15.9)))
SHOULDERS = (arc(12, 20.6, 8, 180, 360, ry=7) + [(20, 20.6), (4, 20.6)])


def home(canvas, look):
    canvas.fill(line(HOUSE, 2, closed=True).stroke([(12, 20), (12, 15.4)], 2), look.ink)


def home_selected(canvas, look):
    door = box(9.9, 14, 14.1, 26, 1.8)
    canvas.fill(line(HOUSE, 2, closed=True).add(HOUSE).cut(door), down(*look.accent))


def search(canvas, look):
    canvas.fill(line(arc(10.6, 10.6, 7.2), 2, closed=True)
                .stroke([(16, 16), (20.8, 20.8)], 2), look.ink)


def search_selected(canvas, look):
    canvas.fill(area(arc(10.6, 10.6, 8.2)).stroke([(15, 15), (20.6, 20.6)], 3)
                .stroke(arc(10.6, 10.6, 4.8, 185, 265), 1.6, cut=True), down(*look.accent))


def messages(canvas, look):
    shape = line(BUBBLE, 2, closed=True)
    for x in (8.2, 12, 15.8):
        shape.add(arc(x, 11, 1.2))
    canvas.fill(shape, look.ink)


def messages_selected(canvas, look):
    shape = line(BUBBLE, 2, closed=True).add(BUBBLE)
    for x in (8.2, 12, 15.8):
        shape.cut(arc(x, 11, 1.35))
    canvas.fill(shape, down(*look.accent))


def profile(canvas, look):
    canvas.fill(line(arc(12, 6.8, 3.8), 2, closed=True)
                .stroke(SHOULDERS, 2, closed=True), look.ink)


def profile_selected(canvas, look):
    canvas.fill(area(arc(12, 6.8, 4.8)).add(SHOULDERS)
                .stroke(SHOULDERS, 2, closed=True), down(*look.accent))


# --- Navigation -------------------------------------------------------------


def bar_background(canvas, look):
    canvas.fill_all(down(*look.bar))
    canvas.fill(area(box(0, 43, 40, 44)), look.bar_edge)


def chip(canvas):
    """The dark plate that keeps white symbols visible on every bar."""
    canvas.fill(area(arc(12, 12, 11.5)), "#00000047")


def back(canvas, look):
    chip(canvas)
    canvas.fill(line([(13.9, 6.8), (8.9, 12), (13.9, 17.2)], 2.2), "#FFFFFF")


def settings(canvas, look):
    chip(canvas)
    gear = area(arc(12, 12, 5.4))
    for i in range(8):
        turn = math.radians(45 * i)
        gear.stroke([(12, 12), (12 + 6 * math.cos(turn), 12 + 6 * math.sin(turn))], 2.4)
    canvas.fill(gear.cut(arc(12, 12, 2.3)), "#FFFFFF")


# --- Detail page ------------------------------------------------------------

HEART = (bezier((12, 20.6), (7, 16.8), (2.4, 13.2), (2.4, 8.6))
         + bezier((2.4, 8.6), (2.4, 3.2), (9.4, 1.6), (12, 6.4))
         + bezier((12, 6.4), (14.6, 1.6), (21.6, 3.2), (21.6, 8.6))
         + bezier((21.6, 8.6), (21.6, 13.2), (17, 16.8), (12, 20.6)))


def favourite(canvas, look):
    heart = area(HEART)
    canvas.shadow(heart, 0.7, 0.7, "#8A102855")
    canvas.fill(heart, down("#FF7A8A", "#E8264B"))
    canvas.fill(line(arc(7.6, 8.4, 2.9, 185, 265), 1.5), "#FFFFFFA6")


def share(canvas, look):
    tray = ([(8, 9.6), (6, 9.6)] + arc(6, 11.6, 2, 270, 180, steps=12)
            + arc(6, 19, 2, 180, 90, steps=12) + arc(18, 19, 2, 90, 0, steps=12)
            + arc(18, 11.6, 2, 0, -90, steps=12) + [(16, 9.6)])
    canvas.fill(line(tray, 2).stroke([(12, 14.6), (12, 3.2)], 2)
                .stroke([(8.2, 6.8), (12, 3), (15.8, 6.8)], 2), look.ink)


def header(canvas, look):
    """Sunrise over hills."""
    canvas.fill_all(down("#FF8A5C", "#FFD9A8"))
    for r, paint in ((38, "#FFFFFF1F"), (28, "#FFFFFF2E"), (18, "#FFF3D6")):
        canvas.fill(area(arc(112, 42, r)), paint)
    cloud(canvas, 30, 17, 1, "#FFFFFFB0")
    cloud(canvas, 70, 26, 0.7, "#FFFFFF80")
    canvas.fill(area(swell(44, 5, 120, 10)), down("#FF9A66", "#FF7A45"))
    canvas.fill(area(swell(49, 4, 90, 60)), down("#F96A38", "#F85825"))
    canvas.fill(area(swell(55, 3, 140, 30)), down("#DE4E20", "#C8431B"))


def cloud(canvas, x, y, size, paint):
    shape = area(box(x - 14 * size, y, x + 14 * size, y + 6 * size, 3 * size))
    shape.add(arc(x - 4 * size, y, 5 * size)).add(arc(x + 4 * size, y + size, 4 * size))
    canvas.fill(shape, paint)


# --- New Year: red and gold -------------------------------------------------

GOLD = down("#FFE9A6", "#F2B632")


def year_badge(canvas, look):
    """A paper lantern."""
    canvas.fill(line([(10, 0.8), (10, 3)], 1.2).stroke([(10, 16), (10, 18.8)], 1.6), "#E0A526")
    body = arc(10, 9.6, 8.4, ry=6.8)
    canvas.shadow(area(body), 0.5, 0.5, "#00000055")
    canvas.fill(area(body), down("#F2404F", "#B80F22"))
    canvas.fill(line(arc(10, 9.6, 3.6, ry=6.4), 0.9), "#FFD36BB0")
    canvas.fill(area(box(6.6, 2.2, 13.4, 4, 0.8)).add(box(6.6, 15.2, 13.4, 17, 0.8)), GOLD)


def year_favourite(canvas, look):
    shape = area(rounded(star(12, 12.6, 11, 5.2, 5), 1.4))
    canvas.shadow(shape, 0.7, 0.7, "#7A4A0066")
    canvas.fill(shape, down("#FFE48A", "#F0A81E"))


def year_header(canvas, look):
    """Fireworks and two lanterns."""
    canvas.fill_all(down("#7A0A18", "#D8283A"))
    for x, y, r, paint in ((84, 22, 17, "#FFD76B"), (124, 17, 12, "#FFB199"),
                           (58, 36, 9, "#FFF0C2"), (146, 37, 8, "#FFD76B")):
        sparks = Shape()
        for i in range(12):
            turn = math.radians(30 * i)
            ux, uy = math.cos(turn), math.sin(turn)
            sparks.stroke([(x + ux * r * 0.35, y + uy * r * 0.35),
                           (x + ux * r * 0.75, y + uy * r * 0.75)], 0.9)
            sparks.add(arc(x + ux * r, y + uy * r, 0.8, steps=16))
        canvas.fill(sparks, paint)
    for x, length in ((16, 14), (36, 6)):
        canvas.fill(line([(x, 0), (x, length)], 0.8)
                    .stroke([(x, length + 15), (x, length + 22)], 1.2), "#F2B632")
        canvas.fill(area(arc(x, length + 9, 9, ry=7.4)), down("#FF6A5E", "#C41427"))
        canvas.fill(line(arc(x, length + 9, 4, ry=7), 0.7), "#FFD76B90")
        canvas.fill(area(box(x - 4, length, x + 4, length + 2.4, 1))
                    .add(box(x - 4, length + 15.6, x + 4, length + 18, 1)), GOLD)
    canvas.fill(area(swell(53, 3, 110, 40)), "#9C1021")
    canvas.fill(area(swell(57, 2.4, 80, 0)), GOLD)


# --- Dark -------------------------------------------------------------------


def dark_avatar(canvas, look):
    person(canvas, down("#4A5068", "#262A3A"), "#AEB6CC", "#5C637C")


def dark_header(canvas, look):
    """A moonlit mountain range."""
    canvas.fill_all(down("#0C1020", "#2F3558"))
    for i in range(26):
        x, y = (i * 61.8) % 160, (i * 23.7) % 36
        canvas.fill(area(arc(x, y, 0.35 + 0.15 * (i % 3), steps=16)), "#FFFFFFC0")
    canvas.fill(area(arc(122, 19, 17)), "#FFFFFF12")
    canvas.fill(area(arc(122, 19, 10.5)).cut(arc(126.6, 16, 9)), down("#FFF6DE", "#FFC9A3"))
    for points, paint in (
        ([(-10, 60), (22, 30), (44, 46), (74, 24), (110, 50), (140, 34), (175, 60)],
         down("#4A5280", "#333A60")),
        ([(-10, 62), (10, 44), (40, 56), (58, 42), (92, 60), (122, 46), (150, 56), (175, 62)],
         down("#2A3052", "#1E2340")),
    ):
        canvas.fill(area(rounded(points, 2)), paint)
    canvas.fill(area(swell(57, 1.6, 120, 20)), "#12162A")


# --- Ocean ------------------------------------------------------------------


def ocean_badge(canvas, look):
    """A drop of water."""
    drop = area(bezier((10, 0.8), (12.4, 5), (16.8, 8.4), (16.8, 12.4))
                + arc(10, 12.4, 6.8, 0, 180) + bezier((3.2, 12.4), (3.2, 8.4), (7.6, 5), (10, 0.8)))
    canvas.fill(drop, down("#5FD3F0", "#0879B8"))
    canvas.fill(line(arc(10, 12.4, 4.2, 105, 175), 1.5), "#FFFFFFC0")


def ocean_checkmark(canvas, look):
    disc(canvas, 10, 9.6, 8.6, down("#3CC8DA", "#0B7FB5"))
    canvas.fill(line([(6.4, 10), (9, 12.5), (13.6, 7.2)], 2), "#FFFFFF")


def ocean_header(canvas, look):
    """A sailing boat."""
    canvas.fill_all(down("#5CC4EA", "#E2F7FA"))
    canvas.fill(area(arc(38, 20, 15)), "#FFFFFF40")
    canvas.fill(area(arc(38, 20, 9)), "#FFF4C9")
    cloud(canvas, 132, 14, 0.9, "#FFFFFFC8")
    cloud(canvas, 74, 11, 0.6, "#FFFFFF90")
    canvas.fill(area(swell(37, 1.6, 46, 0)), down("#5CC9DE", "#2AA5CB"))
    canvas.fill(area(rounded([(92, 10), (92, 34), (77, 34)], 1.6)), "#FFFFFF")
    canvas.fill(area(rounded([(94.4, 14), (108, 34), (94.4, 34)], 1.6)), "#FFD9A0")
    canvas.fill(area(rounded([(76, 36.4), (110, 36.4), (104, 43), (82, 43)], 2)), "#E4573D")
    canvas.fill(area(swell(43, 2, 38, 12)), down("#2BA4CF", "#1585BC"))
    canvas.fill(area(swell(50, 2.2, 52, 30)), down("#1478B4", "#0C5F9C"))
    canvas.fill(area(swell(56, 1.8, 34, 5)), down("#0C5590", "#0A447A"))


# --- Forest -----------------------------------------------------------------


def forest_avatar(canvas, look):
    """A bear."""
    plate = area(arc(20, 20, 17.6))
    canvas.fill(area(arc(20, 20, 19)), "#FFFFFF")
    canvas.fill(plate, down("#CFE8B4", "#7DB561"))
    canvas.fill(area(arc(10.6, 13.4, 4.4)).add(arc(29.4, 13.4, 4.4)), "#7A5236", inside=plate)
    canvas.fill(area(arc(10.6, 13.4, 2.2)).add(arc(29.4, 13.4, 2.2)), "#C99B73", inside=plate)
    canvas.fill(area(arc(20, 22, 12, ry=11)), down("#94663F", "#7A5236"), inside=plate)
    canvas.fill(area(arc(20, 26, 6.2, ry=5)), "#E6C8A4")
    canvas.fill(area(arc(15, 19, 1.5)).add(arc(25, 19, 1.5))
                .add(arc(20, 23.6, 2.2, ry=1.5)).stroke([(20, 24), (20, 27.4)], 0.9)
                .stroke(arc(20, 26, 2.4, 40, 140), 0.9), "#2E1D12")


def forest_favourite(canvas, look):
    """A leaf."""
    leaf = area(bezier((4.2, 19.6), (1.6, 8.4), (9.4, 3), (21, 3))
                + bezier((21, 3), (21.4, 14.4), (15.8, 22.2), (4.2, 19.6)))
    canvas.shadow(leaf, 0.7, 0.7, "#12401E55")
    canvas.fill(leaf, down("#8FD06A", "#2F8B45"))
    canvas.fill(line([(3, 21.4), (15, 9)], 1.4)
                .stroke([(8.4, 15.8), (8.6, 11.8)], 1.1).stroke([(11.2, 12.9), (15.4, 13.4)], 1.1),
                "#F2FBE9")


def forest_header(canvas, look):
    """Rows of firs in the mist."""
    canvas.fill_all(down("#BFE3CF", "#F4F8DE"))
    canvas.fill(area(arc(118, 20, 20)), "#FFFFFF50")
    canvas.fill(area(arc(118, 20, 11)), "#FFF7CF")
    for base, height, step, shift, paint in ((46, 22, 11, 2, down("#A9D3A6", "#8CC18F")),
                                             (54, 26, 15, 9, down("#5FA56B", "#478F58")),
                                             (64, 30, 21, 4, down("#2C7045", "#1B5534"))):
        row = area(swell(base, 1.5, 70, shift))
        for i in range(-1, 160 // step + 2):
            x, tall = i * step + shift, height * (0.76 + 0.24 * math.sin(i * 2.4 + shift))
            for low, wide in ((0, 0.34), (0.28, 0.27), (0.54, 0.19)):
                y = base + 2 - tall * low
                row.add([(x, base - tall if low > 0.5 else y - tall * 0.5),
                         (x + tall * wide, y), (x - tall * wide, y)])
        canvas.fill(row, paint)


# --- Partner: the brand "Northwind" -----------------------------------------


def compass(cx, cy, r):
    """The brand's mark: a four-pointed compass star over a smaller one."""
    return area(star(cx, cy, r * 0.5, r * 0.2, 4, turn=-45)).add(star(cx, cy, r, r * 0.24, 4))


def partner_badge(canvas, look):
    disc(canvas, 10, 9.6, 8.6, down("#3B76D6", "#12336F"))
    canvas.fill(compass(10, 9.6, 6.6), "#FFFFFF")


def partner_avatar(canvas, look):
    canvas.fill(area(arc(20, 20, 19)), "#FFFFFF")
    plate = area(arc(20, 20, 17.6))
    canvas.fill(plate, down("#2F66C4", "#0E2A60"))
    canvas.fill(area(swell(28, 2.4, 30, 6, width=40, bottom=40)), "#6FE0D238", inside=plate)
    canvas.fill(compass(20, 20, 14.5), down("#FFFFFF", "#BFE9F2"))


def partner_header(canvas, look):
    """Northern lights, the mark and the wind."""
    canvas.fill_all(down("#081A42", "#1B4C9C"))
    for y, height, length, shift, paint in (
            (18, 7, 150, 20, down("#6FE0D25C", "#6FE0D200", "#6FE0D200")),
            (26, 6, 110, 70, down("#4FA8F05C", "#4FA8F000", "#4FA8F000"))):
        canvas.fill(area(swell(y, height, length, shift)), paint)
    canvas.fill(area(arc(36, 29, 21)), "#FFFFFF14")
    canvas.fill(compass(36, 29, 19), down("#FFFFFF", "#BFE3F5"))
    wind = Shape()
    for x0, x1, y, r in ((66, 124, 24, 5.5), (74, 140, 31, 6.5), (66, 116, 38, -5)):
        curl = arc(x1, y - r, abs(r), 90, -150) if r > 0 else arc(x1, y - r, -r, -90, 150)
        wind.stroke([(x0, y)] + curl, 1.8)
    canvas.fill(wind, across("#FFFFFF30", "#FFFFFFE6"))
    canvas.fill(area(swell(54, 2.6, 120, 50)), down("#12397C", "#0D2C64"))


# --- The sample's tables ----------------------------------------------------


@dataclass(frozen=True)
class Asset:
    width: int
    height: int
    draw: Callable
    opaque: bool = False


ASSETS = {
    "common/buttonImage": Asset(44, 22, button),
    "common/buttonImageHighlighted": Asset(44, 22, button_highlighted),
    "common/badge": Asset(20, 20, badge),
    "common/avatar": Asset(40, 40, avatar),
    "common/separator": Asset(80, 1, separator),
    "common/checkmark": Asset(20, 20, checkmark),
    "tabbar/home": Asset(24, 24, home),
    "tabbar/homeSelected": Asset(24, 24, home_selected),
    "tabbar/search": Asset(24, 24, search),
    "tabbar/searchSelected": Asset(24, 24, search_selected),
    "tabbar/messages": Asset(24, 24, messages),
    "tabbar/messagesSelected": Asset(24, 24, messages_selected),
    "tabbar/profile": Asset(24, 24, profile),
    "tabbar/profileSelected": Asset(24, 24, profile_selected),
    "navigation/barBackground": Asset(40, 44, bar_background, opaque=True),
    "navigation/back": Asset(24, 24, back),
    "navigation/settings": Asset(24, 24, settings),
    "detail/header": Asset(160, 60, header, opaque=True),
    "detail/favourite": Asset(24, 24, favourite),
    "detail/share": Asset(24, 24, share),
}

BASICS = ("common/buttonImage", "common/buttonImageHighlighted", "navigation/barBackground")
SELECTED_TABS = ("tabbar/homeSelected", "tabbar/searchSelected", "tabbar/messagesSelected", "tabbar/profileSelected")

DEFAULT_LOOK = Look(accent=("#FF8A5C", "#F85825"), pressed=("#E25A2B", "#D34D21"),
                    bar=("#FF8358", "#FF6E40"), bar_edge="#E85A2C")


@dataclass(frozen=True)
class Theme:
    """Replaces `recolored` images with the default's drawing in the theme's
    look, and `redrawn` ones with drawings of its own."""

    id: str
    prefix: str
    look: Look
    recolored: tuple
    redrawn: dict
    beside_default: tuple = ()  # lie in assets/, not in themes/


THEMES = (
    Theme("year", "year_",
          Look(accent=("#EE4150", "#C01628"), pressed=("#B3182A", "#8E0E1C"),
               bar=("#D8283A", "#A81022"), bar_edge="#F2B632", radius=9, edge="#F6C95A"),
          BASICS + SELECTED_TABS,
          {"common/badge": year_badge, "detail/favourite": year_favourite,
           "detail/header": year_header},
          beside_default=("common/badge",)),
    Theme("dark", "dark_",
          Look(accent=("#474D66", "#313649"), pressed=("#2A2E40", "#1F2230"),
               bar=("#2A2E40", "#1A1D2A"), bar_edge="#FF8A5C", edge="#FF8A5C", ink="#A9B1C7"),
          BASICS, {"common/avatar": dark_avatar, "detail/header": dark_header}),
    Theme("ocean", "ocean_",
          Look(accent=("#3CC8DA", "#0B7FB5"), pressed=("#0E86B4", "#08608C"),
               bar=("#22A6CF", "#0B7FB5"), bar_edge="#7FE3EC", radius=9.5, edge="#FFFFFF59"),
          BASICS + SELECTED_TABS,
          {"common/badge": ocean_badge, "common/checkmark": ocean_checkmark,
           "detail/header": ocean_header}),
    Theme("forest", "",
          Look(accent=("#6DB85C", "#2F7D43"), pressed=("#3B8048", "#225C32"),
               bar=("#3F8F55", "#27693B"), bar_edge="#A8D48A", radius=4),
          BASICS + SELECTED_TABS,
          {"common/avatar": forest_avatar, "detail/favourite": forest_favourite,
           "detail/header": forest_header}),
    Theme("partner", "nw_",
          Look(accent=("#2F66C4", "#153B85"), pressed=("#17397C", "#0B2252"),
               bar=("#1B4C9C", "#0B2558"), bar_edge="#6FE0D2", radius=2.5, edge="#6FE0D2A0"),
          BASICS,
          {"common/badge": partner_badge, "common/avatar": partner_avatar,
           "detail/header": partner_header}),
)


# --- Writing ----------------------------------------------------------------


def render(asset, draw, look, scale):
    canvas = Canvas(asset.width, asset.height, scale, asset.opaque)
    draw(canvas, look)
    return canvas.png()


def image_path(root, name, prefix, scale):
    """The file of the image `name` ("folder/name") at one scale below `root`."""
    folder, base = name.rsplit("/", 1)
    suffix = "" if scale == 1 else f"@{scale}x"
    return root / folder / f"{prefix}{base}{suffix}.png"


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def write_defaults():
    for name, asset in ASSETS.items():
        for scale in SCALES:
            write(image_path(ROOT / "assets", name, "", scale),
                  render(asset, asset.draw, DEFAULT_LOOK, scale))


def write_themes():
    for theme in THEMES:
        drawings = {name: ASSETS[name].draw for name in theme.recolored} | theme.redrawn
        for name, draw in drawings.items():
            root = ROOT / ("assets" if name in theme.beside_default else f"themes/{theme.id}")
            for scale in SCALES:
                write(image_path(root, name, theme.prefix, scale),
                      render(ASSETS[name], draw, theme.look, scale))


def write_broken_fixture():
    """Writes a small project whose theme "year" has one defect of each kind."""
    root = ROOT / "Tests/Fixtures/broken-theme"
    defaults, year = root / "assets", root / "themes/year"
    look = THEMES[0].look
    button_asset, badge_asset = ASSETS["common/buttonImage"], ASSETS["common/badge"]

    for scale in SCALES:
        write(image_path(defaults, "common/buttonImage", "", scale),
              render(button_asset, button, DEFAULT_LOOK, scale))
    for scale in (1, 2):
        write(image_path(defaults, "common/badge", "", scale),
              render(badge_asset, badge, DEFAULT_LOOK, scale))

    # @2x is 90x44 where the default is 88x44; the other two scales are right.
    for scale in SCALES:
        asset = Asset(45, 22, button) if scale == 2 else button_asset
        write(image_path(year, "common/buttonImage", "year_", scale),
              render(asset, button, look, scale))
    # The prefix is misspelled.
    write(image_path(year, "common/badge", "yaer_", 1),
          render(badge_asset, year_badge, look, 1))
    # There is no default of this name.
    write(image_path(year, "common/missing", "year_", 1),
          render(badge_asset, year_badge, look, 1))
    # The file ends after two thirds of its bytes.
    whole = render(badge_asset, year_badge, look, 2)
    write(image_path(year, "common/badge", "year_", 2), whole[:len(whole) * 2 // 3])


if __name__ == "__main__":
    write_defaults()
    write_themes()
    write_broken_fixture()
